import type { Store } from '../store.ts';
import { createTimeWindows } from '../time-windows.ts';

/** Counts requests in memory: no other process can open the same store. */
export function createRequestCounts(now?: () => number): Store['countRequest'] {
  const windows = createTimeWindows(now);
  return async (limits, windowMs) => {
    const counts = [];
    for (const { of, key, maximum } of limits) {
      const { count, endsAt } = windows.count(`${of} ${key}`, windowMs);
      counts.push({ count, ttl_ms: endsAt - windows.now() });
      if (count > maximum) break;
    }
    return counts;
  };
}
