import { listSubscribed } from '../store/queries/webhooks.ts';
import { addWork, CHANGES, DIGEST } from '../store/queries/work.ts';
import type { Db } from '../store/schema.ts';

/** The regular work that an event needs somebody to do. */
const WATCHES = [
  ['metric_changed', CHANGES],
  ['weekly_digest', DIGEST],
] as const;

/** Starts the regular work that webhooks of the project want. It ends by itself when none wants it any more. */
export async function startWatches(db: Db, project: number): Promise<void> {
  for (const [event, kind] of WATCHES) {
    const isWanted = (await listSubscribed(db, project, event)).length > 0;
    if (isWanted) await addWork(db, { project, kind, subject: 0 });
  }
}
