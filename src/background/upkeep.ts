import { addDays, toMonth } from '../domain/dates.ts';
import { INSTALLATION } from '../store/queries/counters.ts';
import { forgetOldAnswers } from '../store/queries/idempotency.ts';
import { listProjectKeys } from '../store/queries/projects.ts';
import { compactDaily } from '../store/queries/roll-ups.ts';
import { forgetOldSessions } from '../store/queries/sessions.ts';
import { COMPACTION } from '../store/queries/work.ts';
import type { WorkKind } from '../work/kind.ts';
import { unlessDeleted } from '../work/unless-deleted.ts';

const HOUR_MS = 3_600_000;
/** Answers may still arrive for a few days after their month. */
const LATE_DAYS = 3;

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

/** Puts the facts of past months in the order that reports read them, where the engine needs that. */
export const tidying: WorkKind = {
  kind: 'tidying',
  concurrency: 1,
  is_heavy: true,
  is_permanent: true,
  step: async ({ store, now }) => {
    const today = now().toISOString().slice(0, 10);
    const hasTidied = await store.tidy(toMonth(addDays(today, -LATE_DAYS)));
    return hasTidied ? 'again' : { due_at: new Date(now().getTime() + HOUR_MS) };
  },
};

/** Removes first answers of repeated requests after a day, and sessions that have ended. */
export const cleanup: WorkKind = {
  kind: 'cleanup',
  concurrency: 1,
  is_permanent: true,
  step: async ({ store, now }, _key, { signal }) => {
    await store.write(INSTALLATION, async ({ db }) => {
      await forgetOldSessions(db, now());
      await forgetOldAnswers(db, INSTALLATION, now());
    });
    for (const project of await listProjectKeys(store.db)) {
      signal.throwIfAborted();
      await unlessDeleted(store.write(project, ({ db }) => forgetOldAnswers(db, project, now())));
    }
    return { due_at: new Date(now().getTime() + HOUR_MS) };
  },
};
