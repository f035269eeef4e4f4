import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../errors.ts';
import { openDuckdb } from './duckdb.ts';
import type { Store } from './store.ts';

const OPTIONS = { memory_limit: '1GB', query_timeout_ms: 30_000 };
/** Runs for minutes if nobody stops it. */
const ENDLESS = sql<{
  total: number;
}>`select count(*) as total from range(100000000) a, range(100000000) b where a.range % 7 = b.range % 11`;

let store: Store;
beforeEach(async () => {
  store = await openDuckdb(':memory:', OPTIONS);
});
afterEach(() => store.close());

describe('a long query', () => {
  it('stops when nobody waits for it any more, and leaves the store usable', async () => {
    const controller = new AbortController();
    const gone = new AppError('stopping', 'gone');
    setTimeout(() => controller.abort(gone), 100);
    const started = Date.now();
    await expect(store.query(ENDLESS.compile(store.db), { signal: controller.signal })).rejects.toBe(gone);
    expect(Date.now() - started).toBeLessThan(5000);
    const { signal } = new AbortController();
    expect(await store.query(sql<{ n: number }>`select 1 as n`.compile(store.db), { signal })).toEqual([{ n: 1 }]);
  });

  it('stops at the time limit with query_timeout', async () => {
    const hasty = await openDuckdb(':memory:', { ...OPTIONS, query_timeout_ms: 200 });
    const { signal } = new AbortController();
    await expect(hasty.query(ENDLESS.compile(hasty.db), { signal })).rejects.toMatchObject({
      code: 'query_timeout',
      status: 503,
    });
    await hasty.close();
  });

  it('lets small reads through while others run', async () => {
    const controller = new AbortController();
    const heavy = [1, 2, 3, 4].map(() => store.query(ENDLESS.compile(store.db), { signal: controller.signal }));
    const settled = Promise.allSettled(heavy);
    await new Promise((resolve) => setTimeout(resolve, 100));
    const started = Date.now();
    await store.ping();
    expect(Date.now() - started).toBeLessThan(2000);
    controller.abort(new Error('enough'));
    expect((await settled).every(({ status }) => status === 'rejected')).toBe(true);
  });
});

describe('a transaction', () => {
  it('keeps all of it or nothing', async () => {
    const write = store.write(async ({ db }) => {
      await db
        .insertInto('companies')
        .values({ company: 1, name: 'a', created_at: '2026-01-01T00:00:00.000Z' })
        .execute();
      throw new Error('changed my mind');
    });
    await expect(write).rejects.toThrow('changed my mind');
    expect(await store.db.selectFrom('companies').selectAll().execute()).toEqual([]);
  });

  it('appends rows with every type that facts and settings have, and reads them back', async () => {
    const chat = {
      project: 1,
      date: '2024-02-29',
      prompt: 2,
      channel: 3,
      country: 4,
      chat: 5,
      id: '01890000-0000-7000-8000-00000000000f',
      status: 1,
      is_given: true,
      external_id: 'ünï "quoted" \n line',
      fingerprint: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
    };
    await store.write(({ append }) => append('chats', [chat, { ...chat, chat: 6, external_id: null }]));
    expect(await store.db.selectFrom('chats').selectAll().orderBy('chat').execute()).toEqual([
      chat,
      { ...chat, chat: 6, external_id: null },
    ]);
  });

  it('waits for the one before it', async () => {
    const order: string[] = [];
    const slow = store.write(async () => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      order.push('first');
    });
    const quick = store.write(async () => void order.push('second'));
    await Promise.all([slow, quick]);
    expect(order).toEqual(['first', 'second']);
  });

  it('cannot be gone around', async () => {
    const insert = store.db
      .insertInto('companies')
      .values({ company: 1, name: 'a', created_at: '2026-01-01T00:00:00.000Z' });
    await expect(insert.execute()).rejects.toThrow('only reads');
  });
});
