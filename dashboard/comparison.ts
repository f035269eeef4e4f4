import type { BrandRow } from './api/types.ts';
import type { Metric } from './metrics.ts';

export interface Comparison {
  /** The difference without its sign, or null if it may be chance. */
  text: string | null;
  isBetter: boolean;
  /** What a reader who cannot see the arrow hears, or everybody reads if there is none. */
  words: string;
  /** What the difference may be. */
  range: string | null;
  /** How many answers the two values come from. */
  counts: { now: number; before: number };
}

/** How a row of a compared report changed; undefined if one of the periods has no data for this metric. */
export function compareRow(metric: Metric, row: BrandRow | undefined): Comparison | undefined {
  const change = row?.change?.[metric.id];
  if (!row?.previous || !change) return undefined;
  const { difference, low, high, significant } = change;
  const isBetter = difference > 0 !== metric.isSmallerBetter;
  const toSigned = (value: number) => `${value < 0 ? '−' : '+'}${metric.formatChange(value)}`;
  const range = low === null || high === null ? null : `The change is between ${toSigned(low)} and ${toSigned(high)}.`;
  const shared = { isBetter, range, counts: { now: metric.count(row), before: metric.count(row.previous) } };
  if (range === null) return { text: null, words: 'too few answers', ...shared };
  if (!significant) return { text: null, words: 'no real change', ...shared };
  const [better, worse] = metric.isSmallerBetter ? ['better by', 'worse by'] : ['up', 'down'];
  return { text: metric.formatChange(difference), words: isBetter ? better! : worse!, ...shared };
}
