/** A lock whose waiters are served in the order they came. */
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
    /** Whether nobody holds it or waits for it. */
    isFree: () => !held,
  };
}
