import type { Metric } from './metrics.ts';

export interface Comparison {
  /** The difference without its sign, or null if it is too small to be shown. */
  text: string | null;
  isBetter: boolean;
  /** What a reader who cannot see the arrow hears. */
  words: string;
}

/** Compares a value with the one before it; undefined if one of them is missing. */
export function compareValues(
  metric: Metric,
  { now, before }: { now: number | undefined; before: number | undefined },
): Comparison | undefined {
  if (now === undefined || before === undefined) return undefined;
  const change = now - before;
  const text = metric.formatChange(change);
  const isBetter = change > 0 !== metric.isSmallerBetter;
  if (text === metric.formatChange(0)) return { text: null, isBetter, words: 'no change' };
  if (metric.isSmallerBetter) return { text, isBetter, words: isBetter ? 'better by' : 'worse by' };
  return { text, isBetter, words: isBetter ? 'up' : 'down' };
}
