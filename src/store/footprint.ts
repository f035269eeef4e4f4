import type { DatabaseConnection } from 'kysely';
import type { ConnectionSource } from './engine-dialect.ts';
import { COMMON_TABLES, STORE_TABLES, TENANT_TABLES } from './schema.ts';

const MAXIMUM_KNOWN = 2000;
const COMMON = new Set<string>([...COMMON_TABLES, ...STORE_TABLES]);
const TABLES = new Set<string>([...TENANT_TABLES, ...COMMON]);

/** What a read or a write is about: rows of these tables, of one project or of any. */
export interface Footprint {
  project: number | null;
  tables: ReadonlySet<string>;
}

/** Whether rows of a table may belong to no project, or to several. */
export function isCommon(table: string): boolean {
  return COMMON.has(table);
}

const known = new Map<string, readonly string[]>();

/**
 * The tables that a statement names. They may be too many, for instance if a column has the name of a table, and never too
 * few: whatever a statement reads or writes stands in it.
 */
export function findTables(sql: string): readonly string[] {
  let tables = known.get(sql);
  if (!tables) {
    tables = [...new Set(sql.match(/\w+/g))].filter((word) => TABLES.has(word));
    if (known.size >= MAXIMUM_KNOWN) known.clear();
    known.set(sql, tables);
  }
  return tables;
}

/** The same connections, and tells of the tables that their statements name. */
export function followStatements<Connection extends DatabaseConnection>(
  source: ConnectionSource<Connection>,
  onTable: (table: string) => void,
): ConnectionSource<Connection> {
  const originals = new Map<Connection, Connection>();
  return {
    acquire: async () => {
      const original = await source.acquire();
      const followed: Connection = {
        ...original,
        executeQuery: (query) => {
          for (const table of findTables(query.sql)) onTable(table);
          return original.executeQuery(query);
        },
      };
      originals.set(followed, original);
      return followed;
    },
    release: (followed) => {
      const original = originals.get(followed)!;
      originals.delete(followed);
      source.release(original);
    },
  };
}
