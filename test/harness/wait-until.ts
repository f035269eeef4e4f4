// Waits until something is so, and names it in the error if it never is.
import { setTimeout as pause } from 'node:timers/promises';

/** Longer than anything takes on a busy machine, shorter than a test may take. */
export const LONGEST_WAIT_MS = 400_000;

/** The shortest and the longest pause between two looks. */
const SHORTEST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 250;

/**
 * Looks again and again until it is so, less often the longer it takes: looking may be as much work as what is waited for. What
 * never comes is named in the error.
 */
export async function waitUntil(
  what: string,
  isReached: () => boolean | Promise<boolean>,
  { everyMs, longestMs = LONGEST_WAIT_MS }: { everyMs?: number; longestMs?: number } = {},
): Promise<void> {
  const began = performance.now();
  while (!(await isReached())) {
    const waitedMs = performance.now() - began;
    if (waitedMs > longestMs) throw new Error(`waited ${longestMs / 1000} seconds in vain until ${what}`);
    await pause(everyMs ?? Math.min(Math.max(waitedMs / 5, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS));
  }
}
