import { setImmediate } from 'node:timers/promises';

const LONGEST_BREATH_MS = 8;

/** Of all that wait, one goes on in each turn of the event loop: a turn takes as long as one piece, however many there are. */
let lastTurn: Promise<void> = Promise.resolve();

async function waitForTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => setImmediate());
  await lastTurn;
}

/** Lets others have their turn in a long computation: call it between its pieces, and wait if it returns something. */
export function createBreath(): () => Promise<void> | undefined {
  let last = performance.now();
  const pause = async () => {
    await waitForTurn();
    last = performance.now();
  };
  return () => (performance.now() - last < LONGEST_BREATH_MS ? undefined : pause());
}
