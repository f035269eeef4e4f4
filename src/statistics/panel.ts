import { toInterval } from './bounds.ts';
import { tQuantile } from './distributions.ts';
import { MEASURES, type MeasureName } from './measures.ts';
import type { IntervalOptions, Uncertainty } from './population.ts';
import { type AnswerSums, rescale, sumOfSquares } from './sums.ts';

/**
 * The uncertainty of a metric if prompts and channels are fixed and only the answers are due to chance: a stratified sample,
 * with a stratum for each prompt and channel. Null if there is one answer, or one that counts for the metric.
 */
export function measurePanel(
  name: MeasureName,
  sums: AnswerSums,
  { answers, strata, confidence, brands }: IntervalOptions & { answers: number; strata: number },
): Uncertainty | null {
  const { a, b } = sums;
  if (answers < 2 || b <= 0) return null;
  const measure = MEASURES[name];
  const total = rescale(sums, measure);
  const within = rescale({ aa: sums.within_aa, ab: sums.within_ab, bb: sums.within_bb }, measure);
  const share = (a + measure.shift * b) / (measure.unit * b);
  // Kish's effective number of answers: they do not all count the same.
  const effective = (b * b) / total.bb;
  if (effective <= 1) return null;
  const spread = measure.is_bounded ? share * (1 - share) : share * (1 + share);
  const t = tQuantile(confidence, Math.max(1, Math.min(answers - strata, effective - 1)));
  const value = measure.toValue(a, b);
  if (spread <= 0) {
    const c = (t * t) / effective;
    return { interval: toInterval(measure, { share, value, c, highest: brands }), effective };
  }
  const plain = ((sumOfSquares(within, share) / (b * b)) * effective) / (effective - 1);
  const variance = raiseVariance(name, { plain, spread, effective, answers, share, b, aa: total.aa });
  const c = (t * t * variance) / spread;
  const interval = toInterval(measure, { share, value, c, highest: brands });
  // At a mean rate below this, even one answer that names the brand is a surprise, however the rates differ (Brown, Cai &
  // DasGupta 2001 mend Wilson's interval in this place, too).
  if (name === 'visibility' && a === 1) interval.low = Math.min(interval.low, (1 - confidence) / answers);
  if (name === 'visibility' && b - a === 1) interval.high = Math.max(interval.high, 1 - (1 - confidence) / answers);
  return { interval, effective: spread / variance };
}

interface StratifiedEstimate {
  plain: number;
  spread: number;
  effective: number;
  answers: number;
  share: number;
  b: number;
  aa: number;
}

/** An estimated variance is too low where few answers name the brand, and 0 where each stratum agrees with itself. */
function raiseVariance(name: MeasureName, row: StratifiedEstimate): number {
  const { plain, spread, effective, answers, share, b, aa } = row;
  switch (name) {
    case 'visibility':
      return Math.min(plain + 1 / (answers * answers), spread / answers);
    case 'share_of_voice':
      return Math.min(plain + 0.5 / (effective * effective), spread / effective);
    case 'position': {
      const naming = (share * share * b * b) / aa;
      return plain + spread / (effective * naming * naming);
    }
    case 'sentiment':
      return Math.max(plain, spread / effective ** 3);
  }
}
