/** The metrics that have intervals. */
export const MEASURE_NAMES = ['visibility', 'share_of_voice', 'position', 'sentiment'] as const;
export type MeasureName = (typeof MEASURE_NAMES)[number];

/**
 * Every metric is a ratio of two sums of integers, a / b:
 *
 * | metric         | a                      | b                   |
 * | -------------- | ---------------------- | ------------------- |
 * | visibility     | visibility_count       | visibility_total    |
 * | share_of_voice | mention_count          | voice               |
 * | position       | position_sum           | visibility_count    |
 * | sentiment      | sentiment_thousandths  | sentiment_count     |
 *
 * Formulas work on the share s = (a + shift × b) / (unit × b): from 0 to 1, for position the rank minus 1.
 */
export interface Measure {
  shift: number;
  unit: number;
  /** Whether s stays between 0 and 1. A position has no upper end of its own. */
  is_bounded: boolean;
  /** The metric as reports show it; the same arithmetic as there, so that equal fractions are equal numbers. */
  toValue(a: number, b: number): number;
  /** The same from a share. */
  fromShare(share: number): number;
  /** How much the metric changes when the share changes by 1. */
  factor: number;
}

const toShare = (a: number, b: number) => a / b;

export const MEASURES: Record<MeasureName, Measure> = {
  visibility: { shift: 0, unit: 1, is_bounded: true, toValue: toShare, fromShare: (share) => share, factor: 1 },
  share_of_voice: { shift: 0, unit: 1, is_bounded: true, toValue: toShare, fromShare: (share) => share, factor: 1 },
  position: { shift: -1, unit: 1, is_bounded: false, toValue: toShare, fromShare: (share) => 1 + share, factor: 1 },
  sentiment: {
    shift: 1000,
    unit: 2000,
    is_bounded: true,
    toValue: (a, b) => 50 + a / (20 * b),
    fromShare: (share) => 100 * share,
    factor: 100,
  },
};
