import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/** Keys of things that belong to no project are counted under this one. */
export const INSTALLATION = 0;

/** Gives out `count` keys in a row and returns the first. Keys are dense for each project and never used again. */
export async function nextKeys(db: Db, project: number, name: string, count = 1): Promise<number> {
  const { value } = await db
    .insertInto('counters')
    .values({ project, name, value: count })
    .onConflict((conflict) =>
      conflict.columns(['project', 'name']).doUpdateSet({ value: sql<number>`counters.value + excluded.value` }),
    )
    .returning('value')
    .executeTakeFirstOrThrow();
  return value - count + 1;
}
