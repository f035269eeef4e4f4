import { type RawBuilder, sql } from 'kysely';
import { type Catalog, type ModelIds, toModelId } from '../../domain/catalog.ts';
import { CHAT_STATUSES, COUNTED_STATUSES } from '../../domain/chat.ts';
import { fromCountryKey } from '../../domain/countries.ts';
import { groupBy } from '../../domain/grouping.ts';
import { fromLanguageKey } from '../../domain/languages.ts';
import type { Page } from '../../domain/paging.ts';
import { parseId, toId } from '../../ids.ts';
import { type AnswerTable, type ChatTable, GIVEN, type MentionTable } from '../fact-schema.ts';
import { isInList, isOneOf } from '../lists.ts';
import type { Db } from '../schema.ts';
import type { QueryOptions, Reader } from '../store.ts';

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
  language?: number;
  external_id?: string;
  /** Any of these. */
  channels?: number[];
  countries?: number[];
  topics?: number[];
  tags?: number[];
  /** Only chats that reports count. */
  is_counted?: boolean;
  /** Only chats of prompts that are archived, or of those that are not. */
  is_archived?: boolean;
  /** A query of the keys of chats: only these match. */
  among?: RawBuilder<unknown>;
  /** A regular expression that the answer matches, see domain/search-pattern.ts. */
  pattern?: string;
}

function chatsOf(db: Db, project: number, filter: ChatFilter) {
  let chats = db
    .selectFrom('chats')
    .where('chats.project', '=', project)
    .where('chats.date', '>=', filter.start_date)
    .where('chats.date', '<=', filter.end_date);
  for (const column of ['prompt', 'channel', 'country', 'status', 'language', 'external_id'] as const) {
    const value = filter[column];
    if (value !== undefined) chats = chats.where(`chats.${column}`, '=', value);
  }
  const { brand, generation = GIVEN, topic, tag, channels, countries, topics, tags, pattern } = filter;
  if (filter.is_counted) chats = chats.where('chats.status', 'in', [...COUNTED_STATUSES]);
  if (channels) chats = chats.where(sql<boolean>`${isOneOf(sql`chats.channel`, channels)}`);
  if (countries) chats = chats.where(sql<boolean>`${isOneOf(sql`chats.country`, countries)}`);
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
  if (filter.is_archived !== undefined) {
    chats = chats.where('chats.prompt', 'in', (inner) =>
      inner
        .selectFrom('prompts')
        .select('prompt')
        .where('project', '=', project)
        .where('is_archived', '=', filter.is_archived!),
    );
  }
  if (topics) {
    chats = chats.where('chats.prompt', 'in', (inner) =>
      inner
        .selectFrom('prompts')
        .select('prompt')
        .where('project', '=', project)
        .where(sql<boolean>`${isOneOf(sql`topic`, topics)}`),
    );
  }
  if (tags) {
    chats = chats.where('chats.prompt', 'in', (inner) =>
      inner
        .selectFrom('prompt_tags')
        .select('prompt')
        .where('project', '=', project)
        .where(sql<boolean>`${isOneOf(sql`tag`, tags)}`),
    );
  }
  if (filter.among) chats = chats.where(sql<boolean>`chats.chat in (${filter.among})`);
  if (pattern === undefined) return chats;
  // TRICKY: a condition on answers alone would be checked first, on every answer of the project, whatever the dates.
  // One that also names the chat is checked on the chats that are left. In DuckDB `~` compares the whole text; in
  // PostgreSQL the ends of the pattern change nothing.
  return chats.where((expression) =>
    expression.exists(
      expression
        .selectFrom('answers')
        .select('answers.chat')
        .where('answers.project', '=', project)
        .whereRef('answers.chat', '=', 'chats.chat')
        .where(sql<boolean>`case when chats.date is null then false else answers.answer ~ ${`(?s).*${pattern}.*`} end`),
    ),
  );
}

/** The counted chats that match, as a query of `chat` and `date`. */
export function selectChats(db: Db, project: number, filter: ChatFilter) {
  return chatsOf(db, project, filter)
    .where('chats.status', 'in', [...COUNTED_STATUSES])
    .select(['chats.chat', 'chats.date']);
}

export async function countChats(
  reader: Reader,
  project: number,
  { filter, isCounted = false, options }: { filter: ChatFilter; isCounted?: boolean; options: QueryOptions },
): Promise<number> {
  const query = chatsOf(reader.db, project, filter)
    .$if(isCounted, (chats) => chats.where('chats.status', 'in', [...COUNTED_STATUSES]))
    .select(({ fn }) => fn.countAll<number>().as('total'));
  return (await reader.query<{ total: number }>(query.compile(), options))[0]!.total;
}

/** What chats can be sorted by: `date`, or what they say about a brand. */
export const CHAT_ORDERS = ['date', 'mention_count', 'position', 'sentiment'] as const;
export type ChatOrder = (typeof CHAT_ORDERS)[number];

export interface ChatPage {
  filter: ChatFilter;
  order?: ChatOrder;
  sort: 'asc' | 'desc';
  /** The brand whose mentions the rows have. */
  about?: { brand: number; generation: number } | undefined;
  page: Page;
  /** The last row of the page before. */
  after?: Pick<ChatRow, 'date' | 'chat'> | undefined;
  /** Only chats that were created up to this one. */
  last?: number | undefined;
  options: QueryOptions;
}

export interface ChatRow extends Omit<ChatTable, 'fingerprint' | 'project'> {
  prompt_id: string;
  prompt_text: string;
  prompt_country: number;
  /** Of the brand that was asked for; null without a mention. */
  mention_count?: number | null;
  position?: number | null;
  sentiment?: number | null;
  /** How many chats match; only where that would otherwise mean to search their answers a second time. */
  total?: number;
}

/**
 * A page of chats, sorted by date and then by creation. In other orders, chats without a value come last, and of equal
 * ones the newest first.
 */
export async function listChatRows(reader: Reader, project: number, page: ChatPage): Promise<ChatRow[]> {
  const { limit, offset } = page.page;
  const query = selectChatRows(reader.db, project, page).limit(limit).offset(offset);
  return reader.query<ChatRow>(query.compile(), page.options);
}

/** All of them in small pieces, from this offset on. */
export function streamChatRows(
  reader: Reader,
  project: number,
  { offset, ...search }: Omit<ChatPage, 'page'> & Pick<Page, 'offset'>,
): AsyncGenerator<ChatRow[]> {
  return reader.stream<ChatRow>(selectChatRows(reader.db, project, search).offset(offset).compile(), search.options);
}

function selectChatRows(
  db: Db,
  project: number,
  { filter, order = 'date', sort, about, after, last }: Omit<ChatPage, 'page' | 'options'>,
) {
  const beyond = sql.raw(sort === 'asc' ? '>' : '<');
  return chatsOf(db, project, filter)
    .$if(last !== undefined, (chats) => chats.where('chats.chat', '<=', last!))
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
      'chats.language',
    ])
    .$if(about !== undefined, (chats) =>
      chats
        .leftJoin('mentions', (join) =>
          join
            .onRef('mentions.project', '=', 'chats.project')
            .onRef('mentions.chat', '=', 'chats.chat')
            // Both engines find a period of mentions faster than those of some chats.
            .on('mentions.date', '>=', filter.start_date)
            .on('mentions.date', '<=', filter.end_date)
            .on('mentions.brand', '=', about!.brand)
            .on('mentions.generation', 'in', [GIVEN, about!.generation]),
        )
        .select(['mentions.mention_count', 'mentions.position', 'mentions.sentiment']),
    )
    .$if(filter.pattern !== undefined, (chats) => chats.select(sql<number>`(count(*) over ())::integer`.as('total')))
    .$if(order !== 'date', (chats) => chats.orderBy(sql`${toOrderValue(order)} ${sql.raw(sort)} nulls last`))
    .orderBy('chats.date', order === 'date' ? sort : 'desc')
    .orderBy('chats.chat', order === 'date' ? sort : 'desc');
}

/** An answer that does not mention the brand mentions it zero times, but has no position. */
function toOrderValue(order: ChatOrder): RawBuilder<unknown> {
  return order === 'mention_count' ? sql`coalesce(mentions.mention_count, 0)` : sql.ref(`mentions.${order}`);
}

export function toChat(
  {
    id,
    prompt_id,
    channel,
    country,
    date,
    status,
    external_id,
    language,
  }: Omit<ChatRow, 'prompt_text' | 'prompt_country'>,
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
    language: fromLanguageKey(language),
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

/** The key of the chat that was created last; 0: there is none. */
export async function findLastChat(db: Db, project: number): Promise<number> {
  const row = await db
    .selectFrom('chats')
    .select(({ fn }) => fn.max('chat').as('chat'))
    .where('project', '=', project)
    .executeTakeFirst();
  return row?.chat ?? 0;
}

/** The facts of a chat by its key. */
export async function findChatByKey(db: Db, project: number, chat: number): Promise<ChatTable | undefined> {
  return db.selectFrom('chats').selectAll().where('project', '=', project).where('chat', '=', chat).executeTakeFirst();
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

/** The beginnings of the answers that have a text. */
export async function findBeginnings(
  db: Db,
  project: number,
  { chats, length }: { chats: readonly number[]; length: number },
): Promise<Map<number, string>> {
  const { rows } = await sql<{ chat: number; answer: string }>`
    select chat, ${markedAnswer(sql`substr(answer, 1, ${sql.lit(length)})`)} as answer from answers
    where project = ${project} and answer is not null and ${isInList(sql`chat`, chats, 'int')}`.execute(db);
  return new Map(rows.map(({ chat, answer }) => [chat, unmarkAnswer(answer)]));
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
  const possible = db.filters?.findPossible(project, 'chats', fingerprints) ?? fingerprints;
  if (possible.length === 0) return new Set();
  const { rows } = await sql<{ fingerprint: string }>`
    select fingerprint from chats
    where project = ${project} and ${isInList(sql`fingerprint`, possible, 'uuid')}`.execute(db);
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
