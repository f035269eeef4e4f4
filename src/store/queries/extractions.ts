import { sql } from 'kysely';
import { COUNTED_STATUSES } from '../../domain/chat.ts';
import { groupBy } from '../../domain/grouping.ts';
import { toId } from '../../ids.ts';
import { type ChatTable, GIVEN, type MentionTable } from '../fact-schema.ts';
import { isInList } from '../lists.ts';
import type { Db } from '../schema.ts';
import type { Reader, Transaction } from '../store.ts';
import { markedAnswer, unmarkAnswer } from './chats.ts';
import { nextKeys } from './counters.ts';
import { forgetAllMonths, forgetMonthsOf, listSummedMonths } from './month-sums.ts';
import { addDaily, subtractDailyChats, subtractDailyMentions } from './roll-ups.ts';
import { addSources } from './sources.ts';

export interface Generations {
  /** The generation that reports show. */
  generation: number;
  /** The generation that is being prepared; 0: none. */
  next_generation: number;
  /** The one whose pages reports show. */
  source_generation: number;
  /** The one being made, if it also looks for pages; 0: it keeps them. */
  next_source_generation: number;
}

/** Settings as JSON, which only extraction reads, and the keys of their brands. */
export interface StoredSettings {
  settings: string;
  brands: readonly number[];
}

export async function readGenerations(db: Db, project: number): Promise<Generations> {
  const row = await db
    .selectFrom('projects')
    .select(['generation', 'next_generation', 'source_generation', 'next_source_generation'])
    .where('project', '=', project)
    .executeTakeFirst();
  return row ?? { generation: 0, next_generation: 0, source_generation: 0, next_source_generation: 0 };
}

export async function readSettings(db: Db, project: number, generation: number): Promise<string> {
  const { settings } = await db
    .selectFrom('extractions')
    .select('settings')
    .where('project', '=', project)
    .where('generation', '=', generation)
    .executeTakeFirstOrThrow();
  return settings;
}

/** The settings that a re-analysis is applying or, if none is running, those that reports show. */
export async function readLatestSettings(db: Db, project: number): Promise<string> {
  const { generation, next_generation } = await readGenerations(db, project);
  return readSettings(db, project, next_generation === 0 ? generation : next_generation);
}

/** What reports show: a generation of mentions with its brands by key, and a generation of pages. */
export interface Shown {
  generation: number;
  source_generation: number;
  brands: ReadonlyMap<number, { id: string; name: string; is_own: boolean }>;
  /** The months whose sums can be read, by their first days. */
  summed_months: readonly string[];
  /** The project also has brands that are not shown yet, whose mentions may be among the facts. */
  has_hidden_brands: boolean;
}

export async function readShown(db: Db, project: number): Promise<Shown> {
  const { rows } = await sql<{
    generation: number;
    source_generation: number;
    brands: string;
    brand: number | null;
    id: string;
    name: string;
    is_own: boolean;
    months: string | null;
  }>`
    select p.generation, p.source_generation, (${listSummedMonths(project)}) as months, e.brands, b.brand, b.id, b.name, b.is_own from projects p
    join extractions e on e.project = p.project and e.generation = p.generation
    left join brands b on b.project = p.project
    where p.project = ${project} order by b.brand`.execute(db);
  const { generation, source_generation, brands, months } = rows[0]!;
  const keys = new Set<number>(JSON.parse(brands));
  const own = rows.filter(({ brand }) => brand !== null);
  const shown = own.filter(({ brand }) => keys.has(brand!));
  return {
    generation,
    source_generation,
    brands: new Map(shown.map(({ brand, id, name, is_own }) => [brand!, { id: toId('brand', id), name, is_own }])),
    summed_months: months === null ? [] : months.split(','),
    has_hidden_brands: shown.length < own.length,
  };
}

export interface LiveSettings {
  generation: number;
  /** The generation that pages found with these settings belong to; 0: pages are not looked for. */
  source_generation: number;
  settings: string;
}

/** The settings that new chats are analyzed with: those of the generation that reports show, and of the next one. */
export function findLiveSettings(reader: Pick<Reader, 'remember'>, project: number): Promise<LiveSettings[]> {
  return reader.remember(`live settings ${project}`, ({ db }) => readLiveSettings(db, project));
}

async function readLiveSettings(db: Db, project: number): Promise<LiveSettings[]> {
  const generations = await readGenerations(db, project);
  const { generation, next_generation, source_generation, next_source_generation } = generations;
  const live = [{ generation, source_generation }];
  if (next_generation !== 0) live.push({ generation: next_generation, source_generation: next_source_generation });
  return Promise.all(
    live.map(async (keys) => ({ ...keys, settings: await readSettings(db, project, keys.generation) })),
  );
}

export async function insertGeneration(
  db: Db,
  project: number,
  { settings: { settings, brands }, now }: { settings: StoredSettings; now: Date },
): Promise<number> {
  const generation = await nextKeys(db, project, 'generation');
  await db
    .insertInto('extractions')
    .values({ project, generation, settings, brands: JSON.stringify(brands), created_at: now.toISOString() })
    .execute();
  return generation;
}

export async function replaceSettings(
  db: Db,
  project: number,
  { generation, settings: { settings, brands } }: { generation: number; settings: StoredSettings },
): Promise<void> {
  await db
    .updateTable('extractions')
    .set({ settings, brands: JSON.stringify(brands) })
    .where('project', '=', project)
    .where('generation', '=', generation)
    .execute();
}

export async function setNextGeneration(
  db: Db,
  project: number,
  next: Pick<Generations, 'next_generation' | 'next_source_generation'>,
): Promise<void> {
  await db.updateTable('projects').set(next).where('project', '=', project).execute();
}

/** Makes reports show the next generation: applies its changes of status, and deletes the brands that it no longer has. */
export async function switchGeneration(transaction: Transaction, project: number): Promise<void> {
  const { db } = transaction;
  const generations = await readGenerations(db, project);
  const { next_generation, source_generation, next_source_generation } = generations;
  await applyStatusChanges(transaction, project, generations);
  await db
    .updateTable('projects')
    .set({
      generation: next_generation,
      next_generation: 0,
      source_generation: next_source_generation || source_generation,
      next_source_generation: 0,
    })
    .where('project', '=', project)
    .execute();
  await purgeDeletedBrands(db, project);
}

/** A chat that becomes an answer, or is none any more, enters or leaves the counts together with its pages. */
async function applyStatusChanges(
  transaction: Transaction,
  project: number,
  { next_generation: generation, source_generation, next_source_generation }: Generations,
): Promise<void> {
  const { db } = transaction;
  const { rows } = await sql<ChatTable & { next_status: number; sources: string }>`
    select c.*, s.status as next_status, s.sources from chats c
    join status_changes s on s.project = ${project} and s.generation = ${generation} and s.chat = c.chat
    where c.project = ${project}`.execute(db);
  if (rows.length === 0) return;
  const chats = rows.map(({ chat }) => chat);
  await subtractDailyChats(db, project, chats);
  await sql`update chats set status = s.status from status_changes s
    where chats.project = ${project} and s.project = ${project} and s.generation = ${generation}
      and s.chat = chats.chat`.execute(db);
  const counted = rows.filter(({ next_status }) => COUNTED_STATUSES.includes(next_status));
  await addDaily(transaction, project, { chats: counted });
  // A new generation of pages was made with the new statuses already.
  if (next_source_generation !== 0) return;
  await deleteSourcesOf(db, project, { generation: source_generation, chats });
  await addSources(
    transaction,
    project,
    counted.map((chat) => ({ chat, generation: source_generation, pages: JSON.parse(chat.sources) })),
  );
}

/** Deletes generations that no report shows any more. */
export async function forgetOldGenerations(db: Db, project: number): Promise<void> {
  const generations = await readGenerations(db, project);
  const { generation, next_generation, source_generation, next_source_generation } = generations;
  for (const table of ['mentions', 'daily_mentions'] as const) {
    await sql`delete from ${sql.table(table)} where project = ${project}
      and generation not in (${GIVEN}, ${generation}, ${next_generation})`.execute(db);
  }
  await sql`delete from sources where project = ${project}
    and generation not in (${GIVEN}, ${source_generation}, ${next_source_generation})`.execute(db);
  await sql`delete from status_changes where project = ${project} and generation <> ${next_generation}`.execute(db);
  await sql`delete from extractions where project = ${project}
    and generation not in (${generation}, ${next_generation})`.execute(db);
}

export async function purgeDeletedBrands(db: Db, project: number): Promise<void> {
  const rows = await db
    .selectFrom('brands')
    .select('brand')
    .where('project', '=', project)
    .where('is_deleted', '=', true)
    .execute();
  if (rows.length === 0) return;
  const deleted = rows.map(({ brand }) => brand);
  await forgetAllMonths(db, project);
  for (const table of ['mentions', 'daily_mentions', 'corrections', 'verdicts'] as const) {
    await sql`delete from ${sql.table(table)}
      where project = ${project} and ${isInList(sql`brand`, deleted, 'int')}`.execute(db);
  }
  await db.deleteFrom('brands').where('project', '=', project).where('is_deleted', '=', true).execute();
}

/** The number of chats that Overheard analyzes itself, and the newest key of all chats. */
export async function countExtractable(db: Db, project: number): Promise<{ total: number; last_chat: number }> {
  const { rows } = await sql<{ total: number; last_chat: number }>`
    select count(*) as total, coalesce(max(chat), 0) as last_chat from chats
    where project = ${project} and not is_given`.execute(db);
  return rows[0]!;
}

export interface ExtractableChat {
  chat: number;
  date: string;
  prompt: number;
  channel: number;
  country: number;
  status: number;
  language: number;
  answer: string;
  sources: string;
}

/** The last chat of the batch before. */
export interface Cursor {
  date: string;
  chat: number;
}

/** The next chats to re-analyze, newest first, among those that existed when the work began. */
export async function listExtractable(
  db: Db,
  project: number,
  { cursor, last_chat, limit }: { cursor: Cursor | null; last_chat: number; limit: number },
): Promise<ExtractableChat[]> {
  const beyond = cursor
    ? sql`and (c.date < ${cursor.date}::date or (c.date = ${cursor.date}::date and c.chat < ${cursor.chat}))`
    : sql``;
  // The page is found first: answers are long, and sorting them would cost far more than looking them up.
  const { rows } = await sql<ExtractableChat>`
    with page as (
      select c.chat, c.date, c.prompt, c.channel, c.country, c.status, c.language from chats c
      where c.project = ${project} and not c.is_given and c.chat <= ${last_chat} ${beyond}
      order by c.date desc, c.chat desc limit ${limit})
    select page.*, ${markedAnswer(sql`coalesce(a.answer, '')`)} as answer, a.sources from page
    join answers a on a.project = ${project} and a.chat = page.chat
    order by page.date desc, page.chat desc`.execute(db);
  return rows.map((row) => ({ ...row, answer: unmarkAnswer(row.answer) }));
}

type FoundMention = Pick<MentionTable, 'chat' | 'brand' | 'mention_count' | 'position' | 'sentiment'>;

/** What a generation has of these chats. */
export async function findMentions(
  db: Db,
  project: number,
  { generation, chats }: { generation: number; chats: readonly number[] },
): Promise<Map<number, FoundMention[]>> {
  if (chats.length === 0) return new Map();
  const { rows } = await sql<FoundMention>`
    select chat, brand, mention_count, position, sentiment from mentions
    where project = ${project} and generation = ${generation} and ${isInList(sql`chat`, chats, 'int')}`.execute(db);
  return groupBy(rows, ({ chat }) => chat);
}

/** Sets the languages of chats. They belong to no generation: brands and settings do not change them. */
export async function setLanguages(
  db: Db,
  project: number,
  chats: readonly { chat: number; language: number }[],
): Promise<void> {
  for (const language of new Set(chats.map((chat) => chat.language))) {
    const keys = chats.filter((chat) => chat.language === language).map(({ chat }) => chat);
    await sql`update chats set language = ${language}
      where project = ${project} and ${isInList(sql`chat`, keys, 'int')}`.execute(db);
  }
}

export async function deleteMentionsOf(
  transaction: Pick<Transaction, 'db' | 'remember'>,
  project: number,
  { generation, chats }: { generation: number; chats: readonly number[] },
): Promise<void> {
  const { db } = transaction;
  await forgetMonthsOf(transaction, project, { generation, chats });
  await subtractDailyMentions(db, project, { generation, chats });
  for (const table of ['mentions', 'status_changes'] as const) {
    await sql`delete from ${sql.table(table)} where project = ${project} and generation = ${generation}
      and ${isInList(sql`chat`, chats, 'int')}`.execute(db);
  }
}

export async function deleteSourcesOf(
  db: Db,
  project: number,
  { generation, chats }: { generation: number; chats: readonly number[] },
): Promise<void> {
  await sql`delete from sources where project = ${project} and generation = ${generation}
    and ${isInList(sql`chat`, chats, 'int')}`.execute(db);
}

export async function addStatusChanges(
  { append }: Transaction,
  project: number,
  {
    generation,
    changes,
  }: { generation: number; changes: readonly { chat: number; status: number; sources: string }[] },
): Promise<void> {
  await append(
    'status_changes',
    changes.map((change) => ({ project, generation, ...change })),
  );
}
