import { setFlagsFromString } from 'node:v8';

/** A load sends its parts faster than this. */
const FOR_MS = 10_000;

let end: NodeJS.Timeout | undefined;

/**
 * Lets heaps grow by a third before garbage is collected for some seconds, those of threads too. Otherwise they grow to several times
 * what is in use: on a machine with much memory, a long load took 180 MB more for that, and was no faster. Reports were a tenth
 * faster, so it is not for always.
 */
export function growHeapsSlowly(): void {
  if (end) {
    end.refresh();
    return;
  }
  setFlagsFromString('--heap-growing-percent=30');
  end = setTimeout(() => {
    end = undefined;
    // As V8 has it.
    setFlagsFromString('--heap-growing-percent=0');
  }, FOR_MS).unref();
}
