import type { Store } from '../store.ts';

/** So many keys may be counted before windows that are over are looked for. */
const KEYS_BEFORE_SWEEP = 10_000;

/** Counts requests in this process alone, for a store that no other process can open. */
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
