import { setTimeout as pause } from 'node:timers/promises';
import type { CompiledQuery } from 'kysely';
import type pg from 'pg';
import { AppError } from '../../errors.ts';
import { INSTALLATION } from '../queries/counters.ts';
import type { QueryOptions } from '../store.ts';
import { createTimeoutError, createTurns, type Turn } from '../turns.ts';
import { withClient } from './connection.ts';
import { isCancelled, isLost, retryRead } from './errors.ts';

const CANCEL_EVERY_MS = 100;
/** Queries come in bursts: after one, another is likely. */
const BUSY_AFTER_MS = 300;

interface QueriesOptions {
  /** How many queries may run at once. */
  places: number;
  timeoutMs: number;
}

/** A connection that a query runs on. */
export interface Lease {
  client: pg.PoolClient;
  /** Nothing else may run on it: a cancellation may still arrive. */
  is_spoiled: boolean;
}

/** Runs the queries that may take long. */
export function createQueries(readers: pg.Pool, { places, timeoutMs }: QueriesOptions) {
  const turns = createTurns({ places, timeoutMs, refusesEarly: true });
  const running = new Set<AbortController>();
  let lastQueryAt = Number.NEGATIVE_INFINITY;

  /** Runs the work until the time limit, the signal or the end of the store. */
  async function limit<Result>(signal: AbortSignal, work: (stop: AbortSignal) => Promise<Result>): Promise<Result> {
    const timeout = AbortSignal.timeout(timeoutMs);
    const closing = new AbortController();
    running.add(closing);
    try {
      return await work(AbortSignal.any([signal, timeout, closing.signal]));
    } catch (error) {
      signal.throwIfAborted();
      if (!timeout.aborted) throw error;
      throw createTimeoutError(timeoutMs);
    } finally {
      running.delete(closing);
      lastQueryAt = performance.now();
    }
  }

  return {
    /** Waits for a turn, and has it until the result is called. Whoever has one holds at most one connection. */
    beginTurn: (turn: Turn): Promise<() => void> =>
      new Promise((resolve, reject) => {
        turns.take(turn, () => new Promise<void>((end) => resolve(end))).catch(reject);
      }),
    /** Runs a query on a connection of its own, in its turn. */
    async query<Row>(compiled: CompiledQuery<Row>, { signal }: QueryOptions): Promise<Row[]> {
      const owner = INSTALLATION;
      const run = (stop: AbortSignal) => withLease(readers, (lease) => runUntil(readers, lease, { stop, compiled }));
      return turns.take({ owner, signal }, () => limit(signal, (stop) => retryRead(() => run(stop))));
    },
    /** Runs a query on this connection, for whoever has a turn already. */
    async queryOn<Row>(lease: Lease, compiled: CompiledQuery<Row>, { signal }: QueryOptions): Promise<Row[]> {
      return limit(signal, (stop) => runUntil(readers, lease, { stop, compiled }));
    },
    isBusy: () => running.size > 0 || performance.now() - lastQueryAt < BUSY_AFTER_MS,
    /** Ends every query that is running. */
    stop(): void {
      for (const controller of running) controller.abort(new AppError('stopping', 'The service is stopping.'));
    },
  };
}

export type Queries = ReturnType<typeof createQueries>;

async function withLease<Result>(pool: pg.Pool, work: (lease: Lease) => Promise<Result>): Promise<Result> {
  const lease = { client: await pool.connect(), is_spoiled: false };
  try {
    return await work(lease);
  } catch (error) {
    lease.is_spoiled ||= isLost(error);
    throw error;
  } finally {
    lease.client.release(lease.is_spoiled);
  }
}

/** Runs a query that is not prepared: the best plan for one project or range of dates is a bad one for another. */
async function runUntil<Row>(
  pool: pg.Pool,
  lease: Lease,
  { stop, compiled }: { stop: AbortSignal; compiled: CompiledQuery<Row> },
): Promise<Row[]> {
  // The signal may have come while the query waited for a connection.
  stop.throwIfAborted();
  const { client } = lease;
  const { processID } = client as pg.PoolClient & { processID: number };
  let cancelling: Promise<void> | undefined;
  let isSettled = false;
  const cancel = async () => {
    // A query that has not begun misses a cancellation.
    while (!isSettled) {
      await withClient(pool, (other) => other.query('select pg_cancel_backend($1)', [processID])).catch(() => {});
      if (!isSettled) await pause(CANCEL_EVERY_MS);
    }
  };
  const onAbort = () => {
    // The last cancellation may arrive late, and would hit the next query on this connection.
    lease.is_spoiled = true;
    cancelling = cancel();
  };
  stop.addEventListener('abort', onAbort);
  try {
    const { rows } = await client.query({ text: compiled.sql, values: [...compiled.parameters] });
    return rows as Row[];
  } catch (error) {
    if (isCancelled(error)) stop.throwIfAborted();
    throw error;
  } finally {
    isSettled = true;
    stop.removeEventListener('abort', onAbort);
    await cancelling;
  }
}
