import { sql } from 'kysely';
import { COUNTED_STATUSES } from '../../domain/chat.ts';
import {
  type DailyChatTable,
  type DailyMentionTable,
  MENTION_SUM_NAMES,
  MENTION_SUMS,
  type MentionSumName,
} from '../daily-sums.ts';
import type { ChatTable, MentionTable } from '../fact-schema.ts';
import { isInList } from '../lists.ts';
import type { Db } from '../schema.ts';
import type { Transaction } from '../store.ts';
import { nextKeys } from './counters.ts';
import { addWork, COMPACTION, removeWork } from './work.ts';

/**
 * The changes of a project are compacted after this many new rows, plus half of the rows that the last compaction left: the more
 * there are, the longer it takes.
 */
const ROWS_BEFORE_COMPACTION = 10_000;
const COUNTER = 'daily_rows';

/** Adds the sums of mentions, and of chats that are counted. */
export async function addDaily(
  { db, append }: Transaction,
  project: number,
  { chats = [], mentions = [] }: { chats?: readonly ChatTable[]; mentions?: readonly MentionTable[] },
): Promise<void> {
  const ofChats = sumChats(project, chats);
  const ofMentions = sumMentions(project, mentions);
  await append('daily_chats', ofChats);
  await append('daily_mentions', ofMentions);
  await countRows(db, project, ofChats.length + ofMentions.length);
}

function sumChats(project: number, chats: readonly ChatTable[]): DailyChatTable[] {
  const sums = new Map<string, DailyChatTable>();
  for (const { date, channel, country } of chats) {
    const key = `${date} ${channel} ${country}`;
    const sum = sums.get(key);
    if (sum) sum.chats += 1;
    else sums.set(key, { project, date, channel, country, chats: 1 });
  }
  return [...sums.values()];
}

const NO_MENTIONS = Object.fromEntries(MENTION_SUM_NAMES.map((name) => [name, 0])) as Record<MentionSumName, number>;

function sumMentions(project: number, mentions: readonly MentionTable[]): DailyMentionTable[] {
  const sums = new Map<string, DailyMentionTable>();
  let chat: number | undefined;
  let place = '';
  for (const mention of mentions) {
    const { date, channel, country, brand, generation } = mention;
    // The mentions of a chat follow one another.
    if (mention.chat !== chat) place = `${date} ${channel} ${country}`;
    chat = mention.chat;
    const key = `${place} ${brand} ${generation}`;
    let sum = sums.get(key);
    if (!sum) {
      sum = { project, date, channel, country, brand, generation, ...NO_MENTIONS };
      sums.set(key, sum);
    }
    for (const name of MENTION_SUM_NAMES) sum[name] += MENTION_SUMS[name].of(mention);
  }
  return [...sums.values()];
}

/** Takes chats out of the sums; must run while they are still in the facts. */
export async function subtractDailyChats(db: Db, project: number, chats: readonly number[]): Promise<void> {
  await sql`insert into daily_chats (project, date, channel, country, chats)
    select project, date, channel, country, -count(*) from chats
    where project = ${project} and ${isInList(sql`chat`, chats, 'int')} and status in (${sql.join(COUNTED_STATUSES)})
    group by project, date, channel, country`.execute(db);
  await countRows(db, project, chats.length);
}

export async function subtractDailyMentions(
  db: Db,
  project: number,
  { chats, generation }: { chats: readonly number[]; generation?: number },
): Promise<void> {
  const ofGeneration = generation === undefined ? sql`` : sql`and f.generation = ${generation}`;
  const negative = MENTION_SUM_NAMES.map((name) => sql`-${MENTION_SUMS[name].total}`);
  await sql`insert into daily_mentions (project, date, channel, country, brand, generation, ${sql.raw(MENTION_SUM_NAMES.join(', '))})
    select f.project, f.date, f.channel, f.country, f.brand, f.generation, ${sql.join(negative)} from mentions f
    where f.project = ${project} and ${isInList(sql`f.chat`, chats, 'int')} ${ofGeneration}
    group by f.project, f.date, f.channel, f.country, f.brand, f.generation`.execute(db);
  await countRows(db, project, chats.length);
}

async function countRows(db: Db, project: number, rows: number): Promise<void> {
  if (rows === 0) return;
  const first = await nextKeys(db, project, COUNTER, rows);
  if (first + rows > ROWS_BEFORE_COMPACTION) await addWork(db, { project, kind: COMPACTION, subject: 0 });
}

/** Adds up a project's changes and stores them in the order that reports read them; no number changes. */
export async function compactDaily(db: Db, project: number): Promise<void> {
  const chats = await rewrite(db, project, {
    table: 'daily_chats',
    keys: 'project, date, channel, country',
    count: 'chats',
    sums: ['chats'],
  });
  const mentions = await rewrite(db, project, {
    table: 'daily_mentions',
    keys: 'project, generation, date, channel, country, brand',
    count: 'visibility_count',
    sums: MENTION_SUM_NAMES,
  });
  await db
    .updateTable('counters')
    .set({ value: -Math.floor((chats + mentions) / 2) })
    .where('project', '=', project)
    .where('name', '=', COUNTER)
    .execute();
  await removeWork(db, { project, kind: COMPACTION, subject: 0 });
}

interface DailyTable {
  table: string;
  keys: string;
  /** The sum that is 0 where nothing is left. */
  count: string;
  sums: readonly string[];
}

let compactions = 0;

/** Returns how many rows are left. */
async function rewrite(db: Db, project: number, { table, keys, count, sums }: DailyTable): Promise<number> {
  const columns = sql.raw(`${keys}, ${sums.join(', ')}`);
  const totals = sql.raw(sums.map((column) => `sum(${column})::integer as ${column}`).join(', '));
  // TRICKY: a prepared statement that makes a table makes one without columns the second time in DuckDB, so each has a name of its own.
  compactions += 1;
  const compacted = sql.table(`compacted_${compactions}`);
  const sumUp = sql`select ${sql.raw(keys)}, ${totals} from ${sql.table(table)}`;
  // A statement that makes a table takes no parameters in PostgreSQL, so it is made empty.
  await sql`create temporary table ${compacted} as ${sumUp} where false group by ${sql.raw(keys)}`.execute(db);
  const { numAffectedRows } = await sql`insert into ${compacted} ${sumUp} where project = ${project}
    group by ${sql.raw(keys)} having sum(${sql.raw(count)}) <> 0`.execute(db);
  await sql`delete from ${sql.table(table)} where project = ${project}`.execute(db);
  await sql`insert into ${sql.table(table)} (${columns})
    select ${columns} from ${compacted} order by ${sql.raw(keys)}`.execute(db);
  await sql`drop table ${compacted}`.execute(db);
  return Number(numAffectedRows);
}
