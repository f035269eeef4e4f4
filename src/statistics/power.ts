import type { Design } from './design.ts';
import { normalQuantile, type Points, toBetaPoints, tQuantile } from './distributions.ts';
import { type AnswerSums, type PromptSums, sumOfSquares } from './sums.ts';

const MOST_CORRELATION = 0.98;
/** Moving a rate by more than this on the logit scale makes no difference. */
const LONGEST_STEP = 12;
const STEP = 0.1;
const STEPS = Array.from({ length: LONGEST_STEP / STEP }, (_, at) => at * STEP);

/** What is promised: to notice a change with this power, at this confidence. */
export interface Promised {
  confidence: number;
  power: number;
}

/** The sums of a period that stands for those to be compared. */
export interface PilotSums {
  answers: number;
  /** The number of strata after merging, as in `PanelRow`. */
  strata: number;
  /** The sums of the metric, as for intervals under `population` … */
  by_prompt: PromptSums;
  /** … and under `panel`. */
  by_answer: AnswerSums;
}

/** What the pilot says about the variance of a difference. */
export interface Model {
  /** The variance of the metric in one period, prompts being fixed. */
  within: number;
  /** Effective answers. */
  answers: number;
  /** Effective prompts, if another set of prompts is conceivable. */
  clusters: number | null;
  /** Degrees of freedom with as many answers as the pilot has. */
  degrees: number;
  /** What the prompts' rates may be: a beta distribution with the pilot's mean and correlation within strata. */
  rates: Points;
}

export function toModel({ answers, strata, by_prompt, by_answer }: PilotSums, design: Design): Model | null {
  const { a, b } = by_answer;
  if (answers < 2 || b <= 0 || (design === 'population' && by_prompt.prompts < 2)) return null;
  const effective = (b * b) / by_answer.bb;
  if (effective <= 1) return null;
  // A brand that is never named, or always, is planned for as if half an answer were different.
  const edge = 0.5 / (effective + 1);
  const share = Math.min(Math.max(a / b, edge), 1 - edge);
  const products = { aa: by_answer.within_aa, ab: by_answer.within_ab, bb: by_answer.within_bb };
  const independent = (share * (1 - share)) / effective;
  const measured = sumOfSquares(products, a / b) / (b * b);
  const within = a === 0 || a === b ? independent : Math.min(Math.max(measured, 0.5 / effective ** 2), independent);
  const correlation = Math.min(1 - within / independent, MOST_CORRELATION);
  const clusters = design === 'population' ? (by_prompt.b * by_prompt.b) / by_prompt.bb : null;
  const degrees = clusters === null ? Math.min(2 * (answers - strata), effective - 1) : clusters - 1;
  return { within, answers: effective, clusters, degrees, rates: toBetaPoints(share, correlation) };
}

/** What happens if all rates move by the same step on the logit scale. */
export interface Move {
  change: number;
  /** The change at each of the points that stand for the rates. */
  changes: number[];
  /** The variance of an answer there, before and after the move together, as a part of its mean before. */
  spreads: number[];
  weights: number[];
}

function moveRates({ values, weights }: Points, step: number): Move {
  const odds = Math.exp(step);
  const moved = values.map((rate) => (rate * odds) / (1 - rate + rate * odds));
  const changes = moved.map((rate, at) => Math.abs(rate - values[at]!));
  const before = average(weights, (at) => values[at]! * (1 - values[at]!));
  const spreads = moved.map((rate, at) => (rate * (1 - rate) + values[at]! * (1 - values[at]!)) / before);
  return { change: average(weights, (at) => changes[at]!), changes, spreads, weights };
}

/** How much data there is, compared with the pilot. */
export interface Factors {
  answers: number;
  prompts: number;
}

/** Whether the comparison of two periods notices such a move with the promised chance. */
export function isNoticed(model: Model, move: Move, { power, confidence }: Promised, factors: Factors): boolean {
  const more = factors.answers * factors.prompts;
  const least = 1 / (model.answers * more) ** 2;
  const beyond = power > 0.5 ? normalQuantile(2 * power - 1) : 0;
  if (model.clusters === null) {
    const degrees = model.degrees * more;
    const critical = tQuantile(confidence, degrees);
    const t = move.change / Math.sqrt((model.within * average(move.weights, (at) => move.spreads[at]!)) / more + least);
    return t - beyond * Math.sqrt(1 + (critical * critical) / (2 * degrees)) >= critical;
  }
  const clusters = model.clusters * factors.prompts;
  const t = predictT(move, clusters, { within: (model.within * clusters) / more, least: least * clusters });
  return t.mean - beyond * t.deviation >= tQuantile(confidence, clusters - 1);
}

/**
 * The t of differences by prompt. Few prompts usually make up most of a change, so the differences are skewed: a sample that has
 * more of these prompts has a larger mean and a larger variance, which makes t steadier than with normal differences. From the
 * expansion of t for a distribution with skewness γ and kurtosis κ; with γ = 0 and κ = 3 it is the usual one for noncentral t.
 */
function predictT(
  { change, changes, spreads, weights }: Move,
  clusters: number,
  noise: { within: number; least: number },
) {
  const noises = spreads.map((spread) => noise.within * spread + noise.least);
  const apart = changes.map((value) => value - change);
  const over = (toValue: (distance: number, noise: number) => number) =>
    average(weights, (at) => toValue(apart[at]!, noises[at]!));
  const variance = over((distance, random) => distance ** 2 + random);
  const third = over((distance, random) => distance ** 3 + 3 * distance * random);
  const fourth = over((distance, random) => distance ** 4 + 6 * distance ** 2 * random + 3 * random ** 2);
  const effect = change / Math.sqrt(variance);
  const skewness = third / variance ** 1.5;
  const excess = fourth / variance ** 2 - 1;
  return {
    mean: Math.sqrt(clusters) * (effect * (1 + (3 * excess) / (8 * clusters)) - skewness / (2 * clusters)),
    deviation: Math.sqrt(Math.max(1 - effect * skewness + (effect ** 2 * excess) / 4, 0)),
  };
}

function average(weights: readonly number[], valueAt: (at: number) => number): number {
  return weights.reduce((sum, weight, at) => sum + weight * valueAt(at), 0);
}

/** The smallest increase that is noticed; the smallest decrease where there is no room for an increase. */
export function findDetectable(model: Model, options: Promised): number | null {
  const factors = { answers: 1, prompts: 1 };
  for (const direction of [1, -1]) {
    const holds = (length: number) => isNoticed(model, moveRates(model.rates, direction * length), options, factors);
    const from = STEPS.find((length) => holds(length + STEP));
    const step = from === undefined ? null : findSmallest(from, from + STEP, holds);
    if (step !== null) return Math.ceil(moveRates(model.rates, direction * step).change * 1e6) / 1e6;
  }
  return null;
}

/** The move that changes the metric by so much: up if there is room, else down. */
export function findMove({ rates }: Model, change: number): Move | null {
  for (const direction of [1, -1]) {
    const step = findSmallest(0, LONGEST_STEP, (length) => moveRates(rates, direction * length).change >= change);
    if (step !== null) return moveRates(rates, direction * step);
  }
  return null;
}

/** The smallest number in the range for which something holds that, once it holds, holds for all larger ones. */
export function findSmallest(from: number, to: number, holds: (value: number) => boolean): number | null {
  if (!holds(to)) return null;
  let [low, high] = [from, to];
  for (let step = 0; step < 50; step++) {
    const middle = (low + high) / 2;
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return high;
}
