import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { INSTALLATION } from '../queries/counters.ts';
import { addWork } from '../queries/work.ts';
import type { Store } from '../store.ts';
import { openDuckdb } from './store.ts';

const folder = mkdtempSync(join(tmpdir(), 'overheard-rest-'));
const file = join(folder, 'data.duckdb');
const options = { memory_limit: '1GB', query_timeout_ms: 30_000, pool_size: 1 };
let store: Store;
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const findLogSize = () => statSync(`${file}.wal`, { throwIfNoEntry: false })?.size ?? 0;

async function commit(times: number): Promise<void> {
  for (let subject = 0; subject < times; subject += 1) {
    const work = { project: INSTALLATION, kind: 'a kind', subject };
    await store.write(INSTALLATION, ({ db }) => addWork(db, work));
  }
}

it('empties its log when nothing is written any more', async () => {
  store = await openDuckdb(file, options);
  await commit(300);
  expect(findLogSize()).toBeGreaterThan(1000);
  await expect.poll(findLogSize).toBe(0);
  // The commits are counted anew, and a few are left where they are.
  await commit(1);
  expect(findLogSize()).toBeGreaterThan(0);
  const kept = findLogSize();
  await pause(6000);
  expect(findLogSize()).toBe(kept);
});
