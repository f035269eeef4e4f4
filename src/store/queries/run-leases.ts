import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/** The run under which the upkeep of a project stands. */
export const UPKEEP = 0;

/** What one worker holds. */
export interface Lease {
  project: number;
  run: number;
}

/** The time is the store's own, so that the clocks of processes need not agree. */
function inSeconds(seconds: number) {
  return sql<string>`current_timestamp + ${sql.lit(seconds)} * interval '1 second'`;
}

/** Puts something on the list of what is left to do; nobody else takes it up in the first `seconds`. */
export async function addLease(db: Db, { project, run }: Lease, seconds = 0): Promise<void> {
  await db
    .insertInto('run_leases')
    .values({ project, run, holder: '', lease_until: inSeconds(seconds) })
    .onConflict((conflict) => conflict.columns(['project', 'run']).doNothing())
    .execute();
}

/** What nobody is working on, in the order it was left. */
export async function listDueLeases(db: Db): Promise<Lease[]> {
  return db
    .selectFrom('run_leases')
    .select(['project', 'run'])
    .where('lease_until', '<=', sql<string>`current_timestamp`)
    .orderBy('lease_until')
    .orderBy('project')
    .orderBy('run')
    .execute();
}

/** Takes up what is due; false where somebody else was first, or it is done. */
export async function claimLease(
  db: Db,
  { project, run }: Lease,
  { holder, seconds }: { holder: string; seconds: number },
): Promise<boolean> {
  const claimed = await db
    .updateTable('run_leases')
    .set({ holder, lease_until: inSeconds(seconds) })
    .where('project', '=', project)
    .where('run', '=', run)
    .where('lease_until', '<=', sql<string>`current_timestamp`)
    .returning('run')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** Holds it for longer, or with 0 lets go of it. */
export async function renewLease(db: Db, { project, run }: Lease, seconds: number): Promise<void> {
  await db
    .updateTable('run_leases')
    .set({ lease_until: inSeconds(seconds) })
    .where('project', '=', project)
    .where('run', '=', run)
    .execute();
}

export async function removeLease(db: Db, { project, run }: Lease): Promise<void> {
  await db.deleteFrom('run_leases').where('project', '=', project).where('run', '=', run).execute();
}

/** Lets go of everything: whoever held it is gone, where one process alone can have the store. */
export async function endLeases(db: Db): Promise<void> {
  await db
    .updateTable('run_leases')
    .set({ lease_until: inSeconds(0) })
    .execute();
}
