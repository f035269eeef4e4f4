import type { DuckDBConnection } from '@duckdb/node-api';
import { createBreath } from '../../breath.ts';
import { toChunks } from './values.ts';

/** Fewer rows than this wait for others: an appender costs nearly as much for one row as for a thousand. */
const WORTH_AN_APPENDER = 500;

type Row = Record<string, unknown>;

/** Rows of one table that wait to be added. */
interface Waiting {
  rows: Row[];
  /** The projects that they are of; null stands for any. */
  projects: Set<number | null>;
}

/** Adds rows in a transaction, those that are few together with others of their table. */
export function createAppending(connection: DuckDBConnection, onAppended: (rows: number) => void) {
  const add = createAdd(connection, onAppended);
  const waiting = new Map<string, Waiting>();

  async function flush(table: string): Promise<void> {
    const { rows } = waiting.get(table)!;
    waiting.delete(table);
    await add(table, rows);
  }

  return {
    async append(table: string, rows: readonly Row[], project: number | null): Promise<void> {
      if (rows.length === 0) return;
      const known: Waiting = waiting.get(table) ?? { rows: [], projects: new Set() };
      waiting.set(table, known);
      for (const row of rows) known.rows.push(row);
      known.projects.add(project);
      if (known.rows.length >= WORTH_AN_APPENDER) await flush(table);
    },
    /** Adds what waits of this table, if somebody who is about this project could miss it. */
    async flushFor(table: string, project: number | null): Promise<void> {
      const known = waiting.get(table);
      if (known && (project === null || known.projects.has(project) || known.projects.has(null))) await flush(table);
    },
    async flushAll(): Promise<void> {
      for (const table of waiting.keys()) await flush(table);
    },
    /** Forgets what waits, after the transaction was rolled back. */
    clear: () => waiting.clear(),
  };
}

function createAdd(connection: DuckDBConnection, onAppended: (rows: number) => void) {
  const namesOfTable = new Map<string, string[]>();

  async function findColumnNames(table: string): Promise<string[]> {
    let names = namesOfTable.get(table);
    if (!names) {
      names = (await connection.run(`select * from ${table} limit 0`)).columnNames();
      namesOfTable.set(table, names);
    }
    return names;
  }

  return async (table: string, rows: readonly Row[]): Promise<void> => {
    const appender = await connection.createAppender(table);
    try {
      const names = await findColumnNames(table);
      const columns = names.map((name, index) => ({ name, type: appender.columnType(index) }));
      const breathe = createBreath();
      for (const chunk of toChunks(columns, rows)) {
        appender.appendDataChunk(chunk);
        // Each chunk by itself: it is done in this thread.
        appender.flushSync();
        await breathe();
      }
      onAppended(rows.length);
    } finally {
      appender.closeSync();
    }
  };
}
