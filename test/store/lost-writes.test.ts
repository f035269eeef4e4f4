import { randomUUID } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { openStore } from '../../src/store/open-store.ts';
import { INSTALLATION } from '../../src/store/queries/counters.ts';
import type { Store, StoreOptions } from '../../src/store/store.ts';

const OPTIONS: StoreOptions = { memory_limit: '512MB', query_timeout_ms: 20_000, pool_size: 2 };
const COMPANIES = 20;

const folder = join(tmpdir(), `overheard-lost-${randomUUID()}`);
const file = join(folder, 'data.duckdb');
const damaged = join(folder, 'damaged.duckdb');
let isWritten = false;

// Not before: where all tests are skipped, nobody would remove it.
beforeAll(() => mkdirSync(folder));
afterEach(() => {
  for (const ending of ['', '.wal', '.commits']) rmSync(damaged + ending, { force: true });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function insert(store: Store, company: number): Promise<void> {
  await store.write(INSTALLATION, async ({ db }) => {
    await db
      .insertInto('companies')
      .values({ company, name: `c ${company}`, created_at: '2026-01-01T00:00:00.000Z' })
      .execute();
  });
}

async function count(store: Store): Promise<number> {
  return (await store.db.selectFrom('companies').select('company').execute()).length;
}

/** The files of a process that was killed after it had acknowledged some writes. */
async function copyKilled(): Promise<void> {
  if (!isWritten) {
    const store = await openStore(`duckdb:${file}`, OPTIONS);
    for (let company = 1; company <= COMPANIES; company += 1) await insert(store, company);
    for (const ending of ['', '.wal', '.commits']) copyFileSync(file + ending, `${file}${ending}.killed`);
    await store.close();
    isWritten = true;
  }
  for (const ending of ['', '.wal', '.commits']) copyFileSync(`${file}${ending}.killed`, damaged + ending);
}

// Only an embedded store has files of its own.
describe.runIf(inject('engine') === 'duckdb')('a store that was killed', () => {
  it('has nothing to replay the next time, and little after any number of small writes', async () => {
    await copyKilled();
    const sizeOfLog = () => statSync(`${damaged}.wal`, { throwIfNoEntry: false })?.size ?? 0;
    const before = sizeOfLog();
    const store = await openStore(`duckdb:${damaged}`, OPTIONS);
    expect(sizeOfLog()).toBeLessThan(before / 4);
    let largest = 0;
    // Each write is a commit of its own. A checkpoint comes after a thousand of them.
    for (let company = COMPANIES + 1; company <= COMPANIES + 1050; company += 1) {
      await insert(store, company);
      largest = Math.max(largest, sizeOfLog());
    }
    expect(sizeOfLog()).toBeLessThan(largest / 4);
    expect(await count(store)).toBe(COMPANIES + 1050);
    await store.close();
  });

  it('opens with everything, says what it replayed, and goes on', async () => {
    await copyKilled();
    const notes: object[] = [];
    const store = await openStore(`duckdb:${damaged}`, { ...OPTIONS, onNote: (details) => notes.push(details) });
    expect(await count(store)).toBe(COMPANIES);
    expect(notes).toEqual([{ file: damaged, bytes: expect.any(Number) }]);
    await insert(store, 100);
    await store.close();
    const again = await openStore(`duckdb:${damaged}`, OPTIONS);
    expect(await count(again)).toBe(COMPANIES + 1);
    await again.close();
  });

  it.each([
    ['cut off', () => truncateSync(`${damaged}.wal`, statSync(`${damaged}.wal`).size - 200)],
    ['removed', () => rmSync(`${damaged}.wal`)],
    ['emptied', () => truncateSync(`${damaged}.wal`, 0)],
    [
      'overwritten at its end',
      () => {
        const bytes = readFileSync(`${damaged}.wal`);
        writeFileSync(`${damaged}.wal`, bytes.fill(0, bytes.length - 500));
      },
    ],
  ])('refuses to open where its log was %s, changes nothing, and opens if told to', async (_, damage) => {
    await copyKilled();
    damage();
    const left = existsSync(`${damaged}.wal`) ? readFileSync(`${damaged}.wal`) : null;
    await expect(openStore(`duckdb:${damaged}`, OPTIONS)).rejects.toMatchObject({
      code: 'store_unavailable',
      message: expect.stringContaining('ACCEPT_LOST_WRITES=on'),
    });
    if (left?.length) expect(readFileSync(`${damaged}.wal`).equals(left)).toBe(true);
    await expect(openStore(`duckdb:${damaged}`, { ...OPTIONS, is_read_only: true })).rejects.toThrow(
      /ACCEPT_LOST_WRITES/,
    );

    const store = await openStore(`duckdb:${damaged}`, { ...OPTIONS, accepts_loss: true });
    expect(await count(store)).toBeLessThan(COMPANIES);
    await insert(store, 200);
    await store.close();
    // From then on, what is left is all there is.
    await (await openStore(`duckdb:${damaged}`, OPTIONS)).close();
  });

  it('opens a file from before commits were counted', async () => {
    await copyKilled();
    rmSync(`${damaged}.commits`);
    const store = await openStore(`duckdb:${damaged}`, OPTIONS);
    expect(await count(store)).toBe(COMPANIES);
    await store.close();
  });
});
