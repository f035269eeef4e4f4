import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import pg from 'pg';
import { startPostgres } from '../../scripts/postgres-server.mjs';

/** Databases of an engine, by their names. Nobody may have a database open while it is copied or changed by hand. */
export async function openDatabases(engine) {
  return engine === 'postgres' ? openServer() : openFolder();
}

function openFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'overheard-replay-'));
  const toFile = (name) => join(folder, name, 'overheard.duckdb');
  return {
    create: async (name) => void mkdirSync(join(folder, name)),
    toUrl: (name) => `duckdb:${toFile(name)}`,
    copy: async (from, to) => cpSync(join(folder, from), join(folder, to), { recursive: true }),
    async run(name, statements) {
      const instance = await DuckDBInstance.create(toFile(name));
      const connection = await instance.connect();
      let rows = [];
      for (const statement of statements) rows = await (await connection.run(statement)).getRowObjectsJson();
      connection.closeSync();
      instance.closeSync();
      return rows;
    },
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function openServer() {
  const server = await startPostgres();
  const run = async (name, statements) => {
    const client = new pg.Client(server.toUrl(name));
    await client.connect();
    let rows = [];
    for (const statement of statements) ({ rows } = await client.query(statement));
    await client.end();
    return rows;
  };
  return {
    create: (name) => run('postgres', [`create database ${name}`]),
    toUrl: server.toUrl,
    // The sessions of a program that was killed end a moment later.
    copy: (from, to) =>
      run('postgres', [
        `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${from}'`,
        `create database ${to} template ${from}`,
      ]),
    run,
    remove: server.remove,
  };
}
