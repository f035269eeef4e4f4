// Waits until something is so, and names it in the error if it never is.
import { setTimeout as pause } from 'node:timers/promises';

/** Longer than anything takes on a busy machine, shorter than a test may take. */
export const LONGEST_WAIT_MS = 400_000;

/** Asks again and again until it is so. What never comes is named in the error. */
export async function waitUntil(
  what: string,
  isReached: () => boolean | Promise<boolean>,
  { everyMs = 20, longestMs = LONGEST_WAIT_MS }: { everyMs?: number; longestMs?: number } = {},
): Promise<void> {
  const deadline = performance.now() + longestMs;
  while (!(await isReached())) {
    if (performance.now() > deadline) throw new Error(`waited ${longestMs / 1000} seconds in vain until ${what}`);
    await pause(everyMs);
  }
}
