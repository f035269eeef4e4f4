import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { addDays, toMonth } from '../domain/dates.ts';
import type { RunKind } from '../domain/run.ts';
import { isNotFound } from '../errors.ts';
import { createUuid } from '../ids.ts';
import { INSTALLATION } from '../store/queries/counters.ts';
import { forgetOldAnswers } from '../store/queries/idempotency.ts';
import { listProjectKeys } from '../store/queries/projects.ts';
import { compactDaily } from '../store/queries/roll-ups.ts';
import {
  claimLease,
  endLeases,
  type Lease,
  listDueLeases,
  removeLease,
  renewLease,
  UPKEEP,
} from '../store/queries/run-leases.ts';
import { findRun, type RunRow, updateRun } from '../store/queries/runs.ts';
import { forgetOldSessions } from '../store/queries/sessions.ts';
import { type Background, stepExtraction } from './extraction-run.ts';
import { stepPreviewRun } from './preview.ts';
import { applySettings, isOutdated } from './project-settings.ts';

type Step = (background: Background, run: RunRow) => Promise<void>;

/** An import lives as long as its request: one that nobody holds any more was cut off by a crash. */
const endImport: Step = async ({ store, now }, { project, run }) => {
  const message = 'The service stopped meanwhile; send it again: what was stored is skipped.';
  await store.write(project, ({ db }) =>
    updateRun(db, project, { run, update: { state: 'failed', message, finished_at: now() } }),
  );
};

const STEPS: Record<RunKind, Step> = { extraction: stepExtraction, preview: stepPreviewRun, import: endImport };
const RETRY_MS = 1000;
const MOST_FAILURES = 3;
/** A worker that was killed in a step is missed after so long. */
const LEASE_SECONDS = 15;
const LATE_DAYS = 3;
/** How often work is looked for that other processes made. */
const POLL_MS = 1000;

export interface Worker {
  /** Looks for work; call it after whatever may have made some. */
  wake(): void;
  /** Looks for work now and from then on. */
  start(): Promise<void>;
  /** Resolves when there is nothing left to do. */
  idle(): Promise<void>;
  /** Finishes the step that is running, and no more. */
  stop(): Promise<void>;
}

/** Leaves the work to others. */
export function createIdleWorker(): Worker {
  return { wake: () => {}, start: async () => {}, idle: async () => {}, stop: async () => {} };
}

/**
 * Does the background work, step by step, one project after the other, stepping back while clients' queries run. Any
 * number of workers may share a store: each step is held by one of them, and what a killed one held is taken up again.
 */
export function createWorker(background: Background, log: Logger): Worker {
  const { store } = background;
  const isShared = store.is_shared;
  const holder = createUuid();
  let working: Promise<void> | null = null;
  let isCalled = false;
  let isStopped = false;
  let polling: NodeJS.Timeout | undefined;
  const failures = new Map<string, number>();

  async function work(): Promise<void> {
    while (!isStopped) {
      isCalled = false;
      const due = await listDueLeases(store.db);
      let steps = 0;
      for (const lease of due) {
        if (isStopped) return;
        if (await take(lease)) steps += 1;
      }
      // What others hold is theirs.
      if (steps === 0 && !isCalled && !(await tidy())) return;
    }
  }

  /** Late answers come for a few days after their month. */
  async function tidy(): Promise<boolean> {
    const started = performance.now();
    const today = background.now().toISOString().slice(0, 10);
    const isDone = await store.tidy(toMonth(addDays(today, -LATE_DAYS)));
    if (isDone && store.isBusy()) await pause(performance.now() - started);
    return isDone;
  }

  async function take(lease: Lease): Promise<boolean> {
    try {
      return await takeStep(lease);
    } catch (error) {
      if (!isNotFound(error)) throw error;
      // The project was deleted meanwhile.
      await store.write(INSTALLATION, ({ db }) => removeLease(db, lease));
      return true;
    }
  }

  /** Does one step, if nobody else does; where one process alone has the store, there is nobody else. */
  async function takeStep(lease: Lease): Promise<boolean> {
    const { project } = lease;
    if (!isShared) return step(lease);
    const claim = { holder, seconds: LEASE_SECONDS };
    if (!(await store.write(project, ({ db }) => claimLease(db, lease, claim)))) return false;
    await step(lease);
    await store.write(project, ({ db }) => renewLease(db, lease, 0));
    return true;
  }

  async function step(lease: Lease): Promise<boolean> {
    const { project } = lease;
    const started = performance.now();
    if (lease.run === UPKEEP) {
      await store.write(project, ({ db }) => compactDaily(db, project));
      return true;
    }
    const run = await findRun(store.db, project, lease.run);
    if (run?.state !== 'running') {
      await store.write(project, ({ db }) => removeLease(db, lease));
      return true;
    }
    try {
      await STEPS[run.kind as RunKind](background, run);
      failures.delete(run.id);
    } catch (error) {
      if (isNotFound(error)) throw error;
      await fail(run, error);
    }
    // As much rest as work, so that a report beside it keeps at least half of the machine.
    if (store.isBusy()) await pause(performance.now() - started);
    return true;
  }

  /** Tries again a few times, then gives the run up rather than trying for ever. */
  async function fail(run: RunRow, error: unknown): Promise<void> {
    const count = (failures.get(run.id) ?? 0) + 1;
    failures.set(run.id, count);
    log.error({ run: run.id, kind: run.kind, message: String(error).slice(0, 300) }, 'background work failed');
    if (count < MOST_FAILURES) return pause(RETRY_MS);
    await store.write(run.project, ({ db }) =>
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
    start: async () => {
      if (isShared) polling = setInterval(wake, POLL_MS).unref();
      else await store.write(INSTALLATION, ({ db }) => endLeases(db));
      wake();
    },
    idle: async () => {
      while (working) await working;
    },
    stop: async () => {
      isStopped = true;
      clearInterval(polling);
      await working;
    },
  };
}

/** Begins a new extraction wherever the facts were made by another version of it. */
export async function renewOutdated({ store, now }: Background): Promise<void> {
  for (const project of await listProjectKeys(store.db)) {
    if (!(await isOutdated(store.db, project))) continue;
    await unlessDeleted(
      store.write(project, async ({ db }) => {
        // Another process may have begun it meanwhile.
        if (!(await isOutdated(db, project))) return;
        await applySettings(db, project, { reason: 'A newer version reads the answers again.', now: now() });
      }),
    );
  }
}

/** Answers to repeated attempts are kept for a day, sessions until they end. */
export async function forgetOld({ store, now }: Background): Promise<void> {
  await store.write(INSTALLATION, ({ db }) => forgetOldSessions(db, now()));
  for (const project of [INSTALLATION, ...(await listProjectKeys(store.db))]) {
    await unlessDeleted(store.write(project, ({ db }) => forgetOldAnswers(db, project, now())));
  }
}

/** A project that was deleted since the list was read has nothing left to do. */
async function unlessDeleted(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}
