import { listSubscribed } from '../store/queries/webhooks.ts';
import { addWork, CHANGES } from '../store/queries/work.ts';
import type { Db } from '../store/schema.ts';

/** Starts the regular work that webhooks of the project want. It ends by itself when none wants it any more. */
export async function startWatches(db: Db, project: number): Promise<void> {
  if ((await listSubscribed(db, project, 'metric_changed')).length > 0) {
    await addWork(db, { project, kind: CHANGES, subject: 0 });
  }
}
