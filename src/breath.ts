import { setImmediate } from 'node:timers/promises';

const LONGEST_BREATH_MS = 8;

/** Lets others have their turn in a long computation: call it between its pieces, and wait if it returns something. */
export function createBreath(): () => Promise<void> | undefined {
  let last = performance.now();
  const pause = async () => {
    await setImmediate();
    last = performance.now();
  };
  return () => (performance.now() - last < LONGEST_BREATH_MS ? undefined : pause());
}
