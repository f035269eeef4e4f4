import type { Measure } from './measures.ts';

/** The ends of an interval, in the units of the metric. */
export interface Interval {
  low: number;
  high: number;
}

/** Rounding outward keeps differences in the last bits, which come from the order of additions, out of what is shown. */
const DIGITS = 1e9;

/** The bounds of a metric around its value. */
export function toInterval(measure: Measure, { share, value, c, highest }: Estimate): Interval {
  const [low, high] = toBounds(measure, share, c);
  const [least, most] = [measure.fromShare(0), Math.max(measure.is_bounded ? measure.fromShare(1) : highest, value)];
  return {
    low: Math.min(value, Math.max(least, Math.floor(measure.fromShare(low) * DIGITS) / DIGITS)),
    high: Math.max(value, Math.min(most, Math.ceil(measure.fromShare(high) * DIGITS) / DIGITS)),
  };
}

export interface Estimate {
  share: number;
  value: number;
  /** Squared t × variance, as a part of the variance that one answer would have at this share. */
  c: number;
  /** The highest position there can be. */
  highest: number;
}

/** The bounds of a share. */
export function toBounds(measure: Measure, share: number, c: number): [number, number] {
  return measure.is_bounded ? boundShare(share, c) : boundRank(share, c);
}

/** Wilson's score interval (1927), with 1/c in the place of n/z². */
function boundShare(share: number, c: number): [number, number] {
  const middle = share + c / 2;
  const reach = Math.sqrt(c * share * (1 - share) + (c * c) / 4);
  return [(middle - reach) / (1 + c), (middle + reach) / (1 + c)];
}

/** The same for a number x from 0 without an upper end, whose variance grows like x(1 + x): solves (x̂ − x)² = c·x(1 + x). */
function boundRank(x: number, c: number): [number, number] {
  const reach = Math.sqrt(c * c + 4 * c * x * (1 + x));
  const sum = 2 * x + c + reach;
  return [(2 * x * x) / sum, c < 1 ? sum / (2 * (1 - c)) : Number.POSITIVE_INFINITY];
}
