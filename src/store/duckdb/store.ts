import { mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type DuckDBConnection, DuckDBInstance, type DuckDBPreparedStatement } from '@duckdb/node-api';
import { type CompiledQuery, type DatabaseConnection, Kysely, type QueryResult } from 'kysely';
import { AppError } from '../../errors.ts';
import { createEngineDialect, refuseWrites } from '../engine-dialect.ts';
import { createLock } from '../lock.ts';
import { migrate } from '../migrate.ts';
import type { DdlDialect } from '../migrations.ts';
import { INSTALLATION } from '../queries/counters.ts';
import type { Schema } from '../schema.ts';
import type { Store, StoreOptions, Transaction } from '../store.ts';
import { createTimeoutError, createTurns } from '../turns.ts';
import { createWriteWatchers } from '../write-watchers.ts';
import { createRequestCounts } from './request-counts.ts';
import { withSnapshot, writeCopy } from './snapshot.ts';
import { createTidying } from './upkeep.ts';
import { toChunks, toParameters, toRows } from './values.ts';

/** More than this many heavy queries at once only make each other and everything else slower. */
const HEAVY_PLACES = 2;
const CACHED_STATEMENTS = 200;
const INTERRUPT_EVERY_MS = 20;
/** Queries come in bursts: after one, another is likely. */
const BUSY_AFTER_MS = 300;

/** After so many rows without a report between them, the engine works with this much memory. */
const LARGE_LOAD_ROWS = 50_000;
const LOAD_MEMORY_MB = 128;
/** Facts need no key: rows are written in the order that reports read them, and zone maps prune. */
const DDL: DdlDialect = {
  text: 'text',
  factKey: () => '',
  longKey: (columns) => `, primary key (${columns})`,
  own: () => [],
};

/** Paths that this process holds: opening one twice would lose the file's lock. */
const openPaths = new Set<string>();

interface Connection extends DatabaseConnection {
  readonly native: DuckDBConnection;
  run<Row>(query: CompiledQuery): Promise<QueryResult<Row>>;
}

/** Opens a DuckDB file inside this process, or keeps everything in memory for the path `:memory:`. */
export async function openDuckdb(path: string, options: StoreOptions): Promise<Store> {
  const inMemory = path === ':memory:';
  const file = inMemory ? path : resolve(path);
  const instance = await openInstance(file, options);

  const idle: Connection[] = [];
  const running = new Set<DuckDBConnection>();
  let lastQueryAt = Number.NEGATIVE_INFINITY;
  let revision = 0;
  let loaded = 0;
  let memoryLimit = options.memory_limit;
  const loadMemory = toSmallerSize(options.memory_limit, LOAD_MEMORY_MB);
  const writeConnection = await connect();
  const control = await instance.connect();
  const turns = createTurns({ places: HEAVY_PLACES, timeoutMs: options.query_timeout_ms });

  async function connect(): Promise<Connection> {
    return createConnection(await instance.connect());
  }

  const readers = {
    acquire: async () => idle.pop() ?? withoutWrites(await connect()),
    release: (connection: Connection) => void idle.push(connection),
  };

  const watchers = createWriteWatchers();
  const lock = createLock();
  const writer = new Kysely<Schema>({
    dialect: createEngineDialect({
      acquire: async () => {
        await lock.acquire();
        return writeConnection;
      },
      release: () => lock.release(),
    }),
  });

  const db = new Kysely<Schema>({
    dialect: createEngineDialect(readers),
  });

  async function append(table: string, rows: readonly Record<string, unknown>[]): Promise<void> {
    if (rows.length === 0) return;
    const appender = await writeConnection.native.createAppender(table);
    try {
      const names = await columnNames(table);
      const columns = names.map((name, index) => ({ name, type: appender.columnType(index) }));
      for (const chunk of toChunks(columns, rows)) appender.appendDataChunk(chunk);
      appender.flushSync();
      loaded += rows.length;
    } finally {
      appender.closeSync();
    }
  }

  /**
   * TRICKY: the engine keeps all blocks that it has read or written until its limit is reached, and takes what it can get
   * for a checkpoint, so that a long load would fill the memory for nothing. Loads go on with less; reports get it back.
   * Set anew, even to what it was, the limit also gives back what lies free between the pieces of the whole process.
   */
  async function limitMemory(limit: string): Promise<void> {
    memoryLimit = limit;
    // It cannot be lowered where more is in use, which does no harm.
    await control.run(`set memory_limit = '${limit}'`).catch(() => {});
  }

  const namesOfTable = new Map<string, string[]>();
  async function columnNames(table: string): Promise<string[]> {
    let names = namesOfTable.get(table);
    if (!names) {
      const result = await writeConnection.native.run(`select * from ${table} limit 0`);
      names = result.columnNames();
      namesOfTable.set(table, names);
    }
    return names;
  }

  async function query<Row>(compiled: CompiledQuery<Row>, { signal }: { signal: AbortSignal }): Promise<Row[]> {
    return turns.take(signal, async () => {
      const timeout = AbortSignal.timeout(options.query_timeout_ms);
      const connection = await readers.acquire();
      running.add(connection.native);
      try {
        if (memoryLimit !== options.memory_limit) await limitMemory(options.memory_limit);
        const stop = AbortSignal.any([signal, timeout]);
        const { rows } = await runUntil(connection.native, stop, () => connection.run<Row>(compiled));
        return rows;
      } catch (error) {
        signal.throwIfAborted();
        if (!timeout.aborted) throw error;
        throw createTimeoutError(options.query_timeout_ms);
      } finally {
        running.delete(connection.native);
        lastQueryAt = performance.now();
        readers.release(connection);
      }
    });
  }

  /** For what takes long: it is ended when the store is closed, and background work steps back meanwhile. */
  async function onOwnConnection<Result>(work: (connection: DuckDBConnection) => Promise<Result>): Promise<Result> {
    const connection = await instance.connect();
    running.add(connection);
    try {
      return await work(connection);
    } finally {
      running.delete(connection);
      connection.closeSync();
    }
  }

  const isBusy = () => running.size > 0 || performance.now() - lastQueryAt < BUSY_AFTER_MS;

  const write: Store['write'] = async (_project, work) => {
    try {
      const result = await writer
        .transaction()
        .execute((transaction) => work({ db: transaction, append: append as Transaction['append'] }));
      watchers.notify();
      return result;
    } finally {
      revision += 1;
      if (loaded >= LARGE_LOAD_ROWS && !inMemory && !isBusy()) {
        loaded = 0;
        await limitMemory(loadMemory);
      }
    }
  };

  const store: Store = {
    is_shared: false,
    db,
    write,
    watchWrites: watchers.watch,
    get revision() {
      return revision;
    },
    query,
    snapshot: (work) => onOwnConnection((connection) => withSnapshot(connection, work)),
    writeCopy: (path) => onOwnConnection((connection) => writeCopy(connection, path)),
    countRequest: createRequestCounts(),
    isBusy,
    tidy: createTidying(db, write),
    ping: async () => void (await db.selectFrom('schema_version').select('version').limit(1).execute()),
    close: async () => {
      for (const connection of running) connection.interrupt();
      await lock.acquire();
      if (!inMemory && !options.is_read_only) await writeConnection.native.run('checkpoint');
      for (const { native } of [...idle, writeConnection]) native.closeSync();
      control.closeSync();
      instance.closeSync();
      openPaths.delete(file);
    },
  };
  if (options.is_read_only) return store;
  try {
    await store.write(INSTALLATION, (transaction) => migrate(transaction, DDL));
  } catch (error) {
    instance.closeSync();
    openPaths.delete(file);
    throw error;
  }
  return store;
}

async function openInstance(file: string, options: StoreOptions): Promise<DuckDBInstance> {
  const inMemory = file === ':memory:';
  if (openPaths.has(file)) throw inUse(file, 'this very process');
  if (!inMemory && !options.is_read_only) mkdirSync(dirname(file), { recursive: true });
  try {
    const instance = await DuckDBInstance.create(file, {
      memory_limit: options.memory_limit,
      checkpoint_threshold: '64MB',
      autoinstall_known_extensions: 'false',
      ...(options.is_read_only ? { access_mode: 'READ_ONLY' } : {}),
      ...(inMemory ? {} : { temp_directory: `${file}.tmp` }),
    });
    if (!inMemory) openPaths.add(file);
    return instance;
  } catch (error) {
    const message = String(error);
    if (/could not set lock/i.test(message)) {
      const holder = /PID \d+/.exec(message)?.[0];
      throw inUse(file, holder ? `another process (${holder})` : 'another process');
    }
    throw new AppError('store_unavailable', `The data file ${file} cannot be opened: ${message}`, { cause: error });
  }
}

function inUse(file: string, holder: string): AppError {
  return new AppError(
    'store_unavailable',
    `The data file ${file} is in use by ${holder}: stop that first, or set DATABASE_URL to another file.`,
  );
}

function createConnection(native: DuckDBConnection): Connection {
  const statements = new Map<string, DuckDBPreparedStatement>();

  async function prepare(sql: string): Promise<DuckDBPreparedStatement> {
    const known = statements.get(sql);
    if (known) return known;
    const statement = await native.prepare(sql);
    statements.set(sql, statement);
    if (statements.size > CACHED_STATEMENTS) {
      const [oldest, unused] = statements.entries().next().value!;
      statements.delete(oldest);
      unused.destroySync();
    }
    return statement;
  }

  async function run<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const result = parameters.length === 0 ? await native.run(sql) : await runPrepared(sql, parameters);
    return { rows: await toRows<Row>(result), numAffectedRows: BigInt(result.rowsChanged) };
  }

  /**
   * TRICKY: a prepared statement without parameters keeps its first plan for ever, and the plan of an ORDER BY packs values
   * by the least and greatest of that moment: whatever comes later is unpacked into nonsense. With parameters it is planned
   * anew each time.
   */
  async function runPrepared(sql: string, parameters: readonly unknown[]) {
    const statement = await prepare(sql);
    const { values, types } = toParameters(parameters);
    statement.clearBindings();
    statement.bind(values, types);
    return statement.run();
  }

  return {
    native,
    run,
    executeQuery: run,
    // biome-ignore lint/correctness/useYield: Kysely asks for the method, and a streamed result of DuckDB that breaks looks like one that is finished.
    streamQuery: async function* () {
      throw new Error('results are not streamed from DuckDB');
    },
  };
}

/** Keeps interrupting until the work has settled: one interrupt is lost on a query that still waits for a thread. */
async function runUntil<Result>(
  connection: DuckDBConnection,
  signal: AbortSignal,
  work: () => Promise<Result>,
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

/** Two writers on one row conflict in DuckDB, so whatever writes must go through the one write connection. */
function withoutWrites(connection: Connection): Connection {
  return {
    ...connection,
    executeQuery: async (query) => {
      refuseWrites(query);
      return connection.executeQuery(query);
    },
  };
}

/** A size such as `2GB`, or so many megabytes where that is less. */
function toSmallerSize(size: string, megabytes: number): string {
  const isLess = Number.parseFloat(size) * (/G/.test(size) ? 1024 : 1) <= megabytes;
  return isLess ? size : `${megabytes}MB`;
}
