import type { CompiledQuery, InsertObject } from 'kysely';
import type { Db, Schema } from './schema.ts';
import type { TableSum } from './table-sum.ts';

/** One transaction. */
export interface Transaction {
  readonly db: Db;
  /** Adds many rows at once by the engine's fastest way; every column of the table must be present in each row. */
  append<Table extends keyof Schema>(table: Table, rows: readonly InsertObject<Schema, Table>[]): Promise<void>;
}

export interface QueryOptions {
  /** Ends the query when nobody waits for it any more; its reason is what the query then throws. */
  signal: AbortSignal;
}

export interface RequestCount {
  count: number;
  /** How long the window still lasts. */
  ttl_ms: number;
}

/** Everything as it is at one moment, while others go on writing. */
export interface Snapshot {
  /** What a table holds. */
  sum(table: string): Promise<TableSum>;
  /** All rows of a table, in pieces whose size is bounded; throws where they end early. */
  rows(table: string): AsyncGenerator<readonly Record<string, unknown>[]>;
}

export interface Store {
  /** Other processes may read and write the same data at the same time. */
  readonly is_shared: boolean;
  /** Reads of few rows, each statement on its own. It refuses to write. */
  readonly db: Db;
  /**
   * Runs the work in one transaction: all of it is kept, durably, when the promise resolves, or nothing. Writers of one
   * project wait for each other; INSTALLATION stands for what belongs to none. The work may be run again, after a conflict
   * or a lost connection, so it must leave nothing behind outside the transaction.
   */
  write<Result>(project: number, work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
  /** Calls the listener after every write of this process that was kept; the result ends that. */
  watchWrites(listener: () => void): () => void;
  /** Runs a query that may be long: it waits for its turn, and stops at the time limit or the signal. */
  query<Row>(query: CompiledQuery<Row>, options: QueryOptions): Promise<Row[]>;
  /** Runs the work on everything as it is at this moment, however long it takes. */
  snapshot<Result>(work: (snapshot: Snapshot) => Promise<Result>): Promise<Result>;
  /** Writes everything, as it is at this moment, into a new file that can be served; null where many may read the store. */
  readonly writeCopy: ((file: string) => Promise<void>) | null;
  /** Grows with every write of this process, before the write is acknowledged. Other processes' writes do not show in it. */
  readonly revision: number;
  /** Counts a request of a key in its window of time, together with those that other processes took. */
  countRequest(apiKey: number, windowMs: number): Promise<RequestCount>;
  /** Whether somebody's query is running or was a moment ago: background work then steps back. */
  isBusy(): boolean;
  /**
   * Puts facts from before a day in the order that reports read them, a little at a time, where the engine does not do so by
   * itself; false where nothing is left to do.
   */
  tidy(before: string): Promise<boolean>;
  /** Resolves if the store answers. */
  ping(): Promise<void>;
  /** Ends what is running, writes down what is not yet, and lets go of the data. */
  close(): Promise<void>;
}

export interface StoreOptions {
  memory_limit: string;
  query_timeout_ms: number;
  /** Most connections to a database server. */
  pool_size: number;
  /** Nothing is written, not even a newer schema, and the data must be there already. */
  is_read_only?: boolean;
}
