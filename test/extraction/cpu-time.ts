/** Milliseconds of processor time that the work takes. A clock would also count what other programs do meanwhile. */
export function measureCpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
