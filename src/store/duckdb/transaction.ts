import type { DuckDBConnection } from '@duckdb/node-api';
import { createBreath } from '../../breath.ts';
import { createDb, mayWrite } from '../engine-dialect.ts';
import { createLock } from '../lock.ts';
import { requireProject } from '../require-project.ts';
import type { Store, Transaction } from '../store.ts';
import type { Connection } from './connection.ts';
import { LISTS } from './lists.ts';
import { toChunks } from './values.ts';

/** How many writes share a commit at most, and how long those that have run may wait for the next ones. */
const MAX_GROUP = 100;
const LONGEST_GROUP_MS = 10;

interface WriterOptions {
  /** Ends a transaction. */
  commit(): Promise<unknown>;
  /** Called for rows that were appended, whether or not they are committed afterwards. */
  onAppended(rows: number): void;
}

/** Work that waits for its turn. */
interface Waiting {
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
export function createWriter(connection: Connection, { commit, onAppended }: WriterOptions) {
  const writing = createLock();
  const statements = createLock();
  const waiting: Waiting[] = [];
  /** Whether the work that is running has written, or a statement of it has failed. */
  let isTouched = false;
  let isRunning = false;

  const watched: Connection = {
    ...connection,
    executeQuery: async (query) => {
      isTouched ||= mayWrite(query);
      try {
        return await connection.executeQuery(query);
      } catch (error) {
        isTouched = true;
        throw error;
      }
    },
  };
  // Statements of one transaction may be started side by side, but a prepared statement has one set of parameters.
  const acquire = async () => {
    await statements.acquire();
    return watched;
  };
  const db = createDb({ acquire, release: () => statements.release() }, LISTS);
  const append = createAppend(connection.native, onAppended);
  const transaction: Transaction = {
    db,
    append: (table, rows) => {
      isTouched = true;
      return append(table, rows);
    },
  };

  /** Runs the first of those that wait, with others that may share its transaction. */
  async function runNext(): Promise<void> {
    const first = waiting.shift()!;
    const group = [first];
    while (!first.isLarge && group.length < MAX_GROUP && waiting[0]?.isLarge === false) group.push(waiting.shift()!);
    if (await runTogether(group)) return;
    for (const one of group) await runTogether([one]);
  }

  /** Runs works in one transaction. Returns false if all of them were undone and must be repeated alone. */
  async function runTogether(group: Waiting[]): Promise<boolean> {
    const outcomes: Outcome[] = [];
    try {
      const runGroup = async () => {
        const deadline = performance.now() + LONGEST_GROUP_MS;
        while (outcomes.length < group.length) {
          outcomes.push(await attempt(group[outcomes.length]!));
          if (performance.now() > deadline) waiting.unshift(...group.splice(outcomes.length));
        }
        // Nothing is left of a work that fails alone.
        const [only] = outcomes;
        if (group.length === 1 && 'error' in only!) throw only.error;
      };
      await inTransaction(connection.native, runGroup, commit);
    } catch (error) {
      if (group.length > 1) return false;
      group[0]!.reject(error);
      return true;
    }
    outcomes.forEach((outcome, place) => {
      if ('error' in outcome) group[place]!.reject(outcome.error);
      else group[place]!.resolve(outcome.result);
    });
    return true;
  }

  /** Runs one work. A failure that has left no trace in the transaction is an outcome like any other. */
  async function attempt({ work }: Waiting): Promise<Outcome> {
    isTouched = false;
    try {
      return { result: await work(transaction) };
    } catch (error) {
      if (isTouched) throw error;
      return { error };
    }
  }

  /** Runs all that wait, unless that is being done. */
  async function runAll(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    await writing.acquire();
    while (waiting.length > 0) await runNext();
    writing.release();
    isRunning = false;
  }

  function transact<Result>(work: (transaction: Transaction) => Promise<Result>, isLarge = true): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      waiting.push({ work, isLarge, resolve: resolve as Waiting['resolve'], reject });
      void runAll();
    });
  }

  const write: Store['write'] = (project, work, { is_large = false } = {}) =>
    transact(async (given) => {
      await requireProject(db, project);
      return work(given);
    }, is_large);

  return {
    write,
    /** Writes without asking for a project, in a transaction of its own. */
    transact: <Result>(work: (transaction: Transaction) => Promise<Result>) => transact(work),
    /** Waits for the writes that have begun, and lets none begin after that. */
    stop: () => writing.acquire(),
  };
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

function createAppend(connection: DuckDBConnection, onAppended: (rows: number) => void): Transaction['append'] {
  const namesOfTable = new Map<string, string[]>();

  async function findColumnNames(table: string): Promise<string[]> {
    let names = namesOfTable.get(table);
    if (!names) {
      names = (await connection.run(`select * from ${table} limit 0`)).columnNames();
      namesOfTable.set(table, names);
    }
    return names;
  }

  return async (table, rows) => {
    if (rows.length === 0) return;
    const appender = await connection.createAppender(table);
    try {
      const names = await findColumnNames(table);
      const columns = names.map((name, index) => ({ name, type: appender.columnType(index) }));
      const breathe = createBreath();
      for (const chunk of toChunks(columns, rows)) {
        appender.appendDataChunk(chunk);
        // Each chunk by itself: it is done in this thread.
        appender.flushSync();
        await breathe();
      }
      onAppended(rows.length);
    } finally {
      appender.closeSync();
    }
  };
}
