import { type RawBuilder, sql } from 'kysely';
import { type Static, Type } from 'typebox';
import type { Catalog, ModelIds } from '../domain/catalog.ts';
import { CHAT_STATUSES, Chat, COUNTED_STATUSES } from '../domain/chat.ts';
import { CalendarDate } from '../domain/date-schemas.ts';
import { groupBy } from '../domain/grouping.ts';
import { type Page, Reference, Strict } from '../domain/paging.ts';
import { isInList } from '../store/lists.ts';
import { type ChatRow, countChats, listChatRows, streamChatRows, toChat } from '../store/queries/chats.ts';
import type { Shown } from '../store/queries/extractions.ts';
import { findCatalog } from '../store/queries/models.ts';
import type { QueryOptions, Reader } from '../store/store.ts';
import { findShown, isOfGeneration, isOfSourceGeneration, isShown } from './shown.ts';

const { id, prompt, model, model_channel, date, country_code, language, status } = Chat.properties;

/** A chat with everything that reports count in it. */
export const FactRow = Strict({
  id,
  prompt,
  model,
  model_channel,
  date,
  country_code,
  language,
  status,
  is_counted: Type.Boolean({ description: 'Whether reports count this chat.' }),
  mentions: Type.Array(
    Strict({
      brand: Reference,
      count: Type.Integer(),
      position: Type.Integer(),
      sentiment: Type.Union([Type.Number(), Type.Null()], { description: 'From -1 to 1, in steps of 0.001.' }),
    }),
    { description: 'The tracked brands that the answer mentions, in order of position.' },
  ),
  sources: Type.Array(Strict({ url: Type.String(), domain: Type.String(), citation_count: Type.Integer() }), {
    description: 'The pages that the answer used, by address.',
  }),
});
export type FactRow = Static<typeof FactRow>;

/** A day, and what identifies the facts that it has. */
export const FactDay = Strict({
  date: CalendarDate,
  chat_count: Type.Integer(),
  mention_count: Type.Integer({ description: 'Number of chats and brands that they mention.' }),
  source_count: Type.Integer({ description: 'Number of chats and pages that they used.' }),
  revision: Type.String({ description: 'Changes whenever a fact of this day does.' }),
});
export type FactDay = Static<typeof FactDay>;

interface Search<Paging> {
  request: { start_date: string; end_date: string } & Paging;
  options: QueryOptions & { model_ids: ModelIds };
}

/** The chats of some days with their facts, by date and then by creation. */
export async function listFacts(
  reader: Reader,
  project: number,
  { request, options }: Search<Page>,
): Promise<{ data: FactRow[]; total: number }> {
  const filter = toFilter(request);
  const rows = await listChatRows(reader, project, { filter, sort: 'asc', page: request, options });
  const data = await (await createWriter(reader, project, options))(rows);
  return { data, total: await countChats(reader, project, { filter, options }) };
}

/** All of them in small pieces. */
export async function* streamFacts(
  reader: Reader,
  project: number,
  { request, options }: Search<Pick<Page, 'offset'>>,
): AsyncGenerator<FactRow[]> {
  const write = await createWriter(reader, project, options);
  const search = { filter: toFilter(request), sort: 'asc' as const, offset: request.offset, options };
  for await (const rows of streamChatRows(reader, project, search)) yield await write(rows);
}

function toFilter({ start_date, end_date }: { start_date: string; end_date: string }) {
  return { start_date, end_date };
}

interface Mention {
  chat: number;
  brand: number;
  mention_count: number;
  position: number;
  sentiment: number | null;
}

interface Source {
  chat: number;
  url: string;
  domain: string;
  citation_count: number;
}

/** Adds their facts to chats, which are in the order of their dates. */
async function createWriter(reader: Reader, project: number, options: Search<unknown>['options']) {
  const catalog = await findCatalog(reader, project);
  const shown = await findShown(reader, project);
  return async (rows: readonly ChatRow[]): Promise<FactRow[]> => {
    const [first, last] = [rows[0], rows.at(-1)];
    if (!first || !last) return [];
    const isOfChats = sql`f.project = ${project} and f.date >= ${first.date}::date and f.date <= ${last.date}::date
      and ${isInList(
        sql`f.chat`,
        rows.map(({ chat }) => chat),
        'int',
      )}`;
    const mentions = await reader.query(selectMentions(isOfChats, shown).compile(reader.db), options);
    const sources = await reader.query(selectSources(isOfChats, shown).compile(reader.db), options);
    const mentionsOf = groupBy(mentions, ({ chat }) => chat);
    const sourcesOf = groupBy(sources, ({ chat }) => chat);
    return rows.map((row) =>
      toFactRow(row, {
        catalog,
        model_ids: options.model_ids,
        mentions: (mentionsOf.get(row.chat) ?? []).map((mention) => toMention(mention, shown)),
        sources: (sourcesOf.get(row.chat) ?? []).map(({ chat: _, ...source }) => source),
      }),
    );
  };
}

function selectMentions(isOfChats: RawBuilder<unknown>, shown: Shown): RawBuilder<Mention> {
  return sql<Mention>`select f.chat, f.brand, f.mention_count, f.position, f.sentiment from mentions f
    where ${isOfChats} and ${isOfGeneration(shown)} and ${isShown(sql`f.brand`, shown)}
    order by f.chat, f.position, f.brand`;
}

function selectSources(isOfChats: RawBuilder<unknown>, shown: Shown): RawBuilder<Source> {
  return sql<Source>`select f.chat, u.address as url, d.name as domain, f.citation_count from sources f
    join urls u on u.project = f.project and u.url = f.url
    join domains d on d.project = f.project and d.domain = f.domain
    where ${isOfChats} and ${isOfSourceGeneration(shown)}
    order by f.chat, u.address collate "C"`;
}

function toMention({ brand, mention_count, position, sentiment }: Mention, { brands }: Shown): FactRow['mentions'][0] {
  return {
    brand: { id: brands.get(brand)!.id },
    count: mention_count,
    position,
    sentiment: sentiment === null ? null : sentiment / 1000,
  };
}

function toFactRow(
  row: ChatRow,
  {
    catalog,
    model_ids,
    mentions,
    sources,
  }: { catalog: Catalog; model_ids: ModelIds } & Pick<FactRow, 'mentions' | 'sources'>,
): FactRow {
  const { external_id: _, ...chat } = toChat(row, { catalog, model_ids });
  const is_counted = COUNTED_STATUSES.includes(CHAT_STATUSES.indexOf(chat.status));
  return { ...chat, is_counted, mentions, sources };
}

/** A prime whose square fits into 64 bits. */
const PRIME = 2_147_483_647;
const FACTORS = [1_000_003, 15_485_863, 32_452_843, 49_979_687, 67_867_967, 86_028_121];

/**
 * A number that stands for a row, in SQL. Its third power is no sum of its parts: what one row gains and another loses does not
 * cancel out when numbers are added up.
 */
function toRowNumber(...values: RawBuilder<unknown>[]): RawBuilder<unknown> {
  const parts = values.map((value, place) => sql`(${value})::bigint * ${sql.lit(FACTORS[place]!)}`);
  const prime = sql.lit(PRIME);
  const residue = sql`((${sql.join(parts, sql` + `)}) % ${prime})`;
  return sql`(${residue} * ${residue} % ${prime} * ${residue} % ${prime})`;
}

/** The days that have chats. */
export async function listFactDays(
  reader: Reader,
  project: number,
  {
    request: { start_date, end_date, limit, offset },
    options,
  }: { request: { start_date: string; end_date: string } & Page; options: QueryOptions },
): Promise<{ data: FactDay[]; total: number }> {
  const shown = await findShown(reader, project);
  const isOfDays = sql`f.project = ${project} and f.date >= ${start_date}::date and f.date <= ${end_date}::date`;
  const chat = toRowNumber(sql`f.chat`, sql`f.prompt`, sql`f.channel`, sql`f.country`, sql`f.status`, sql`f.language`);
  const sentiment = sql`coalesce(f.sentiment, 2000) + 2000`;
  const mention = toRowNumber(sql`f.chat`, sql`f.brand`, sql`f.mention_count`, sql`f.position`, sentiment);
  const source = toRowNumber(sql`f.chat`, sql`f.url`, sql`f.citation_count`);
  const select = (number: RawBuilder<unknown>) => sql`select f.date, count(*) as total, sum(${number})::text as mark`;
  const statement = sql<FactDay & { total: number }>`with
    c as (${select(chat)} from chats f where ${isOfDays} group by f.date),
    m as (${select(mention)} from mentions f
      where ${isOfDays} and ${isOfGeneration(shown)} and ${isShown(sql`f.brand`, shown)} group by f.date),
    s as (${select(source)} from sources f where ${isOfDays} and ${isOfSourceGeneration(shown)} group by f.date)
    select c.date, c.total as chat_count, coalesce(m.total, 0) as mention_count, coalesce(s.total, 0) as source_count,
      c.mark || '-' || coalesce(m.mark, '0') || '-' || coalesce(s.mark, '0') as revision,
      count(*) over () as total
    from c left join m on m.date = c.date left join s on s.date = c.date
    order by c.date limit ${limit} offset ${offset}`;
  const rows = await reader.query(statement.compile(reader.db), options);
  const data = rows.map(({ total: _, ...day }) => day);
  if (rows.length > 0 || offset === 0) return { data, total: rows[0]?.total ?? 0 };
  const days = sql<{ total: number }>`select count(distinct f.date) as total from chats f where ${isOfDays}`;
  return { data, total: (await reader.query(days.compile(reader.db), options))[0]!.total };
}
