import type { BrandRow } from './api/types.ts';
import type { Metric } from './metrics.ts';

export interface Comparison {
  /** The difference without its sign, or null if it is too small to be shown. */
  text: string | null;
  isBetter: boolean;
  /** What a reader who cannot see the arrow hears. */
  words: string;
  /** How many answers the two values come from. */
  counts: { now: number; before: number };
}

/** Compares a row with that of the period before; undefined if one of them has no data for this metric. */
export function compareRows(
  metric: Metric,
  { now, before }: { now: BrandRow; before: BrandRow | undefined },
): Comparison | undefined {
  const value = metric.read(now);
  const previous = before && metric.read(before);
  if (value === undefined || previous === undefined) return undefined;
  const counts = { now: metric.count(now), before: metric.count(before!) };
  if (counts.now === 0 || counts.before === 0) return undefined;
  const change = value - previous;
  const text = metric.formatChange(change);
  const isBetter = change > 0 !== metric.isSmallerBetter;
  if (text === metric.formatChange(0)) return { text: null, isBetter, words: 'no change', counts };
  if (metric.isSmallerBetter) return { text, isBetter, words: isBetter ? 'better by' : 'worse by', counts };
  return { text, isBetter, words: isBetter ? 'up' : 'down', counts };
}
