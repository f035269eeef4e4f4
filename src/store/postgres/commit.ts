import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import { AppError } from '../../errors.ts';
import type { Schema } from '../schema.ts';
import { isLost, isUnknownTransaction, RETRY_MS, retry } from './errors.ts';

const ASK_EVERY_MS = 100;
/** How often a transaction is asked after that may still be running on the server. */
const QUESTIONS = 100;

/** What a writer leaves in the row of its project. */
interface Locked {
  project: number;
  /** Which write of the project it is. */
  writes: number;
  token: string;
}

/** What a transaction is found by on the server, after its connection is lost. */
export interface TransactionMark {
  xid: string;
  /** When the server that ran it was started. */
  server_start: string;
}

type Mark = Locked & TransactionMark;

/** Makes writers of a project wait for each other, in all processes, until the transaction ends. */
export async function lockProject(db: Kysely<Schema>, project: number): Promise<Locked> {
  const token = randomUUID();
  const { rows } = await sql<{ writes: number }>`
    insert into project_locks as l (project, writes, token) values (${project}, 1, ${token})
    on conflict (project) do update set writes = l.writes + 1, token = excluded.token returning writes`.execute(db);
  return { project, writes: rows[0]!.writes, token };
}

/** Whether a transaction was kept whose COMMIT was not answered; throws where nobody can say. */
export async function isCommitted(pool: pg.Pool, mark: Mark): Promise<boolean> {
  for (let questions = 0; questions < QUESTIONS; questions += 1) {
    const status = await retry(() => askAfter(pool, mark), { forMs: RETRY_MS, isPassing: isLost });
    if (status !== 'in progress') return status === 'committed';
    await pause(ASK_EVERY_MS);
  }
  throw unknown();
}

async function askAfter(pool: pg.Pool, { xid, server_start, ...locked }: Mark): Promise<string | null> {
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
 * TRICKY: a server that crashed gives out again the numbers of transactions that it had not written down, so after a restart
 * a number may be that of somebody else's transaction. The project's row then says more.
 */
async function askProject(pool: pg.Pool, { project, writes, token }: Locked): Promise<string> {
  const { rows } = await pool.query('select writes, token from project_locks where project = $1', [project]);
  if (rows[0]?.token === token) return 'committed';
  if ((rows[0]?.writes ?? 0) < writes) return 'aborted';
  throw unknown();
}

function unknown(): AppError {
  return new AppError(
    'store_unavailable',
    'The database does not say whether this was kept: look before you repeat it.',
  );
}
