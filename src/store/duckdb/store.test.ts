import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DuckDBInstance } from '@duckdb/node-api';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { toStatusKey } from '../../domain/chat.ts';
import { createUuid } from '../../ids.ts';
import { INSTALLATION } from '../queries/counters.ts';
import { addWork } from '../queries/work.ts';
import type { Store } from '../store.ts';
import { openDuckdb } from './store.ts';

const folder = mkdtempSync(join(tmpdir(), 'overheard-rest-'));
const file = join(folder, 'data.duckdb');
const options = { memory_limit: '1GB', query_timeout_ms: 30_000, pool_size: 1 };
let store: Store;
beforeAll(async () => {
  store = await openDuckdb(file, options);
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const findLogSize = () => statSync(`${file}.wal`, { throwIfNoEntry: false })?.size ?? 0;

/** Commits so many times, and returns how large the log was at most. */
async function commit(times: number): Promise<number> {
  let largest = 0;
  for (let subject = 0; subject < times; subject += 1) {
    const work = { project: INSTALLATION, kind: 'a kind', subject };
    await store.write(INSTALLATION, ({ db }) => addWork(db, work));
    largest = Math.max(largest, findLogSize());
  }
  return largest;
}

it('empties its log when nothing is written any more', async () => {
  expect(await commit(300)).toBeGreaterThan(1000);
  await expect.poll(findLogSize).toBe(0);
  // The commits are counted anew, and a few are left where they are.
  await commit(1);
  expect(findLogSize()).toBeGreaterThan(0);
  const kept = findLogSize();
  await pause(6000);
  expect(findLogSize()).toBe(kept);
});

it('soon knows which names no row has', async () => {
  const [stored, other] = [createUuid(), createUuid()];
  const place = { project: INSTALLATION, date: '2026-01-01', prompt: 1, channel: 1, country: 1, chat: 1 };
  const chat = { ...place, id: createUuid(), status: toStatusKey('answered'), is_given: false, external_id: null };
  await store.write(INSTALLATION, ({ append }) => append('chats', [{ ...chat, fingerprint: stored, language: 0 }]));
  const find = () =>
    store.write(INSTALLATION, async ({ db }) => db.filters!.findPossible(INSTALLATION, 'chats', [other, stored]));
  expect(await find()).toEqual([other, stored]);
  await expect.poll(find).toEqual([stored]);
  await store.write(INSTALLATION, ({ db }) => sql`delete from chats where false`.execute(db));
  expect(await find()).toEqual([stored]);
  await store.write(INSTALLATION, ({ db }) => sql`insert into chats select chats.* from chats where false`.execute(db));
  expect(await find()).toEqual([other, stored]);
});

/** How the pages of answers are compressed in a file that nobody has open. */
async function readCompression(path: string): Promise<unknown> {
  const instance = await DuckDBInstance.create(path, { access_mode: 'READ_ONLY' });
  const connection = await instance.connect();
  const result = await connection.run(`select distinct compression from pragma_storage_info('answers')
    where column_name = 'sources' and segment_type = 'VARCHAR'`);
  const rows = await result.getRowObjectsJS();
  connection.closeSync();
  instance.closeSync();
  return rows;
}

it('compresses what is stored beside answers, in the file and in copies of it', async () => {
  const [path, copy] = [join(folder, 'pages.duckdb'), join(folder, 'copy.duckdb')];
  const own = await openDuckdb(path, options);
  const answers = Array.from({ length: 3000 }, (_, chat) => ({
    project: INSTALLATION,
    chat,
    answer: null,
    sources: JSON.stringify([{ url: `https://site-${chat % 40}.example/page/${chat % 700}` }]),
    queries: '[]',
    query_count: 0,
  }));
  await own.write(INSTALLATION, ({ append }) => append('answers', answers));
  await own.writeCopy!(copy);
  await own.close();
  expect(await readCompression(path)).toEqual([{ compression: 'ZSTD' }]);
  expect(await readCompression(copy)).toEqual([{ compression: 'ZSTD' }]);
});
