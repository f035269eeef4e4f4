import { MIXED_THOUSANDTHS } from '../../domain/sentiment.ts';
import { FEATURES, listFeatures, type Portrait } from './portrait.ts';
import { verdictWeights } from './verdict-weights.ts';

/** How an answer portrays a brand: good, mixed, bad, or nothing of the kind. The weights have the same order. */
const GOOD = 0;
const MIXED = 1;
const BAD = 2;
const NOTHING = 3;
/** The weights of the strength, from −1 to 1, come after those of the verdicts. */
const STRENGTH = 4;
const COLUMNS = 5;

const MIXED_LIMIT = MIXED_THOUSANDTHS / 1000;
/** The least of praise or criticism. */
const LEAST = 0.2;

/** For each feature, the weights of all columns. */
const weights = Float64Array.from(FEATURES.flatMap((name) => verdictWeights[name] ?? new Array(COLUMNS).fill(0)));
const sums = new Float64Array(COLUMNS);

/** The sentiment of an answer towards a brand in thousandths, −1000 to 1000; null if it says nothing good or bad. */
export function judgePortrait(portrait: Portrait): number | null {
  sums.fill(0);
  listFeatures(portrait, (feature, value) => {
    for (let column = 0; column < COLUMNS; column++) {
      sums[column] = sums[column]! + weights[feature * COLUMNS + column]! * value;
    }
  });
  let verdict = GOOD;
  for (let other = 1; other < STRENGTH; other++) if (sums[other]! > sums[verdict]!) verdict = other;
  return toScore(verdict, sums[STRENGTH]!);
}

/**
 * A verdict and its strength as a score.
 *
 * @public scripts/train-verdict.mjs imports it from the build.
 */
export function toScore(verdict: number, strength: number): number | null {
  if (verdict === NOTHING) return null;
  if (verdict === MIXED) return toThousandths(strength, -MIXED_LIMIT, MIXED_LIMIT);
  return verdict === BAD ? toThousandths(strength, -1, -LEAST) : toThousandths(strength, LEAST, 1);
}

function toThousandths(strength: number, least: number, most: number): number {
  return Math.round(1000 * Math.max(least, Math.min(most, soften(strength))));
}

/** Strengths beyond this come ever nearer to 1, so that praise for many things still differs from praise for more. */
const LINEAR = 0.7;

function soften(strength: number): number {
  const size = Math.abs(strength);
  if (size <= LINEAR) return strength;
  const beyond = (size - LINEAR) / (1 - LINEAR);
  return Math.sign(strength) * (LINEAR + (1 - LINEAR) * (beyond / (1 + beyond)));
}
