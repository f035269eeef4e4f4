import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { driver } from '../../duckdb.ts';
import { createFingerprints, type ReadFingerprints, readFingerprints } from './fingerprints.ts';

const PROJECT = 7;
const MINUTE = 60_000;

const create = (count: number) => Array.from({ length: count }, () => randomUUID() as string);
const toChats = (fingerprints: readonly string[], project = PROJECT) =>
  fingerprints.map((fingerprint) => ({ project, fingerprint }));

/** Fingerprints whose stored ones are those of this table. */
async function start({ stored = [], read }: { stored?: readonly string[]; read?: ReadFingerprints } = {}) {
  const instance = await driver.DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run('create table chats (project integer, fingerprint uuid)');
  const list = stored.map((fingerprint) => `'${fingerprint}'`).join();
  await connection.run(`insert into chats select ${PROJECT}, unnest([${list}]::uuid[])`);
  const failures: unknown[] = [];
  const clock = { time: 0 };
  const fingerprints = createFingerprints({
    read: read ?? (async (project, reading) => readFingerprints(await instance.connect(), project, reading)),
    onFailed: (error) => failures.push(error),
    now: () => clock.time,
  });
  return {
    fingerprints,
    failures,
    clock,
    find: (wanted: readonly string[], project = PROJECT) => fingerprints.findPossible(project, wanted),
  };
}

/** Reads nothing but a count, when it is told to. */
function createReading(count: number) {
  const ends: (() => void)[] = [];
  const read: ReadFingerprints = async (_project, { onCount }) => {
    onCount(count);
    await new Promise<void>((resolve) => ends.push(resolve));
  };
  const end = async () => {
    ends.shift()!();
    await setImmediate();
  };
  return { read, end, isRunning: () => ends.length > 0 };
}

describe('fingerprints', () => {
  it('are all possible until they were read, and then only those that chats have', async () => {
    const stored = create(3000);
    const others = create(3000);
    const { fingerprints, find, failures } = await start({ stored });
    expect(find(others)).toEqual(others);
    fingerprints.betweenTransactions();
    expect(find(others)).toEqual(others);
    await expect.poll(() => find(others).length).toBeLessThan(10);
    expect(find(stored)).toEqual(stored);
    expect(find([others[0]!, stored[5]!, others[1]!])).toContain(stored[5]);
    // Another project knows nothing of it.
    expect(find(others, PROJECT + 1)).toEqual(others);
    expect(failures).toEqual([]);
  });

  it('are possible when they were added meanwhile, or later, however many', async () => {
    const { read, end } = createReading(0);
    const { fingerprints, find } = await start({ read });
    const [early, meanwhile, later, others] = [create(10), create(10), create(20_000), create(20_000)];
    fingerprints.add(toChats(early));
    find([]);
    fingerprints.betweenTransactions();
    fingerprints.add(toChats(meanwhile));
    await end();
    fingerprints.add(toChats(later));
    fingerprints.add(toChats(others, PROJECT + 1));
    expect(find(meanwhile)).toEqual(meanwhile);
    expect(find(later)).toEqual(later);
    expect(find(others).length).toBeLessThan(20);
    expect(find(early).length).toBeLessThan(2);
  });

  it('are all possible after a statement has added chats, also while they are read', async () => {
    const { read, end } = createReading(0);
    const { fingerprints, find } = await start({ read });
    const others = create(100);
    find(others);
    fingerprints.betweenTransactions();
    fingerprints.clear();
    await end();
    expect(find(others)).toEqual(others);
    fingerprints.betweenTransactions();
    await end();
    expect(find(others)).toEqual([]);
    fingerprints.clear();
    expect(find(others)).toEqual(others);
  });

  it('are all possible where too many would have to be kept, until others are not used', async () => {
    const { read, end, isRunning } = createReading(5_000_000);
    const { fingerprints, find, failures, clock } = await start({ read });
    const others = create(100);
    const fill = async (project: number) => {
      find(others, project);
      fingerprints.betweenTransactions();
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

  it('are all possible if they could not be read, which is told and tried again after a minute', async () => {
    let isBroken = true;
    const { fingerprints, find, failures, clock } = await start({
      read: async (_project, { onCount }) => {
        if (isBroken) throw new Error('broken');
        onCount(0);
      },
    });
    const others = create(10);
    const fill = async () => {
      find(others);
      fingerprints.betweenTransactions();
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
    let isAsked = false;
    const { fingerprints, find, failures } = await start({
      read: async (_project, { onCount, onNumbers }) => {
        isAsked = true;
        onCount(stored.length);
        await setImmediate();
        onNumbers([1, 2]);
        throw new Error('this is not reached');
      },
    });
    find(stored);
    fingerprints.betweenTransactions();
    await fingerprints.stop();
    expect(isAsked).toBe(true);
    isAsked = false;
    find(stored, PROJECT + 1);
    fingerprints.betweenTransactions();
    expect(isAsked).toBe(false);
    expect(failures).toEqual([]);
  });
});
