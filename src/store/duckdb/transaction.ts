import type { DuckDBConnection } from '@duckdb/node-api';
import { createDb } from '../engine-dialect.ts';
import { createLock } from '../lock.ts';
import type { Revisions } from '../remember.ts';
import { requireProject } from '../require-project.ts';
import type { Store, Transaction } from '../store.ts';
import type { Connection } from './connection.ts';
import { LISTS } from './lists.ts';
import { toChunks } from './values.ts';

interface WriterOptions {
  /** Called for rows that were appended, whether or not they are committed afterwards. */
  onAppended(rows: number): void;
  /** Counts the commits. */
  revisions: Revisions;
}

/** Writes through the one connection that may write. All writers wait for each other, whatever their project. */
export function createWriter(connection: Connection, { onAppended, revisions }: WriterOptions) {
  const writing = createLock();
  const statements = createLock();
  const append = createAppend(connection.native, onAppended);
  // Statements of one transaction may be started side by side, but a prepared statement has one set of parameters.
  const acquire = async () => {
    await statements.acquire();
    return connection;
  };
  const db = createDb({ acquire, release: () => statements.release() }, LISTS);

  async function transact<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    await writing.acquire();
    try {
      return await inTransaction(connection.native, () => work({ db, append }), revisions.during);
    } finally {
      writing.release();
    }
  }

  const write: Store['write'] = (project, work) =>
    transact(async (transaction) => {
      await requireProject(db, project);
      return work(transaction);
    });

  return {
    write,
    /** Writes without asking for a project. */
    transact,
    /** Waits for the writes that have begun, and lets none begin after that. */
    stop: () => writing.acquire(),
  };
}

/** Commits what the work did, or rolls it back if the work or the commit fails. */
export async function inTransaction<Result>(
  connection: DuckDBConnection,
  work: () => Promise<Result>,
  during = (commit: () => Promise<unknown>) => commit(),
): Promise<Result> {
  await connection.run('begin transaction');
  try {
    const result = await work();
    await during(() => connection.run('commit'));
    return result;
  } catch (error) {
    // A COMMIT that fails has ended the transaction, so this fails too. The first error says more.
    await connection.run('rollback').catch(() => {});
    throw error;
  }
}

function createAppend(connection: DuckDBConnection, onAppended: (rows: number) => void): Transaction['append'] {
  const namesOfTable = new Map<string, string[]>();

  async function findColumnNames(table: string): Promise<string[]> {
    let names = namesOfTable.get(table);
    if (!names) {
      names = (await connection.run(`select * from ${table} limit 0`)).columnNames();
      namesOfTable.set(table, names);
    }
    return names;
  }

  return async (table, rows) => {
    if (rows.length === 0) return;
    const appender = await connection.createAppender(table);
    try {
      const names = await findColumnNames(table);
      const columns = names.map((name, index) => ({ name, type: appender.columnType(index) }));
      for (const chunk of toChunks(columns, rows)) appender.appendDataChunk(chunk);
      appender.flushSync();
      onAppended(rows.length);
    } finally {
      appender.closeSync();
    }
  };
}
