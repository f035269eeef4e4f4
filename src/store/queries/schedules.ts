import type { Db, ScheduleTable } from '../schema.ts';

export type ScheduleRow = Omit<ScheduleTable, 'project'>;

export async function findSchedule(db: Db, project: number): Promise<ScheduleRow | undefined> {
  const row = await db.selectFrom('schedules').selectAll().where('project', '=', project).executeTakeFirst();
  if (!row) return undefined;
  const { project: _, ...schedule } = row;
  return schedule;
}

export async function writeSchedule(db: Db, project: number, schedule: ScheduleRow): Promise<void> {
  await db
    .insertInto('schedules')
    .values({ project, ...schedule })
    .onConflict((conflict) => conflict.columns(['project']).doUpdateSet(schedule))
    .execute();
}

/** Remembers up to when due times have been seen to. */
export async function markSeen(db: Db, project: number, until: Date): Promise<void> {
  await db.updateTable('schedules').set({ seen_until: until.toISOString() }).where('project', '=', project).execute();
}
