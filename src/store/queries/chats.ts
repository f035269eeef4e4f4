import { type RawBuilder, sql } from 'kysely';
import { type Catalog, type ModelIds, toModelId } from '../../domain/catalog.ts';
import { CHAT_STATUSES, COUNTED_STATUSES } from '../../domain/chat.ts';
import { fromCountryKey } from '../../domain/countries.ts';
import { groupBy } from '../../domain/grouping.ts';
import type { Page } from '../../domain/paging.ts';
import { parseId, toId } from '../../ids.ts';
import { type AnswerTable, type ChatTable, GIVEN, type MentionTable } from '../fact-schema.ts';
import { isInList } from '../lists.ts';
import type { Db } from '../schema.ts';
import type { QueryOptions, Store } from '../store.ts';

export interface ChatFilter {
  start_date: string;
  end_date: string;
  /** A brand that the answer mentions in this generation. */
  brand?: number;
  generation?: number;
  prompt?: number;
  topic?: number;
  tag?: number;
  channel?: number;
  country?: number;
  status?: number;
  external_id?: string;
}

function chatsOf(db: Db, project: number, filter: ChatFilter) {
  let chats = db
    .selectFrom('chats')
    .where('chats.project', '=', project)
    .where('chats.date', '>=', filter.start_date)
    .where('chats.date', '<=', filter.end_date);
  for (const column of ['prompt', 'channel', 'country', 'status', 'external_id'] as const) {
    const value = filter[column];
    if (value !== undefined) chats = chats.where(`chats.${column}`, '=', value);
  }
  const { brand, generation = GIVEN, topic, tag } = filter;
  if (brand !== undefined) {
    chats = chats.where('chats.chat', 'in', (inner) =>
      inner
        .selectFrom('mentions')
        .select('chat')
        .where('project', '=', project)
        .where('brand', '=', brand)
        .where('generation', 'in', [GIVEN, generation]),
    );
  }
  if (topic !== undefined) {
    chats = chats.where('chats.prompt', 'in', (inner) =>
      inner.selectFrom('prompts').select('prompt').where('project', '=', project).where('topic', '=', topic),
    );
  }
  if (tag !== undefined) {
    chats = chats.where('chats.prompt', 'in', (inner) =>
      inner.selectFrom('prompt_tags').select('prompt').where('project', '=', project).where('tag', '=', tag),
    );
  }
  return chats;
}

/** The counted chats that match, as a query of `chat` and `date`. */
export function selectChats(db: Db, project: number, filter: ChatFilter) {
  return chatsOf(db, project, filter)
    .where('chats.status', 'in', [...COUNTED_STATUSES])
    .select(['chats.chat', 'chats.date']);
}

export async function countChats(
  store: Store,
  project: number,
  { filter, isCounted = false, options }: { filter: ChatFilter; isCounted?: boolean; options: QueryOptions },
): Promise<number> {
  const query = chatsOf(store.db, project, filter)
    .$if(isCounted, (chats) => chats.where('chats.status', 'in', [...COUNTED_STATUSES]))
    .select(({ fn }) => fn.countAll<number>().as('total'));
  return (await store.query<{ total: number }>(query.compile(), options))[0]!.total;
}

export interface ChatPage {
  filter: ChatFilter;
  sort: 'asc' | 'desc';
  page: Page;
  /** The last row of the page before. */
  after?: Pick<ChatRow, 'date' | 'chat'> | undefined;
  options: QueryOptions;
}

export interface ChatRow extends Omit<ChatTable, 'fingerprint' | 'project'> {
  prompt_id: string;
  prompt_text: string;
  prompt_country: number;
}

/** A page of chats, sorted by date and then by creation. */
export async function listChatRows(
  store: Store,
  project: number,
  { filter, sort, page: { limit, offset }, after, options }: ChatPage,
): Promise<ChatRow[]> {
  const beyond = sql.raw(sort === 'asc' ? '>' : '<');
  const query = chatsOf(store.db, project, filter)
    .$if(after !== undefined, (chats) =>
      chats.where(
        sql<boolean>`(chats.date ${beyond} ${after!.date}::date or (chats.date = ${after!.date}::date and chats.chat ${beyond} ${after!.chat}))`,
      ),
    )
    .innerJoin('prompts', (join) =>
      join.onRef('prompts.project', '=', 'chats.project').onRef('prompts.prompt', '=', 'chats.prompt'),
    )
    .select([
      'chats.id',
      'chats.chat',
      'chats.prompt',
      'prompts.id as prompt_id',
      'prompts.text as prompt_text',
      'prompts.country as prompt_country',
      'chats.channel',
      'chats.country',
      'chats.date',
      'chats.status',
      'chats.is_given',
      'chats.external_id',
    ])
    .orderBy('chats.date', sort)
    .orderBy('chats.chat', sort)
    .limit(limit)
    .offset(offset);
  return store.query<ChatRow>(query.compile(), options);
}

export function toChat(
  { id, prompt_id, channel, country, date, status, external_id }: Omit<ChatRow, 'prompt_text' | 'prompt_country'>,
  { catalog, model_ids }: { catalog: Catalog; model_ids: ModelIds },
) {
  const entry = catalog.get(channel);
  return {
    id: toId('chat', id),
    prompt: { id: toId('prompt', prompt_id) },
    model: { id: toModelId(entry, model_ids) },
    model_channel: { id: entry.channel_id },
    date,
    country_code: fromCountryKey(country),
    status: CHAT_STATUSES[status]!,
    external_id,
  };
}

export async function findChat(db: Db, project: number, id: string) {
  const uuid = parseId('chat', id);
  if (uuid === null) return undefined;
  return db
    .selectFrom('chats')
    .innerJoin('prompts', (join) =>
      join.onRef('prompts.project', '=', 'chats.project').onRef('prompts.prompt', '=', 'chats.prompt'),
    )
    .selectAll('chats')
    .select(['prompts.id as prompt_id', 'prompts.text as prompt_text'])
    .where('chats.project', '=', project)
    .where('chats.id', '=', uuid)
    .executeTakeFirst();
}

export type KeyedChat = Pick<ChatTable, 'chat' | 'channel' | 'country' | 'date' | 'external_id'> & {
  prompt_id: string;
};

/** Chats by their keys. */
export async function findChatsByKey(
  db: Db,
  project: number,
  chats: readonly number[],
): Promise<Map<number, KeyedChat>> {
  const { rows } = await sql<KeyedChat>`
    select c.chat, c.channel, c.country, c.date, c.external_id, p.id as prompt_id
    from chats c join prompts p on p.project = c.project and p.prompt = c.prompt
    where c.project = ${project} and ${isInList(sql`c.chat`, chats, 'int')}`.execute(db);
  return new Map(rows.map((row) => [row.chat, row]));
}

/** TRICKY: the DuckDB client drops U+FEFF from the beginning of a text. A mark before it keeps the answer unchanged. */
export function markedAnswer(column: RawBuilder<unknown>): RawBuilder<string> {
  return sql`'.' || ${column}`;
}

export function unmarkAnswer(marked: string): string {
  return marked.slice(1);
}

export type AnswerRow = Omit<AnswerTable, 'project' | 'query_count'>;

export async function findAnswers(db: Db, project: number, chats: readonly number[]): Promise<Map<number, AnswerRow>> {
  const { rows } = await sql<AnswerRow>`
    select chat, ${markedAnswer(sql`answer`)} as answer, sources, queries from answers
    where project = ${project} and ${isInList(sql`chat`, chats, 'int')}`.execute(db);
  return new Map(
    rows.map((row) => [row.chat, { ...row, answer: row.answer === null ? null : unmarkAnswer(row.answer) }]),
  );
}

export interface MentionRow extends Pick<MentionTable, 'chat' | 'brand' | 'mention_count' | 'position' | 'sentiment'> {
  id: string;
  name: string;
}

/** Mentions that were sent with their chats, with their brands, in order of position. */
export async function findGivenMentions(
  db: Db,
  project: number,
  chats: readonly number[],
): Promise<Map<number, MentionRow[]>> {
  const { rows } = await sql<MentionRow>`
    select m.chat, m.brand, m.mention_count, m.position, m.sentiment, b.id, b.name
    from mentions m join brands b on b.project = m.project and b.brand = m.brand
    where m.project = ${project} and m.generation = ${GIVEN} and ${isInList(sql`m.chat`, chats, 'int')}
    order by m.chat, m.position, m.brand`.execute(db);
  return groupBy(rows, ({ chat }) => chat);
}

/** The fingerprints that chats of the project already have. Most chats are new, so nothing else is read for them. */
export async function findFingerprints(db: Db, project: number, fingerprints: readonly string[]): Promise<Set<string>> {
  if (fingerprints.length === 0) return new Set();
  const { rows } = await sql<{ fingerprint: string }>`
    select fingerprint from chats
    where project = ${project} and ${isInList(sql`fingerprint`, fingerprints, 'uuid')}`.execute(db);
  return new Set(rows.map(({ fingerprint }) => fingerprint));
}

/** Chats of the project that have one of the fingerprints. */
export async function findByFingerprint(
  db: Db,
  project: number,
  fingerprints: readonly string[],
): Promise<Map<string, { chat: number; id: string }>> {
  const known = await findFingerprints(db, project, fingerprints);
  if (known.size === 0) return new Map();
  const { rows } = await sql<{ chat: number; id: string; fingerprint: string }>`
    select chat, id, fingerprint from chats
    where project = ${project} and ${isInList(sql`fingerprint`, [...known], 'uuid')}`.execute(db);
  return new Map(rows.map((row) => [row.fingerprint, row]));
}
