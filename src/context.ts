import { type Logger, pino } from 'pino';
import { createReaders, type Readers } from './analysis/readers.ts';
import { createWorkKinds } from './background/kinds.ts';
import { type AskEnd, type AskMeters, createMeters, type Meters } from './collection/meters.ts';
import { createVault, type EnvironmentSecret, findVaultKeys, type Vault } from './collection/vault.ts';
import { type Config, readEnvironmentSecrets } from './config.ts';
import type { Price } from './domain/ask.ts';
import type { AskKind } from './domain/ask-kinds.ts';
import type { Batch } from './domain/batch.ts';
import { allowCountries } from './domain/country-codes.ts';
import { isForThisMachine } from './domain/loopback.ts';
import { AppError } from './errors.ts';
import { createGathering } from './ingestion/gathering.ts';
import type { Entry, GatherChats } from './ingestion/intake.ts';
import { createMailer, type SendMail } from './notifications/mailer.ts';
import type { DeliveryEnd } from './notifications/services.ts';
import { createOutbound, type Outbound } from './providers/outbound.ts';
import { PRICE_LIST } from './providers/price-list.ts';
import { findPrice, loadPrices } from './providers/prices.ts';
import type { Send } from './providers/transport.ts';
import { isEmbedded, openStore } from './store/open-store.ts';
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
  /** Encrypts and decrypts secrets. */
  vault: Vault;
  environment_secrets: ReadonlyMap<string, EnvironmentSecret>;
  /** Requests to providers. */
  send: Send;
  outbound: Outbound;
  /** Sends e-mail; null: it is not set up. */
  sendMail: SendMail | null;
  findPrice(kind: AskKind, model: string): Price | null;
  meters: AskMeters;
  delivery_meters: Meters<DeliveryEnd>;
  gatherChats: GatherChats;
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
    threads: config.DATABASE_THREADS,
    pool_size: config.DATABASE_POOL,
    accepts_loss: config.ACCEPT_LOST_WRITES,
  };
}

/** Builds everything from the settings. */
export async function createContext(
  config: Config,
  log: Logger = createLog(config),
  now: Context['now'] = () => new Date(),
): Promise<Context> {
  allowCountries(config.EXTRA_COUNTRIES);
  const store = await openStore(config.DATABASE_URL, {
    ...toStoreOptions(config),
    onNote: (details, message) => log.info(details, message),
  });
  if (await isUnfinishedCopy(store.db)) {
    await store.close();
    throw new AppError(
      'store_unavailable',
      'The store is a copy that was not finished: run the same "overheard copy" again first.',
    );
  }
  const readers = createReaders(config.EXTRACTION_THREADS);
  if (readers.slow_parsing_reason !== null) {
    const message = 'Answers are parsed the slow way: results are the same, but extraction takes about twice as long.';
    log.warn({ reason: readers.slow_parsing_reason }, message);
  }
  const prices = config.PRICES_FILE === '' ? PRICE_LIST : await loadPrices(config.PRICES_FILE);
  const outbound = createOutbound({ allow_private: allowsPrivate(config) });
  const services = {
    config,
    store,
    readers,
    vault: createVault(findVaultKeys({ keys: config.SECRETS_KEY, database_url: config.DATABASE_URL })),
    environment_secrets: readEnvironmentSecrets(),
    send: outbound.send,
    outbound,
    sendMail: createMailer({ url: config.SMTP_URL, from: config.SMTP_FROM }),
    findPrice: (kind: AskKind, model: string) => findPrice(kind, model, prices),
    meters: createMeters<AskEnd>(),
    delivery_meters: createMeters<DeliveryEnd>(),
    gatherChats: createGathering<readonly Entry[], Batch>(),
    log,
    now,
  };
  const worker = config.WORKER ? createWorker(services, createWorkKinds()) : createIdleWorker();
  return { ...services, worker };
}

/** Whether channels and webhooks may reach servers on private addresses: on a laptop they may. */
function allowsPrivate(config: Config): boolean {
  const { ALLOW_PRIVATE_ADDRESSES: setting, DATABASE_URL } = config;
  return setting === 'auto' ? isEmbedded(DATABASE_URL) && isForThisMachine(config) : setting === 'true';
}

/** Ends the background work and closes the store. */
export async function closeContext({ worker, outbound, readers, store }: Context): Promise<void> {
  await worker.stop();
  await outbound.close();
  await readers.close();
  await store.close();
}
