import { compiled, incbet, incbi, ndtri } from 'cephes';

await compiled;

/** Enough to match the library's own values to nine digits at any confidence we accept; the tests check this. */
const NODES = 36;

/** Beyond this many degrees of freedom, t and normal distribution differ by less than a millionth. */
const MOST_DEGREES = 1e6;

/** For each confidence that was asked for. There are few: reports use 0.95. */
const fits = new Map<number, Float64Array>();
const normals = new Map<number, number>();
const MOST_KEPT = 100;

/**
 * How many standard errors reach from the middle to either end of a two-sided interval: Student's t with that many degrees of
 * freedom (at least 1, fractions allowed).
 *
 * A report needs tens of thousands of these, and the library takes 60 µs for each. ln t is a smooth function of 1/degrees, so
 * we interpolate it with Chebyshev polynomials between values of the library.
 */
export function tQuantile(confidence: number, degrees: number): number {
  const coefficients = recall(fits, confidence, fitQuantiles);
  const x = 2 / Math.max(degrees, 1) - 1;
  let next = 0;
  let last = 0;
  for (let at = NODES - 1; at > 0; at--) {
    const value = 2 * x * next - last + coefficients[at]!;
    last = next;
    next = value;
  }
  return Math.exp(x * next - last + coefficients[0]!);
}

/** The same for the normal distribution. */
export function normalQuantile(confidence: number): number {
  return recall(normals, confidence, () => ndtri((1 + confidence) / 2));
}

/** The two-sided p-value: how likely it is that chance alone gives a t of this size or more. */
export function tPValue(t: number, degrees: number): number {
  if (Number.isNaN(t)) return 1;
  const capped = Math.min(Math.max(degrees, 1), MOST_DEGREES);
  return incbet(capped / 2, 0.5, capped / (capped + t * t));
}

function recall<Value>(kept: Map<number, Value>, confidence: number, compute: (confidence: number) => Value): Value {
  const found = kept.get(confidence);
  if (found !== undefined) return found;
  if (kept.size >= MOST_KEPT) kept.clear();
  const value = compute(confidence);
  kept.set(confidence, value);
  return value;
}

function fitQuantiles(confidence: number): Float64Array {
  const angles = Array.from({ length: NODES }, (_, at) => (Math.PI * (at + 0.5)) / NODES);
  const values = angles.map((angle) => Math.log(exactQuantile(confidence, 2 / (1 + Math.cos(angle)))));
  return Float64Array.from(angles, (_, at) => {
    const sum = values.reduce((total, value, node) => total + value * Math.cos(at * angles[node]!), 0);
    return ((at === 0 ? 1 : 2) / NODES) * sum;
  });
}

function exactQuantile(confidence: number, degrees: number): number {
  const x = incbi(degrees / 2, 0.5, 1 - confidence);
  return Math.sqrt((degrees * (1 - x)) / x);
}

/** A distribution by points and their probabilities. */
export interface Points {
  values: number[];
  weights: number[];
}

/** Half the width of a bin, and how far bins reach, on the logit scale. */
const HALF_BIN = 0.1;
const FARTHEST_BIN = 20;

/** A beta distribution with this mean, whose variance is `correlation` × mean × (1 − mean), in bins of equal width in logits. */
export function toBetaPoints(mean: number, correlation: number): Points {
  // Narrower than a bin.
  if (correlation < 0.005) return { values: [mean], weights: [1] };
  const size = 1 / correlation - 1;
  const points: Points = { values: [], weights: [] };
  let below = 0;
  for (let logit = -FARTHEST_BIN; logit <= FARTHEST_BIN; logit += 2 * HALF_BIN) {
    const isLast = logit + 2 * HALF_BIN > FARTHEST_BIN;
    const upTo = isLast ? 1 : incbet(mean * size, (1 - mean) * size, toRate(logit + HALF_BIN));
    points.values.push(toRate(logit));
    points.weights.push(Math.max(upTo - below, 0));
    below = upTo;
  }
  return points;
}

function toRate(logit: number): number {
  return 1 / (1 + Math.exp(-logit));
}
