/** Milliseconds of processor time that the work takes. A clock would also count what other programs do meanwhile. */
export function measureCpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const MIN_MEASURABLE_MS = 2;
const TRIES = 4;
const RUNS = 3;

/**
 * How many times as long the work takes with a large input as with a small one. On a busy machine one measurement can be
 * wrong, so all of it is repeated while the growth is not below `enough`. Work in quadratic time fails every time.
 */
export function measureGrowth({ small, large }: { small(): void; large(): void }, enough: number): number {
  let growth = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < TRIES && growth >= enough; attempt++) {
    growth = Math.min(growth, measureBest(large) / Math.max(measureBest(small), MIN_MEASURABLE_MS));
  }
  return growth;
}

/** The least processor time that the work takes, repeated while it is not below `enough`. Work that takes long does so every time. */
export function measureLeast(work: () => void, enough: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < TRIES && least >= enough; attempt++) least = Math.min(least, measureCpuMs(work));
  return least;
}

function measureBest(work: () => void): number {
  return Math.min(...Array.from({ length: RUNS }, () => measureCpuMs(work)));
}
