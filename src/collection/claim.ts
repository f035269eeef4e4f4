import type { Ask } from '../domain/ask.ts';
import { fromCountryKey } from '../domain/countries.ts';
import type { ChannelHealth } from '../store/queries/channel-health.ts';
import type { Channel } from '../store/queries/channels.ts';
import { listRunningRuns } from '../store/queries/runs.ts';
import { findSchedule } from '../store/queries/schedules.ts';
import { bookWithin } from '../store/queries/spending.ts';
import {
  COLLECTION,
  endQueued,
  listDueTasks,
  type QueuedFilter,
  type QueuedTask,
  readReserved,
  startTasks,
} from '../store/queries/tasks.ts';
import type { Db } from '../store/schema.ts';
import { tellBudgetReached } from './budget-watch.ts';
import { isProbing } from './circuit.ts';
import { countEnded, readPlan } from './collection-run.ts';
import { findAskPrice, toReservation } from './cost.ts';
import { toLocalDay } from './local-day.ts';
import type { AskedTask } from './outcomes.ts';
import type { Pace } from './pace.ts';
import { findKnownSecret, type KnownSecret } from './secrets.ts';
import type { CollectionServices } from './services.ts';
import type { UsageMaxima } from './usage-maxima.ts';

/** A task whose ask begins now. */
export interface StartedTask extends AskedTask {
  id: string;
  prompt_id: string;
  text: string;
  country: number;
  reserved_on: string | null;
}

/** What is asked next on a channel. */
export interface Claimed {
  started: StartedTask[];
  /** How they are asked; null if the channel cannot be asked any more. */
  ask: Ask | null;
  secret: KnownSecret | undefined;
  channel_id: string;
  time_zone: string;
  /** When to look again although no ask has ended; null: only when one has. */
  look_at: number | null;
  /** As many asks are in flight or ready as may be, so there is nothing to start before one of them ends. */
  is_full: boolean;
  /** Tasks were left out on the way, so there may be more right now. */
  is_incomplete: boolean;
  /** Nothing may be asked for a while, not even what is ready. */
  is_paused: boolean;
}

/** How long to wait for asks in flight to end where the budget leaves no room beside them. */
const BUDGET_WAIT_MS = 1000;

export interface ClaimOptions {
  services: CollectionServices;
  channel: Channel | undefined;
  health: ChannelHealth;
  pace: Pace;
  maxima: UsageMaxima;
  in_flight: number;
  /** Tasks that are started but not asked yet. */
  ready: number;
  /** How long the store will be busy before it can start further tasks. */
  busy_ms: number;
}

/** Starts as many tasks of a channel as its limits, its health and the budget allow, and ends those that cannot be asked. */
export async function claimTasks(db: Db, project: number, options: ClaimOptions): Promise<Claimed> {
  const { services, channel, health, pace, in_flight, ready, busy_ms } = options;
  const now = services.now();
  const schedule = await findSchedule(db, project);
  const time_zone = schedule?.time_zone ?? 'UTC';
  const claimed: Claimed = {
    started: [],
    ask: channel?.ask ?? null,
    secret: undefined,
    channel_id: channel?.channel_id ?? '',
    time_zone,
    look_at: null,
    is_full: false,
    is_incomplete: false,
    is_paused: false,
  };
  const end = async (filter: QueuedFilter, reason: string, message: string) => {
    const ended = await endQueued(db, project, { filter, state: 'skipped', reason, message });
    await countEnded(db, project, { ended, now });
  };

  for (const run of await listRunningRuns(db, project, COLLECTION)) {
    const plan = readPlan(run);
    if (plan.is_cancelled) await end({ run: run.run }, 'cancelled', 'The run was cancelled.');
    const isNamed = plan.channels.some((planned) => planned.channel === channel?.key && planned.is_named);
    if (channel && !channel.is_active && !isNamed) {
      await end({ run: run.run, channel: channel.key }, 'gone', 'The channel was switched off.');
    }
  }
  if (!channel) return claimed;
  if (channel.ask === null) {
    await end({ channel: channel.key }, 'gone', 'The channel is not set up for asking any more.');
    return claimed;
  }
  const { ask } = channel;

  const pausedUntil = health.paused_until === null ? 0 : Date.parse(health.paused_until);
  // The store remembers a pause, so nobody has to wait for its end.
  if (now.getTime() < pausedUntil) return { ...claimed, is_paused: true };
  const wanted = pace.countWanted(ask, { in_flight, now: now.getTime(), busy_ms });
  const free = (isProbing(health) ? Math.min(wanted, 1 - in_flight) : wanted) - ready;
  if (free <= 0) return { ...claimed, is_full: true, look_at: pace.findNextStart(ask, now.getTime()) };

  const due = await listDueTasks(db, project, { channel: channel.key, now, limit: free });
  if (due.length === 0) return claimed;
  const gone = due.filter(({ text }) => text === null);
  const unserved = due.filter(
    ({ text, country }) => text !== null && channel.unsupported_country_codes.includes(fromCountryKey(country)),
  );
  await end({ tasks: gone }, 'gone', 'The prompt was deleted or archived.');
  await end({ tasks: unserved }, 'unsupported_country', "The channel does not serve the prompt's country.");
  const left = due.filter((task) => !gone.includes(task) && !unserved.includes(task));
  const is_incomplete = left.length < due.length;
  if (left.length === 0) return { ...claimed, is_incomplete };

  const day = toLocalDay(now, time_zone);
  const limits = { day_limit: schedule?.day_limit ?? null, month_limit: schedule?.month_limit ?? null };
  const isLimited = limits.day_limit !== null || limits.month_limit !== null;
  const maxima = await options.maxima.read(db, now);
  const known = toReservation(findAskPrice(ask, services), { ask, maxima });
  if (known === null && isLimited) {
    const message = 'There is a budget, but no price is known for this channel. Set its price to ask it.';
    await end({ channel: channel.key }, 'budget', message);
    return { ...claimed, is_incomplete: true };
  }
  const reservation = known ?? 0;
  // A job was paid for when it was created.
  const waiting = left.filter(({ job }) => job !== null);
  const fresh = left.filter(({ job }) => job === null);
  const count = await bookMost(db, project, { most: fresh.length, reservation, day, ...limits });
  const chosen = [...waiting, ...fresh.slice(0, count)];
  if (chosen.length === 0) {
    const isWaiting = in_flight + ready > 0 || (await readReserved(db, project)) > 0;
    if (isWaiting) return { ...claimed, look_at: now.getTime() + BUDGET_WAIT_MS };
    await tellBudgetReached(db, project, { reservation, now });
    await end({ channel: channel.key }, 'budget', 'The budget does not allow another ask.');
    return { ...claimed, is_incomplete: true };
  }
  await startTasks(db, project, { tasks: chosen, reservation, day });
  const secret =
    ask.secret === undefined ? undefined : await findKnownSecret(db, project, { name: ask.secret, ...services });
  return {
    ...claimed,
    started: chosen.map((task) => toStarted(task, { reservation, day })),
    secret,
    look_at: pace.findNextStart(ask, now.getTime()),
    is_incomplete,
  };
}

function toStarted(task: QueuedTask, { reservation, day }: { reservation: number; day: string }): StartedTask {
  const isFresh = task.job === null;
  return {
    ...task,
    text: task.text!,
    attempts: task.attempts + 1,
    reservation: isFresh ? reservation : task.reservation,
    reserved_on: isFresh ? day : task.reserved_on,
  };
}

/** Books the reservations of as many asks as the limits allow, and returns their number. */
async function bookMost(
  db: Db,
  project: number,
  {
    most,
    reservation,
    ...booking
  }: { most: number; reservation: number; day: string; day_limit: number | null; month_limit: number | null },
): Promise<number> {
  if (reservation === 0) return most;
  for (let count = most; count > 0; count = Math.floor(count / 2)) {
    if (await bookWithin(db, project, { ...booking, amount: count * reservation })) return count;
  }
  return 0;
}
