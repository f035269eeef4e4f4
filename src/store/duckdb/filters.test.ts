import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { driver } from '../../duckdb.ts';
import type { FilteredTable } from '../schema.ts';
import { createFilters, type ReadNames, readNames } from './filters.ts';

const PROJECT = 7;
const MINUTE = 60_000;

const create = (count: number) => Array.from({ length: count }, () => randomUUID() as string);
const toChats = (fingerprints: readonly string[], project = PROJECT) =>
  fingerprints.map((fingerprint) => ({ project, fingerprint }));

/** Filters of what these tables have. */
async function start({ stored = {}, read }: { stored?: Record<string, readonly string[]>; read?: ReadNames } = {}) {
  const instance = await driver.DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  for (const [table, names] of Object.entries(stored)) {
    const [column, type] = table === 'chats' ? ['fingerprint', 'uuid'] : ['address', 'varchar'];
    await connection.run(`create table ${table} (project integer, ${column} ${type})`);
    const list = names.map((name) => `'${name.replaceAll("'", "''")}'`).join();
    await connection.run(`insert into ${table} select ${PROJECT}, unnest([${list}]::${type}[])`);
  }
  const failures: unknown[] = [];
  const clock = { time: 0 };
  const filters = createFilters({
    read: read ?? (async (names, reading) => readNames(await instance.connect(), names, reading)),
    onFailed: (error) => failures.push(error),
    now: () => clock.time,
  });
  const find = (wanted: readonly string[], project = PROJECT, table: FilteredTable = 'chats') =>
    filters.findPossible(project, table, wanted);
  return { filters, failures, clock, find };
}

/** Reads nothing but a count, when it is told to. */
function createReading(count: number) {
  const ends: (() => void)[] = [];
  const read: ReadNames = async (_project, { onCount }) => {
    onCount(count);
    await new Promise<void>((resolve) => ends.push(resolve));
  };
  const end = async () => {
    ends.shift()!();
    await setImmediate();
  };
  return { read, end, isRunning: () => ends.length > 0 };
}

describe('names that a row may have', () => {
  it('are all possible until they were read, and then only those that chats have', async () => {
    const stored = create(3000);
    const others = create(3000);
    const { filters, find, failures } = await start({ stored: { chats: stored } });
    expect(find(others)).toEqual(others);
    filters.fillMissing();
    expect(find(others)).toEqual(others);
    await expect.poll(() => find(others).length).toBeLessThan(10);
    expect(find(stored)).toEqual(stored);
    expect(find([others[0]!, stored[5]!, others[1]!])).toContain(stored[5]);
    // Another project knows nothing of it.
    expect(find(others, PROJECT + 1)).toEqual(others);
    expect(failures).toEqual([]);
  });

  it('are texts as well, whatever they contain', async () => {
    const stored = [
      'https://example.com/',
      'straße',
      '日本 💥',
      "it's",
      '\ufefftext',
      'tab\tline\n',
      '',
      'x'.repeat(5000),
    ];
    const { filters, find } = await start({ stored: { urls: stored } });
    const findUrls = () => find([...stored, 'other'], PROJECT, 'urls');
    findUrls();
    filters.fillMissing();
    await expect.poll(findUrls).toEqual(stored);
    filters.add('urls', [{ project: PROJECT, address: '\ud800' }]);
    expect(find(['\ud800', 'more'], PROJECT, 'urls')).toEqual(['\ud800']);
  });

  it('are possible when they were added meanwhile, or later, however many', async () => {
    const { read, end } = createReading(0);
    const { filters, find } = await start({ read });
    const [early, meanwhile, later, others] = [create(10), create(10), create(20_000), create(2000)];
    filters.add('chats', toChats(early));
    find([]);
    filters.fillMissing();
    filters.add('chats', toChats(meanwhile));
    await end();
    filters.add('chats', toChats(later));
    filters.add('chats', toChats(others, PROJECT + 1));
    expect(find(meanwhile)).toEqual(meanwhile);
    expect(find(later)).toEqual(later);
    expect(find(others).length).toBeLessThan(10);
    expect(find(early).length).toBeLessThan(2);
  });

  it('are all possible after a statement that may have added some, also while they are read', async () => {
    const { read, end } = createReading(0);
    const { filters, find } = await start({ read });
    const note = (sql: string) => filters.noteStatement(sql, ['chats', 'daily_chats', 'status_changes']);
    const others = create(100);
    find(others);
    filters.fillMissing();
    note('insert into "chats" ("project") values ($1)');
    await end();
    expect(find(others)).toEqual(others);
    filters.fillMissing();
    await end();
    for (const harmless of [
      'delete from "chats" where fingerprint = $1',
      'truncate table "chats"',
      'update chats set status = s.status from status_changes s where chats.project = $1 and fingerprint = $2',
      'insert into daily_chats select 1 from chats',
      'insert into "chats" select * from "chats" where project = $1 order by date',
    ]) {
      note(harmless);
      expect(find(others)).toEqual([]);
    }
    for (const naming of [
      'update "chats" set\n"fingerprint" = $1 where true',
      'update "chats" set "project" = $1 where "project" = $2',
      'update chats set status = $1, fingerprint = $2',
      "copy chats from 'file'",
      'with c as (select 1) insert into chats select 1 from c',
    ]) {
      note(naming);
      expect(find(others)).toEqual(others);
      filters.fillMissing();
      await end();
      expect(find(others)).toEqual([]);
    }
  });

  it('are all possible where too many would have to be kept, until others are not used', async () => {
    const { read, end, isRunning } = createReading(10_000_000);
    const { filters, find, failures, clock } = await start({ read });
    const others = create(100);
    const fill = async (project: number) => {
      find(others, project);
      filters.fillMissing();
      if (isRunning()) await end();
      await setImmediate();
      return find(others, project).length === 0;
    };
    expect(await fill(1)).toBe(true);
    expect(await fill(2)).toBe(true);
    expect(await fill(3)).toBe(false);
    clock.time += 9 * MINUTE;
    expect(find(others, 2)).toEqual([]);
    expect(await fill(3)).toBe(false);
    clock.time += 2 * MINUTE;
    expect(await fill(3)).toBe(true);
    expect(find(others, 2)).toEqual([]);
    expect(find(others, 1)).toEqual(others);
    expect(failures).toEqual([]);
  });

  it('are all possible where there are more than can be kept at all, and others stay', async () => {
    let count = 1000;
    const { filters, find, clock } = await start({ read: async (_names, { onCount }) => onCount(count) });
    const others = create(10);
    const fill = async (project: number) => {
      find(others, project);
      filters.fillMissing();
      await setImmediate();
      return find(others, project).length === 0;
    };
    expect(await fill(1)).toBe(true);
    clock.time += 20 * MINUTE;
    count = 100_000_000;
    expect(await fill(2)).toBe(false);
    // It does not keep others from having their turn.
    count = 1000;
    expect(await fill(3)).toBe(true);
    expect(find(others, 1)).toEqual([]);
    expect(await fill(2)).toBe(false);
    clock.time += MINUTE;
    expect(await fill(2)).toBe(true);
  });

  it('are all possible if they could not be read, which is told and tried again after a minute', async () => {
    let isBroken = true;
    const { filters, find, failures, clock } = await start({
      read: async (_project, { onCount }) => {
        if (isBroken) throw new Error('broken');
        onCount(0);
      },
    });
    const others = create(10);
    const fill = async () => {
      find(others);
      filters.fillMissing();
      await setImmediate();
      return find(others).length === 0;
    };
    expect(await fill()).toBe(false);
    expect(failures).toHaveLength(1);
    isBroken = false;
    clock.time += MINUTE / 2;
    expect(await fill()).toBe(false);
    clock.time += MINUTE / 2;
    expect(await fill()).toBe(true);
    expect(failures).toHaveLength(1);
  });

  it('are not read any more after the end', async () => {
    const stored = create(20);
    const steps: string[] = [];
    const { filters, find, failures } = await start({
      read: async (_names, { onCount, onHash }) => {
        steps.push('asked');
        onCount(stored.length);
        onHash([1, 2]);
        steps.push('read one');
        await setImmediate();
        onHash([3, 4]);
        steps.push('read another');
      },
    });
    find(stored);
    filters.fillMissing();
    await filters.stop();
    expect(steps).toEqual(['asked', 'read one']);
    find(stored, PROJECT + 1);
    filters.fillMissing();
    expect(steps).toEqual(['asked', 'read one']);
    expect(failures).toEqual([]);
  });
});
