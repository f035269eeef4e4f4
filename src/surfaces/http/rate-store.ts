import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import type { Store } from '../../store/store.ts';

type Counted = Parameters<FastifyRateLimitStore['incr']>[1];

/** Counts requests where all processes see them. The plug-in asks for a class. */
export function createRateStore(
  { countRequest }: Pick<Store, 'countRequest'>,
  windowMs: number,
): FastifyRateLimitStoreCtor {
  return class implements FastifyRateLimitStore {
    incr(key: string, counted: Counted): void {
      countRequest(Number(key), windowMs).then(
        // TRICKY: a window's end minus the current time can be a hair more than the window, because both are fractions
        // of a millisecond that are rounded; the plug-in rounds up to seconds, and would answer 61 to a minute.
        ({ count, ttl_ms }) => counted(null, { current: count, ttl: Math.min(ttl_ms, windowMs) }),
        (error) => counted(error),
      );
    }

    child(): FastifyRateLimitStore {
      return this;
    }
  };
}
