import { closeSync, existsSync, fdatasync, openSync, readFileSync, writeSync } from 'node:fs';
import type { DuckDBConnection } from '@duckdb/node-api';
import { AppError } from '../../errors.ts';
import { toRows } from './values.ts';

const SYNC_MS = 1000;
const DIGITS = 20;

export interface CommitCount {
  /** Ends the transaction. From then on, a data file without this commit is known to be incomplete. */
  commit(): Promise<unknown>;
  close(): void;
}

/**
 * Counts commits in the data and, beside the data file, in a file of its own. DuckDB opens a store whose write-ahead log was
 * cut off, removed or overwritten as if nothing had happened; the second number tells that something is missing.
 */
export async function openCommitCount(
  connection: DuckDBConnection,
  {
    file,
    accepts_loss = false,
    is_read_only = false,
  }: { file: string; accepts_loss?: boolean; is_read_only?: boolean },
): Promise<CommitCount> {
  const place = toPlace(file);
  const acknowledged = existsSync(place) ? Number(readFileSync(place, 'latin1')) || 0 : 0;
  let count = await readCount(connection);
  if (count < acknowledged && !accepts_loss) throw createLossError(file, { count, acknowledged });
  if (is_read_only) return { commit: () => connection.run('commit'), close: () => {} };

  await connection.run('create table if not exists commits (value bigint)');
  await connection.run(`insert into commits select ${count} where not exists (select 1 from commits)`);
  const descriptor = openSync(place, existsSync(place) ? 'r+' : 'w+');
  let isSynced = true;
  // A machine that loses power may forget the last second of it, which only makes the check less strict.
  const timer = setInterval(() => {
    if (isSynced) return;
    isSynced = true;
    fdatasync(descriptor, () => {});
  }, SYNC_MS).unref();
  const note = () => {
    writeSync(descriptor, `${String(count).padStart(DIGITS, '0')}\n`, 0, 'latin1');
    isSynced = false;
  };
  note();

  return {
    async commit() {
      await connection.run(`update commits set value = ${count + 1}; commit`);
      count += 1;
      note();
    },
    close() {
      clearInterval(timer);
      closeSync(descriptor);
    },
  };
}

/** The file beside a data file that has the number of its commits. */
function toPlace(file: string): string {
  return `${file}.commits`;
}

async function readCount(connection: DuckDBConnection): Promise<number> {
  const tables = await connection.run("select 1 as one from duckdb_tables() where table_name = 'commits'");
  if ((await toRows(tables)).length === 0) return 0;
  const [row] = await toRows<{ value: number }>(await connection.run('select value from commits'));
  return row?.value ?? 0;
}

function createLossError(file: string, { count, acknowledged }: { count: number; acknowledged: number }): AppError {
  return new AppError(
    'store_unavailable',
    `The data file ${file} has only ${count} of the ${acknowledged} writes that were confirmed: its write-ahead log ${file}.wal was damaged or removed, or an older copy was put in its place. Restore a backup or the missing file. To go on with what is left, start once with ACCEPT_LOST_WRITES=on.`,
  );
}
