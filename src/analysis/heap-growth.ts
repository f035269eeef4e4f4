import { setFlagsFromString } from 'node:v8';

/** The parts of a load follow each other faster than this. */
const FOR_MS = 10_000;

let end: NodeJS.Timeout | undefined;

/**
 * For some seconds, heaps grow by a third at most before their garbage is collected, those of threads too. Otherwise they grow to
 * several times what is in use: on a machine with much memory, a long load took 180 MB more for that, and was no faster. It is not for
 * always, because it makes reports a tenth slower.
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
