import { type RawBuilder, sql } from 'kysely';
import type { Page } from '../domain/paging.ts';
import { MENTION_SUM_NAMES, MENTION_SUMS, MENTION_VALUES } from '../store/daily-sums.ts';
import { isOneOf } from '../store/lists.ts';
import type { QueryOptions, Reader } from '../store/store.ts';
import type { BrandQuery } from './brand-query.ts';
import { DEEP_PAGES, narrowPage, type Part } from './deep-pages.ts';
import { columns, selectKeys } from './groups.ts';
import { isByMentions, listSortKeys, orderMentions, placeZeros } from './mention-order.ts';
import { cutPage } from './page.ts';
import type { Row, SelectRows } from './report.ts';
import { fromFacts } from './scope.ts';
import { isOfGeneration, isShown } from './shown.ts';
import { FACTS } from './tables.ts';

/** A part of the rows that are in order one after another. */
interface Block {
  find(page: Page): Promise<Row[]>;
  count(): Promise<number>;
}

/**
 * Reports by chat are too long to be built whole: every chat has a row for every brand, nearly all of them zeros. All zero
 * rows of one chat are equal, and what is mentioned are the mention rows themselves, so the zeros are one block before or
 * after the mentions. Only the page that is asked for is built.
 */
export async function findChatPage(
  reader: Reader,
  { query, page, select }: { query: BrandQuery; page: Page; select: SelectRows },
  options: QueryOptions,
  deepPages = DEEP_PAGES,
): Promise<Row[] | undefined> {
  const { dimensions, having, order } = query;
  const isByChat =
    dimensions.some(({ is_answer }) => is_answer) && dimensions.every(({ through }) => through === undefined);
  const zerosAt = isByChat && having.length === 0 ? placeZeros(order) : undefined;
  if (!zerosAt) return undefined;
  const count = async (statement: RawBuilder<{ total: number }>) =>
    (await reader.query(statement.compile(reader.db), options))[0]!.total;
  const mentions: Block = {
    find: async (part) => {
      const search = {
        page: part,
        keys: listSortKeys(query),
        has_index: reader.has_mention_index && isByMentions(query),
        selectFrom: (where: Part['where']) => fromMentions(query, where),
      };
      return select(withMentions(query, await narrowPage(reader, search, options, deepPages)));
    },
    count: () => count(countMentions(query)),
  };
  const zeros: Block = {
    find: (part) => select(withZeros(query, part), { page: { ...part, offset: toOffsetOnPage(part) } }),
    count: () => count(countZeros(query)),
  };
  return zerosAt === 'last' ? findAcross([mentions, zeros], page) : findAcross([zeros, mentions], page);
}

/** A page of two blocks put together. */
async function findAcross([first, second]: [Block, Block], { limit, offset }: Page): Promise<Row[]> {
  const rows = await first.find({ limit, offset });
  if (rows.length === limit) return rows;
  const before = rows.length > 0 ? offset + rows.length : await first.count();
  const rest = await second.find({ limit: limit - rows.length, offset: Math.max(0, offset - before) });
  return [...rows, ...rest];
}

/** A page of mention rows; the mentions of all brands are only added up for the chats on the page. */
function withMentions(query: BrandQuery, { page, where }: Part): RawBuilder<unknown> {
  const { project, scope, shown, dimensions } = query;
  const values = ['chat', 'brand', ...MENTION_VALUES].map((name) => sql.raw(`f.${name}`));
  const sums = MENTION_SUM_NAMES.map((name) => sql`${MENTION_SUMS[name].ofRow('page')} as ${sql.raw(name)}`);
  const selected = [
    ...columns(dimensions, 'page'),
    sql`page.brand`,
    sql`1 as visibility_total`,
    ...sums,
    sql`voices.voice`,
  ];
  return sql`with page as (
      select ${sql.join([...selectKeys(dimensions), ...values])} ${fromMentions(query, where)}
      ${orderMentions(query)} ${cutPage(page)}),
    voices as (
      select f.chat, sum(f.mention_count)::double precision as voice from mentions f
      where f.project = ${project} and f.date >= ${scope.start_date}::date and f.date <= ${scope.end_date}::date
        and ${isOfGeneration(shown)} and ${isShown(sql`f.brand`, shown)} and f.chat in (select chat from page)
      group by f.chat),
    r as (select ${sql.join(selected)} from page join voices on voices.chat = page.chat)`;
}

function countMentions(query: BrandQuery) {
  return sql<{ total: number }>`select count(*) as total ${fromMentions(query)}`;
}

/** The mentions that are rows. */
function fromMentions(query: BrandQuery, where: Part['where'] = []): RawBuilder<unknown> {
  const { scope, dimensions, shown, brands } = query;
  const isEveryBrand = brands.length === shown.brands.size && !shown.has_hidden_brands;
  const isOfBrands = isEveryBrand ? sql`true` : isOneOf(sql`f.brand`, brands);
  return fromFacts('mentions', { scope, dimensions, where: [isOfGeneration(shown), isOfBrands, ...where] });
}

/** For each chat in order: how many zero rows it has, and how many come before it. */
function withZeroCounts(query: BrandQuery): RawBuilder<unknown> {
  const { project, scope, brands, dimensions } = query;
  return sql`with shown_brands as (
      select b.brand from brands b where b.project = ${project} and ${isOneOf(sql`b.brand`, brands)}),
    counts as (select f.chat, count(*) as mentions ${fromMentions(query)} group by f.chat),
    chats_in_order as (
      select ${sql.join([...selectKeys(dimensions), sql`f.chat`])}
      ${fromFacts('chats', { scope, dimensions, where: FACTS.counted })}),
    zero_counts as (
      select c.*, (select count(*) from shown_brands) - coalesce(counts.mentions, 0) as zeros
      from chats_in_order c left join counts on counts.chat = c.chat),
    running as (
      select *, sum(zeros) over (order by ${sql.join(columns(dimensions))} rows unbounded preceding)::bigint - zeros as before
      from zero_counts)`;
}

function countZeros(query: BrandQuery) {
  return sql<{
    total: number;
  }>`${withZeroCounts(query)} select coalesce(sum(zeros), 0)::bigint as total from running`;
}

/** The zero rows of all chats that have some on the page. */
function withZeros(query: BrandQuery, { limit, offset }: Page): RawBuilder<unknown> {
  const { project, scope, shown, dimensions } = query;
  const sums = MENTION_SUM_NAMES.map((name) => sql.raw(`0 as ${name}`));
  const selected = [
    ...columns(dimensions, 'page'),
    sql`b.brand`,
    sql`1 as visibility_total`,
    ...sums,
    sql`coalesce(voices.voice, 0) as voice`,
  ];
  return sql`${withZeroCounts(query)},
    page as (select * from running where before < ${offset + limit} and before + zeros > ${offset}),
    mentioned as (
      select f.chat, f.brand, f.mention_count from mentions f
      where f.project = ${project} and f.date >= ${scope.start_date}::date and f.date <= ${scope.end_date}::date
        and ${isOfGeneration(shown)} and f.chat in (select chat from page)),
    voices as (
      select chat, sum(mention_count)::bigint as voice from mentioned where ${isShown(sql`brand`, shown)} group by chat),
    r as (select ${sql.join(selected)} from page cross join shown_brands b
      left join mentioned on mentioned.chat = page.chat and mentioned.brand = b.brand
      left join voices on voices.chat = page.chat
      where mentioned.chat is null)`;
}

/** The first chat on the page may have zero rows before it. */
function toOffsetOnPage({ offset }: Page): RawBuilder<unknown> {
  return sql`greatest(0, ${offset} - coalesce((select min(before) from page), 0))`;
}
