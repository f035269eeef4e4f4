import type { CompiledQuery, InsertObject } from 'kysely';
import type { Db, Schema } from './schema.ts';
import type { TableSum } from './table-sum.ts';

/** What reads and writes both work with. */
export type Access = Pick<Reader, 'db' | 'remember'>;

/** What a write works with. What it remembers is as the transaction sees it. */
export interface Transaction extends Access {
  /** Adds many rows in the engine's fastest way. Each row must have every column of the table. */
  append<Table extends keyof Schema>(table: Table, rows: readonly InsertObject<Schema, Table>[]): Promise<void>;
}

export interface WriteOptions {
  /** The work takes long, so that others should not share its transaction. */
  is_large?: boolean;
  /** It computes over very many rows, so it needs as much memory as reports. */
  is_computing?: boolean;
  /**
   * The first part of the work, which takes long and has no need of the project to itself. Where several write at once, others
   * write to the project meanwhile, and may change what it has read, or delete the project. It may run again, like the rest.
   */
  before?(transaction: Transaction): Promise<void>;
}

export interface QueryOptions {
  /** Ends the query when nobody needs its result any more. The query then throws the reason of the signal. */
  signal: AbortSignal;
  /** It reads few rows, however many answers there are, and need not wait for queries that read many. */
  is_small?: boolean;
}

/** How many requests somebody may make in a time window. */
export interface RequestLimit {
  of: 'api_key' | 'company';
  key: number;
  maximum: number;
}

/** What reads work with. */
export interface Reader {
  /** For reads of a few rows. Writes are refused. */
  readonly db: Db;
  /** An index has mentions by their count, the highest first, and then by answer. */
  readonly has_mention_index: boolean;
  /** Runs a query that may be long: it waits for its turn, and stops at the time limit or the signal. */
  query<Row>(query: CompiledQuery<Row>, options: QueryOptions): Promise<Row[]>;
  /**
   * All rows of a query that may be long, in their order and in small pieces: for more rows than should be in memory at once.
   * The query runs once, and other statements may run between its pieces. Only for the work of a heavy `read`.
   */
  stream<Row>(query: CompiledQuery<Row>, options: QueryOptions): AsyncGenerator<Row[]>;
  /**
   * The result of a read, which may be remembered until something is written that it was read from: most requests need the
   * same key, project and settings, and many ask for the same report. It must not depend on anything but the key, the project
   * and the store, and nobody may change it. If other processes may write to the store, only a `read` of a project remembers.
   */
  remember<Value>(key: string, read: (reader: Reader) => Promise<Value>): Promise<Value>;
}

export interface ReadOptions {
  /** The work calls `query`, and waits for its turn with its first statement if the engine has few connections. */
  is_heavy?: boolean | undefined;
  /** The work must not run again because something was written meanwhile: it passes on what it reads. */
  runs_once?: boolean | undefined;
  /** Ends the wait. */
  signal?: AbortSignal;
}

export interface RequestCount {
  count: number;
  /** How long the window lasts from now on. */
  ttl_ms: number;
}

/** Everything as it is at one moment, while others continue to write. */
export interface Snapshot {
  /** The number of rows and the checksum of a table. */
  sum(table: string): Promise<TableSum>;
  /** All rows of a table, in pieces of limited size. Throws if they cannot be read to the end. */
  rows(table: string): AsyncGenerator<readonly Record<string, unknown>[]>;
}

/** As a reader, it reads each statement alone, from whatever state there is at its moment. */
export interface Store extends Reader {
  /** Other processes may read and write the same data at the same time. */
  readonly is_shared: boolean;
  /**
   * Runs the work on a reader that sees one state of the store from its first statement on, whatever is written meanwhile.
   * Rejects with `not_found` if the project does not exist in that state; INSTALLATION stands for what belongs to no project.
   * The work may run again after a lost connection, or if something that it has read was changed before it read the rest.
   * It uses only its own reader: a second one could wait for the first.
   */
  read<Result>(project: number, work: (reader: Reader) => Promise<Result>, options?: ReadOptions): Promise<Result>;
  /**
   * Runs the work in one transaction: everything is stored durably when the promise resolves, or nothing if it rejects.
   * Writers of one project wait for each other; INSTALLATION stands for what belongs to no project. Rejects with `not_found`
   * if the project does not exist, for instance because it was deleted while the writer waited. Works
   * that wait at the same time may share one transaction. The work may run again after a conflict, a lost connection or the
   * failure of another that shared its transaction, so it must change nothing outside the transaction.
   */
  write<Result>(
    project: number,
    work: (transaction: Transaction) => Promise<Result>,
    options?: WriteOptions,
  ): Promise<Result>;
  /** Calls the listener after every write of this process that may have changed the table `work`; the result ends that. */
  watchWork(listener: () => void): () => void;
  /** Runs the work on everything as it is at this moment. There is no time limit. */
  snapshot<Result>(work: (snapshot: Snapshot) => Promise<Result>): Promise<Result>;
  /** Writes everything, as it is at this moment, into a new file that Overheard can open; null for a database server. */
  readonly writeCopy: ((file: string) => Promise<void>) | null;
  /**
   * Counts a request under each limit in turn, across all processes that share the store. A limit that is exceeded is the
   * last one that is counted: what it refuses does not use up the limits after it.
   */
  countRequest(limits: readonly RequestLimit[], windowMs: number): Promise<RequestCount[]>;
  /** Whether a query is running or was a moment ago. Background work then pauses. */
  isBusy(): boolean;
  /**
   * Puts some of the facts from before this day in the order that reports read them, if the engine needs that. Returns false
   * when nothing is left to do.
   */
  tidy(before: string): Promise<boolean>;
  /** Resolves if the store answers. */
  ping(): Promise<void>;
  /** Ends running queries, waits for writes, and closes the database. */
  close(): Promise<void>;
}

export interface StoreOptions {
  memory_limit: string;
  /** How many threads an embedded engine has; null for one per core. */
  threads?: number | null;
  query_timeout_ms: number;
  /** The maximum number of connections to a database server. */
  pool_size: number;
  /** Nothing is written: the data must exist, and its schema is not updated. */
  is_read_only?: boolean;
  /** Opens a data file though confirmed writes are missing in it. */
  accepts_loss?: boolean;
  /** Told what is worth knowing about the opening of the store. */
  onNote?(details: object, message: string): void;
}
