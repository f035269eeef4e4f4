/**
 * Lets one large and one small request begin in each turn of the event loop; the others wait in their order. Requests that come all
 * at once would otherwise be begun all in one turn, and whatever waits for the store, writers above all, would wait for all of
 * them with each of its statements. Small requests do not wait for large ones.
 */
export function createTurnstile(): (isLarge: boolean) => Promise<void> {
  const lanes = { small: createLane(), large: createLane() };
  let isTurning = false;

  function turn(): void {
    const [small, large] = [lanes.small.next(), lanes.large.next()];
    isTurning = small !== undefined || large !== undefined;
    if (!isTurning) return;
    setImmediate(turn);
    small?.();
    large?.();
  }

  return async (isLarge) => {
    const lane = isLarge ? lanes.large : lanes.small;
    if (!isTurning) {
      isTurning = true;
      setImmediate(turn);
    }
    return lane.enter();
  };
}

/** One may pass in each turn. */
function createLane() {
  const waiting: (() => void)[] = [];
  let isFree = true;
  return {
    enter(): Promise<void> | undefined {
      if (!isFree) return new Promise((resolve) => waiting.push(resolve));
      isFree = false;
      return undefined;
    },
    /** Lets the next one pass, if any waits; otherwise whoever comes first. */
    next(): (() => void) | undefined {
      const next = waiting.shift();
      isFree = next === undefined;
      return next;
    },
  };
}
