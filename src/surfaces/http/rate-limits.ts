import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { toCounted } from '../../domain/counted.ts';
import { AppError } from '../../errors.ts';
import type { Caller } from '../../operations/authentication.ts';
import type { RequestLimit } from '../../store/store.ts';

/** Rate limits are per minute. */
const WINDOW_MS = 60_000;
/** A company may make as many requests as this number of busy keys, unless a setting says otherwise. */
const BUSY_KEYS = 10;

/** Has the ticket of a request inside the process that is part of one that was counted already. */
export const COUNTED_HEADER = 'x-counted';

/** Refuses callers who make too many requests, and tells all others how many are left under the limit that is closest. */
export function createRateLimits({ store, config }: Pick<Context, 'store' | 'config'>) {
  return async ({ caller }: Pick<FastifyRequest, 'caller'>, reply: Pick<FastifyReply, 'headers'>): Promise<void> => {
    const limits = toLimits(caller, config);
    if (limits.length === 0) return;
    const counts = await store.countRequest(limits, WINDOW_MS);
    const states = counts.map(({ count, ttl_ms }, index) => ({
      limit: limits[index]!,
      remaining: limits[index]!.maximum - count,
      // TRICKY: a window's end minus the current time can be a hair more than the window, because both are fractions of
      // a millisecond that are rounded, and a minute would become 61 seconds.
      seconds: Math.ceil(Math.min(ttl_ms, WINDOW_MS) / 1000),
    }));
    const { limit, remaining, seconds } = states.reduce((closest, state) =>
      state.remaining < closest.remaining ? state : closest,
    );
    void reply.headers({
      'X-RateLimit-Limit': limit.maximum,
      'X-RateLimit-Remaining': Math.max(0, remaining),
      'X-RateLimit-Reset': seconds,
    });
    if (remaining >= 0) return;
    throw new AppError(
      'rate_limited',
      `${describeExcess(caller, limit)} Try again in ${toCounted(seconds, 'second')}.`,
      {
        headers: { 'Retry-After': String(seconds) },
      },
    );
  };
}

/** The limits of a caller. What a key or link may not do any more does not count for its company. */
function toLimits({ kind, api_key, company }: Caller, config: Context['config']): RequestLimit[] {
  const { RATE_LIMIT, SHARE_RATE_LIMIT, COMPANY_RATE_LIMIT } = config;
  const companyMaximum = COMPANY_RATE_LIMIT === 'auto' ? BUSY_KEYS * RATE_LIMIT : COMPANY_RATE_LIMIT;
  const limits: RequestLimit[] = [
    { of: 'api_key', key: api_key, maximum: kind === 'link' ? SHARE_RATE_LIMIT : RATE_LIMIT },
    { of: 'company', key: company, maximum: companyMaximum },
  ];
  return limits.filter(({ maximum }) => maximum > 0);
}

function describeExcess({ kind }: Caller, { of, maximum }: RequestLimit): string {
  if (of === 'company')
    return `The keys and share links of this company together made more than ${maximum} requests per minute.`;
  return `This ${kind === 'link' ? 'share link' : 'key'} made more than ${maximum} requests per minute.`;
}
