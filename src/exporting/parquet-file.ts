import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DuckDBConnection, DuckDBInstance, DuckDBType, DuckDBValue } from '@duckdb/node-api';
import { createBreath } from '../breath.ts';
import { DAY_MS } from '../domain/dates.ts';
import { driver } from '../duckdb.ts';
import { createUuid } from '../ids.ts';
import type { Column, ColumnType, Row } from './columns.ts';
import type { OpenRowFile } from './row-file.ts';

const MIB = 1024 * 1024;
/** What rows may take in memory before the rest goes to disk. */
const MEMORY_LIMIT = '256MB';
/** Few enough to be converted in a few milliseconds; a data chunk takes no more than 2,048. */
const CHUNK_ROWS = 1000;
const CHUNKS_PER_FLUSH = 10;

interface Type {
  type: DuckDBType;
  toValue(value: unknown): DuckDBValue;
}

const TYPES: Record<ColumnType, Type> = {
  text: { type: driver.VARCHAR, toValue: String },
  integer: { type: driver.BIGINT, toValue: (value) => BigInt(value as number) },
  number: { type: driver.DOUBLE, toValue: (value) => value as number },
  boolean: { type: driver.BOOLEAN, toValue: (value) => value as boolean },
  date: { type: driver.DATE, toValue: (value) => new driver.DuckDBDateValue(Date.parse(value as string) / DAY_MS) },
  json: { type: driver.VARCHAR, toValue: (value) => JSON.stringify(value) },
};

/** A DuckDB of our own beside the store, which may be another engine: it writes Parquet in a thread of its own. */
interface Shared {
  instance: Promise<DuckDBInstance>;
  /** How many files are being written with it. */
  files: number;
}

const instances = new Map<string, Shared>();

async function connect(folder: string): Promise<DuckDBConnection> {
  let shared = instances.get(folder);
  if (!shared) {
    const instance = driver.DuckDBInstance.create(':memory:', {
      memory_limit: MEMORY_LIMIT,
      temp_directory: join(folder, `overheard-export-${createUuid()}`),
      threads: '1',
      autoinstall_known_extensions: 'false',
    });
    shared = { instance, files: 0 };
    instances.set(folder, shared);
  }
  shared.files += 1;
  return (await shared.instance).connect();
}

/** Forgets what the connection has. With the last one, the instance goes, and with it what it has on disk. */
async function disconnect(folder: string, connection: DuckDBConnection): Promise<void> {
  connection.closeSync();
  const shared = instances.get(folder)!;
  shared.files -= 1;
  if (shared.files > 0) return;
  instances.delete(folder);
  (await shared.instance).closeSync();
}

/** Keeps ready what writes files in this folder, which takes longer to open than a small file to write, until the result is called. */
export async function keepReady(folder: string): Promise<() => Promise<void>> {
  const connection = await connect(folder);
  return () => disconnect(folder, connection);
}

/** A Parquet file. It can be read when it is complete, because its description stands at its end. */
export const openParquetFile: OpenRowFile = async (columns, { folder, reserve }) => {
  const connection = await connect(folder);
  await connection.run(`create temp table rows (${columns.map(toDefinition).join(', ')})`);
  const appender = await connection.createAppender('rows');
  const path = join(folder, `overheard-export-${createUuid()}.parquet`);
  const types = columns.map(({ type }) => TYPES[type].type);
  const breathe = createBreath();
  let complete = () => {};
  let fail: (error: unknown) => void = () => {};
  const completed = new Promise<void>((resolve, reject) => {
    complete = resolve;
    fail = reject;
  });
  // Nobody may be reading yet.
  completed.catch(() => {});
  let isClosed = false;
  let isAppending = true;
  const closeAppender = () => {
    if (isAppending) appender.closeSync();
    isAppending = false;
  };
  let chunks = 0;
  let reserved = 0;
  const take = (bytes: number) => {
    reserve(bytes);
    reserved += bytes;
  };

  return {
    async write(rows) {
      for (let first = 0; first < rows.length; first += CHUNK_ROWS) {
        const values = toValues(columns, rows.slice(first, first + CHUNK_ROWS));
        take(estimateBytes(values));
        const chunk = driver.DuckDBDataChunk.create(types);
        chunk.setColumns(values);
        appender.appendDataChunk(chunk);
        chunks += 1;
        if (chunks % CHUNKS_PER_FLUSH === 0) appender.flushSync();
        await breathe();
      }
    },
    async end() {
      closeAppender();
      await connection.run(`copy rows to '${path.replaceAll("'", "''")}' (format parquet, compression zstd)`);
      take((await stat(path)).size);
      complete();
    },
    fail: (error) => fail(error),
    async *read() {
      await completed;
      yield* createReadStream(path, { highWaterMark: MIB });
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      closeAppender();
      await disconnect(folder, connection);
      await rm(path, { force: true });
      reserve(-reserved);
      reserved = 0;
    },
  };
};

function toDefinition({ name, type }: Column): string {
  return `"${name.replaceAll('"', '""')}" ${TYPES[type].type}`;
}

/** The values of rows, column by column. */
function toValues(columns: readonly Column[], rows: readonly Row[]): DuckDBValue[][] {
  return columns.map(({ type, read }) => {
    const { toValue } = TYPES[type];
    return rows.map((row) => {
      const value = read(row);
      return value === null || value === undefined ? null : toValue(value);
    });
  });
}

/** What values take in memory or on disk until the file is written. TRICKY: DuckDB's own limit does not hold for tables. */
function estimateBytes(columns: readonly (readonly DuckDBValue[])[]): number {
  let bytes = 0;
  for (const values of columns) {
    for (const value of values) bytes += 8 + (typeof value === 'string' ? value.length : 0);
  }
  return bytes;
}
