import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { MENTION_SUM_NAMES } from '../../src/store/daily-sums.ts';
import { openStore } from '../../src/store/open-store.ts';
import { INSTALLATION } from '../../src/store/queries/counters.ts';
import { deleteMentionsOf } from '../../src/store/queries/extractions.ts';
import { addMentions } from '../../src/store/queries/facts.ts';
import { findSchedule, writeSchedule } from '../../src/store/queries/schedules.ts';
import { insertSession } from '../../src/store/queries/sessions.ts';
import { readBooked } from '../../src/store/queries/spending.ts';
import { readTotals } from '../../src/store/queries/task-counts.ts';
import { readMaxima, readReserved } from '../../src/store/queries/tasks.ts';
import { findUsage } from '../../src/store/queries/usage.ts';
import type { Store } from '../../src/store/store.ts';
import { addProject } from '../harness/add-project.ts';
import { createDatabase, type TestDatabase } from '../harness/databases.ts';
import { addRun, createTask } from './tasks.ts';

const OPTIONS = { memory_limit: '1GB', query_timeout_ms: 30_000, pool_size: 6 };

let folder: string;
let database: TestDatabase;
let store: Store;
let project: number;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'overheard-'));
  database = await createDatabase({ path: join(folder, 'data.duckdb') });
  store = await openStore(database.url, OPTIONS);
  project = await addProject(store, 'Old');
});
afterEach(async () => {
  await store.close();
  await database.drop();
  await rm(folder, { recursive: true });
});

/** Opens the store again as if it had been written before this version of the schema. */
async function reopenBefore(version: number, undo: readonly string[]): Promise<void> {
  await store.write(INSTALLATION, async ({ db }) => {
    for (const statement of undo) await sql.raw(statement).execute(db);
    await db.deleteFrom('schema_version').where('version', '>=', version).execute();
  });
  await store.close();
  store = await openStore(database.url, OPTIONS);
}

async function readSums(): Promise<unknown> {
  const { rows } =
    await sql`select date::text as date, brand, generation, sum(visibility_count)::integer as visibility_count,
      sum(mention_count)::integer as mention_count, sum(position_sum)::integer as position_sum,
      sum(sentiment_thousandths)::integer as sentiment_thousandths, sum(sentiment_count)::integer as sentiment_count,
      sum(sentiment_positive_count)::integer as sentiment_positive_count,
      sum(sentiment_negative_count)::integer as sentiment_negative_count
    from daily_mentions where project = ${project} group by 1, 2, 3 having sum(visibility_count) <> 0
    order by 1, 2, 3`.execute(store.db);
  return rows;
}

it('count positive and negative answers in the daily sums of an older store, and leave its other sums and its sessions as they were', async () => {
  const place = { project, prompt: 1, channel: 1, country: 1 };
  const sentiments = [-1000, -101, -100, 0, 100, 101, 102, null, 900];
  const mentions = sentiments.map((sentiment, chat) => ({
    ...place,
    date: chat < 8 ? '2026-01-01' : '2026-01-02',
    chat,
    brand: 1,
    mention_count: chat + 1,
    position: 2,
    sentiment,
    generation: 1,
  }));
  const next = mentions.slice(0, 2).map((mention) => ({ ...mention, brand: 2, generation: 2 }));
  await store.write(project, async (transaction) => {
    await addMentions(transaction, project, [...mentions, ...next]);
    await deleteMentionsOf(transaction, project, { generation: 1, chats: [6] });
  });
  const now = new Date();
  const session = { hash: 'x', kind: 'session', api_key: 1, now, expires_at: now } as const;
  await store.write(INSTALLATION, ({ db }) => insertSession(db, session));
  const sums = await readSums();
  expect(sums).toMatchObject([
    { brand: 1, sentiment_count: 6, sentiment_positive_count: 1, sentiment_negative_count: 2 },
    { brand: 2, sentiment_count: 2, sentiment_positive_count: 0, sentiment_negative_count: 2 },
    { brand: 1, sentiment_count: 1, sentiment_positive_count: 1, sentiment_negative_count: 0 },
  ]);
  await reopenBefore(13, [
    'alter table daily_mentions drop column sentiment_positive_count',
    'alter table daily_mentions drop column sentiment_negative_count',
    'alter table projects drop column external_id',
    'alter table channel_settings drop column is_switched',
    'drop table topic_suggestions',
    'drop table webhooks',
    'drop table outbox',
    'drop table deliveries',
    'drop table notices',
    'drop table summed_months',
    'drop table monthly_chats',
    'drop table monthly_mentions',
    'drop table monthly_prompt_chats',
    'drop table monthly_prompt_mentions',
    'drop table monthly_domains',
    'drop table monthly_urls',
    'alter table sessions drop column takes_old_cookie',
  ]);
  expect(await readSums()).toEqual(sums);
  const sessions = await store.db.selectFrom('sessions').select('takes_old_cookie').execute();
  expect(sessions).toEqual([{ takes_old_cookie: true }]);
  // DuckDB refuses to alter a table that the same transaction wrote to, so each step has one of its own.
  const { rows } = await sql<{ steps: number; transactions: number }>`select count(*)::integer as steps,
    count(distinct applied_at)::integer as transactions from schema_version where version >= 13`.execute(store.db);
  const { steps, transactions } = rows[0]!;
  expect(steps).toBeGreaterThan(4);
  expect(transactions).toBe(inject('engine') === 'duckdb' ? steps : 1);
});

it('forgets costs and counts that no ask has, and books their days anew', async () => {
  const asked = (day: string) => ({ project, asked_at: `${day}T12:00:00Z`, provider_model: null, finish: null });
  const sane = { input_tokens: 1e9, output_tokens: 0, duration_ms: 5 };
  const usage = [
    // 12,500,000 dollars, and one that is too much for a sum.
    { ...asked('2026-01-01'), ...sane, chat: 1, cost: 125e14 },
    { ...asked('2026-01-01'), ...sane, chat: 2, cost: 9e18 },
    { ...asked('2026-01-01'), ...sane, chat: 3, cost: 7e9 },
    { ...asked('2026-01-02'), chat: 4, cost: -1e9, input_tokens: 2 ** 53, output_tokens: -1, duration_ms: 2e9 },
    // Sent in, not collected.
    { ...asked('2026-01-01'), ...sane, chat: 7, cost: 3e9 },
    // A day that truly cost more than 10,000 dollars.
    { ...asked('2026-01-05'), ...sane, chat: 5, cost: 1e13 },
    { ...asked('2026-01-05'), ...sane, chat: 6, cost: 1e13 },
  ];
  const tasks = [
    { task: 1, chat: 1, state: 'done', cost: 125e14, input_tokens: 2 ** 53, output_tokens: -1, searches: 2e9 },
    { task: 2, chat: 3, state: 'done', cost: 7e9, input_tokens: 1e9, output_tokens: 0, searches: 3 },
    { task: 3, state: 'queued', job: '{}', reservation: 125e14, reserved_on: '2026-01-01' },
    { task: 5, chat: 5, state: 'skipped' },
    { task: 6, chat: 6, state: 'skipped' },
    { task: 4, state: 'running', reservation: 2e9, reserved_on: '2026-01-01' },
  ] as const;
  const days = { '2026-01-01': 9e18, '2026-01-02': -1e9, '2026-01-03': 125e14, '2026-01-04': 4e9, '2026-01-05': 21e12 };
  const limits = { day_limit: 1e18, month_limit: 5e9 };
  await store.write(project, async ({ db, append }) => {
    await addRun(db, project);
    await append('usage', usage);
    await append(
      'tasks',
      tasks.map((task) => createTask(project, task)),
    );
    await append(
      'spending',
      Object.entries(days).map(([day, booked]) => ({ project, day, booked })),
    );
    const schedule = { is_active: true, cron: '0 6 * * *', time_zone: 'UTC', replicates: 1 };
    await writeSchedule(db, project, { ...schedule, ...limits, seen_until: '2026-01-01T00:00:00Z' });
  });
  await expect(findUsage(store.db, project, [1])).rejects.toThrow('too large');
  await reopenBefore(18, ['alter table sessions drop column takes_old_cookie']);

  const kept = await findUsage(store.db, project, [1, 2, 3, 4, 5]);
  expect([...kept.values()].map(({ cost }) => cost)).toEqual([null, null, 7, null, 10_000]);
  expect(kept.get(3)).toMatchObject(sane);
  expect(kept.get(4)).toMatchObject({ input_tokens: null, output_tokens: null, duration_ms: null });
  expect((await readTotals(store.db, project, [1])).get(1)?.cost).toBe(7e9);
  expect(await readMaxima(store.db, project, 1)).toEqual({
    cost: 7e9,
    input_tokens: 1e9,
    output_tokens: 0,
    searches: 3,
  });
  expect(await readReserved(store.db, project)).toBe(2e9);
  // What the day's answers cost, and what is reserved for those to come.
  expect(await readBooked(store.db, project, '2026-01-01')).toEqual({ day: 9e9, month: 9e9 + 4e9 + 21e12 });
  expect(await findSchedule(store.db, project)).toMatchObject({ day_limit: 9e15, month_limit: 5e9 });
});

it.each(['daily_mentions', 'monthly_mentions', 'monthly_prompt_mentions'])('%s has every sum', async (table) => {
  const names = sql.raw(MENTION_SUM_NAMES.join(', '));
  const read = sql`select ${names} from ${sql.table(table)} where project = ${project}`;
  await expect(read.execute(store.db)).resolves.toBeDefined();
});
