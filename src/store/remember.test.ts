import { expect, it } from 'vitest';
import { openDuckdb } from './duckdb/store.ts';
import { INSTALLATION } from './queries/counters.ts';
import { remember } from './remember.ts';

it('remembers until something is written', async () => {
  const store = await openDuckdb(':memory:', { memory_limit: '1GB', query_timeout_ms: 30_000, pool_size: 6 });
  let reads = 0;
  const read = () =>
    remember(store, 'companies', async () => {
      reads += 1;
      return store.db.selectFrom('companies').select('name').execute();
    });
  expect(await read()).toEqual([]);
  expect(await read()).toEqual([]);
  expect(reads).toBe(1);
  await store.write(INSTALLATION, ({ db }) =>
    db.insertInto('companies').values({ company: 1, name: 'a', created_at: '2026-01-01T00:00:00.000Z' }).execute(),
  );
  expect(await read()).toEqual([{ name: 'a' }]);
  expect(reads).toBe(2);
  await store.close();
});

it('remembers nothing that was read while something was written', async () => {
  const store = await openDuckdb(':memory:', { memory_limit: '1GB', query_timeout_ms: 30_000, pool_size: 6 });
  let reads = 0;
  const read = () =>
    remember(store, 'slow', async () => {
      reads += 1;
      if (reads === 1) await store.write(INSTALLATION, async () => {});
      return reads;
    });
  expect(await read()).toBe(1);
  expect(await read()).toBe(2);
  expect(await read()).toBe(2);
  await store.close();
});

it('remembers nothing of a store that other processes may write to', async () => {
  const store = await openDuckdb(':memory:', { memory_limit: '1GB', query_timeout_ms: 1000, pool_size: 6 });
  const shared = { ...store, is_shared: true };
  let reads = 0;
  const read = () => remember(shared, 'anything', async () => ++reads);
  expect([await read(), await read()]).toEqual([1, 2]);
  await store.close();
});
