/**
 * The largest p-value that counts as a discovery, so that at most `rate` of all discoveries are false on average (Benjamini &
 * Hochberg 1995). Negative: none does.
 */
export function findDiscoveryLimit(pValues: readonly number[], rate: number): number {
  const sorted = Float64Array.from(pValues).sort();
  const last = sorted.findLastIndex((value, at) => value <= (rate * (at + 1)) / sorted.length);
  return last === -1 ? -1 : sorted[last]!;
}
