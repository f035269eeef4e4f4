/** A lock that waiters get in the order in which they asked for it. */
export function createLock() {
  let held = false;
  const waiting: (() => void)[] = [];
  return {
    acquire: async () => {
      if (held) await new Promise<void>((admit) => waiting.push(admit));
      held = true;
    },
    release: () => {
      const next = waiting.shift();
      if (next) next();
      else held = false;
    },
    /** Whether nobody holds the lock or waits for it. */
    isFree: () => !held,
  };
}
