// How visible a brand is differs between prompts: distributions of the prompts' rates.
import { createRandom, drawBeta, drawNormal } from './random.mjs';

/** A distribution is stood for by this many equally likely rates. */
export const ATOMS = 1024;
const DRAWS_PER_ATOM = 128;

/**
 * Rates with the given mean, whose variance is `correlation` × mean × (1 − mean): two answers to one prompt then correlate by
 * that much.
 */
export function createRates({ shape, mean, correlation, seed = 1 }) {
  if (correlation === 0) return new Float64Array(ATOMS).fill(mean);
  const random = createRandom(seed);
  const draw = SHAPES[shape](mean, correlation, random);
  const draws = Float64Array.from({ length: ATOMS * DRAWS_PER_ATOM }, draw).sort();
  return Float64Array.from({ length: ATOMS }, (_, atom) => {
    let sum = 0;
    for (let at = atom * DRAWS_PER_ATOM; at < (atom + 1) * DRAWS_PER_ATOM; at++) sum += draws[at];
    return sum / DRAWS_PER_ATOM;
  });
}

const SHAPES = {
  beta: (mean, correlation, random) => betaDraw(mean, correlation, random),
  'logit-normal': (mean, correlation, random) => {
    const { center, scale } = solveLogitNormal(mean, correlation);
    return () => 1 / (1 + Math.exp(-center - scale * drawNormal(random)));
  },
  // Many prompts never name the brand; the others follow a beta distribution.
  'zero-inflated': (mean, correlation, random) => {
    const least = mean / (mean + correlation * (1 - mean));
    const naming = Math.sqrt(least);
    const inner = mean / naming;
    const variance = (correlation * mean * (1 - mean) + mean * mean) / naming - inner * inner;
    const draw = betaDraw(inner, variance / (inner * (1 - inner)), random);
    return () => (random() < naming ? draw() : 0);
  },
  // A few prompts know the brand well, all others hardly: two points.
  'two-point': (mean, correlation, random) => {
    const high = Math.min(1, mean + correlation * (1 - mean) + 0.5 * (1 - correlation) * (1 - mean));
    const share = (correlation * mean * (1 - mean)) / (correlation * mean * (1 - mean) + (high - mean) ** 2);
    const low = Math.max(0, (mean - share * high) / (1 - share));
    return () => (random() < share ? high : low);
  },
};

function betaDraw(mean, correlation, random) {
  const size = 1 / correlation - 1;
  return () => drawBeta(random, mean * size, (1 - mean) * size);
}

function solveLogitNormal(mean, correlation) {
  const target = correlation * mean * (1 - mean);
  const moments = (center, scale) => {
    let [total, first, second] = [0, 0, 0];
    for (let z = -8; z <= 8; z += 0.02) {
      const weight = Math.exp(-z * z * 0.5);
      const rate = 1 / (1 + Math.exp(-center - scale * z));
      total += weight;
      first += weight * rate;
      second += weight * rate * rate;
    }
    return { mean: first / total, variance: second / total - (first / total) ** 2 };
  };
  const solve = (low, high, isBelow) => {
    let [from, to] = [low, high];
    for (let step = 0; step < 50; step++) {
      const middle = (from + to) / 2;
      if (isBelow(middle)) from = middle;
      else to = middle;
    }
    return (from + to) / 2;
  };
  const centerOf = (scale) => solve(-60, 60, (center) => moments(center, scale).mean < mean);
  const scale = solve(0.001, 40, (candidate) => moments(centerOf(candidate), candidate).variance < target);
  return { center: centerOf(scale), scale };
}
