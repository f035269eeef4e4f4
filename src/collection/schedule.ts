import { listChannels } from '../store/queries/channels.ts';
import { hasRunOf, insertFinishedRun, listRunningRuns } from '../store/queries/runs.ts';
import { findSchedule, markSeen, type ScheduleRow } from '../store/queries/schedules.ts';
import { COLLECTION } from '../store/queries/tasks.ts';
import { putOff, removeWork, toNextLook } from '../store/queries/work.ts';
import type { Db } from '../store/schema.ts';
import type { Transaction } from '../store/store.ts';
import type { Outcome, WorkKind } from '../work/kind.ts';
import { type Basket, estimate, toPlanned } from './basket.ts';
import { isAskable } from './channel-asks.ts';
import { startCollection } from './collection-run.ts';
import { findNextDueTime, listDueTimes } from './due-times.ts';
import type { CollectionServices } from './services.ts';

const SCHEDULE = 'schedule';

/** Starts the runs of a project's schedule. */
export const scheduleWork: WorkKind<CollectionServices> = {
  kind: SCHEDULE,
  concurrency: 4,
  step: async (services, { project }) => {
    await services.store.write(project, (transaction) => startDueRun(transaction, project, services));
    return (db) => decideNext(db, project, services.now());
  },
};

/** When the schedule is due again, as it is by then: it may have been changed meanwhile. */
async function decideNext(db: Db, project: number, now: Date): Promise<Outcome> {
  const schedule = await findSchedule(db, project);
  const next = schedule?.is_active ? findNextDueTime(schedule, now) : null;
  return next ? { due_at: next } : 'done';
}

async function startDueRun(transaction: Transaction, project: number, services: CollectionServices): Promise<void> {
  const { db } = transaction;
  const now = services.now();
  const schedule = await findSchedule(db, project);
  if (!schedule?.is_active) return;
  // A clock that was ahead for a while has seen times that are still to come.
  const since = new Date(Math.min(Date.parse(schedule.seen_until), now.getTime()));
  const { start, missed } = listDueTimes(schedule, { since, now });
  for (const due_at of missed) await recordMissed(db, project, { due_at, now, why: 'The service was not running.' });
  if (start && !(await hasRunOf(db, project, { kind: COLLECTION, due_at: start }))) {
    await startRun(transaction, project, { services, schedule, due_at: start });
  }
  await markSeen(db, project, now);
}

async function startRun(
  transaction: Transaction,
  project: number,
  { services, schedule, due_at }: { services: CollectionServices; schedule: ScheduleRow; due_at: Date },
): Promise<void> {
  const { db } = transaction;
  const now = services.now();
  const running = await listRunningRuns(db, project, COLLECTION);
  if (running.some(({ trigger }) => trigger === 'schedule')) {
    return recordMissed(db, project, { due_at, now, why: 'The run before was still under way.' });
  }
  const basket = await toScheduledBasket(db, project, schedule.replicates);
  const { asks, skipped } = await estimate(db, project, { basket, services });
  if (asks + skipped === 0) {
    const message = 'There was nothing to ask: the project has no prompts, or no active channel that can be asked.';
    await insertFinishedRun(db, project, {
      kind: COLLECTION,
      state: 'done',
      trigger: 'schedule',
      due_at,
      message,
      now,
    });
    return;
  }
  await startCollection(transaction, project, {
    ...toPlanned(basket),
    total: asks + skipped,
    trigger: 'schedule',
    due_at,
    now,
  });
}

/** What the schedule asks: every prompt on every active channel that can be asked. */
export async function toScheduledBasket(db: Db, project: number, replicates: number): Promise<Basket> {
  const channels = (await listChannels(db, project)).filter(isAskable).filter(({ is_active }) => is_active);
  return { prompts: null, channels, named: new Set(), replicates };
}

function recordMissed(
  db: Db,
  project: number,
  { due_at, now, why }: { due_at: Date; now: Date; why: string },
): Promise<void> {
  const run = {
    kind: COLLECTION,
    state: 'missed',
    trigger: 'schedule',
    due_at,
    message: `Missed. ${why}`,
    now,
  } as const;
  return insertFinishedRun(db, project, run);
}

/** Makes the work of a schedule due at its next time, or removes it. */
export async function planSchedule(
  db: Db,
  project: number,
  { schedule, now }: { schedule: ScheduleRow; now: Date },
): Promise<void> {
  const key = { project, kind: SCHEDULE, subject: 0 };
  const next = schedule.is_active ? findNextDueTime(schedule, now) : null;
  if (next) await putOff(db, key, toNextLook(next, now));
  else await removeWork(db, key);
}
