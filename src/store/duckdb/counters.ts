import { sql } from 'kysely';
import { createDb } from '../engine-dialect.ts';
import { toGivenRows } from '../lists.ts';
import type { CounterTable } from '../schema.ts';
import type { Connection } from './connection.ts';
import { LISTS } from './lists.ts';

/** More than this are forgotten, and read again when they are needed. */
const MAXIMUM_KEPT = 10_000;
/** Up to this many are written one by one, which is faster. */
const FEW = 2;

/** A counter, and whether its row has to be written. */
interface Counter extends CounterTable {
  state: 'stored' | 'changed' | 'new';
}

/**
 * The counters, in memory: only one connection writes, so they change nowhere else, and those that share a transaction write
 * each counter once. TRICKY: an UPDATE that returns something deletes the row and inserts another in DuckDB, and deleted rows of
 * a table with a key stay there until very many are. So values are read first, and their rows are changed in place.
 */
export function createCounters(connection: Connection) {
  const db = createDb({ acquire: async () => connection, release: () => {} }, LISTS);
  const known = new Map<string, Counter>();

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
      counter = { project, name, value: row?.value ?? 0, state: row ? 'stored' : 'new' };
      known.set(key, counter);
    }
    return counter;
  }

  async function update(changed: readonly Counter[]): Promise<void> {
    if (changed.length <= FEW) {
      for (const { project, name, value } of changed) {
        await db
          .updateTable('counters')
          .set({ value })
          .where('project', '=', project)
          .where('name', '=', name)
          .execute();
      }
      return;
    }
    const given = toGivenRows(changed, {
      project: ['int', ({ project }) => project],
      name: ['text', ({ name }) => name],
      value: ['bigint', ({ value }) => value],
    });
    await sql`update counters set value = given.value from ${given} given
      where counters.project = given.project and counters.name = given.name`.execute(db);
  }

  return {
    /** Adds to a counter and returns its new value. One call at a time. */
    async add(project: number, name: string, count: number): Promise<number> {
      const counter = await find(project, name);
      counter.value += count;
      if (counter.state === 'stored' && count > 0) counter.state = 'changed';
      return counter.value;
    },
    /** Writes the rows of those that have changed. */
    async flush(): Promise<void> {
      const counters = [...known.values()];
      const added = counters.filter(({ state }) => state === 'new');
      if (added.length > 0) {
        const rows = added.map(({ project, name, value }) => ({ project, name, value }));
        await db.insertInto('counters').values(rows).execute();
      }
      await update(counters.filter(({ state }) => state === 'changed'));
      for (const counter of counters) counter.state = 'stored';
      if (known.size > MAXIMUM_KEPT) known.clear();
    },
    /** Forgets them all, because the transaction was rolled back or somebody changes the table. */
    clear: () => known.clear(),
  };
}
