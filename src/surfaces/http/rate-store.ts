import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import type { Store } from '../../store/store.ts';

type Counted = Parameters<FastifyRateLimitStore['incr']>[1];

/** Counts requests where all processes see them; the plug-in asks for a class. */
export function createRateStore(store: Store, windowMs: number): FastifyRateLimitStoreCtor {
  return class implements FastifyRateLimitStore {
    incr(key: string, counted: Counted): void {
      store.countRequest(Number(key), windowMs).then(
        ({ count, ttl_ms }) => counted(null, { current: count, ttl: ttl_ms }),
        (error) => counted(error),
      );
    }

    child(): FastifyRateLimitStore {
      return this;
    }
  };
}
