// An empty database for each test, of the engine that the run is about.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Which engine this run of the suite is about. */
    engine: 'duckdb' | 'postgres';
    /** The server's own database. */
    postgres: string;
    /** How long the test of a cluster goes on. */
    chaosSeconds: number;
    collectionTasks: number;
    /** How many times the property test of reports asks all its kinds of requests. */
    reportRounds: number;
    /** A folder with the data of a program that made its demo project and was stopped. */
    demo: string;
  }
}

export const TEMPLATE = 'overheard_template';

export interface TestDatabase {
  /** What DATABASE_URL is set to. */
  url: string;
  drop(): Promise<void>;
}

/** A database of the engine that the suite runs on, with nothing in it, or not even the schema. */
export async function createDatabase({
  path = ':memory:',
  isEmpty = false,
}: {
  /** The file of an embedded one. */
  path?: string;
  isEmpty?: boolean;
} = {}): Promise<TestDatabase> {
  if (inject('engine') === 'duckdb') return { url: `duckdb:${path}`, drop: async () => {} };
  const server = inject('postgres');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await query(server, `create database ${name} template ${isEmpty ? 'template0' : TEMPLATE}`);
  return {
    url: server.replace(/[^/]+$/, name),
    drop: async () => void (await query(server, `drop database ${name} with (force)`)),
  };
}

/** Runs one statement on a connection of its own. */
export async function query(url: string, text: string, values: number[] = []): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}
