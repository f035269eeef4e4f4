import { type Logger, pino } from 'pino';
import { createReaders, type Readers } from './analysis/readers.ts';
import { WORK_KINDS } from './background/kinds.ts';
import type { Config } from './config.ts';
import { AppError } from './errors.ts';
import { openStore } from './store/open-store.ts';
import { isUnfinishedCopy } from './store/queries/copies.ts';
import type { Store, StoreOptions } from './store/store.ts';
import { createIdleWorker, createWorker, type Worker } from './work/worker.ts';

/** What operations work with; tests pass plain objects. */
export interface Context {
  config: Config;
  store: Store;
  readers: Readers;
  /** Does what takes longer than a request. */
  worker: Worker;
  log: Logger;
  now(): Date;
}

/** JSON lines on standard error; standard output belongs to what a person or a script asked for. */
export function createLog(config: Config): Logger {
  return pino({ level: config.LOG_LEVEL }, pino.destination(2));
}

export function toStoreOptions(config: Config): StoreOptions {
  return {
    memory_limit: config.MEMORY_LIMIT,
    query_timeout_ms: config.QUERY_TIMEOUT_SECONDS * 1000,
    pool_size: config.DATABASE_POOL,
  };
}

/** Builds everything from the settings. */
export async function createContext(config: Config, log: Logger = createLog(config)): Promise<Context> {
  const store = await openStore(config.DATABASE_URL, toStoreOptions(config));
  if (await isUnfinishedCopy(store.db)) {
    await store.close();
    throw new AppError(
      'store_unavailable',
      'The store is a copy that was not finished: run the same "overheard copy" again first.',
    );
  }
  const now = () => new Date();
  const readers = createReaders(config.EXTRACTION_THREADS);
  if (readers.slow_parsing_reason !== null) {
    const message = 'Answers are parsed the slow way: results are the same, but extraction takes about twice as long.';
    log.warn({ reason: readers.slow_parsing_reason }, message);
  }
  const worker = config.WORKER ? createWorker({ store, readers, log, now }, WORK_KINDS) : createIdleWorker();
  return { config, store, readers, worker, log, now };
}

/** Ends the background work and closes the store. */
export async function closeContext({ worker, readers, store }: Context): Promise<void> {
  await worker.stop();
  await readers.close();
  await store.close();
}
