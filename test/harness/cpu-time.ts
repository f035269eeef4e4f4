// Measures work in processor time, which other programs on the machine hardly change.
/** Milliseconds of processor time that the work takes. A clock would also count what other programs do meanwhile. */
function measureCpuMs(work: () => void): number {
  const before = readCpuMs();
  work();
  return readCpuMs() - before;
}

/** The processor time that this process has taken, in milliseconds. */
export function readCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const MIN_MEASURABLE_MS = 2;
const TRIES = 6;
const RUNS = 3;

/**
 * How many times as long the work takes with a large input as with a small one. Work in quadratic time is above `enough` each time.
 * Only the small one is measured several times: if it takes too long once, the growth looks smaller than it is.
 */
export function measureGrowth({ small, large }: { small(): void; large(): void }, enough: number): number {
  return findLeast(() => measureCpuMs(large) / Math.max(measureBest(small), MIN_MEASURABLE_MS), enough);
}

/** The processor time that the work takes, in milliseconds. Work that takes long is above `enough` each time. */
export function measureLeast(work: () => void, enough: number): number {
  return findLeast(() => measureCpuMs(work), enough);
}

/** The same for work that waits in between. */
export async function measureLeastOf(work: () => Promise<unknown>, enough: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < TRIES && least >= enough; attempt++) {
    const before = readCpuMs();
    await work();
    least = Math.min(least, readCpuMs() - before);
  }
  return least;
}

/** On a busy machine one measurement can be wrong, so it is repeated while it is not below `enough`. */
function findLeast(measure: () => number, enough: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < TRIES && least >= enough; attempt++) least = Math.min(least, measure());
  return least;
}

function measureBest(work: () => void): number {
  return Math.min(...Array.from({ length: RUNS }, () => measureCpuMs(work)));
}
