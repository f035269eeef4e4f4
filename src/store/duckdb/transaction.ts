import { setTimeout as pause } from 'node:timers/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { createDb, mayWrite } from '../engine-dialect.ts';
import { type Footprint, findTables } from '../footprint.ts';
import { createLock } from '../lock.ts';
import { INSTALLATION, toOwner } from '../queries/counters.ts';
import { requireProject } from '../require-project.ts';
import type { Store, Transaction } from '../store.ts';
import { createAppending } from './append.ts';
import type { Connection } from './connection.ts';
import { createCounters } from './counters.ts';
import type { createFilters } from './filters.ts';
import { createKnowledge } from './known-rows.ts';
import { LISTS } from './lists.ts';
import { createReader, type Remembering } from './read.ts';

/** How many writes share a commit at most, and how long those that have run may wait for the next ones. */
const MAX_GROUP = 100;
const LONGEST_GROUP_MS = 50;
/** A group of this size comes from many clients. The next one then begins after this time, and not at once. */
const CROWD = 5;
const CROWD_EVERY_MS = 100;
const REST_MS = 10;
const COUNTERS = 'counters';

interface WriterOptions extends Remembering {
  /** Ends a transaction that has touched this. */
  commit(touched: readonly Footprint[]): Promise<unknown>;
  /** Whether reports are being computed. */
  isBusy(): boolean;
  /** Called between transactions. */
  onPause(): Promise<void>;
  /** Called for rows that were appended, whether or not they are committed afterwards. */
  onAppended(rows: number): void;
  filters: ReturnType<typeof createFilters>;
}

/** Work that waits for its turn. */
interface Waiting {
  /** The project that it is about; null if it is not about one. */
  project: number | null;
  work(transaction: Transaction): Promise<unknown>;
  /** It takes long, so it has a transaction of its own. */
  isLarge: boolean;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

type Outcome = { result: unknown } | { error: unknown };

/**
 * Writes through the one connection that may write, one work after the other, whatever their project. Those that wait at the
 * same time share a transaction, because a commit has to wait for the disk. If one of them fails after it has written, all
 * are undone and repeated alone.
 */
export function createWriter(
  connection: Connection,
  { commit, isBusy, onPause, onAppended, filters, revisions, recall }: WriterOptions,
) {
  const writing = createLock();
  const statements = createLock();
  const appending = createAppending(connection.native, onAppended);
  const counters = createCounters(connection);
  const knowledge = createKnowledge();
  const waiting: Waiting[] = [];
  /** What each work of the transaction has written to; the last is the one that is running. */
  let touched: { project: number | null; tables: Set<string> }[] = [];
  /** Whether the work that is running has written, or a statement of it has failed. */
  let isTouched = false;
  let isRunning = false;

  const watched: Connection = {
    ...connection,
    executeQuery: async (query) => {
      const { project, tables } = touched.at(-1)!;
      const named = findTables(query.sql);
      if (mayWrite(query)) {
        isTouched = true;
        for (const table of named) {
          tables.add(table);
          knowledge.forget(table, project);
        }
        filters.noteStatement(query.sql, named);
      }
      try {
        for (const table of named) await appending.flushFor(table, project);
        if (named.includes(COUNTERS)) await settleCounters();
        return await connection.executeQuery(query);
      } catch (error) {
        isTouched = true;
        throw error;
      }
    },
  };
  const toRevision = async () => revisions.current();
  const isChanged = (from?: Footprint) =>
    touched.some(({ tables }) => (from ? [...tables].some((table) => from.tables.has(table)) : tables.size > 0));

  /** What a work is given. `end` waits for statements that it has left behind, and refuses later ones. */
  function createTransaction(project: number | null): { transaction: Transaction; end(): Promise<void> } {
    let isOver = false;
    // Statements of one transaction may be started side by side, but a prepared statement has one set of parameters.
    const acquire = async () => {
      await statements.acquire();
      if (!isOver) return watched;
      statements.release();
      throw createOverError();
    };
    const release = () => statements.release();
    const source = { acquire, release };
    const touch = (table: string) => {
      if (isOver) throw createOverError();
      isTouched = true;
      touched.at(-1)!.tables.add(table);
    };
    const exclusively = async <Result>(work: () => Promise<Result>): Promise<Result> => {
      await acquire();
      return work().finally(release);
    };
    const options = { recall, project: project ?? INSTALLATION, toRevision, isChanged };
    const transaction: Transaction = {
      db: createDb(source, LISTS, {
        counters: {
          add: async (ofProject, name, count) => {
            touch(COUNTERS);
            return exclusively(async () => {
              await appending.flushFor(COUNTERS, null);
              return counters.add(ofProject, name, count);
            });
          },
        },
        known: knowledge,
        filters,
      }),
      remember: createReader(source, options).remember,
      append: async (table, rows) => {
        touch(table);
        if (table === COUNTERS) await exclusively(settleCounters);
        knowledge.add(table, rows);
        filters.add(table, rows);
        await appending.append(table, rows as readonly Record<string, unknown>[], project);
      },
    };
    const end = async () => {
      isOver = true;
      await statements.acquire();
      statements.release();
    };
    return { transaction, end };
  }

  /** For statements that read or change the table themselves. */
  async function settleCounters(): Promise<void> {
    await counters.flush();
    counters.forget();
  }

  /** Runs the first of those that wait, with others that may share its transaction. Returns how many there were. */
  async function runNext(): Promise<number> {
    const first = waiting.shift()!;
    const group = [first];
    while (!first.isLarge && group.length < MAX_GROUP && waiting[0]?.isLarge === false) group.push(waiting.shift()!);
    if (!(await runTogether(group))) for (const one of group) await runTogether([one]);
    return group.length;
  }

  /**
   * After every commit, reports are computed again. While some are, many writers wait for each other a little longer, also if
   * none waits yet: they send the next write when the last one is answered.
   */
  async function rest(began: number): Promise<void> {
    const isEarly = () => performance.now() - began < CROWD_EVERY_MS;
    while (isEarly() && waiting.length < MAX_GROUP && isBusy()) await pause(REST_MS);
  }

  /** Runs works in one transaction. Returns false if all of them were undone and must be repeated alone. */
  async function runTogether(group: Waiting[]): Promise<boolean> {
    const outcomes: Outcome[] = [];
    touched = [];
    try {
      const runGroup = async () => {
        const deadline = performance.now() + LONGEST_GROUP_MS;
        while (outcomes.length < group.length) {
          const next = group[outcomes.length]!;
          touched.push({ project: next.project, tables: new Set() });
          outcomes.push(await attempt(next));
          if (performance.now() > deadline) waiting.unshift(...group.splice(outcomes.length));
        }
        // Nothing is left of a work that fails alone.
        const [only] = outcomes;
        if (group.length === 1 && 'error' in only!) throw only.error;
        await appending.flushAll();
        await counters.flush();
      };
      await inTransaction(connection.native, runGroup, () => commit(touched));
    } catch (error) {
      appending.clear();
      counters.rollBack();
      if (isChanged()) knowledge.clear();
      else knowledge.keep();
      if (group.length > 1) return false;
      group[0]!.reject(error);
      return true;
    }
    counters.keep();
    knowledge.keep();
    outcomes.forEach((outcome, place) => {
      if ('error' in outcome) group[place]!.reject(outcome.error);
      else group[place]!.resolve(outcome.result);
    });
    return true;
  }

  /** Runs one work. A failure that has left no trace in the transaction is an outcome like any other. */
  async function attempt({ project, work }: Waiting): Promise<Outcome> {
    isTouched = false;
    const { transaction, end } = createTransaction(project);
    try {
      return { result: await work(transaction) };
    } catch (error) {
      if (isTouched) throw error;
      return { error };
    } finally {
      await end();
    }
  }

  /** Runs all that wait, unless that is being done. */
  async function runAll(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    await writing.acquire();
    while (waiting.length > 0) {
      const began = performance.now();
      const count = await runNext();
      await onPause();
      filters.fillMissing();
      if (count >= CROWD) await rest(began);
    }
    writing.release();
    isRunning = false;
  }

  function enqueue<Result>(
    work: (transaction: Transaction) => Promise<Result>,
    options: Pick<Waiting, 'project' | 'isLarge'>,
  ): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      waiting.push({ ...options, work, resolve: resolve as Waiting['resolve'], reject });
      void runAll();
    });
  }

  const write: Store['write'] = (project, work, { is_large = false } = {}) => {
    const checked = async (given: Transaction) => {
      await given.remember(`there is project ${project}`, (reader) => requireProject(reader.db, project));
      return work(given);
    };
    return enqueue(checked, { project: toOwner(project), isLarge: is_large });
  };

  return {
    write,
    /** Writes without asking for a project, in a transaction of its own. */
    transact: <Result>(work: (transaction: Transaction) => Promise<Result>) =>
      enqueue(work, { project: null, isLarge: true }),
    /** Whether nothing is being written or waits to be. */
    isStill: writing.isFree,
    /** Does something while nothing is written. Writes that come meanwhile wait for it. */
    whileStill: async (work: () => Promise<void>): Promise<void> => {
      await writing.acquire();
      await work().finally(writing.release);
    },
    /** Waits for the writes that have begun, and lets none begin after that. */
    stop: async () => {
      await Promise.all([writing.acquire(), filters.stop()]);
    },
  };
}

function createOverError(): Error {
  return new Error('the transaction is over');
}

/** Commits what the work did, or rolls it back if the work or the commit fails. */
export async function inTransaction<Result>(
  connection: DuckDBConnection,
  work: () => Promise<Result>,
  commit: () => Promise<unknown> = () => connection.run('commit'),
): Promise<Result> {
  await connection.run('begin transaction');
  try {
    const result = await work();
    await commit();
    return result;
  } catch (error) {
    // A COMMIT that fails has ended the transaction, so this fails too. The first error says more.
    await connection.run('rollback').catch(() => {});
    throw error;
  }
}
