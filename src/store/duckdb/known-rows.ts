import { KNOWN_BY, toName } from '../known-rows.ts';
import type { Knowledge, KnownRows, KnownTable } from '../schema.ts';

/** In bytes, as far as they can be estimated. When this much was learned, all is forgotten, and learned again where needed. */
const MAXIMUM_SIZE = 32 * 1024 * 1024;
/** What a row takes beside the characters of its name; a project takes as much. */
const SIZE_OF_ROW = 200;
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
    learned += SIZE_OF_ROW;
    return {
      get: (name) => rowsOf.get(name),
      set: (name, rows) => {
        const added = rows.length - (rowsOf.get(name)?.length ?? 0);
        learned += added * (SIZE_OF_ROW + SIZE_OF_CHARACTER * name.length);
        rowsOf.set(name, rows);
      },
      count: () => rowsOf.size,
      isComplete: false,
      additions: 0,
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
        if (!known) continue;
        known.additions += 1;
        const name = toName(table, row);
        const others = known.get(name) ?? [];
        // Where not all are known, others may have the name too.
        if (known.isComplete || others.length > 0) known.set(name, [...others, row]);
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
    /** After a transaction that undid nothing. */
    keep(): void {
      if (learned > MAXIMUM_SIZE) clear();
    },
  };
}

function isKnown(table: string): table is KnownTable {
  return table in KNOWN_BY;
}
