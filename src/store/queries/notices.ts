import type { Db } from '../schema.ts';

/** Names something that holds, such as a reached budget, with what to remember of it; false: it was known already. */
export async function insertNotice(
  db: Db,
  project: number,
  { name, data, now }: { name: string; data: object; now: Date },
): Promise<boolean> {
  const inserted = await db
    .insertInto('notices')
    .values({ project, name, data: JSON.stringify(data), since: now.toISOString() })
    .onConflict((conflict) => conflict.columns(['project', 'name']).doNothing())
    .returning('name')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Forgets what no longer holds, and returns what was remembered of it. */
export async function deleteNotice<Data extends object>(db: Db, project: number, name: string): Promise<Data | null> {
  const deleted = await db
    .deleteFrom('notices')
    .where('project', '=', project)
    .where('name', '=', name)
    .returning('data')
    .executeTakeFirst();
  return deleted ? (JSON.parse(deleted.data) as Data) : null;
}

export async function readNotice<Data extends object>(db: Db, project: number, name: string): Promise<Data | null> {
  const row = await db
    .selectFrom('notices')
    .select('data')
    .where('project', '=', project)
    .where('name', '=', name)
    .executeTakeFirst();
  return row ? (JSON.parse(row.data) as Data) : null;
}

/** Replaces what is remembered. */
export async function writeNotice(
  db: Db,
  project: number,
  { name, data, now }: { name: string; data: object; now: Date },
): Promise<void> {
  const columns = { data: JSON.stringify(data), since: now.toISOString() };
  await db
    .insertInto('notices')
    .values({ project, name, ...columns })
    .onConflict((conflict) => conflict.columns(['project', 'name']).doUpdateSet(columns))
    .execute();
}
