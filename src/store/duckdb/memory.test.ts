import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMemoryLimit, type MemoryLimit } from './memory.ts';

let instance: DuckDBInstance;
let memory: MemoryLimit;
let readLimit: () => Promise<string>;

beforeAll(async () => {
  instance = await DuckDBInstance.create(':memory:', { memory_limit: '1GB' });
  const connection = await instance.connect();
  memory = createMemoryLimit(connection, '1GB');
  readLimit = async () => {
    const result = await connection.runAndReadAll(`select current_setting('memory_limit')`);
    return String(result.getRows()[0]![0]);
  };
});
afterAll(() => instance.closeSync());

it('is low after a large load, and as configured while something computes', async () => {
  memory.noteRows(10);
  await memory.lowerAfterLoad();
  expect(await readLimit()).toBe('953.6 MiB');
  memory.noteRows(50_000);
  await memory.lowerAfterLoad();
  expect(await readLimit()).toBe('122.0 MiB');
  await memory.whileRestored(async () => {
    expect(await readLimit()).toBe('953.6 MiB');
    // Another load ends in the meantime.
    memory.noteRows(50_000);
    await memory.lowerAfterLoad();
    expect(await readLimit()).toBe('953.6 MiB');
  });
  await memory.lowerAfterLoad();
  expect(await readLimit()).toBe('122.0 MiB');
});
