// Measures the memory that is in use once garbage is collected.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collectGarbage: (() => void) | undefined;

/** For tests of what is kept in memory: the bytes of the heap that are in use, after everything that is garbage is gone. */
export function readHeldBytes(): number {
  if (!collectGarbage) {
    setFlagsFromString('--expose-gc');
    collectGarbage = runInNewContext('gc') as () => void;
  }
  // What the first collection finds may hold what the second one takes.
  collectGarbage();
  collectGarbage();
  return process.memoryUsage().heapUsed;
}
