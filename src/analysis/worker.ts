import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { RunKind } from '../domain/run.ts';
import { listProjectKeys } from '../store/projects.ts';
import { compactDaily, listUncompacted } from '../store/roll-ups.ts';
import { listUnfinishedRuns, type RunRow, updateRun } from '../store/runs.ts';
import { type Background, stepExtraction } from './extraction-run.ts';
import { stepPreviewRun } from './preview.ts';
import { applySettings, isOutdated } from './project-settings.ts';

const STEPS: Partial<Record<RunKind, (background: Background, run: RunRow) => Promise<void>>> = {
  extraction: stepExtraction,
  preview: stepPreviewRun,
};
const KINDS = Object.keys(STEPS) as RunKind[];
const RETRY_MS = 1000;
const MOST_FAILURES = 3;

export interface Worker {
  /** Looks for work; call it after whatever may have made some. */
  wake(): void;
  /** Resolves when there is nothing left to do. */
  idle(): Promise<void>;
  /** Finishes the step that is running, and no more. */
  stop(): Promise<void>;
}

/** Does the background work, step by step, one project after the other, stepping back while clients' queries run. */
export function createWorker(background: Background, log: Logger): Worker {
  let working: Promise<void> | null = null;
  let isCalled = false;
  let isStopped = false;
  const failures = new Map<string, number>();

  async function work(): Promise<void> {
    while (!isStopped) {
      isCalled = false;
      const runs = await listUnfinishedRuns(background.store.db, KINDS);
      if (runs.length === 0) await compact();
      if (runs.length === 0 && !isCalled) return;
      for (const run of runs) {
        if (isStopped) return;
        await step(run);
      }
    }
  }

  async function compact(): Promise<void> {
    for (const project of await listUncompacted(background.store.db)) {
      await background.store.write(project, ({ db }) => compactDaily(db, project));
    }
  }

  async function step(run: RunRow): Promise<void> {
    const started = performance.now();
    try {
      await STEPS[run.kind as RunKind]!(background, run);
      failures.delete(run.id);
    } catch (error) {
      await fail(run, error);
    }
    // As much rest as work, so that a report beside it keeps at least half of the machine.
    if (background.store.isBusy()) await pause(performance.now() - started);
  }

  /** Tries again a few times, then gives the run up rather than trying for ever. */
  async function fail(run: RunRow, error: unknown): Promise<void> {
    const count = (failures.get(run.id) ?? 0) + 1;
    failures.set(run.id, count);
    log.error({ run: run.id, kind: run.kind, message: String(error).slice(0, 300) }, 'background work failed');
    if (count < MOST_FAILURES) return pause(RETRY_MS);
    await background.store.write(run.project, ({ db }) =>
      updateRun(db, run.project, {
        run: run.run,
        update: {
          state: 'failed',
          message: 'Stopped after several failures; the log says why.',
          finished_at: background.now(),
        },
      }),
    );
  }

  function wake(): void {
    isCalled = true;
    if (isStopped) return;
    working ??= work()
      .catch((error) => log.error({ message: String(error).slice(0, 300) }, 'the worker failed'))
      .finally(() => {
        working = null;
        if (isCalled) wake();
      });
  }

  return {
    wake,
    idle: async () => {
      while (working) await working;
    },
    stop: async () => {
      isStopped = true;
      await working;
    },
  };
}

/** Imports live as long as their request: those that a crash cut off are said to have failed. */
export async function endStaleImports({ store, now }: Background): Promise<void> {
  const message = 'The service stopped meanwhile; send it again: what was stored is skipped.';
  for (const { project, run } of await listUnfinishedRuns(store.db, ['import'])) {
    await store.write(project, ({ db }) =>
      updateRun(db, project, { run, update: { state: 'failed', message, finished_at: now() } }),
    );
  }
}

/** Begins a new extraction wherever the facts were made by another version of it. */
export async function renewOutdated({ store, now }: Background): Promise<void> {
  for (const project of await listProjectKeys(store.db)) {
    if (!(await isOutdated(store.db, project))) continue;
    await store.write(project, ({ db }) =>
      applySettings(db, project, { reason: 'A newer version reads the answers again.', now: now() }),
    );
  }
}
