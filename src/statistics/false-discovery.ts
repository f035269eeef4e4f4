/**
 * Which tests count as discoveries so that at most `rate` of all discoveries are false on average (Benjamini & Hochberg 1995).
 * Null stands for what was not tested.
 */
export function findDiscoveries(pValues: readonly (number | null)[], rate: number): boolean[] {
  const sorted = pValues.filter((value) => value !== null).sort((left, right) => left - right);
  const last = sorted.findLastIndex((value, at) => value <= (rate * (at + 1)) / sorted.length);
  const limit = last === -1 ? Number.NEGATIVE_INFINITY : sorted[last]!;
  return pValues.map((value) => value !== null && value <= limit);
}
