import { expect, it } from 'vitest';
import { openDuckdb } from './duckdb/store.ts';
import { INSTALLATION } from './queries/counters.ts';
import { createRevisions } from './remember.ts';
import type { Reader } from './store.ts';

const OPTIONS = { memory_limit: '1GB', query_timeout_ms: 30_000, pool_size: 6 };
const COMPANY = { company: 1, name: 'a', created_at: '2026-01-01T00:00:00.000Z' };

/** Reads the names of the companies, and counts how often they are really read. */
function createNames() {
  const names = {
    reads: 0,
    read: (reader: Reader) =>
      reader.remember('companies', async (db) => {
        names.reads += 1;
        return db.selectFrom('companies').select('name').execute();
      }),
  };
  return names;
}

it('remembers until something is written', async () => {
  const store = await openDuckdb(':memory:', OPTIONS);
  const names = createNames();
  expect(await names.read(store)).toEqual([]);
  expect(await names.read(store)).toEqual([]);
  expect(names.reads).toBe(1);
  await store.write(INSTALLATION, ({ db }) => db.insertInto('companies').values(COMPANY).execute());
  expect(await names.read(store)).toEqual([{ name: 'a' }]);
  expect(names.reads).toBe(2);
  await store.close();
});

it('remembers nothing that was read while something was written', async () => {
  const store = await openDuckdb(':memory:', OPTIONS);
  let reads = 0;
  const read = () =>
    store.remember('slow', async () => {
      reads += 1;
      if (reads === 1) await store.write(INSTALLATION, async () => {});
      return reads;
    });
  expect(await read()).toBe(1);
  expect(await read()).toBe(2);
  expect(await read()).toBe(2);
  await store.close();
});

it('gives a reader only what was read from its own state, and others nothing of an old one', async () => {
  const store = await openDuckdb(':memory:', OPTIONS);
  const names = createNames();
  await names.read(store);
  await store.read(INSTALLATION, async (reader) => {
    expect(await names.read(reader)).toEqual([]);
    expect(names.reads).toBe(1);
    await store.write(INSTALLATION, ({ db }) => db.insertInto('companies').values(COMPANY).execute());
    expect(await names.read(store)).toEqual([{ name: 'a' }]);
    expect(await names.read(reader)).toEqual([]);
  });
  expect(await names.read(store)).toEqual([{ name: 'a' }]);
  expect(await store.read(INSTALLATION, names.read)).toEqual([{ name: 'a' }]);
  await store.close();
});

it('gives a reader its state with the first thing that it remembers', async () => {
  const store = await openDuckdb(':memory:', OPTIONS);
  await store.remember('first', async () => 1);
  await store.read(INSTALLATION, async (reader) => {
    expect(await reader.remember('first', async () => 2)).toBe(1);
    await store.write(INSTALLATION, ({ db }) => db.insertInto('companies').values(COMPANY).execute());
    expect(await createNames().read(reader)).toEqual([]);
  });
  await store.close();
});

it('does not know the state while something is committed', async () => {
  const revisions = createRevisions();
  expect(revisions.current()).toBe(0);
  let end = () => {};
  const committed = revisions.during(
    () =>
      new Promise<void>((resolve) => {
        end = resolve;
      }),
  );
  expect(revisions.current()).toBeNull();
  end();
  await committed;
  expect(revisions.current()).toBe(1);
});
