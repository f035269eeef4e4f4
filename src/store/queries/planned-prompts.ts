import { sql } from 'kysely';
import { isInList } from '../lists.ts';
import type { Db } from '../schema.ts';

export interface PlannedPrompt {
  prompt: number;
  id: string;
  country: number;
}

/** Prompts that are asked, in the order of their creation: those with these keys, or all; never archived ones. */
export async function listPlannedPrompts(
  db: Db,
  project: number,
  { keys, after, limit }: { keys: readonly number[] | null; after: number; limit: number },
): Promise<PlannedPrompt[]> {
  const chosen = keys === null ? sql`` : sql`and ${isInList(sql`prompt`, keys, 'int')}`;
  const { rows } = await sql<PlannedPrompt>`
    select prompt, id, country from prompts
    where project = ${project} and prompt > ${after} and not is_archived ${chosen}
    order by prompt limit ${limit}`.execute(db);
  return rows;
}

/** How many prompts are asked in each country. */
export async function countPlannedPrompts(
  db: Db,
  project: number,
  keys: readonly number[] | null,
): Promise<Map<number, number>> {
  const chosen = keys === null ? sql`` : sql`and ${isInList(sql`prompt`, keys, 'int')}`;
  const { rows } = await sql<{ country: number; prompts: number }>`
    select country, count(*) as prompts from prompts
    where project = ${project} and not is_archived ${chosen} group by country`.execute(db);
  return new Map(rows.map(({ country, prompts }) => [country, prompts]));
}
