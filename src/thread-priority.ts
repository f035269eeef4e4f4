import { readdirSync } from 'node:fs';
import { setPriority } from 'node:os';

/** As with the command `nice`. */
const LOWER = 10;

/**
 * Lets the threads that compute give way to the main thread, which answers requests. Otherwise it waits for its turn where they keep
 * all cores busy. Only Linux has priorities for threads; elsewhere nothing happens.
 */
export function lowerOtherThreads(): void {
  for (const thread of listThreads()) {
    if (thread === process.pid) continue;
    try {
      setPriority(thread, LOWER);
    } catch {
      // It has ended, or has a lower priority already.
    }
  }
}

function listThreads(): number[] {
  try {
    return readdirSync('/proc/self/task').map(Number);
  } catch {
    return [];
  }
}
