import { createReadStream, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { DuckDBInstance } from '@duckdb/node-api';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { startPostgres } from '../scripts/postgres-server.mjs';
import { ensureData } from './data.mjs';

const FOLDER = fileURLToPath(new URL('.data/postgres/', import.meta.url));

/** Typical settings of a small dedicated server. */
const SETTINGS = {
  shared_buffers: '2GB',
  effective_cache_size: '8GB',
  maintenance_work_mem: '512MB',
  max_wal_size: '8GB',
  checkpoint_timeout: '30min',
  max_parallel_workers_per_gather: '2',
};

/** Starts a server for measuring. Its data is kept for the next run. */
function startServer() {
  mkdirSync(FOLDER, { recursive: true });
  return startPostgres({ folder: FOLDER, settings: SETTINGS });
}

/** Runs the work with a way to the data of a shape, which is on PostgreSQL if that is the engine. */
export async function withData(engine, work) {
  const server = engine === 'postgres' ? await startServer() : undefined;
  const ensure = async (shape) => {
    const made = await ensureData(shape);
    return server ? ensureCopy(server, made) : made;
  };
  try {
    return await work(ensure);
  } finally {
    await server?.stop();
  }
}

/** The data of a file of the embedded store in PostgreSQL. It is copied now if it is not there. */
async function ensureCopy(server, { file, ...manifest }) {
  const database = `bench_${basename(file, '.duckdb').replace(/\W/g, '_')}`;
  const url = server.toUrl(database);
  const marker = `${FOLDER}${database}.done`;
  if (existsSync(marker)) return { ...manifest, file: url };
  const started = performance.now();
  process.stderr.write(`copying ${basename(file)} into PostgreSQL, once …\n`);
  await run(server.toUrl('postgres'), async (client) => {
    await client.query(`drop database if exists ${database}`);
    await client.query(`create database ${database}`);
  });
  const { openPostgres } = await import('../dist/store/postgres/store.js');
  await (await openPostgres(url, { memory_limit: '1GB', query_timeout_ms: 30_000, pool_size: 2 })).close();
  await run(url, (client) => copyTables(client, file));
  writeFileSync(marker, '');
  process.stderr.write(`… in ${Math.round((performance.now() - started) / 1000)} s\n`);
  return { ...manifest, file: url };
}

async function copyTables(client, file) {
  const instance = await DuckDBInstance.create(file, { access_mode: 'read_only' });
  const connection = await instance.connect();
  const part = `${FOLDER}part.csv`;
  const { COPIED_TABLES } = await import('../dist/store/schema.js');
  for (const table of COPIED_TABLES) {
    await connection.run(`copy ${table} to '${part}' (format csv, header false, nullstr '\\N')`);
    const columns = (await connection.run(`select * from ${table} limit 0`)).columnNames().join(', ');
    await client.query(`truncate ${table}`);
    const stream = client.query(copyFrom(`copy ${table} (${columns}) from stdin (format csv, null '\\N')`));
    await pipeline(createReadStream(part), stream);
    rmSync(part);
    await client.query(`vacuum analyze ${table}`);
  }
  connection.closeSync();
  instance.closeSync();
}

async function run(url, work) {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
