import type { Store } from '../store.ts';

/** Expired windows are removed when this many keys are counted. */
const KEYS_BEFORE_SWEEP = 10_000;

/** Counts requests in memory: no other process can open the same store. */
export function createRequestCounts(now: () => number = () => performance.now()): Store['countRequest'] {
  const windows = new Map<number, { count: number; endsAt: number }>();
  return async (apiKey, windowMs) => {
    const time = now();
    let window = windows.get(apiKey);
    if (!window || window.endsAt <= time) {
      if (windows.size >= KEYS_BEFORE_SWEEP) {
        for (const [key, { endsAt }] of windows) if (endsAt <= time) windows.delete(key);
      }
      window = { count: 0, endsAt: time + windowMs };
      windows.set(apiKey, window);
    }
    window.count += 1;
    return { count: window.count, ttl_ms: window.endsAt - time };
  };
}
