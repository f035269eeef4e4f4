import { type Ask, DEFAULT_CONCURRENCY } from '../domain/ask.ts';
import type { AskError } from '../providers/provider.ts';

const MAX_HOLD_MS = 15 * 60_000;
/** Asks that the rate allowed while the store was busy may be made up for within this time. */
const CATCH_UP_MS = 1000;
const MAX_AHEAD = 256;
/** The weight of the newest answer in the mean time that answers take. */
const NEWEST = 0.2;

/** How fast a channel is asked. Whoever holds the channel's lease keeps it, so it holds across processes. */
export interface Pace {
  /** How many asks may begin now. */
  countFree(ask: Ask, options: { in_flight: number; now: number }): number;
  /** When the next ask may begin, if the rate or the provider holds it back; otherwise null. */
  findNextStart(ask: Ask, now: number): number | null;
  /** How many asks may begin now, and beyond those until `busy_ms` have passed. */
  countWanted(ask: Ask, options: { in_flight: number; now: number; busy_ms: number }): number;
  started(ask: Ask, options: { count: number; now: number }): void;
  answered(options: { duration_ms: number }): void;
  failed(error: AskError, options: { in_flight: number; now: number }): void;
}

/**
 * Keeps to the limits of a channel, and below them where the provider says that it is too much: a refusal halves the number
 * of asks in flight, and each answer raises it a little.
 */
export function createPace(): Pace {
  let limit = Number.POSITIVE_INFINITY;
  let holdUntil = 0;
  let nextStart = 0;
  let meanMs: number | null = null;

  const toLimit = ({ concurrency = DEFAULT_CONCURRENCY }: Ask) => Math.max(1, Math.floor(Math.min(limit, concurrency)));
  const toInterval = ({ requests_per_minute }: Ask) =>
    requests_per_minute === undefined ? 0 : 60_000 / requests_per_minute;

  const countFree: Pace['countFree'] = (ask, { in_flight, now }) => {
    if (now < holdUntil) return 0;
    const free = toLimit(ask) - in_flight;
    const interval = toInterval(ask);
    if (interval === 0 || free <= 0) return Math.max(0, free);
    const earliest = Math.max(nextStart, now - CATCH_UP_MS);
    return now < earliest ? 0 : Math.min(free, Math.floor((now - earliest) / interval) + 1);
  };

  /** Each ask that ends lets another one begin. */
  function countEnding(ask: Ask, withinMs: number): number {
    if (meanMs === null) return 0;
    const perMs = Math.min(toLimit(ask) / Math.max(1, meanMs), 1 / toInterval(ask));
    return Math.min(MAX_AHEAD, Math.floor(withinMs * perMs));
  }

  return {
    countFree,
    countWanted: (ask, { in_flight, now, busy_ms }) =>
      now < holdUntil ? 0 : countFree(ask, { in_flight, now }) + countEnding(ask, busy_ms),
    findNextStart: (ask, now) => {
      const next = Math.max(holdUntil, toInterval(ask) === 0 ? 0 : nextStart);
      return next > now ? next : null;
    },
    started: (ask, { count, now }) => {
      nextStart = Math.max(nextStart, now - CATCH_UP_MS) + count * toInterval(ask);
    },
    answered: ({ duration_ms }) => {
      meanMs = meanMs === null ? duration_ms : meanMs + NEWEST * (duration_ms - meanMs);
      if (Number.isFinite(limit)) limit += 1 / limit;
    },
    failed: ({ reason, retry_after_ms }, { in_flight, now }) => {
      if (reason !== 'rate_limited') return;
      limit = Math.max(1, Math.min(limit, in_flight) / 2);
      if (retry_after_ms !== null && retry_after_ms <= MAX_HOLD_MS)
        holdUntil = Math.max(holdUntil, now + retry_after_ms);
    },
  };
}
