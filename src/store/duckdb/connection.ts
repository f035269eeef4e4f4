import { mkdirSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DuckDBConnection, DuckDBInstance, DuckDBPreparedStatement } from '@duckdb/node-api';
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import { driver } from '../../duckdb.ts';
import { lowerOtherThreads } from '../../thread-priority.ts';
import { type ConnectionSource, refuseWrites, toDatabaseConnection } from '../engine-dialect.ts';
import type { StoreOptions } from '../store.ts';
import { CHECKPOINT_THRESHOLD } from './disk.ts';
import { createInUseError, isLogDamaged, toOpenError } from './errors.ts';
import { toParameters, toRows } from './values.ts';

export const IN_MEMORY = ':memory:';
/** How many prepared statements each connection keeps. The ones of reports take about 55 KB each. */
const PREPARED_STATEMENTS = 64;
const IDLE_CONNECTIONS = 16;
/**
 * The format of new files; older files keep theirs. It is the first with Zstandard. From 1.3 on, checkpoints take three times
 * as long, because each text column is also tried with another compression.
 */
export const STORAGE_VERSION = 'v1.2.0';

/** Files that this process has open. Opening one a second time in the same process would lose its lock. */
const openFiles = new Set<string>();

export interface Connection extends DatabaseConnection {
  readonly native: DuckDBConnection;
}

/** Connections for reading. */
export interface Readers extends ConnectionSource<Connection> {
  /** Ends the connection's transaction, and releases the connection if it can still be used. */
  rollBack(connection: Connection): Promise<void>;
  /** Closes the connections that nobody uses. */
  close(): void;
}

export async function openInstance(file: string, options: StoreOptions): Promise<DuckDBInstance> {
  try {
    return await open(file, options);
  } catch (error) {
    if (!options.accepts_loss || !isLogDamaged(error)) throw error;
    const aside = `${file}.wal.damaged-${Date.now()}`;
    renameSync(`${file}.wal`, aside);
    options.onNote?.({ file, aside }, 'the write-ahead log is damaged and was set aside');
    return open(file, options);
  }
}

async function open(
  file: string,
  { memory_limit, threads = null, is_read_only }: StoreOptions,
): Promise<DuckDBInstance> {
  const isInMemory = file === IN_MEMORY;
  if (openFiles.has(file)) throw createInUseError(file, 'this process itself');
  if (!isInMemory && !is_read_only) mkdirSync(dirname(file), { recursive: true });
  try {
    const instance = await driver.DuckDBInstance.create(file, {
      memory_limit,
      checkpoint_threshold: CHECKPOINT_THRESHOLD,
      storage_compatibility_version: STORAGE_VERSION,
      autoinstall_known_extensions: 'false',
      ...(threads === null ? {} : { threads: String(threads) }),
      ...(is_read_only ? { access_mode: 'READ_ONLY' } : {}),
      ...(isInMemory ? {} : { temp_directory: `${file}.tmp` }),
    });
    if (!isInMemory) openFiles.add(file);
    // The engine's own, and those that its statements are started from.
    lowerOtherThreads();
    return instance;
  } catch (error) {
    throw toOpenError(error, file);
  }
}

export function closeInstance(instance: DuckDBInstance, file: string): void {
  instance.closeSync();
  openFiles.delete(file);
}

export async function connect(instance: DuckDBInstance): Promise<Connection> {
  const native = await instance.connect();
  const prepare = createStatementCache(native);
  return { native, ...toDatabaseConnection((query) => execute({ native, prepare }, query)) };
}

/** A pool that grows with the number of readers at the same moment, and keeps a few connections afterwards. */
export function createReaders(instance: DuckDBInstance): Readers {
  const idle: Connection[] = [];
  const release = (connection: Connection) => {
    if (idle.length < IDLE_CONNECTIONS) idle.push(connection);
    else connection.native.closeSync();
  };
  return {
    acquire: async () => idle.pop() ?? withoutWrites(await connect(instance)),
    release,
    rollBack: async (connection) => {
      try {
        await connection.native.run('rollback');
        release(connection);
      } catch {
        connection.native.closeSync();
      }
    },
    close: () => {
      for (const { native } of idle.splice(0)) native.closeSync();
    },
  };
}

/** Two writers of the same row conflict in DuckDB, so everything is written through one connection. */
function withoutWrites(connection: Connection): Connection {
  return {
    ...connection,
    executeQuery: async (query) => {
      refuseWrites(query);
      return connection.executeQuery(query);
    },
  };
}

type Prepare = (sql: string) => Promise<DuckDBPreparedStatement>;

async function execute<Row>(
  { native, prepare }: { native: DuckDBConnection; prepare: Prepare },
  { sql, parameters }: CompiledQuery,
): Promise<QueryResult<Row>> {
  // TRICKY: a prepared statement without parameters keeps its first plan, and the plan of an ORDER BY packs values by the
  // smallest and largest of that moment, so that later values are unpacked wrongly. With parameters it is planned each time.
  const result = parameters.length === 0 ? await native.run(sql) : await runPrepared(await prepare(sql), parameters);
  return { rows: await toRows<Row>(result), numAffectedRows: BigInt(result.rowsChanged) };
}

function runPrepared(statement: DuckDBPreparedStatement, parameters: readonly unknown[]) {
  const { values, types } = toParameters(parameters);
  statement.clearBindings();
  statement.bind(values, types);
  return statement.run();
}

/** Prepares statements, and keeps those that were used last. */
function createStatementCache(native: DuckDBConnection): Prepare {
  const statements = new Map<string, DuckDBPreparedStatement>();
  return async (sql) => {
    const statement = statements.get(sql) ?? (await native.prepare(sql));
    // The one that was used last is the last.
    statements.delete(sql);
    statements.set(sql, statement);
    if (statements.size > PREPARED_STATEMENTS) {
      const [oldest, unused] = statements.entries().next().value!;
      statements.delete(oldest);
      unused.destroySync();
    }
    return statement;
  };
}
