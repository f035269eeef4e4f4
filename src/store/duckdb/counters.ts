import { sql } from 'kysely';
import { createDb } from '../engine-dialect.ts';
import { toGivenRows } from '../lists.ts';
import type { CounterTable } from '../schema.ts';
import type { Connection } from './connection.ts';
import { LISTS } from './lists.ts';

/** When there are more than this, all are forgotten, and read again when they are needed. */
const MAXIMUM_KEPT = 10_000;
/** Up to this many are written one by one, which is faster. */
const FEW = 2;

interface Counter extends CounterTable {
  /** Whether it has a row. */
  is_stored: boolean;
}

/**
 * The counters, in memory: only one connection writes, so they change nowhere else, and those that share a transaction write
 * each counter once. TRICKY: an UPDATE that returns something deletes the row and inserts another in DuckDB, and a table with a
 * key keeps deleted rows until there are very many. So values are read first, and their rows are changed in place.
 *
 * One call at a time.
 */
export function createCounters(connection: Connection) {
  const db = createDb({ acquire: async () => connection, release: () => {} }, LISTS);
  const known = new Map<string, Counter>();
  /** Those whose rows have to be written. */
  const changed = new Set<Counter>();
  /** Whether the transaction has read or changed any. */
  let isUsed = false;

  async function find(project: number, name: string): Promise<Counter> {
    const key = `${project} ${name}`;
    let counter = known.get(key);
    if (!counter) {
      const row = await db
        .selectFrom('counters')
        .select('value')
        .where('project', '=', project)
        .where('name', '=', name)
        .executeTakeFirst();
      counter = { project, name, value: row?.value ?? 0, is_stored: row !== undefined };
      known.set(key, counter);
    }
    return counter;
  }

  async function insert(counters: readonly Counter[]): Promise<void> {
    if (counters.length === 0) return;
    const rows = counters.map(({ project, name, value }) => ({ project, name, value }));
    await db.insertInto('counters').values(rows).execute();
  }

  async function update(counters: readonly Counter[]): Promise<void> {
    if (counters.length === 0) return;
    const updated = counters.length > FEW ? await updateTogether(counters) : await updateEach(counters);
    // Otherwise their keys would be given out again one day.
    if (updated !== counters.length) throw new Error(`${updated} of ${counters.length} counters have a row`);
  }

  async function updateEach(counters: readonly Counter[]): Promise<number> {
    let updated = 0;
    for (const { project, name, value } of counters) {
      const { numUpdatedRows } = await db
        .updateTable('counters')
        .set({ value })
        .where('project', '=', project)
        .where('name', '=', name)
        .executeTakeFirstOrThrow();
      updated += Number(numUpdatedRows);
    }
    return updated;
  }

  async function updateTogether(counters: readonly Counter[]): Promise<number> {
    const given = toGivenRows(counters, {
      project: ['int', ({ project }) => project],
      name: ['text', ({ name }) => name],
      value: ['bigint', ({ value }) => value],
    });
    const { numAffectedRows } = await sql`update counters set value = given.value from ${given} given
      where counters.project = given.project and counters.name = given.name`.execute(db);
    return Number(numAffectedRows);
  }

  function forget(): void {
    known.clear();
    changed.clear();
  }

  return {
    /** Adds to a counter and returns its new value. */
    async add(project: number, name: string, count: number): Promise<number> {
      isUsed = true;
      const counter = await find(project, name);
      counter.value += count;
      if (count !== 0) changed.add(counter);
      return counter.value;
    },
    /** Writes the rows of those that have changed. */
    async flush(): Promise<void> {
      const counters = [...changed];
      await insert(counters.filter(({ is_stored }) => !is_stored));
      await update(counters.filter(({ is_stored }) => is_stored));
      for (const counter of counters) counter.is_stored = true;
      changed.clear();
    },
    forget,
    /** After a commit. */
    keep(): void {
      isUsed = false;
      if (known.size > MAXIMUM_KEPT) forget();
    },
    /** After a rollback. */
    rollBack(): void {
      if (isUsed) forget();
      isUsed = false;
    },
  };
}
