import { createHash } from 'node:crypto';
import type { CompiledQuery, QueryResult } from 'kysely';
import type pg from 'pg';
import { createDb, toDatabaseConnection } from '../engine-dialect.ts';
import type { Db } from '../schema.ts';
import type { StoreOptions } from '../store.ts';
import { findAddress } from './address.ts';
import { isLost } from './errors.ts';
import { LISTS } from './lists.ts';

/** How long a writer waits for other writers of its project, and for a connection. */
export const WRITE_WAIT_MS = 60_000;
/** How long a read of a few rows may take. */
export const SMALL_READ_MS = 10_000;
/** The maximum number of different statements that are prepared. */
const PREPARED_STATEMENTS = 500;

export interface Pools {
  writers: pg.Pool;
  readers: pg.Pool;
}

export interface PoolSizes {
  writers: number;
  readers: number;
}

export async function openPools(url: string, { sizes, options }: { sizes: PoolSizes; options: StoreOptions }) {
  const address = await findAddress(url);
  return {
    writers: address.createPool({
      size: sizes.writers,
      session: { lock_timeout: `${WRITE_WAIT_MS}`, idle_in_transaction_session_timeout: `${2 * WRITE_WAIT_MS}` },
    }),
    readers: address.createPool({
      size: sizes.readers,
      is_pipelined: true,
      session: {
        default_transaction_read_only: 'on',
        // A read ends its transaction in time. This is for the case that it cannot.
        idle_in_transaction_session_timeout: `${2 * WRITE_WAIT_MS}`,
        // The client cancels its query in time. This is for the case that it cannot.
        statement_timeout: `${options.query_timeout_ms + 5000}`,
        work_mem: '64MB',
      },
    }),
  };
}

export async function closePools({ writers, readers }: Pools): Promise<void> {
  await Promise.all([writers.end(), readers.end()]);
}

/** Runs the work on a connection of the pool. A connection that breaks does not go back to the pool. */
export async function withClient<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let isBroken = false;
  try {
    return await work(client);
  } catch (error) {
    isBroken = isLost(error);
    throw error;
  } finally {
    client.release(isBroken);
  }
}

/** A query builder whose statements all run on this connection. */
export function createClientDb(client: Statements, timeoutMs?: number): Db {
  const connection = toDatabaseConnection((query) => execute(client, query, timeoutMs));
  return createDb({ acquire: async () => connection, release: () => {} }, LISTS);
}

/** What statements are sent through. */
export type Statements = Pick<pg.PoolClient, 'query'>;

/** Runs a statement. After the time limit, if there is one, the server is taken for lost: it may hang. */
export async function execute<Row>(
  client: Statements,
  { sql: text, parameters }: CompiledQuery,
  timeoutMs?: number,
): Promise<QueryResult<Row>> {
  const name = toStatementName(text);
  const { rows, rowCount } = await client.query({
    text,
    values: [...parameters],
    ...(name ? { name } : {}),
    ...(timeoutMs === undefined ? {} : { query_timeout: timeoutMs }),
  } as pg.QueryConfig);
  return { rows: rows as Row[], numAffectedRows: BigInt(rowCount ?? 0) };
}

/** The names of prepared statements, which are the same on every connection. */
const statementNames = new Map<string, string>();
let seenOnce = new Set<string>();

/** A statement is prepared when it comes a second time: an insert of many rows, for example, rarely comes again. */
function toStatementName(text: string): string | undefined {
  const known = statementNames.get(text);
  if (known !== undefined || statementNames.size >= PREPARED_STATEMENTS) return known;
  if (!seenOnce.has(text)) {
    if (seenOnce.size >= PREPARED_STATEMENTS) seenOnce = new Set();
    seenOnce.add(text);
    return undefined;
  }
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  statementNames.set(text, name);
  return name;
}

/** Rolls back, and says whether the connection can still be used. */
export async function rollBack(client: pg.PoolClient): Promise<boolean> {
  try {
    await client.query('rollback');
    return true;
  } catch {
    // The error that led here says more than this one.
    return false;
  }
}
