import { createUuid } from '../ids.ts';
import { IMPORT, updateRun } from '../store/queries/runs.ts';
import type { Transaction } from '../store/store.ts';
import { type Hold, holdLease } from '../work/hold.ts';
import type { WorkServices } from '../work/kind.ts';
import { defineRunKind } from '../work/run-kind.ts';
import type { Intake } from './intake.ts';

/** An import whose process is not heard of for this long was cut off. */
const LEASE_SECONDS = 60;

/** An import lives as long as its request. A worker can only claim one whose request is gone, and then ends it. */
export const importWork = defineRunKind<WorkServices, object>({
  kind: IMPORT,
  concurrency: 1,
  step: async ({ store, now }, { project, run }) => {
    const message = 'The service stopped during the import. Send it again: what was stored is skipped.';
    await store.write(project, ({ db }) =>
      updateRun(db, project, { run, update: { state: 'failed', message, finished_at: now() } }),
    );
  },
});

/** Shows a long import among the runs, from its second batch on, and holds it while lines are waited for. */
export function createImportProgress({ services, project, dry_run }: Intake) {
  const { store, now } = services;
  const claim = { holder: createUuid(), seconds: LEASE_SECONDS };
  let batches = 0;
  let done = 0;
  /** Of the transaction that is running, which may be repeated. */
  let inserted: number | undefined;
  let run: number | undefined;
  let hold: Hold | undefined;

  return {
    advance(seen: number): void {
      batches += 1;
      done = seen;
    },
    async record({ db }: Transaction): Promise<void> {
      if (dry_run || batches < 2) return;
      inserted =
        run ??
        (
          await importWork.start(db, project, {
            total: 0,
            plan: {},
            message: 'Importing answers.',
            now: now(),
            claim,
          })
        ).run;
      await updateRun(db, project, { run: inserted, update: { done, total: done } });
    },
    /** Call it once the transaction is kept. */
    settle(): void {
      run = inserted;
      if (run !== undefined) hold ??= holdLease(services, { project, kind: importWork.kind, subject: run }, claim);
    },
    async finish(state: 'done' | 'failed', message: string): Promise<void> {
      hold?.end();
      if (run === undefined) return;
      const update = { state, done, total: done, message, finished_at: now() };
      await store.write(project, ({ db }) => updateRun(db, project, { run: run!, update }));
    },
  };
}
