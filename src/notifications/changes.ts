import { addDays, toDay } from '../domain/dates.ts';
import { MAX_LISTED, type MetricChange } from '../domain/event.ts';
import { findOverview } from '../reports/overview.ts';
import { readNotice, writeNotice } from '../store/queries/notices.ts';
import { emitEvent } from '../store/queries/outbox.ts';
import { hasFinishedRun } from '../store/queries/runs.ts';
import { listSubscribed } from '../store/queries/webhooks.ts';
import { CHANGES } from '../store/queries/work.ts';
import type { Db } from '../store/schema.ts';
import type { WorkKind } from '../work/kind.ts';
import { nameChanges, toChangeKey } from './metric-changes.ts';
import type { NotificationServices } from './services.ts';

const NOTICE = 'changes';
const DAYS = 7;
/** In projects without a run on the day, changes are looked for at this hour, UTC. */
const LAST_HOUR = 23;

/** What is significant according to the last look, and the day of it. */
interface Known {
  on: string;
  changes: MetricChange[];
}

/** Looks once a day, when the day's run has ended, which metrics changed significantly, and tells what is new. */
export const changes: WorkKind<NotificationServices> = {
  kind: CHANGES,
  concurrency: 1,
  is_heavy: true,
  step: async ({ store, now, config }, { project }, { signal }) => {
    const at = now();
    const today = toDay(at);
    const evening = new Date(`${today}T${LAST_HOUR}:00:00.000Z`);
    const tomorrow = { due_at: new Date(`${addDays(today, 1)}T${LAST_HOUR}:00:00.000Z`) };
    const { isWanted, known, hasRun } = await store.read(project, async ({ db }) => ({
      isWanted: (await listSubscribed(db, project, 'metric_changed')).length > 0,
      known: await readNotice<Known>(db, project, NOTICE),
      hasRun: await hasFinishedRun(db, project, new Date(today)),
    }));
    if (!isWanted) return 'done';
    if (known?.on === today) return tomorrow;
    if (known && !hasRun && at < evening) return { due_at: evening };
    const found = await store.read(
      project,
      async (reader) => {
        const period = { start_date: addDays(today, 1 - DAYS), end_date: today };
        const options = { signal, model_ids: config.MODEL_IDS };
        const { movers } = await findOverview(reader, project, { period, options });
        return nameChanges(reader.db, project, movers);
      },
      { is_heavy: true, signal },
    );
    return async (db) => {
      await tell(db, project, { before: known?.changes ?? [], after: found, now: at });
      await writeNotice(db, project, { name: NOTICE, data: { on: today, changes: found } satisfies Known, now: at });
      return tomorrow;
    };
  },
};

async function tell(
  db: Db,
  project: number,
  { before, after, now }: { before: MetricChange[]; after: MetricChange[]; now: Date },
): Promise<void> {
  const without = (list: MetricChange[], others: MetricChange[]) => {
    const keys = new Set(others.map(toChangeKey));
    return list.filter((change) => !keys.has(toChangeKey(change)));
  };
  for (const [state, list] of [
    ['began', without(after, before)],
    ['ended', without(before, after)],
  ] as const) {
    if (list.length === 0) continue;
    const data = { state, changes: list.slice(0, MAX_LISTED), change_count: list.length };
    await emitEvent(db, project, { kind: 'metric_changed', data, now });
  }
}
