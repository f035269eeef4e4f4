// Reads Parquet files with DuckDB, to compare them with what was written.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance, type Json } from '@duckdb/node-api';

export type Query = (sql: string) => Promise<Record<string, Json>[]>;

/** Runs queries in a DuckDB of its own, as whoever reads our files does. Integers are numbers or texts, dates texts. */
export async function withDuckdb<Result>(work: (query: Query) => Promise<Result>): Promise<Result> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    return await work(async (sql) => (await connection.runAndReadAll(sql)).getRowObjectsJson());
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

/** The rows of a Parquet file, and the types of its columns. */
export async function readParquet(
  bytes: Buffer,
): Promise<{ rows: Record<string, Json>[]; types: Record<string, string> }> {
  const folder = mkdtempSync(join(tmpdir(), 'overheard-parquet-'));
  try {
    const file = join(folder, 'rows.parquet');
    writeFileSync(file, bytes);
    return await withDuckdb(async (query) => {
      const columns = await query(`describe select * from '${file}'`);
      const types = columns.map(({ column_name, column_type }) => [column_name, column_type]);
      return { rows: await query(`select * from '${file}'`), types: Object.fromEntries(types) };
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
