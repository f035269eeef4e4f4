import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMemoryLimit, type MemoryLimit } from './memory.ts';

let instance: DuckDBInstance;
let memory: MemoryLimit;
let readLimit: () => Promise<string>;
let readUsed: () => Promise<number>;
/** Has blocks of this many numbers in memory. */
let fill: (numbers: number) => Promise<void>;
const folder = mkdtempSync(join(tmpdir(), 'overheard-memory-'));

beforeAll(async () => {
  instance = await DuckDBInstance.create(join(folder, 'data.duckdb'), { memory_limit: '1GB' });
  const connection = await instance.connect();
  memory = createMemoryLimit(connection, '1GB');
  const read = async (query: string) => (await connection.runAndReadAll(query)).getRows()[0]![0];
  readLimit = async () => String(await read(`select current_setting('memory_limit')`));
  readUsed = async () => Number(await read('select sum(memory_usage_bytes)::double from duckdb_memory()'));
  fill = async (numbers) => {
    await connection.run(`create or replace table numbers as select random() as number from range(${numbers})`);
    await connection.run('checkpoint');
    await read('select sum(number) from numbers');
  };
});
afterAll(() => {
  instance.closeSync();
  rmSync(folder, { recursive: true });
});

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

it('is given back: few blocks are dropped, many are kept, and the limit stays', async () => {
  await memory.restore();
  await fill(2_000_000);
  expect(await readUsed()).toBeGreaterThan(10e6);
  await memory.giveBack();
  expect(await readUsed()).toBeLessThan(2e6);
  expect(await readLimit()).toBe('953.6 MiB');
  await fill(10_000_000);
  expect(await readUsed()).toBeGreaterThan(70e6);
  await memory.giveBack();
  expect(await readUsed()).toBeGreaterThan(70e6);
});
