import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { type Catalog, type ModelIds, toModelId } from '../domain/catalog.ts';
import { CalendarDate, DateRange } from '../domain/date-schemas.ts';
import { type Page, Paging, Reference, Strict } from '../domain/paging.ts';
import { Defaulted } from '../domain/schema.ts';
import { toId } from '../ids.ts';
import { findIds } from '../store/queries/lookups.ts';
import { findCatalog } from '../store/queries/models.ts';
import type { QueryOptions, Reader } from '../store/store.ts';
import { checkFilters } from './check-request.ts';
import { ChatFilter } from './request.ts';
import { fromFacts, resolveScope } from './scope.ts';
import { FACTS } from './tables.ts';

export const QuerySearchRequest = Strict({
  ...Paging,
  ...DateRange,
  filters: Defaulted(
    Type.Array(ChatFilter, { maxItems: 100, description: 'Which chats are looked at; combined with AND.' }),
    [],
  ),
});
export type QuerySearchRequest = Static<typeof QuerySearchRequest>;

export const QueryRow = Strict({
  prompt: Reference,
  chat: Reference,
  model: Reference,
  model_channel: Reference,
  date: CalendarDate,
  query: Strict({ index: Type.Integer(), text: Type.String() }),
});
export type QueryRow = Static<typeof QueryRow>;

/** A product search that a model made. */
export const ShoppingRow = Strict({
  ...QueryRow.properties,
  query: Strict({ text: Type.String(), products: Type.Array(Type.String()) }),
});

interface SqlRow {
  chat: number;
  id: string;
  prompt: number;
  channel: number;
  date: string;
  queries: string;
  /** How many searches come before the first of this chat. */
  before: number;
}

interface Search<Request> {
  request: Request;
  options: QueryOptions & { model_ids: ModelIds };
}

/** The searches that models made, by date, then chat, then their own order. */
export async function searchQueries(
  reader: Reader,
  project: number,
  { request, options }: Search<QuerySearchRequest>,
): Promise<{ data: QueryRow[]; total: number }> {
  const { page, size } = await resolveSearch(reader, project, request);
  const rows = await reader.query(page.compile(reader.db), options);
  const { total } = (await reader.query(size.compile(reader.db), options))[0]!;
  return { data: await writeQueries(reader, project, { rows, page: request, ...options }), total };
}

/** All of them in small pieces. */
export async function* streamQueries(
  reader: Reader,
  project: number,
  { request: { limit = Number.MAX_SAFE_INTEGER, ...rest }, options }: Search<Unlimited>,
): AsyncGenerator<QueryRow[]> {
  const request = { limit: limit - rest.offset, ...rest };
  const { page } = await resolveSearch(reader, project, request);
  for await (const rows of reader.stream(page.compile(reader.db), options)) {
    yield await writeQueries(reader, project, { rows, page: request, ...options });
  }
}

type Unlimited = Omit<QuerySearchRequest, 'limit'> & { limit?: number };

async function resolveSearch(reader: Reader, project: number, request: QuerySearchRequest) {
  const catalog = await findCatalog(reader, project);
  checkFilters(request.filters, catalog);
  const scope = await resolveScope(reader.db, project, request);
  const withCounts = sql`with running as (
      select f.chat, f.id, f.prompt, f.channel, f.date, a.queries, a.query_count,
        sum(a.query_count) over (order by f.date, f.chat rows unbounded preceding)::bigint - a.query_count as before
      ${fromFacts('chats', {
        scope,
        join: sql`join answers a on a.project = ${project} and a.chat = f.chat`,
        where: [...FACTS.counted, sql`a.query_count > 0`],
      })})`;
  const { limit, offset } = request;
  const page = sql<SqlRow>`${withCounts} select chat, id, prompt, channel, date, queries, before from running
    where before < ${offset + limit} and before + query_count > ${offset} order by date, chat`;
  const size = sql<{ total: number }>`${withCounts} select coalesce(sum(query_count), 0)::bigint as total from running`;
  return { page, size };
}

async function writeQueries(
  reader: Reader,
  project: number,
  { rows, page, model_ids }: { rows: readonly SqlRow[]; page: Page; model_ids: ModelIds },
): Promise<QueryRow[]> {
  const catalog = await findCatalog(reader, project);
  const keys = [...new Set(rows.map(({ prompt }) => prompt))];
  const prompts = await findIds(reader.db, project, { kind: 'prompt', keys });
  return rows.flatMap((row) => toQueryRows(row, { prompts, catalog, model_ids, page }));
}

function toQueryRows(
  { id, prompt, channel, date, queries, before }: SqlRow,
  {
    prompts,
    catalog,
    model_ids,
    page: { limit, offset },
  }: { prompts: ReadonlyMap<number, string>; catalog: Catalog; model_ids: ModelIds; page: Page },
): QueryRow[] {
  const entry = catalog.get(channel);
  return (JSON.parse(queries) as string[])
    .map((text, index) => ({
      prompt: { id: prompts.get(prompt)! },
      chat: { id: toId('chat', id) },
      model: { id: toModelId(entry, model_ids) },
      model_channel: { id: entry.channel_id },
      date,
      query: { index, text },
    }))
    .filter(({ query: { index } }) => before + index >= offset && before + index < offset + limit);
}
