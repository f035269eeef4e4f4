import { setTimeout as pause } from 'node:timers/promises';
import { AppError, isNotFound } from '../errors.ts';
import { createUuid } from '../ids.ts';
import { INSTALLATION } from '../store/queries/counters.ts';
import {
  addWork,
  claimWork,
  type DueWork,
  endLeases,
  listDueWork,
  listKinds,
  releaseWork,
  removeWork,
  toNextLook,
  type WorkKey,
} from '../store/queries/work.ts';
import { outsideTrace, type SpanDescription, trace } from '../tracing/trace.ts';
import { type Owner, runOwned } from '../unhandled-errors.ts';
import { holdLease } from './hold.ts';
import type { DecideOutcome, Outcome, WorkKind, WorkServices } from './kind.ts';
import { unlessDeleted } from './unless-deleted.ts';

/** Writes come in bursts: one look serves all of them. */
const LOOK_AFTER_WRITE_MS = 100;
const LISTED_AT_ONCE = 100;
const FIRST_RETRY_MS = 1000;
const MAX_RETRY_MS = 60_000;

export interface WorkerOptions {
  /** Work of a killed process can be claimed by others after this time. */
  leaseSeconds?: number;
  /** How often to look for work that another process created, or that has become due. */
  pollMs?: number;
}

export interface Worker {
  /** How many steps of each kind have failed in this process. */
  readonly failures: ReadonlyMap<string, number>;
  /** Looks for work now, after every write of this process, and regularly. */
  start(): Promise<void>;
  /** Looks for work now. */
  wake(): void;
  /** Resolves when nothing is due that this worker could do. */
  idle(): Promise<void>;
  /** Ends the steps that are running and starts no others. */
  stop(): Promise<void>;
}

/** Leaves the work to other processes. */
export function createIdleWorker(): Worker {
  return { failures: new Map(), wake: () => {}, start: async () => {}, idle: async () => {}, stop: async () => {} };
}

/**
 * Runs background work step by step, several steps at once, each kind up to its own limit. Any number of workers may share
 * a store: a step runs under a lease, and what a killed process held is claimed by another.
 */
export function createWorker<Services extends WorkServices>(
  services: Services,
  kinds: readonly WorkKind<Services>[],
  { leaseSeconds = 15, pollMs = 1000 }: WorkerOptions = {},
): Worker {
  const { store, log, now } = services;
  const holder = createUuid();
  const toClaim = ({ lease_seconds = leaseSeconds }: WorkKind<Services>) => ({ holder, seconds: lease_seconds });
  const kindOf = new Map(kinds.map((kind) => [kind.kind, kind]));
  /** The steps of each kind that are running, by what they work on. */
  const running = new Map<string, Map<string, Promise<void>>>(kinds.map(({ kind }) => [kind, new Map()]));
  const failures = new Map(kinds.map(({ kind }) => [kind, 0]));
  const stopping = new AbortController();
  let looking: Promise<boolean> | null = null;
  let isCalledAgain = false;
  let polling: NodeJS.Timeout | undefined;
  let nudged: NodeJS.Timeout | undefined;
  let unwatch = () => {};

  function countFree({ kind, concurrency }: WorkKind<Services>): number {
    return concurrency - running.get(kind)!.size;
  }

  /** Starts steps of whatever is due and fits; true if it started one. */
  async function look(): Promise<boolean> {
    let hasStarted = false;
    const free = kinds.filter((kind) => countFree(kind) > 0).map(({ kind }) => kind);
    for (const due of await listDueWork(store.db, { kinds: free, now: now(), limit: LISTED_AT_ONCE })) {
      if (stopping.signal.aborted) return hasStarted;
      const kind = kindOf.get(due.kind)!;
      const steps = running.get(due.kind)!;
      const name = `${due.project} ${due.subject}`;
      // A step whose lease ran out, because the store could not be reached, must not run beside its own successor.
      if (countFree(kind) <= 0 || steps.has(name) || !(await tryClaim(kind, due))) continue;
      hasStarted = true;
      const step = work(kind, due).finally(() => {
        steps.delete(name);
        wake();
      });
      steps.set(name, step);
    }
    return hasStarted;
  }

  async function tryClaim(kind: WorkKind<Services>, due: DueWork): Promise<boolean> {
    const claim = toClaim(kind);
    const claiming = store.write(due.project, ({ db }) => claimWork(db, due, { now: now(), claim }));
    const isClaimed = await unlessDeleted(claiming);
    // Work of a project that is gone can only be removed on behalf of the installation.
    if (isClaimed === undefined) await store.write(INSTALLATION, ({ db }) => removeWork(db, due));
    return isClaimed ?? false;
  }

  /** Runs one step under its lease and records what follows. */
  async function work(kind: WorkKind<Services>, due: DueWork): Promise<void> {
    const started = performance.now();
    const hold = holdLease(services, due, toClaim(kind));
    try {
      const unhandled = new AbortController();
      const owner: Owner = { kind: 'work', fail: (error) => unhandled.abort(error) };
      const signal = AbortSignal.any([hold.signal, stopping.signal, unhandled.signal]);
      const step = () => runOwned(owner, () => kind.step(services, due, { signal }));
      const outcome = await trace(describeStep(due), step);
      unhandled.signal.throwIfAborted();
      hold.end();
      await release(due, outcome);
    } catch (error) {
      hold.end();
      await recordFailure(kind, due, error);
    }
    // As much rest as work, so that reports keep at least half of the machine.
    if (kind.is_heavy && store.isBusy() && !stopping.signal.aborted) await pause(performance.now() - started);
  }

  async function release(key: WorkKey, decided: Outcome | DecideOutcome): Promise<void> {
    const releasing = store.write(key.project, async ({ db }) => {
      const outcome = typeof decided === 'function' ? await decided(db) : decided;
      if (outcome === 'done') return removeWork(db, key);
      const due_at = outcome === 'again' ? now() : toNextLook(outcome.due_at, now());
      return releaseWork(db, key, { holder, due_at, attempts: 0, last_error: null });
    });
    await unlessDeleted(releasing);
  }

  /** Retries later, or gives the work up after too many failures. */
  async function recordFailure(kind: WorkKind<Services>, due: DueWork, error: unknown): Promise<void> {
    const { project, subject } = due;
    const isStopping = stopping.signal.aborted;
    const attempts = isStopping ? due.attempts : due.attempts + 1;
    const last_error = String(error).slice(0, 300);
    const about = { project, kind: kind.kind, subject, attempts };
    if (!isStopping && !isNotFound(error)) {
      failures.set(kind.kind, failures.get(kind.kind)! + 1);
      log.error({ ...about, message: last_error }, 'work failed');
    }
    try {
      if (!isStopping && kind.max_attempts !== undefined && attempts >= kind.max_attempts) {
        await kind.giveUp?.(services, due);
        await store.write(project, ({ db }) => removeWork(db, due));
        return;
      }
      const wait = isStopping ? 0 : Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.max(0, attempts - 1));
      const due_at = new Date(now().getTime() + wait);
      const release = { holder, due_at, attempts, last_error };
      await store.write(project, ({ db }) => releaseWork(db, due, release));
    } catch (cause) {
      // Otherwise the lease runs out by itself, and the work is claimed again.
      if (!isNotFound(cause)) log.error({ ...about, message: String(cause).slice(0, 300) }, 'work was not released');
    }
  }

  /** One look at a time; a call during a look leads to another one. */
  function lookOnce(): Promise<boolean> {
    if (looking) {
      isCalledAgain = true;
      return looking;
    }
    isCalledAgain = false;
    // The request that woke the worker does not wait for it.
    looking = outsideTrace(look)
      .catch((error) => {
        if (!stopping.signal.aborted) log.error({ message: String(error).slice(0, 300) }, 'the worker failed');
        return false;
      })
      .finally(() => {
        looking = null;
        if (isCalledAgain) wake();
      });
    return looking;
  }

  function wake(): void {
    if (!stopping.signal.aborted) void lookOnce();
  }

  /** A write of this process may have created work. */
  function nudge(): void {
    nudged ??= setTimeout(() => {
      nudged = undefined;
      wake();
    }, LOOK_AFTER_WRITE_MS).unref();
  }

  function listRunning(): Promise<void>[] {
    return [...running.values()].flatMap((steps) => [...steps.values()]);
  }

  return {
    failures,
    wake,
    start: async () => {
      if (!store.is_shared) await store.write(INSTALLATION, ({ db }) => endLeases(db));
      const permanent = kinds.filter(({ is_permanent }) => is_permanent).map(({ kind }) => kind);
      const known = await listKinds(store.db, INSTALLATION);
      // Most starts only read: a read can be repeated if the connection is lost, a write not always.
      if (permanent.some((kind) => !known.has(kind))) {
        await store.write(INSTALLATION, async ({ db }) => {
          for (const kind of permanent) await addWork(db, { project: INSTALLATION, kind, subject: 0 });
        });
      }
      polling = setInterval(wake, pollMs).unref();
      unwatch = store.watchWork(nudge);
      wake();
    },
    idle: async () => {
      while (!stopping.signal.aborted) {
        await looking;
        const hasStarted = await lookOnce();
        if (listRunning().length > 0) await Promise.race(listRunning());
        else if (!hasStarted && !looking) return;
      }
    },
    stop: async () => {
      stopping.abort(new AppError('stopping', 'The service is stopping.'));
      unwatch();
      clearInterval(polling);
      clearTimeout(nudged);
      await looking;
      await Promise.all(listRunning());
    },
  };
}

function describeStep({ project, kind, attempts }: DueWork): SpanDescription {
  const attributes = { 'overheard.work': kind, 'overheard.project': project, 'overheard.attempts': attempts };
  return { name: `work ${kind}`, attributes };
}
