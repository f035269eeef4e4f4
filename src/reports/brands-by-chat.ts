import { type RawBuilder, sql } from 'kysely';
import type { QueryOptions, Store } from '../store/store.ts';
import { type BrandQuery, isOfGeneration, isShown, type SqlRow } from './brand-query.ts';
import { FACTS, fromFacts } from './fact-filters.ts';
import { column, isOneOf, selectKeys } from './grouping.ts';
import type { OrderBy } from './request.ts';

/**
 * Reports by chat are too long to be built whole: every chat has a row for every brand, nearly all of them zeros. A group of
 * one chat has the total 1, so all its zero rows are equal: what is mentioned are the mention rows themselves, and the
 * zeros are one block before or after them. Only the page that is asked for is built.
 */
export async function findChatPage(
  store: Store,
  query: BrandQuery,
  options: QueryOptions,
): Promise<SqlRow[] | undefined> {
  const zeros = findZeroBlock(query);
  if (!zeros) return undefined;
  const { limit, offset } = query;
  if (zeros === 'last') {
    const hits = await findHits(store, { query, limit, offset }, options);
    if (hits.length === limit) return hits;
    const before = hits.length > 0 ? offset + hits.length : await countHits(store, query, options);
    const rest = await findZeros(
      store,
      { query, limit: limit - hits.length, offset: Math.max(0, offset - before) },
      options,
    );
    return [...hits, ...rest];
  }
  const first = await findZeros(store, { query, limit, offset }, options);
  if (first.length === limit) return first;
  const before = first.length > 0 ? offset + first.length : await countZeros(store, query, options);
  const rest = await findHits(
    store,
    { query, limit: limit - first.length, offset: Math.max(0, offset - before) },
    options,
  );
  return [...first, ...rest];
}

/** Metrics that every mentioned brand has greater than zero, or has at all. */
const TELLING = new Set([
  'visibility',
  'visibility_count',
  'mention_count',
  'position',
  'position_sum',
  'position_count',
]);
/** Metrics that are 1 wherever a brand is mentioned. */
const CONSTANT = new Set(['visibility', 'visibility_count', 'visibility_total', 'position_count']);
/** How the other metrics of one chat and brand read on a mention row. */
function onMention(row: 'f' | 'page'): Record<string, RawBuilder<unknown>> {
  const sentiment = sql.ref(`${row}.sentiment`);
  const position = sql.ref(`${row}.position`);
  return {
    mention_count: sql.ref(`${row}.mention_count`),
    position,
    position_sum: position,
    sentiment,
    sentiment_sum: sql`coalesce(${sentiment}, 0)`,
    sentiment_count: sql`case when ${sentiment} is null then 0 else 1 end`,
  };
}
const ON_FACT = onMention('f');
const ON_PAGE = onMention('page');

/** Where the zeros stand; undefined where the request is none of this kind. */
function findZeroBlock({ dimensions, having, order }: BrandQuery): 'first' | 'last' | undefined {
  const isByChat =
    dimensions.some(({ name }) => name === 'chat_id') && dimensions.every(({ through }) => through === undefined);
  if (!isByChat || having.length > 0) return undefined;
  if (order.some(({ field }) => !CONSTANT.has(field) && !(field in ON_FACT))) return undefined;
  const telling = order.findIndex(({ field }) => TELLING.has(field));
  if (telling === -1 || order.slice(0, telling).some(({ field }) => field !== 'visibility_total')) return undefined;
  const { field, direction } = order[telling]!;
  return direction === 'asc' && field !== 'position' ? 'first' : 'last';
}

interface Piece {
  query: BrandQuery;
  limit: number;
  offset: number;
}

/** Mention rows in order; the voice of a chat is looked up only for the chats of the page. */
async function findHits(store: Store, { query, limit, offset }: Piece, options: QueryOptions): Promise<SqlRow[]> {
  const { project, scope, shown, dimensions, order } = query;
  const inFacts = toHitOrder(order, { metrics: ON_FACT, keys: [...dimensions.map(({ key }) => key), sql`f.brand`] });
  const onPage = dimensions.map((_, index) => column(index, 'page'));
  const inPage = toHitOrder(order, { metrics: ON_PAGE, keys: [...onPage, sql`page.brand`] });
  const statement = sql<SqlRow>`
    with page as (
      select ${sql.join([...selectKeys(dimensions), sql`f.chat, f.brand, f.mention_count, f.position, f.sentiment`])}
      ${fromFacts('mentions', { scope, dimensions, and: sql`${isOfGeneration(shown)} and ${isOfBrands(query)}` })}
      order by ${inFacts} limit ${limit} offset ${offset}),
    voices as (
      select f.chat, sum(f.mention_count)::double precision as voice from mentions f
      where f.project = ${project} and f.date >= ${scope.start_date}::date and f.date <= ${scope.end_date}::date
        ${isOfGeneration(shown)} and ${isShown(sql`f.brand`, shown)} and f.chat in (select chat from page) group by f.chat)
    select page.*, 1 as visibility_total, 1 as visibility_count, 1 as position_count, page.position as position_sum,
      coalesce(page.sentiment, 0) as sentiment_thousandths,
      case when page.sentiment is null then 0 else 1 end as sentiment_count, voices.voice
    from page join voices on voices.chat = page.chat
    order by ${inPage}`;
  return store.query(statement.compile(store.db), options);
}

/** Which mentions are rows; nothing to check where every brand has some. */
function isOfBrands({ brands, shown }: BrandQuery): RawBuilder<unknown> {
  return brands.length === shown.brands.size && !shown.has_hidden_brands ? sql`true` : isOneOf(sql`f.brand`, brands);
}

function toHitOrder(
  order: readonly OrderBy[],
  { metrics, keys }: { metrics: Record<string, RawBuilder<unknown>>; keys: readonly RawBuilder<unknown>[] },
): RawBuilder<unknown> {
  // A constant sorts nothing, and engines take a number in ORDER BY for the place of a column.
  const asked = order
    .filter(({ field }) => !CONSTANT.has(field))
    .map(({ field, direction }) => sql`${metrics[field]!} ${sql.raw(direction)} nulls last`);
  return sql.join([...asked, ...keys.map((key) => sql`${key} asc`)]);
}

async function countHits(store: Store, query: BrandQuery, options: QueryOptions): Promise<number> {
  const { scope, shown, dimensions } = query;
  const statement = sql<{ total: number }>`select count(*) as total
    ${fromFacts('mentions', { scope, dimensions, and: sql`${isOfGeneration(shown)} and ${isOfBrands(query)}` })}`;
  return (await store.query(statement.compile(store.db), options))[0]!.total;
}

/** For each chat in order: how many zero rows it has, and how many come before it. */
function withZeroCounts(query: BrandQuery): RawBuilder<unknown> {
  const { project, scope, shown, brands, dimensions } = query;
  const keys = dimensions.map((_, index) => column(index));
  return sql`with shown_brands as (
      select b.brand from brands b where b.project = ${project} and ${isOneOf(sql`b.brand`, brands)}),
    counts as (
      select f.chat, count(*) as hits
      ${fromFacts('mentions', { scope, dimensions, and: sql`${isOfGeneration(shown)} and ${isOfBrands(query)}` })}
      group by f.chat),
    chats_in_order as (
      select ${sql.join([...selectKeys(dimensions), sql`f.chat`])}
      ${fromFacts('chats', { scope, dimensions, and: FACTS.counted })}),
    zero_counts as (
      select c.*, (select count(*) from shown_brands) - coalesce(counts.hits, 0) as zeros
      from chats_in_order c left join counts on counts.chat = c.chat),
    running as (
      select *, sum(zeros) over (order by ${sql.join(keys)} rows unbounded preceding)::bigint - zeros as before
      from zero_counts)`;
}

async function countZeros(store: Store, query: BrandQuery, options: QueryOptions): Promise<number> {
  const statement = sql<{
    total: number;
  }>`${withZeroCounts(query)} select coalesce(sum(zeros), 0)::bigint as total from running`;
  return (await store.query(statement.compile(store.db), options))[0]!.total;
}

async function findZeros(store: Store, { query, limit, offset }: Piece, options: QueryOptions): Promise<SqlRow[]> {
  const { project, scope, shown, dimensions } = query;
  const keys = dimensions.map((_, index) => column(index, 'page'));
  const statement = sql<SqlRow>`${withZeroCounts(query)},
    page as (select * from running where before < ${offset + limit} and before + zeros > ${offset}),
    mentioned as (
      select f.chat, f.brand, f.mention_count from mentions f
      where f.project = ${project} and f.date >= ${scope.start_date}::date and f.date <= ${scope.end_date}::date
        ${isOfGeneration(shown)} and f.chat in (select chat from page)),
    voices as (
      select chat, sum(mention_count)::bigint as voice from mentioned where ${isShown(sql`brand`, shown)} group by chat)
    select page.*, b.brand, 1 as visibility_total, 0 as visibility_count,
      0 as mention_count, 0 as position_sum, 0 as position_count, 0 as sentiment_thousandths, 0 as sentiment_count,
      coalesce(voices.voice, 0) as voice
    from page cross join shown_brands b
    left join mentioned on mentioned.chat = page.chat and mentioned.brand = b.brand
    left join voices on voices.chat = page.chat
    where mentioned.chat is null
    order by ${sql.join([...keys, sql`b.brand`])}
    limit ${limit} offset ${sql`greatest(0, ${offset} - coalesce((select min(before) from page), 0))`}`;
  return store.query(statement.compile(store.db), options);
}
