import type { CollectionServices } from '../collection/services.ts';
import { addDays, DAY_MS, toDay, toMonth } from '../domain/dates.ts';
import { toListedSince } from '../domain/key.ts';
import { KEEP_DAYS } from '../domain/webhook.ts';
import { INSTALLATION } from '../store/queries/counters.ts';
import { forgetDeliveries } from '../store/queries/deliveries.ts';
import { readGenerations } from '../store/queries/extractions.ts';
import { forgetOldAnswers } from '../store/queries/idempotency.ts';
import { forgetRevokedKeys } from '../store/queries/keys.ts';
import {
  claimMonth,
  completeMonth,
  listMonthParts,
  listUnsummedMonths,
  MonthChanged,
  requireClaim,
  sumPart,
  WHOLE_MONTH,
} from '../store/queries/month-sums.ts';
import { listProjectKeys } from '../store/queries/projects.ts';
import { forgetRawResponses } from '../store/queries/raw-responses.ts';
import { compactDaily } from '../store/queries/roll-ups.ts';
import { forgetOldSessions } from '../store/queries/sessions.ts';
import { forgetEndedShareLinks } from '../store/queries/share-links.ts';
import { COMPACTION } from '../store/queries/work.ts';
import type { Store } from '../store/store.ts';
import type { WorkKind } from '../work/kind.ts';
import { unlessDeleted } from '../work/unless-deleted.ts';

const HOUR_MS = 3_600_000;
/** Answers may still arrive for a few days after their month. */
const LATE_DAYS = 3;
/** Months whose facts change all the time are not summed up again at every change. */
const SUMMING_PAUSE_MS = 300_000;
/** A large month takes a minute. Where the process has one connection to write with, the lease may not be renewed for long. */
const SUMMING_LEASE_SECONDS = 180;
/** Others wait while this many answers are summed up, which takes a few tenths of a second. */
const ANSWERS_AT_ONCE = 20_000;

/** Sums up a project's daily changes, once there are many. */
export const compaction: WorkKind = {
  kind: COMPACTION,
  concurrency: 1,
  is_heavy: true,
  step: async ({ store }, { project }) => {
    await store.write(project, ({ db }) => compactDaily(db, project));
    return 'done';
  },
};

/** Sums up the months of each project that have ended. Months whose facts have changed since are summed up again. */
export function createSumming(): WorkKind {
  /** When this process last tried to sum up each month. */
  const triedAt = new Map<string, number>();
  /** The project that was last looked at: all have their turn, however often the months of some change. */
  let last = INSTALLATION;

  /** The newest month that is not summed up, except those that were tried in the last five minutes. */
  async function findMonth({ db }: Pick<Store, 'db'>, project: number, before: string): Promise<string | undefined> {
    const months = await listUnsummedMonths(db, project, before);
    return months.find((month) => !triedAt.has(`${project} ${month}`));
  }

  return {
    kind: 'summing',
    concurrency: 1,
    lease_seconds: SUMMING_LEASE_SECONDS,
    is_heavy: true,
    is_permanent: true,
    step: async ({ store, now }, _key, { signal }) => {
      const before = toMonth(addDays(toDay(now()), -LATE_DAYS));
      for (const [month, at] of triedAt) {
        // The clock may have been set back since.
        if (Math.abs(now().getTime() - at) >= SUMMING_PAUSE_MS) triedAt.delete(month);
      }
      const projects = await listProjectKeys(store.db);
      const next = Math.max(
        0,
        projects.findIndex((project) => project > last),
      );
      for (const project of [...projects.slice(next), ...projects.slice(0, next)]) {
        signal.throwIfAborted();
        const month = await findMonth(store, project, before);
        // Most projects have nothing to do, so no writer of theirs waits.
        if (month === undefined) continue;
        last = project;
        triedAt.set(`${project} ${month}`, now().getTime());
        try {
          await unlessDeleted(sumUp(store, project, { month, before }));
        } catch (error) {
          // The worker tries again soon.
          triedAt.delete(`${project} ${month}`);
          throw error;
        }
        return 'again';
      }
      return { due_at: new Date(now().getTime() + SUMMING_PAUSE_MS) };
    },
  };
}

/** Sums up a month while others write to the project. If they change its facts, nothing is kept of it. */
async function sumUp(
  store: Store,
  project: number,
  { month, before }: { month: string; before: string },
): Promise<void> {
  const claim = await store.write(project, async ({ db }) => {
    const months = await listUnsummedMonths(db, project, before);
    return months.includes(month) ? claimMonth(db, project, { month, ...(await readGenerations(db, project)) }) : null;
  });
  if (claim === null) return;
  // Where only one may write at a time, others wait for each part.
  const parts = store.is_shared
    ? WHOLE_MONTH
    : await listMonthParts(store.db, project, { month, answers: ANSWERS_AT_ONCE });
  try {
    for (const part of parts) {
      await store.write(project, ({ db }) => requireClaim(db, project, claim), {
        is_large: true,
        is_computing: true,
        before: ({ db }) => sumPart(db, project, { claim, part }),
      });
    }
    await store.write(project, ({ db }) => completeMonth(db, project, claim));
  } catch (error) {
    if (!(error instanceof MonthChanged)) throw error;
  }
}

/** Puts the facts of past months in the order that reports read them, where the engine needs that. */
export const tidying: WorkKind = {
  kind: 'tidying',
  concurrency: 1,
  is_heavy: true,
  is_permanent: true,
  step: async ({ store, now }) => {
    const hasTidied = await store.tidy(toMonth(addDays(toDay(now()), -LATE_DAYS)));
    return hasTidied ? 'again' : { due_at: new Date(now().getTime() + HOUR_MS) };
  },
};

/**
 * Removes first answers of repeated requests after a day, sessions that have ended, keys and links that ended a while ago, and
 * old responses of providers and deliveries to webhooks.
 */
export const cleanup: WorkKind<CollectionServices> = {
  kind: 'cleanup',
  concurrency: 1,
  is_permanent: true,
  step: async ({ store, now, config }, _key, { signal }) => {
    const oldest = new Date(now().getTime() - config.KEEP_RAW_DAYS * DAY_MS);
    const oldestDelivery = new Date(now().getTime() - KEEP_DAYS * DAY_MS);
    const ended = { before: toListedSince(now()), now: now(), keep: config.MAX_SHARE_LINKS };
    await store.write(INSTALLATION, async ({ db }) => {
      await forgetOldSessions(db, now());
      await forgetOldAnswers(db, INSTALLATION, now());
      await forgetRevokedKeys(db, toListedSince(now()));
    });
    for (const project of await listProjectKeys(store.db)) {
      signal.throwIfAborted();
      const forgetting = store.write(project, async ({ db }) => {
        await forgetOldAnswers(db, project, now());
        await forgetRawResponses(db, project, oldest);
        await forgetEndedShareLinks(db, project, ended);
        await forgetDeliveries(db, project, oldestDelivery);
      });
      await unlessDeleted(forgetting);
    }
    return { due_at: new Date(now().getTime() + HOUR_MS) };
  },
};
