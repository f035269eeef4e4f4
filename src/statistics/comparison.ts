import { toBounds } from './bounds.ts';
import {
  type AnswerChangeSums,
  type AnswerPeriodSums,
  type CrossProducts,
  type PanelChangeRow,
  type PopulationChangeRow,
  type PromptChangeSums,
  rescaleCross,
} from './comparison-sums.ts';
import { tPValue, tQuantile } from './distributions.ts';
import { MEASURES, type Measure, type MeasureName } from './measures.ts';
import type { IntervalOptions } from './population.ts';
import { type Products, rescale, sumOfSquares } from './sums.ts';

/** How a metric of a row changed. Bounds and p-value are null where the data cannot support any. */
export interface Change {
  difference: number;
  low: number | null;
  high: number | null;
  p_value: number | null;
  /** Whether there was anything to test: false for a brand that is at 0, or at the top, in both periods. */
  is_test: boolean;
}

/** Prompts are a sample: per prompt, the weighted residuals of now minus those of before. */
export function comparePopulation(
  name: MeasureName,
  sums: PromptChangeSums,
  options: IntervalOptions & Pick<PopulationChangeRow, 'answers_now' | 'answers_before'>,
): Change | null {
  const measure = MEASURES[name];
  const { prompts } = sums;
  if (!(sums.now.b > 0 && sums.before.b > 0)) return null;
  const now = toSide(sums.now, sums.now, measure);
  const before = toSide(sums.before, sums.before, measure);
  const effective = Math.min(now.effective, before.effective);
  if (prompts < 2) return toUnknown(measure, now.share - before.share);
  const squares = sumOfDifferences(now, before, rescaleCross(sums.cross, measure));
  const variance =
    (prompts / (prompts - 1)) * squares + 0.5 / options.answers_now ** 2 + 0.5 / options.answers_before ** 2;
  return toChange(measure, { now, before, variance, degrees: effective - 1, options });
}

/** Prompts and channels are fixed: the variances of both periods. */
export function comparePanel(
  name: MeasureName,
  sums: AnswerChangeSums,
  options: IntervalOptions & Pick<PanelChangeRow, 'degrees'>,
): Change | null {
  const measure = MEASURES[name];
  if (!(sums.now.b > 0 && sums.before.b > 0)) return null;
  const now = toSide(sums.now, sums.now.single, measure);
  const before = toSide(sums.before, sums.before.single, measure);
  const effective = Math.min(now.effective, before.effective);
  if (effective <= 1 || options.degrees < 1) return toUnknown(measure, now.share - before.share);
  const variance =
    toWithin(sums.now, now, measure) +
    toWithin(sums.before, before, measure) +
    sumOfDifferences(now, before, rescaleCross(sums.single_cross, measure));
  return toChange(measure, { now, before, variance, degrees: Math.min(options.degrees, effective - 1), options });
}

interface Side {
  share: number;
  b: number;
  products: Products;
  /** Kish's effective number of prompts or answers. */
  effective: number;
  spread: number;
}

function toSide({ a, b, bb }: { a: number; b: number; bb: number }, products: Products, measure: Measure): Side {
  // Exactly 0 or 1 where it is that, in whatever order fractions were added up.
  const share = Math.round(((a + measure.shift * b) / (measure.unit * b)) * 1e12) / 1e12;
  const spread = measure.is_bounded ? share * (1 - share) : share * (1 + share);
  return { share, b, products: rescale(products, measure), effective: (b * b) / bb, spread: Math.max(spread, 0) };
}

/** The variance inside strata, raised as for a single period: few answers that name the brand make it look too small. */
function toWithin({ within }: AnswerPeriodSums, { share, b, effective }: Side, measure: Measure): number {
  const variance = sumOfSquares(rescale(within, measure), share) / (b * b);
  return variance * (effective / (effective - 1)) + 0.5 / (effective * effective);
}

/** Squares of (residual now / b now − residual before / b before), added up. */
function sumOfDifferences(now: Side, before: Side, { aa, ab, ba, bb }: CrossProducts): number {
  const across = aa - before.share * ab - now.share * ba + now.share * before.share * bb;
  const squares =
    sumOfSquares(now.products, now.share) / now.b ** 2 +
    sumOfSquares(before.products, before.share) / before.b ** 2 -
    (2 * across) / (now.b * before.b);
  return Math.max(squares, 0);
}

function toUnknown(measure: Measure, difference: number): Change {
  return { difference: round(difference * measure.factor), low: null, high: null, p_value: null, is_test: false };
}

function toChange(
  measure: Measure,
  {
    now,
    before,
    variance,
    degrees,
    options,
  }: {
    now: Side;
    before: Side;
    variance: number;
    degrees: number;
    options: IntervalOptions;
  },
): Change {
  const t = tQuantile(options.confidence, degrees);
  const widest = measure.is_bounded ? 1 : Math.max(options.brands - 1, Math.abs(now.share - before.share));
  const toMetric = (share: number) => round(Math.min(Math.max(share, -widest), widest) * measure.factor);
  // Rounding could leave −1e-17 where both are 0.
  const difference = now.share === before.share ? 0 : now.share - before.share;
  if (now.spread === 0 && before.spread === 0 && difference === 0) {
    // MOVER (Zou & Donner 2008) puts the bounds of both periods together: there is no variance to go by.
    const [nowLow, nowHigh] = toBounds(measure, now.share, (t * t) / now.effective);
    const [beforeLow, beforeHigh] = toBounds(measure, before.share, (t * t) / before.effective);
    const low = -Math.hypot(now.share - nowLow, beforeHigh - before.share);
    const high = Math.hypot(nowHigh - now.share, before.share - beforeLow);
    return { difference: 0, low: toMetric(low), high: toMetric(high), p_value: 1, is_test: false };
  }
  const error = Math.sqrt(variance);
  return {
    difference: toMetric(difference),
    low: toMetric(difference - t * error),
    high: toMetric(difference + t * error),
    p_value: Number(tPValue(difference / error, degrees).toPrecision(9)),
    is_test: true,
  };
}

/** Far above what the order of additions can change. */
function round(value: number): number {
  return Math.round(value * 1e9) / 1e9;
}
