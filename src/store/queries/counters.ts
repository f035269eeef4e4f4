import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/** The project of everything that belongs to no project, such as companies and API keys. */
export const INSTALLATION = 0;

/** The project, or null for what belongs to none. */
export function toOwner(project: number): number | null {
  return project === INSTALLATION ? null : project;
}

/** Assigns `count` consecutive keys and returns the first. The keys of a project have no gaps and are never reused. */
export async function nextKeys(db: Db, project: number, name: string, count = 1): Promise<number> {
  if (db.counters) return (await db.counters.add(project, name, count)) - count + 1;
  // An insert that may conflict takes longer, and only the first key of a kind needs one.
  const counted = await db
    .updateTable('counters')
    .set({ value: sql<number>`value + ${count}::bigint` })
    .where('project', '=', project)
    .where('name', '=', name)
    .returning('value')
    .executeTakeFirst();
  if (counted) return counted.value - count + 1;
  await db.insertInto('counters').values({ project, name, value: count }).execute();
  return 1;
}
