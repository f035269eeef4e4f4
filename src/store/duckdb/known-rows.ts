import { KNOWN_BY, type KnownTable, toName } from '../known-rows.ts';
import type { Knowledge, KnownRows } from '../schema.ts';

/** In bytes, as far as they can be estimated. When this much was learned, all is forgotten, and learned again where needed. */
const MAXIMUM_SIZE = 32 * 1024 * 1024;
/** What a name takes beside its characters, which stand in its rows once more; a project takes as much. */
const SIZE_OF_NAME = 200;
const SIZE_OF_CHARACTER = 4;

/**
 * Rows in memory: only one connection writes, so they change nowhere else. What is read in a transaction counts for the next
 * ones, until a statement changes the table or the transaction is undone.
 */
export function createKnowledge() {
  const tables = new Map<string, Map<number, KnownRows>>();
  /** Of all that was learned, also if it is forgotten again. */
  let learned = 0;

  function createRows(): KnownRows {
    const rowsOf = new Map<string, readonly unknown[]>();
    learned += SIZE_OF_NAME;
    return {
      get: (name) => rowsOf.get(name),
      set: (name, rows) => {
        if (!rowsOf.has(name)) learned += SIZE_OF_NAME + SIZE_OF_CHARACTER * name.length;
        rowsOf.set(name, rows);
      },
      count: () => rowsOf.size,
      isComplete: false,
    };
  }

  function clear(): void {
    tables.clear();
    learned = 0;
  }

  const knowledge: Knowledge = {
    of: (project, table) => {
      const projects = tables.get(table) ?? new Map<number, KnownRows>();
      tables.set(table, projects);
      const rows = projects.get(project) ?? createRows();
      projects.set(project, rows);
      return rows;
    },
  };

  return {
    ...knowledge,
    /** Rows were added. */
    add(table: string, rows: readonly object[]): void {
      if (!isKnown(table)) return;
      for (const row of rows) {
        const known = tables.get(table)?.get((row as { project: number }).project);
        const name = toName(table, row);
        const others = known?.get(name) ?? [];
        // Where not all are known, others may have the name too.
        if (known?.isComplete || others.length > 0) known!.set(name, [...others, row]);
      }
    },
    /** A statement may change rows of this project, or of any. */
    forget(table: string, project: number | null): void {
      if (!isKnown(table)) return;
      if (project === null) tables.delete(table);
      else tables.get(table)?.delete(project);
    },
    /** Forgets everything, after something that was seen was undone. */
    clear,
    /** After a commit. */
    keep(): void {
      if (learned > MAXIMUM_SIZE) clear();
    },
  };
}

function isKnown(table: string): table is KnownTable {
  return table in KNOWN_BY;
}
