import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { type CompiledQuery, type DatabaseConnection, Kysely, type QueryResult, sql } from 'kysely';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { AppError } from '../../errors.ts';
import { createEngineDialect, refuseWrites } from '../engine-dialect.ts';
import { createLock } from '../lock.ts';
import { migrate } from '../migrate.ts';
import { MIGRATIONS } from '../migrations.ts';
import type { Schema } from '../schema.ts';
import type { RequestCount, Store, StoreOptions, Transaction } from '../store.ts';
import { createTimeoutError, createTurns } from '../turns.ts';
import { createWriteWatchers } from '../write-watchers.ts';
import { isCommitted, lockProject } from './commit.ts';
import { findAddress } from './connection.ts';
import { isCancelled, isConflict, isLost, isReadOnly, retry, toReadable } from './errors.ts';
import { distribute, POSTGRES_DDL } from './schema.ts';
import { withSnapshot } from './snapshot.ts';
import { createStatistics } from './upkeep.ts';
import { toCopyText } from './values.ts';

const OLDEST_VERSION = 15;
/** A server may take so long to start. */
const START_MS = 30_000;
/** A server that is restarted, or fails over, is back by then; after that the client hears of it. */
const RETRY_MS = 10_000;
const CANCEL_EVERY_MS = 100;
/** Queries come in bursts: after one, another is likely. */
const BUSY_AFTER_MS = 300;
/** A writer waits so long for others of its project, and for a connection. */
const WRITE_WAIT_MS = 60_000;
/** Distinct statements that are prepared at most. */
const PREPARED_STATEMENTS = 500;
/** Any number, but the same in every version. */
const MIGRATION_LOCK = 7_402_611;

/** Opens a PostgreSQL database, from version 15 on, that any number of processes may use at once. */
export async function openPostgres(url: string, options: StoreOptions): Promise<Store> {
  const writerCount = Math.max(1, Math.floor(options.pool_size / 3));
  const readerCount = Math.max(1, options.pool_size - writerCount);
  const { writers, readers } = await connect(url, { writerCount, readerCount, options });
  const turns = createTurns({ places: Math.max(1, Math.floor(readerCount / 2)), timeoutMs: options.query_timeout_ms });
  const writing = createTurns({ places: writerCount, timeoutMs: WRITE_WAIT_MS });
  const locks = createProjectLocks();
  const watchers = createWriteWatchers();
  const statistics = createStatistics((table) => writers.query(`analyze ${table}`));
  const running = new Set<AbortController>();
  let lastQueryAt = Number.NEGATIVE_INFINITY;

  const db = createDb({
    executeQuery: async <Row>(query: CompiledQuery) => {
      refuseWrites(query);
      return read(() => withClient(readers, (client) => execute<Row>(client, query)));
    },
  });

  /** Reading again does no harm, whatever happened. */
  async function read<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await retry(work, { forMs: RETRY_MS, isPassing: (error) => isLost(error) && !isReadOnly(error) });
    } catch (error) {
      throw isReadOnly(error) ? error : toReadable(error);
    }
  }

  async function query<Row>(compiled: CompiledQuery<Row>, { signal }: { signal: AbortSignal }): Promise<Row[]> {
    return turns.take(signal, async () => {
      const timeout = AbortSignal.timeout(options.query_timeout_ms);
      const closing = new AbortController();
      running.add(closing);
      const stop = AbortSignal.any([signal, timeout, closing.signal]);
      try {
        return await read(() => runUntil(readers, stop, compiled));
      } catch (error) {
        signal.throwIfAborted();
        if (!timeout.aborted) throw error;
        throw createTimeoutError(options.query_timeout_ms);
      } finally {
        running.delete(closing);
        lastQueryAt = performance.now();
      }
    });
  }

  async function write<Result>(project: number, work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    const attempt = () => writing.take(NEVER, () => transact(writers, { project, work, onAppended: statistics.note }));
    // Those of this process wait here, so that they do not all hold a connection meanwhile.
    return locks.hold(project, async () => {
      try {
        const result = await retry(attempt, {
          forMs: RETRY_MS,
          isPassing: (error) => isLost(error) || isConflict(error),
        });
        watchers.notify();
        return result;
      } catch (error) {
        throw toReadable(error);
      }
    });
  }

  async function countRequest(apiKey: number, windowMs: number): Promise<RequestCount> {
    const statement = sql<{ count: number; ttl_ms: number }>`
      insert into request_counts as c (api_key, window_end, requests)
      values (${apiKey}, clock_timestamp() + ${windowMs} * interval '1 millisecond', 1)
      on conflict (api_key) do update set
        requests = case when c.window_end <= clock_timestamp() then 1 else c.requests + 1 end,
        window_end = case when c.window_end <= clock_timestamp() then excluded.window_end else c.window_end end
      returning requests as count, ceil(extract(epoch from window_end - clock_timestamp()) * 1000)::integer as ttl_ms`;
    return read(async () => {
      const { rows } = await withClient(writers, (client) => execute<RequestCount>(client, statement.compile(db)));
      return rows[0]!;
    });
  }

  return {
    is_shared: true,
    db,
    write,
    watchWrites: watchers.watch,
    query,
    snapshot: async (work) => {
      try {
        return await withClient(readers, (client) => withSnapshot(client, work));
      } catch (error) {
        throw toReadable(error);
      }
    },
    writeCopy: null,
    revision: null,
    countRequest,
    isBusy: () => running.size > 0 || performance.now() - lastQueryAt < BUSY_AFTER_MS,
    // Its primary keys begin with the project.
    tidy: async () => false,
    ping: async () => {
      await withClient(readers, (client) => client.query('select 1'));
    },
    close: async () => {
      for (const controller of running) controller.abort(new AppError('stopping', 'The service is stopping.'));
      await statistics.settle();
      await Promise.all([writers.end(), readers.end()]);
    },
  };
}

const NEVER = new AbortController().signal;

async function connect(
  url: string,
  { writerCount, readerCount, options }: { writerCount: number; readerCount: number; options: StoreOptions },
) {
  const patience = { forMs: START_MS, isPassing: isLost };
  try {
    const address = await retry(() => findAddress(url), patience);
    const pools = {
      writers: address.createPool({
        size: writerCount,
        session: { lock_timeout: `${WRITE_WAIT_MS}`, idle_in_transaction_session_timeout: `${2 * WRITE_WAIT_MS}` },
      }),
      readers: address.createPool({
        size: readerCount,
        session: {
          default_transaction_read_only: 'on',
          // The client stops its query in time; this is for the case that it cannot.
          statement_timeout: `${options.query_timeout_ms + 5000}`,
          work_mem: '64MB',
        },
      }),
    };
    try {
      if (!options.is_read_only) await retry(() => prepareSchema(pools.writers), patience);
    } catch (error) {
      await Promise.all([pools.writers.end(), pools.readers.end()]);
      throw error;
    }
    return pools;
  } catch (error) {
    if (error instanceof AppError) throw error;
    const reason = (error as Error).message || String((error as { code?: string }).code);
    throw new AppError('store_unavailable', `The database cannot be opened: ${reason}`, { cause: error });
  }
}

/** Brings the schema up to date, one process at a time. */
async function prepareSchema(pool: pg.Pool): Promise<void> {
  const { version, newest, spreads } = await withClient(pool, async (client) => {
    const { rows } = await client.query(
      `select current_setting('server_version_num')::integer / 10000 as version, to_regclass('schema_version') as known,
        exists (select 1 from pg_extension where extname = 'citus') as spreads`,
    );
    const applied = rows[0].known ? await client.query('select max(version) as newest from schema_version') : null;
    return {
      version: rows[0].version as number,
      newest: (applied?.rows[0].newest ?? 0) as number,
      spreads: rows[0].spreads as boolean,
    };
  });
  if (version < OLDEST_VERSION) {
    throw new AppError('store_unavailable', `PostgreSQL ${version} is too old: ${OLDEST_VERSION} or newer is needed.`);
  }
  // The extension may have come after the tables.
  if (newest === MIGRATIONS.at(-1)!.version && !spreads) return;
  await withClient(pool, async (client) => {
    await client.query('begin');
    try {
      const transaction = toTransaction(client);
      await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(transaction.db);
      await migrate(transaction, POSTGRES_DDL);
      if (spreads) await distribute(transaction.db);
      await client.query('commit');
    } catch (error) {
      await rollBack(client);
      throw error;
    }
  });
}

interface Work<Result> {
  project: number;
  work(transaction: Transaction): Promise<Result>;
  /** Called when it is committed, for each table that rows were appended to. */
  onAppended(table: string, rows: number): void;
}

/**
 * One transaction. Where the connection is lost in COMMIT, nobody has said whether it was kept: the server is asked, and an
 * error that may be tried again is thrown only if it was not.
 */
async function transact<Result>(pool: pg.Pool, { project, work, onAppended }: Work<Result>): Promise<Result> {
  const client = await pool.connect();
  let isBroken = false;
  try {
    const begun = (await client.query(
      'begin; select pg_current_xact_id()::text as xid, pg_postmaster_start_time()::text as server_start',
    )) as unknown as pg.QueryResult[];
    const appended = new Map<string, number>();
    const transaction = toTransaction(client, appended);
    const locked = await lockProject(transaction.db, project);
    const result = await work(transaction);
    try {
      await client.query('commit');
    } catch (error) {
      if (!isLost(error) || !(await isCommitted(pool, { ...begun[1]!.rows[0], ...locked }))) throw error;
      isBroken = true;
    }
    for (const [table, rows] of appended) onAppended(table, rows);
    return result;
  } catch (error) {
    isBroken = isLost(error) || !(await rollBack(client));
    throw error;
  } finally {
    client.release(isBroken);
  }
}

async function rollBack(client: pg.PoolClient): Promise<boolean> {
  try {
    await client.query('rollback');
    return true;
  } catch {
    // Whatever is wrong with the connection, the error that led here says more.
    return false;
  }
}

async function append(client: pg.PoolClient, table: string, rows: readonly object[]): Promise<void> {
  if (rows.length === 0) return;
  const columns = Object.keys(rows[0]!);
  const stream = client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`));
  await pipeline(Readable.from(toCopyText(columns, rows as Record<string, unknown>[])), stream);
}

/**
 * TRICKY: lists are written `in (select unnest(list))`, which DuckDB hashes. PostgreSQL cannot tell how many rows that lets
 * through, and joins millions of rows one by one; of `= any(list)` it knows by its statistics, and hashes it too.
 */
function withLists(text: string): string {
  return text.replace(/ in \(select unnest\((\$\d+::\w+\[\])\)\)/g, ' = any($1)');
}

/** The names under which statements are prepared, the same on every connection. */
const statementNames = new Map<string, string>();
let seenOnce = new Set<string>();

/** What comes twice is prepared; inserts of many rows, say, are seldom the same again. */
function toStatementName(text: string): string | undefined {
  const known = statementNames.get(text);
  if (known !== undefined || statementNames.size >= PREPARED_STATEMENTS) return known;
  if (!seenOnce.has(text)) {
    if (seenOnce.size >= PREPARED_STATEMENTS) seenOnce = new Set();
    seenOnce.add(text);
    return undefined;
  }
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  statementNames.set(text, name);
  return name;
}

async function execute<Row>(client: pg.PoolClient, query: CompiledQuery): Promise<QueryResult<Row>> {
  const text = withLists(query.sql);
  const name = toStatementName(text);
  const { rows, rowCount } = await client.query({ text, values: [...query.parameters], ...(name ? { name } : {}) });
  return { rows: rows as Row[], numAffectedRows: BigInt(rowCount ?? 0) };
}

/** Runs a report. It is not prepared: what is best for one project or range of dates is not for another. */
async function runUntil<Row>(pool: pg.Pool, signal: AbortSignal, query: CompiledQuery<Row>): Promise<Row[]> {
  signal.throwIfAborted();
  const client = await pool.connect();
  const { processID } = client as unknown as { processID: number };
  let cancelling: Promise<void> | undefined;
  let isSettled = false;
  const cancel = async () => {
    // A cancellation is lost on a query that has not begun.
    while (!isSettled) {
      await withClient(pool, (other) => other.query('select pg_cancel_backend($1)', [processID])).catch(() => {});
      if (!isSettled) await pause(CANCEL_EVERY_MS);
    }
  };
  const stop = () => {
    cancelling = cancel();
  };
  signal.addEventListener('abort', stop);
  let isBroken = false;
  try {
    // It may have waited for its connection.
    signal.throwIfAborted();
    const { rows } = await client.query({ text: withLists(query.sql), values: [...query.parameters] });
    return rows as Row[];
  } catch (error) {
    isBroken = isLost(error);
    if (isCancelled(error)) signal.throwIfAborted();
    throw error;
  } finally {
    isSettled = true;
    signal.removeEventListener('abort', stop);
    await cancelling;
    // One that was cancelled may still get the last signal.
    client.release(isBroken || cancelling !== undefined);
  }
}

async function withClient<Result>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  let isBroken = false;
  try {
    return await work(client);
  } catch (error) {
    isBroken = isLost(error);
    throw error;
  } finally {
    client.release(isBroken);
  }
}

/** A transaction on this connection, which counts what is appended. */
function toTransaction(client: pg.PoolClient, appended = new Map<string, number>()): Transaction {
  return {
    db: createDb({ executeQuery: (query) => execute(client, query) }),
    append: async (table, rows) => {
      await append(client, table, rows);
      appended.set(table, (appended.get(table) ?? 0) + rows.length);
    },
  };
}

function createDb({ executeQuery }: Pick<DatabaseConnection, 'executeQuery'>): Kysely<Schema> {
  const connection: DatabaseConnection = {
    executeQuery,
    // biome-ignore lint/correctness/useYield: Kysely asks for the method, and results are fetched whole on every engine.
    streamQuery: async function* () {
      throw new Error('results are not streamed');
    },
  };
  return new Kysely<Schema>({ dialect: createEngineDialect({ acquire: async () => connection, release: () => {} }) });
}

/** A lock for each project that somebody in this process writes. */
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
