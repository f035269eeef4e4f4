import type { Reason } from '../domain/ask.ts';
import { type ChannelHealth, HEALTHY } from '../store/queries/channel-health.ts';

const FAILURES_BEFORE_PAUSE = 10;
const PAUSE_MS = 60_000;
const PAUSES_BEFORE_GIVING_UP = 3;

const COUNTED: ReadonlySet<Reason> = new Set(['rate_limited', 'overloaded', 'timeout', 'connection', 'bad_response']);
const AT_ONCE: ReadonlySet<Reason> = new Set(['unauthorized', 'no_credit']);

export interface Judgement {
  health: ChannelHealth;
  /** The channel has not answered for several pauses: what is queued for it fails. */
  gives_up: boolean;
}

/** The health of a channel after an ask; `reason` is null if it was answered. */
export function judge(health: ChannelHealth, { reason, now }: { reason: Reason | null; now: Date }): Judgement {
  if (reason === null) return { health: HEALTHY, gives_up: false };
  const isPaused = health.paused_until !== null && now.getTime() < Date.parse(health.paused_until);
  // Asks that were under way when the pause began say nothing new.
  if (isPaused || !(COUNTED.has(reason) || AT_ONCE.has(reason))) return { health, gives_up: false };
  const failures = health.failures + 1;
  if (!AT_ONCE.has(reason) && !isProbing(health) && failures < FAILURES_BEFORE_PAUSE) {
    return { health: { ...health, failures }, gives_up: false };
  }
  const pauses = health.pauses + 1;
  const gives_up = pauses >= PAUSES_BEFORE_GIVING_UP;
  return {
    health: {
      failures: 0,
      pauses: gives_up ? 0 : pauses,
      paused_until: new Date(now.getTime() + PAUSE_MS).toISOString(),
      paused_reason: reason,
    },
    gives_up,
  };
}

/** After a pause one ask at a time is tried, until one is answered. */
export function isProbing({ paused_reason }: ChannelHealth): boolean {
  return paused_reason !== null;
}
