import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStore } from '../../src/store/open-store.ts';
import { addWork, claimWork, renewWork } from '../../src/store/queries/work.ts';
import type { Store } from '../../src/store/store.ts';
import { addProject } from '../harness/add-project.ts';
import { createDatabase, type TestDatabase } from '../harness/databases.ts';

let database: TestDatabase;
let store: Store;
let project: number;
beforeEach(async () => {
  database = await createDatabase();
  store = await openStore(database.url, { memory_limit: '1GB', query_timeout_ms: 30_000, pool_size: 6 });
  project = await addProject(store);
});
afterEach(async () => {
  await store.close();
  await database.drop();
});

const key = () => ({ project, kind: 'a kind', subject: 1 });

function claim(holder: string, seconds = 3600): Promise<boolean> {
  return store.write(project, ({ db }) => claimWork(db, key(), { now: new Date(), claim: { holder, seconds } }));
}

function renew(holder: string): Promise<boolean> {
  return store.write(project, ({ db }) => renewWork(db, key(), { holder, seconds: 3600 }));
}

it('of several processes that claim the same work at once, one gets it', async () => {
  await store.write(project, ({ db }) => addWork(db, key()));
  const claims = await Promise.all(['a', 'b', 'c', 'd'].map((holder) => claim(holder)));
  expect(claims.filter((isClaimed) => isClaimed)).toHaveLength(1);
});

it('nobody but its holder renews a lease', async () => {
  await store.write(project, ({ db }) => addWork(db, key()));
  expect(await claim('a')).toBe(true);
  expect([await renew('b'), await renew('a')]).toEqual([false, true]);
});

it('a lease that is over can be claimed by another process, and its former holder cannot renew it', async () => {
  await store.write(project, ({ db }) => addWork(db, key()));
  expect(await claim('a', 0)).toBe(true);
  expect(await claim('b')).toBe(true);
  expect(await renew('a')).toBe(false);
});

it('work that is not due yet cannot be claimed', async () => {
  const due_at = new Date(Date.now() + 86_400_000);
  await store.write(project, ({ db }) => addWork(db, key(), { due_at }));
  expect(await claim('a')).toBe(false);
});
