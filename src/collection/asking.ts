import { setMaxListeners } from 'node:events';
import { isNotFound } from '../errors.ts';
import { PROVIDERS } from '../providers/index.ts';
import { readHealth } from '../store/queries/channel-health.ts';
import { ASKING, findNextDue, listLeftRunning } from '../store/queries/tasks.ts';
import type { Db } from '../store/schema.ts';
import { beforeCrash } from '../unhandled-errors.ts';
import type { DecideOutcome, WorkKind } from '../work/kind.ts';
import { findChannel } from './channel-asks.ts';
import type { Claimed, StartedTask } from './claim.ts';
import { fly, type Landed } from './fly.ts';
import { afterCrash, afterCut, afterReturn } from './outcomes.ts';
import { createPace } from './pace.ts';
import type { CollectionServices } from './services.ts';
import { takeTurn } from './turn.ts';
import { createUsageMaxima } from './usage-maxima.ts';

/** Channels that one process asks at the same time. Each is asked by one process only, which so keeps to its limits. */
const MAX_CHANNELS = 256;
/** Short, because an ask that was cut off waits for it. */
const LEASE_SECONDS = 6;
/** How often to look for new tasks while asks are in flight. */
const LOOK_MS = 500;
/** The same while none could begin, because the rate, the provider or the asks in flight hold the channel back. */
const IDLE_LOOK_MS = 5000;
/** After a turn the store is left to others for twice the time that it took, but no longer than this. */
const MAX_REST_MS = 300;
/** The store is expected to be busy for at least this time before it starts further tasks. */
const MIN_BUSY_MS = 300;
/** The store is given this many chances to take what has arrived. */
const MAX_FAILED_TURNS = 10;

/** Asks the queued tasks of one channel, until none is due. */
export const asking: WorkKind<CollectionServices> = {
  kind: ASKING,
  concurrency: MAX_CHANNELS,
  lease_seconds: LEASE_SECONDS,
  step: (services, { project, subject }, { signal }) => askChannel(services, { project, channel: subject, signal }),
};

interface ChannelStep {
  project: number;
  channel: number;
  signal: AbortSignal;
}

/** A task that is started in the store and waits for its ask to begin. */
interface ReadyTask {
  task: StartedTask;
  claimed: Claimed;
}

async function askChannel(services: CollectionServices, step: ChannelStep): Promise<DecideOutcome> {
  const { project, channel } = step;
  const { store, log } = services;
  const cut = new AbortController();
  const cutOff = () => cut.abort(step.signal.reason);
  step.signal.addEventListener('abort', cutOff, { once: true });
  const { signal } = cut;
  // Every ask listens to it.
  setMaxListeners(0, signal);
  const pace = createPace();
  const maxima = createUsageMaxima(project, channel);
  const before = await findChannel(store.db, project, channel);
  if (before?.ask) await PROVIDERS.get(before.ask.kind)!.prepare?.();
  const flights = new Map<number, Promise<void>>();
  /** Tasks that were asked and are not settled in the store yet. */
  const unsettled = new Map<number, StartedTask>();
  let ready: ReadyTask[] = [];
  // What a process that ended has left behind.
  let landed: Landed[] = (await listLeftRunning(store.db, project, channel)).map((task) => ({
    ended: { task, next: afterCut(task) },
  }));
  let wake = () => {};
  let failedTurns = 0;
  let busyMs = MIN_BUSY_MS;

  /** Begins the asks that the pace allows now. */
  function launchReady(): void {
    while (ready.length > 0 && !signal.aborted) {
      const { task, claimed } = ready[0]!;
      const ask = claimed.ask!;
      const now = services.now().getTime();
      if (pace.countFree(ask, { in_flight: flights.size, now }) === 0) return;
      ready.shift();
      pace.started(ask, { count: 1, now });
      unsettled.set(task.task, task);
      flights.set(task.task, launch(task, claimed));
    }
  }

  async function launch(task: StartedTask, claimed: Claimed): Promise<void> {
    const result = await fly(services, { project, task, claimed, signal });
    flights.delete(task.task);
    landed.push(result);
    learn(result);
    launchReady();
    wake();
  }

  function learn({ ended: { answer }, error }: Landed): void {
    if (answer) {
      const { input_tokens = null, output_tokens = null, duration_ms } = answer.chat;
      maxima.add({ input_tokens, output_tokens, searches: answer.searches, cost: answer.cost });
      pace.answered({ duration_ms: duration_ms! });
    } else if (error) {
      pace.failed(error, { in_flight: flights.size + 1, now: services.now().getTime() });
    }
  }

  function begin(claimed: Claimed | null): void {
    ready.push(...(claimed?.started ?? []).map((task) => ({ task, claimed: claimed! })));
    if (claimed?.is_paused || isHeld(claimed)) returnReady();
    launchReady();
  }

  /** The provider holds asks back for longer than it takes until the next look at the store. */
  function isHeld(claimed: Claimed | null): boolean {
    if (claimed?.ask == null) return claimed !== null;
    const now = services.now().getTime();
    return (pace.findNextStart(claimed.ask, now) ?? now) - now > LOOK_MS;
  }

  /** Nobody waits for these any more, so others may ask them. */
  function returnReady(): void {
    landed.push(...ready.map(({ task }) => ({ ended: { task, next: afterReturn(task) } })));
    ready = [];
  }

  /** Answers that cannot be stored now are kept: they were paid for. */
  async function turn({ stores, claims }: { stores: boolean; claims: boolean }): Promise<Claimed | null> {
    const arrived = stores ? landed : [];
    landed = stores ? [] : landed;
    const limits = { pace, maxima, in_flight: flights.size, ready: ready.length, busy_ms: busyMs };
    try {
      const claimed = await takeTurn(services, { project, channel, arrived, claims, ...limits });
      for (const { ended } of arrived) unsettled.delete(ended.task.task);
      failedTurns = 0;
      return claimed;
    } catch (error) {
      landed = [...arrived, ...landed];
      failedTurns += 1;
      if (isNotFound(error) || failedTurns >= MAX_FAILED_TURNS) throw error;
      log.warn({ project, channel, message: String(error).slice(0, 300) }, 'answers could not be stored yet');
      return null;
    }
  }

  /** Counts the end of the process for each task that was being asked, because the one that caused it is unknown. */
  async function noteCrash(): Promise<void> {
    const arrived = [...unsettled.values()].map((task) => ({ ended: { task, next: afterCrash(task) } }));
    const limits = { pace, maxima, in_flight: 0, ready: 0, busy_ms: busyMs };
    await takeTurn(services, { project, channel, arrived, claims: false, ...limits });
  }

  /** Leaves the store to others, and waits until there is something to store or it is time to look for more. */
  async function rest(claimed: Claimed | null, pauseMs: number): Promise<void> {
    const pauseEnd = performance.now() + pauseMs;
    const now = services.now().getTime();
    const most = claimed && (flights.size === 0 || claimed.is_full) ? IDLE_LOOK_MS : LOOK_MS;
    const look = Math.min(most, Math.max(1, (claimed?.look_at ?? Number.POSITIVE_INFINITY) - now));
    const end = performance.now() + Math.max(look, pauseMs);
    while (!signal.aborted) {
      const at = performance.now();
      // An ask that could begin is worth more than the rest.
      if (at >= end || (landed.length > 0 && (at >= pauseEnd || ready.length === 0))) return;
      await waitFor((landed.length > 0 ? pauseEnd : end) - at, signal, (resolve) => {
        wake = resolve;
      });
    }
  }

  const forgetCrash = beforeCrash(noteCrash);
  try {
    while (!signal.aborted) {
      // Where asks could begin, they do not wait until the answers are read, unless these tell something new.
      const isStarving = ready.length === 0 && landed.length > 0 && landed.every(({ error }) => error === null);
      if (isStarving) begin(await turn({ stores: false, claims: true }));
      const began = performance.now();
      const claimed = await turn({ stores: true, claims: true });
      begin(claimed);
      if (claimed?.is_incomplete) continue;
      if (claimed && flights.size + ready.length + landed.length === 0 && claimed.look_at === null) break;
      const tookMs = performance.now() - began;
      const pauseMs = Math.min(2 * tookMs, MAX_REST_MS);
      busyMs = Math.max(MIN_BUSY_MS, 2 * tookMs + pauseMs);
      await rest(claimed, pauseMs);
    }
    await Promise.all(flights.values());
    returnReady();
    if (landed.length > 0) await turn({ stores: true, claims: false });
    return (db) => decideNext(db, { project, channel });
  } finally {
    // Where a turn failed for good, whoever comes next treats these asks as cut off.
    cut.abort();
    await Promise.all(flights.values());
    forgetCrash();
    step.signal.removeEventListener('abort', cutOff);
  }
}

/** Waits for a time, or until it is woken. */
async function waitFor(wait: number, signal: AbortSignal, onWake: (resolve: () => void) => void): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(end, wait);
    function end(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    }
    signal.addEventListener('abort', end, { once: true });
    onWake(end);
  });
}

/** When the channel is to be asked again. It is decided where nobody else can queue tasks. */
async function decideNext(db: Db, { project, channel }: { project: number; channel: number }) {
  const next = await findNextDue(db, project, channel);
  if (next === null) return 'done' as const;
  const { paused_until } = await readHealth(db, project, channel);
  const paused = paused_until === null ? 0 : Date.parse(paused_until);
  return { due_at: new Date(Math.max(next.getTime(), paused)) };
}
