import { setTimeout as pause } from 'node:timers/promises';
import type { CompiledQuery } from 'kysely';
import type pg from 'pg';
import { AppError } from '../../errors.ts';
import type { QueryOptions } from '../store.ts';
import { createTimeoutError, createTurns } from '../turns.ts';
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

/** Runs the queries that may take long. */
export function createQueries(readers: pg.Pool, { places, timeoutMs }: QueriesOptions) {
  const turns = createTurns({ places, timeoutMs });
  const running = new Set<AbortController>();
  let lastQueryAt = Number.NEGATIVE_INFINITY;

  return {
    async query<Row>(compiled: CompiledQuery<Row>, { signal }: QueryOptions): Promise<Row[]> {
      return turns.take(signal, async () => {
        const timeout = AbortSignal.timeout(timeoutMs);
        const closing = new AbortController();
        running.add(closing);
        try {
          const stop = AbortSignal.any([signal, timeout, closing.signal]);
          return await retryRead(() => runUntil(readers, { signal: stop, query: compiled }));
        } catch (error) {
          signal.throwIfAborted();
          if (!timeout.aborted) throw error;
          throw createTimeoutError(timeoutMs);
        } finally {
          running.delete(closing);
          lastQueryAt = performance.now();
        }
      });
    },
    isBusy: () => running.size > 0 || performance.now() - lastQueryAt < BUSY_AFTER_MS,
    /** Ends every query that is running. */
    stop(): void {
      for (const controller of running) controller.abort(new AppError('stopping', 'The service is stopping.'));
    },
  };
}

/** Runs a query that is not prepared: the best plan for one project or range of dates is a bad one for another. */
async function runUntil<Row>(
  pool: pg.Pool,
  { signal, query }: { signal: AbortSignal; query: CompiledQuery<Row> },
): Promise<Row[]> {
  signal.throwIfAborted();
  const client = await pool.connect();
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
  const stop = () => {
    cancelling = cancel();
  };
  signal.addEventListener('abort', stop);
  let isBroken = false;
  try {
    // The signal may have come while the query waited for a connection.
    signal.throwIfAborted();
    const { rows } = await client.query({ text: query.sql, values: [...query.parameters] });
    return rows as Row[];
  } catch (error) {
    isBroken = isLost(error);
    if (isCancelled(error)) signal.throwIfAborted();
    throw error;
  } finally {
    isSettled = true;
    signal.removeEventListener('abort', stop);
    await cancelling;
    // The last cancellation may still arrive, and would hit the next query on this connection.
    client.release(isBroken || cancelling !== undefined);
  }
}
