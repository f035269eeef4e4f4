import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/** The project of everything that belongs to no project, such as companies and API keys. */
export const INSTALLATION = 0;

/** Assigns `count` consecutive keys and returns the first. The keys of a project have no gaps and are never reused. */
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
