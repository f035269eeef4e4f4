import { setMaxListeners } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { createLock } from '../lock.ts';
import { requireProject } from '../require-project.ts';
import type { Store, Transaction, WriteOptions } from '../store.ts';
import { createTurns } from '../turns.ts';
import { isCommitted, lockProject, type TransactionMark } from './commit.ts';
import { createClientDb, rollBack, type Statements, WRITE_WAIT_MS } from './connection.ts';
import { isConflict, isLost, RETRY_MS, retry, toReadable } from './errors.ts';
import { createReader } from './read.ts';
import { toCopyText } from './values.ts';

const NEVER = new AbortController().signal;
// All writers that wait listen to it, and Node would warn of a leak.
setMaxListeners(0, NEVER);

interface WriterOptions {
  /** How many transactions may run at once. */
  places: number;
  /** Called after the commit, for each table that rows were appended to. */
  onAppended(table: string, rows: number): void;
}

/** Writers of one project wait for each other, in all processes. */
export function createWriter(pool: pg.Pool, { places, onAppended }: WriterOptions): Pick<Store, 'write'> {
  const turns = createTurns({ places, timeoutMs: WRITE_WAIT_MS });
  const locks = createProjectLocks();

  return {
    write: async (project, work, { before } = {}) => {
      const attempt = () =>
        turns.take({ owner: project, signal: NEVER }, () => transact(pool, { project, before, work, onAppended }));
      const run = async () => {
        try {
          return await retry(attempt, { forMs: RETRY_MS, isTransient: (error) => isLost(error) || isConflict(error) });
        } catch (error) {
          throw toReadable(error);
        }
      };
      // Writers of this process wait here, so that they do not occupy connections while they wait. One that has something to do
      // before has its connection already, and waits in the database.
      return before ? run() : locks.hold(project, run);
    },
  };
}

interface Work<Result> extends Pick<WriterOptions, 'onAppended'> {
  project: number;
  before: WriteOptions['before'];
  work(transaction: Transaction): Promise<Result>;
}

/**
 * Runs one transaction. If the connection is lost during COMMIT, nothing says whether it was committed, so the server is
 * asked. An error that may be retried is thrown only if it was not.
 */
async function transact<Result>(pool: pg.Pool, { project, before, work, onAppended }: Work<Result>): Promise<Result> {
  const client = await pool.connect();
  let isBroken = false;
  let isOver = false;
  const statements = whileOpen(client, () => isOver);
  try {
    const begun = await begin(client);
    const appended = new Map<string, number>();
    const transaction = toTransaction(statements, appended);
    await before?.(transaction);
    const locked = await lockProject(transaction.db, project);
    // TRICKY: the lock cannot tell this in the same statement, which sees the data as they were before it waited.
    await requireProject(transaction.db, project);
    const result = await work(transaction);
    isOver = true;
    try {
      await client.query('commit');
    } catch (error) {
      if (!isLost(error) || !(await isCommitted(pool, { ...begun, ...locked }))) throw error;
      isBroken = true;
    }
    for (const [table, rows] of appended) onAppended(table, rows);
    return result;
  } catch (error) {
    isOver = true;
    isBroken = isLost(error) || !(await rollBack(client));
    throw error;
  } finally {
    client.release(isBroken);
  }
}

/** The connection until the work is over: what it leaves behind must not run after its transaction. */
function whileOpen(client: pg.PoolClient, isOver: () => boolean): Statements {
  const query = (...args: unknown[]) => {
    if (isOver()) throw new Error('the transaction is over');
    return (client.query as (...all: unknown[]) => unknown).apply(client, args);
  };
  return { query: query as pg.PoolClient['query'] };
}

/** Begins a transaction, and returns what it can be found by on the server. */
async function begin(client: pg.PoolClient): Promise<TransactionMark> {
  const results: unknown = await client.query(
    'begin; select pg_current_xact_id()::text as xid, pg_postmaster_start_time()::text as server_start',
  );
  // Two statements in one message give two results, which the types of the client do not say.
  const [, mark] = results as pg.QueryResult<TransactionMark>[];
  return mark!.rows[0]!;
}

/** A transaction on this connection. It adds the number of rows that it appends to each table. */
export function toTransaction(client: Statements, appended = new Map<string, number>()): Transaction {
  const { db, remember } = createReader(createClientDb(client));
  return {
    db,
    remember,
    append: async (table, rows) => {
      await append(client, table, rows);
      appended.set(table, (appended.get(table) ?? 0) + rows.length);
    },
  };
}

async function append(client: Statements, table: string, rows: readonly object[]): Promise<void> {
  if (rows.length === 0) return;
  const columns = Object.keys(rows[0]!);
  const stream = client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`));
  await pipeline(Readable.from(toCopyText(columns, rows)), stream);
}

/** A lock for each project that this process is writing to. */
function createProjectLocks() {
  const locks = new Map<number, ReturnType<typeof createLock>>();
  return {
    async hold<Result>(project: number, work: () => Promise<Result>): Promise<Result> {
      let lock = locks.get(project);
      if (!lock) {
        lock = createLock();
        locks.set(project, lock);
      }
      await lock.acquire();
      try {
        return await work();
      } finally {
        lock.release();
        if (lock.isFree()) locks.delete(project);
      }
    },
  };
}
