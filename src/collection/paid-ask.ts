import type { Reason } from '../domain/ask.ts';
import { AskError } from '../providers/provider.ts';
import { findSchedule } from '../store/queries/schedules.ts';
import { bookWithin, correctBooking } from '../store/queries/spending.ts';
import { readMaxima } from '../store/queries/tasks.ts';
import { type Answered, askOnce } from './ask-once.ts';
import type { AskableChannel } from './channel-asks.ts';
import { findAskPrice, toReservation } from './cost.ts';
import { toLocalDay } from './local-day.ts';
import { findKnownSecret, openSecret } from './secrets.ts';
import type { CollectionServices } from './services.ts';

/** A person waits for it, and proxies give up on requests that take longer than two minutes. */
const MAX_SECONDS = 110;

export interface PaidAsk {
  channel: AskableChannel;
  prompt: string;
  country_code: string;
  id: string;
  signal: AbortSignal;
}

export interface Failed {
  reason: Reason;
  message: string;
  /** In billionths of a dollar. */
  cost: number;
}

/** Asks a channel once outside of a run, within the budget. Nothing of the answer is stored. */
export async function askWithinBudget(
  services: CollectionServices,
  project: number,
  { channel, prompt, country_code, id, signal }: PaidAsk,
): Promise<Answered | Failed> {
  const { store } = services;
  const { ask } = channel;
  const { time_zone = 'UTC', day_limit = null, month_limit = null } = (await findSchedule(store.db, project)) ?? {};
  const day = toLocalDay(services.now(), time_zone);
  const maxima = await readMaxima(store.db, project, channel.key);
  const known = toReservation(findAskPrice(ask, services), { ask, maxima });
  if (known === null && (day_limit !== null || month_limit !== null)) {
    const message = 'There is a budget, but no price is known for this channel. Set its price to ask it.';
    return { reason: 'budget', message, cost: 0 };
  }
  const reservation = known ?? 0;
  const booking = { day, amount: reservation, day_limit, month_limit };
  const isBooked = reservation === 0 || (await store.write(project, ({ db }) => bookWithin(db, project, booking)));
  if (!isBooked) return { reason: 'budget', message: 'The budget does not allow another ask.', cost: 0 };
  const correct = (cost: number) =>
    store.write(project, ({ db }) => correctBooking(db, project, { day, amount: cost - reservation }));
  try {
    const secret =
      ask.secret === undefined
        ? undefined
        : await findKnownSecret(store.db, project, { name: ask.secret, ...services });
    const value = openSecret(ask, secret);
    const answered = await askOnce(services, {
      ask,
      prompt,
      country_code,
      date: day,
      id,
      secret: value,
      signal,
      max_seconds: MAX_SECONDS,
    });
    await correct(answered.cost ?? 0);
    return answered;
  } catch (error) {
    if (!(error instanceof AskError)) throw error;
    // What an ask cost whose end is unknown is what was reserved for it.
    const cost = error.is_end_unknown ? reservation : 0;
    await correct(cost);
    return { reason: error.reason, message: error.message, cost };
  }
}
