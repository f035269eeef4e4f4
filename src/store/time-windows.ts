/** The oldest window is forgotten when there are this many. */
const MAXIMUM_WINDOWS = 10_000;

export interface TimeWindow {
  count: number;
  endsAt: number;
}

/** Counts in time windows, one for each key, in memory that stays bounded however many keys there are. */
export function createTimeWindows(now: () => number = () => performance.now()) {
  // In the order of their beginning, because a window that begins anew goes to the end.
  const windows = new Map<string, TimeWindow>();

  function find(key: string): TimeWindow | undefined {
    const window = windows.get(key);
    return window && window.endsAt > now() ? window : undefined;
  }

  return {
    now,
    /** The window that the key has now, if any. */
    find,
    /** Counts one more for the key, in a new window if it has none. */
    count(key: string, lengthMs: number): TimeWindow {
      let window = find(key);
      if (!window) {
        windows.delete(key);
        if (windows.size >= MAXIMUM_WINDOWS) windows.delete(windows.keys().next().value!);
        window = { count: 0, endsAt: now() + lengthMs };
        windows.set(key, window);
      }
      window.count += 1;
      return window;
    },
  };
}
