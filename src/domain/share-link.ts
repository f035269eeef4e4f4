import { Type } from 'typebox';
import { invalid } from '../errors.ts';
import { MAX_LINK_DAYS } from './limits.ts';
import { Nullable, Strict } from './paging.ts';
import { OneOf } from './schema.ts';

const MS_PER_HOUR = 3_600_000;
const MS_PER_DAY = 24 * MS_PER_HOUR;
const DEFAULT_DAYS = 30;

const STATES = ['active', 'expired', 'revoked'] as const;

/** A link that shows the dashboard of one project to anybody who has it, and nothing else. */
export const ShareLink = Strict({
  id: Type.String(),
  name: Type.String(),
  state: OneOf(STATES),
  created_at: Type.String(),
  expires_at: Type.String(),
  last_used_at: Nullable(Type.String({ description: 'Exact to the minute; null: never.' })),
  revoked_at: Nullable(Type.String()),
});

export function toLinkState(
  { expires_at, revoked_at }: { expires_at: string; revoked_at: string | null },
  now: Date,
): (typeof STATES)[number] {
  if (revoked_at !== null) return 'revoked';
  return new Date(expires_at) <= now ? 'expired' : 'active';
}

/** When a new link ends: at the given time, after the given days, or after 30 days. */
export function toExpiry(
  { expires_at, expires_in_days }: { expires_at?: string; expires_in_days?: number },
  now: Date,
): Date {
  if (expires_at !== undefined && expires_in_days !== undefined) {
    throw invalid('expires_at', 'cannot be combined with expires_in_days. Send one of the two.');
  }
  if (expires_at === undefined) return new Date(now.getTime() + (expires_in_days ?? DEFAULT_DAYS) * MS_PER_DAY);
  const expiry = new Date(expires_at);
  if (Number.isNaN(expiry.getTime())) throw invalid('expires_at', `is ${expires_at}, which is no real date and time.`);
  const ms = expiry.getTime() - now.getTime();
  if (ms < MS_PER_HOUR) {
    throw invalid('expires_at', `is ${expires_at}. A link must be valid for at least 1 hour from now.`);
  }
  if (ms > MAX_LINK_DAYS * MS_PER_DAY) {
    throw invalid('expires_at', `is ${expires_at}. A link can be valid for at most ${MAX_LINK_DAYS} days from now.`);
  }
  return expiry;
}
