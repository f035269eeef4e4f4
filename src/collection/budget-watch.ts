import { MAX_COST } from '../domain/limits.ts';
import { toBillionths } from '../domain/money.ts';
import { deleteNotice, insertNotice, readNotice } from '../store/queries/notices.ts';
import { emitEvent } from '../store/queries/outbox.ts';
import { findSchedule } from '../store/queries/schedules.ts';
import { readBooked } from '../store/queries/spending.ts';
import { addWork } from '../store/queries/work.ts';
import type { Db } from '../store/schema.ts';
import type { WorkKind } from '../work/kind.ts';
import { toLocalDay } from './local-day.ts';
import type { CollectionServices } from './services.ts';

const NOTICE = 'budget';
const KIND = 'budget';
const LOOK_AGAIN_MS = 10 * 60_000;

interface ReachedBudget {
  /** What the next ask would have cost, in billionths of a dollar. */
  reservation: number;
}

/** Tells webhooks that the budget is reached, once, and watches for the time when it allows more. */
export async function tellBudgetReached(
  db: Db,
  project: number,
  { reservation, now }: ReachedBudget & { now: Date },
): Promise<void> {
  if (!(await insertNotice(db, project, { name: NOTICE, data: { reservation }, now }))) return;
  const message = 'Overheard asks nothing more until the budget allows it.';
  await emitEvent(db, project, { kind: 'budget_reached', data: { state: 'began', message }, now });
  await addWork(db, { project, kind: KIND, subject: 0 }, { due_at: new Date(now.getTime() + LOOK_AGAIN_MS) });
}

/** Tells webhooks when a budget that was reached allows asks again: on the next day, say, or because it was raised. */
export const budgetWatch: WorkKind<CollectionServices> = {
  kind: KIND,
  concurrency: 1,
  step: async (services, { project }) => {
    const now = services.now();
    return async (db) => {
      const reached = await readNotice<ReachedBudget>(db, project, NOTICE);
      if (!reached) return 'done';
      const schedule = await findSchedule(db, project);
      const booked = await readBooked(db, project, toLocalDay(now, schedule?.time_zone ?? 'UTC'));
      // Before costs had a bound, a provider could report more than any budget ever allows.
      const reservation = reached.reservation > toBillionths(MAX_COST) ? 0 : reached.reservation;
      const allows = (limit: number | null | undefined, amount: number) =>
        limit == null || amount + reservation <= limit;
      if (!allows(schedule?.day_limit, booked.day) || !allows(schedule?.month_limit, booked.month)) {
        return { due_at: new Date(now.getTime() + LOOK_AGAIN_MS) };
      }
      await deleteNotice(db, project, NOTICE);
      const message = 'The next run asks again.';
      await emitEvent(db, project, { kind: 'budget_reached', data: { state: 'ended', message }, now });
      return 'done';
    };
  },
};
