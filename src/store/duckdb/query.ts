import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import type { CompiledQuery } from 'kysely';
import type { ConnectionSource } from '../engine-dialect.ts';
import type { QueryOptions, Reader } from '../store.ts';
import { createTimeoutError, createTurns } from '../turns.ts';
import type { Connection } from './connection.ts';
import type { MemoryLimit } from './memory.ts';

/** More than two heavy queries at once only slow down each other and everything else. */
const PLACES = 2;
/** Small ones take a few milliseconds, and do not wait for the others. */
const SMALL_PLACES = 4;
const INTERRUPT_EVERY_MS = 20;
/** Queries come in bursts: after one, another is likely. */
const BUSY_AFTER_MS = 300;

interface QueriesOptions {
  instance: DuckDBInstance;
  memory: MemoryLimit;
  timeoutMs: number;
}

/** Where connections come from, for queries that take a few milliseconds and for others. */
interface Sources {
  small: ConnectionSource<Connection>;
  large: ConnectionSource<Connection>;
}

/** Runs the queries that may take long. */
export function createQueries({ instance, memory, timeoutMs }: QueriesOptions) {
  const turns = createTurns({ places: PLACES, timeoutMs, refusesEarly: true });
  const smallTurns = createTurns({ places: SMALL_PLACES, timeoutMs, refusesEarly: true });
  const running = new Set<DuckDBConnection>();
  let lastQueryAt = Number.NEGATIVE_INFINITY;

  return {
    /** Runs queries of a project on connections from these sources. A query has its turn only while it runs. */
    on(sources: Sources, project: number): Reader['query'] {
      return async <Row>(compiled: CompiledQuery<Row>, { signal, is_small = false }: QueryOptions): Promise<Row[]> =>
        (is_small ? smallTurns : turns).take({ owner: project, signal }, async () => {
          const source = is_small ? sources.small : sources.large;
          const timeout = AbortSignal.timeout(timeoutMs);
          const connection = await source.acquire();
          running.add(connection.native);
          try {
            await memory.restore();
            const { rows } = await runUntil(connection.native, {
              signal: AbortSignal.any([signal, timeout]),
              work: () => connection.executeQuery<Row>(compiled),
            });
            return rows;
          } catch (error) {
            signal.throwIfAborted();
            if (!timeout.aborted) throw error;
            throw createTimeoutError(timeoutMs);
          } finally {
            running.delete(connection.native);
            lastQueryAt = performance.now();
            source.release(connection);
          }
        });
    },
    /** Runs work that takes long on a connection of its own. Closing the store ends it. */
    async onOwnConnection<Result>(work: (connection: DuckDBConnection) => Promise<Result>): Promise<Result> {
      const connection = await instance.connect();
      running.add(connection);
      try {
        return await work(connection);
      } finally {
        running.delete(connection);
        connection.closeSync();
      }
    },
    isBusy: () => running.size > 0 || performance.now() - lastQueryAt < BUSY_AFTER_MS,
    /** Ends every query that is running. */
    stop(): void {
      for (const connection of running) connection.interrupt();
    },
  };
}

export type Queries = ReturnType<typeof createQueries>;

/** Interrupts again and again until the work has settled: a query that still waits for a thread misses an interrupt. */
async function runUntil<Result>(
  connection: DuckDBConnection,
  { signal, work }: { signal: AbortSignal; work(): Promise<Result> },
): Promise<Result> {
  signal.throwIfAborted();
  let repeat: NodeJS.Timeout | undefined;
  const stop = () => {
    connection.interrupt();
    repeat = setInterval(() => connection.interrupt(), INTERRUPT_EVERY_MS);
  };
  signal.addEventListener('abort', stop);
  try {
    return await work();
  } finally {
    signal.removeEventListener('abort', stop);
    clearInterval(repeat);
  }
}
