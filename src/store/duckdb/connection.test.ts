import { DuckDBInstance } from '@duckdb/node-api';
import { expect, it } from 'vitest';
import { createReaders } from './connection.ts';

it('closes connections that only a rush of readers needed', async () => {
  const instance = await DuckDBInstance.create(':memory:');
  const readers = createReaders(instance);
  const rush = await Promise.all(Array.from({ length: 40 }, () => readers.acquire()));
  for (const connection of rush) {
    await connection.native.run('begin');
    await readers.rollBack(connection);
  }
  const usable = await Promise.allSettled(rush.map(({ native }) => native.run('select 1')));
  expect(usable.filter(({ status }) => status === 'fulfilled')).toHaveLength(16);
  // The next readers use what was kept.
  expect(rush).toContain(await readers.acquire());
  readers.close();
  instance.closeSync();
});
