import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import { AppError } from '../../errors.ts';
import type { Schema } from '../schema.ts';
import { isLost, isUnknownTransaction, RETRY_MS, retry } from './errors.ts';

const ASK_EVERY_MS = 100;
/** How often the server is asked about a transaction that it is still running. */
const MAXIMUM_QUESTIONS = 100;

/** What a writer leaves in its project's row. */
interface Locked {
  project: number;
  /** The number of writes of the project, including this one. */
  writes: number;
  token: string;
}

/** Identifies a transaction on the server after its connection is lost. */
export interface TransactionMark {
  xid: string;
  /** When the server that ran it was started. */
  server_start: string;
}

type Mark = Locked & TransactionMark;

/** Makes the project's other writers, in all processes, wait until this transaction ends. */
export async function lockProject(db: Kysely<Schema>, project: number): Promise<Locked> {
  const token = randomUUID();
  const { rows } = await sql<{ writes: number }>`
    insert into project_locks as l (project, writes, token) values (${project}, 1, ${token})
    on conflict (project) do update set writes = l.writes + 1, token = excluded.token returning writes`.execute(db);
  return { project, writes: rows[0]!.writes, token };
}

/** Whether a transaction was committed although its COMMIT was not answered. Throws if the server cannot tell. */
export async function isCommitted(pool: pg.Pool, mark: Mark): Promise<boolean> {
  for (let questions = 0; questions < MAXIMUM_QUESTIONS; questions += 1) {
    const status = await retry(() => askServer(pool, mark), { forMs: RETRY_MS, isTransient: isLost });
    if (status !== 'in progress') return status === 'committed';
    await pause(ASK_EVERY_MS);
  }
  throw createUnknownError();
}

async function askServer(pool: pg.Pool, { xid, server_start, ...locked }: Mark): Promise<string | null> {
  try {
    const { rows } = await pool.query(
      'select pg_xact_status($1::xid8) as status, pg_postmaster_start_time()::text as server_start',
      [xid],
    );
    if (rows[0].status !== 'committed' || rows[0].server_start === server_start) return rows[0].status;
  } catch (error) {
    if (isUnknownTransaction(error)) return 'aborted';
    throw error;
  }
  return askProject(pool, locked);
}

/**
 * TRICKY: after a crash, the server reuses the numbers of transactions that it had not yet written to disk. After a restart
 * the number may therefore belong to another transaction, so the project's row decides.
 */
async function askProject(pool: pg.Pool, { project, writes, token }: Locked): Promise<string> {
  const { rows } = await pool.query('select writes, token from project_locks where project = $1', [project]);
  if (rows[0]?.token === token) return 'committed';
  if ((rows[0]?.writes ?? 0) < writes) return 'aborted';
  throw createUnknownError();
}

function createUnknownError(): AppError {
  return new AppError(
    'store_unavailable',
    'The connection was lost, and the database cannot tell whether this was saved. Check before you repeat it.',
  );
}
