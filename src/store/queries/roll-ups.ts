import { sql } from 'kysely';
import { COUNTED_STATUSES } from '../../domain/chat.ts';
import type { ChatTable, DailyChatTable, DailyMentionTable, MentionTable } from '../fact-schema.ts';
import { isInList } from '../lists.ts';
import type { Db } from '../schema.ts';
import type { Transaction } from '../store.ts';
import { nextKeys } from './counters.ts';
import { addWork, COMPACTION, removeWork } from './work.ts';

/** After so many rows the changes of a project are summed up. */
const ROWS_BEFORE_COMPACTION = 50_000;
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

function sumMentions(project: number, mentions: readonly MentionTable[]): DailyMentionTable[] {
  const sums = new Map<string, DailyMentionTable>();
  for (const { date, channel, country, brand, generation, mention_count, position, sentiment } of mentions) {
    const key = `${date} ${channel} ${country} ${brand} ${generation}`;
    let sum = sums.get(key);
    if (!sum) {
      sum = {
        project,
        date,
        channel,
        country,
        brand,
        generation,
        visibility_count: 0,
        mention_count: 0,
        position_sum: 0,
        sentiment_thousandths: 0,
        sentiment_count: 0,
      };
      sums.set(key, sum);
    }
    sum.visibility_count += 1;
    sum.mention_count += mention_count;
    sum.position_sum += position;
    if (sentiment === null) continue;
    sum.sentiment_thousandths += sentiment;
    sum.sentiment_count += 1;
  }
  return [...sums.values()];
}

/** Takes chats out of the sums again, while they are still in the facts. */
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
  { chats, generation }: { chats: readonly number[] /** Undefined: of all. */; generation?: number },
): Promise<void> {
  const ofGeneration = generation === undefined ? sql`` : sql`and generation = ${generation}`;
  await sql`insert into daily_mentions (project, date, channel, country, brand, visibility_count, mention_count,
      position_sum, sentiment_thousandths, sentiment_count, generation)
    select project, date, channel, country, brand, -count(*), -sum(mention_count), -sum(position),
      -coalesce(sum(sentiment), 0), -count(sentiment), generation from mentions
    where project = ${project} and ${isInList(sql`chat`, chats, 'int')} ${ofGeneration}
    group by project, date, channel, country, brand, generation`.execute(db);
  await countRows(db, project, chats.length);
}

async function countRows(db: Db, project: number, rows: number): Promise<void> {
  if (rows === 0) return;
  const first = await nextKeys(db, project, COUNTER, rows);
  if (first + rows > ROWS_BEFORE_COMPACTION) await addWork(db, { project, kind: COMPACTION, subject: 0 });
}

/** Sums up a project's changes, in the order that reports read them; no number changes. */
export async function compactDaily(db: Db, project: number): Promise<void> {
  await rewrite(db, project, {
    table: 'daily_chats',
    keys: 'project, date, channel, country',
    sums: ['chats'],
  });
  await rewrite(db, project, {
    table: 'daily_mentions',
    keys: 'project, generation, date, channel, country, brand',
    sums: ['visibility_count', 'mention_count', 'position_sum', 'sentiment_thousandths', 'sentiment_count'],
  });
  await db
    .updateTable('counters')
    .set({ value: 0 })
    .where('project', '=', project)
    .where('name', '=', COUNTER)
    .execute();
  await removeWork(db, { project, kind: COMPACTION, subject: 0 });
}

let compactions = 0;

async function rewrite(
  db: Db,
  project: number,
  { table, keys, sums }: { table: string; keys: string; sums: [string, ...string[]] },
): Promise<void> {
  const columns = sql.raw(`${keys}, ${sums.join(', ')}`);
  const totals = sql.raw(sums.map((column) => `sum(${column})::integer as ${column}`).join(', '));
  // TRICKY: a prepared statement that makes a table makes one without columns the second time in DuckDB, so each has a name of its own.
  compactions += 1;
  const compacted = sql.table(`compacted_${compactions}`);
  const sumUp = sql`select ${sql.raw(keys)}, ${totals} from ${sql.table(table)}`;
  // A statement that makes a table takes no parameters in PostgreSQL, so it is made empty.
  await sql`create temporary table ${compacted} as ${sumUp} where false group by ${sql.raw(keys)}`.execute(db);
  await sql`insert into ${compacted} ${sumUp} where project = ${project}
    group by ${sql.raw(keys)} having sum(${sql.raw(sums[0])}) <> 0`.execute(db);
  await sql`delete from ${sql.table(table)} where project = ${project}`.execute(db);
  await sql`insert into ${sql.table(table)} (${columns})
    select ${columns} from ${compacted} order by ${sql.raw(keys)}`.execute(db);
  await sql`drop table ${compacted}`.execute(db);
}
