import type { Design } from './design.ts';
import {
  type Factors,
  findDetectable,
  findMove,
  findSmallest,
  isNoticed,
  type Model,
  type PilotSums,
  type Promised,
  toModel,
} from './power.ts';

/** A period that stands for those to be compared. */
export interface Pilot extends PilotSums {
  prompts: number;
  channels: number;
  days: number;
}

export interface PlanOptions extends Promised {
  design: Design;
  change: number;
}

export interface Plan {
  value: number;
  answers: number;
  prompts: number;
  channels: number;
  days: number;
  /** Null if no change could be noticed. */
  detectable_change: number | null;
  /** For each of the two periods. Null where that alone cannot help. */
  needed: Needed;
  advice: string[];
}

export interface Needed {
  answers: number | null;
  days: number | null;
  /** How often each prompt is asked on each channel and day. */
  replicates: number | null;
  prompts: number | null;
}

/** The most that answers or prompts could be multiplied by. */
const LARGEST_FACTOR = 1e6;
/** If more than this many times the answers are needed, more prompts are the only sensible way. */
const LARGEST_FACTOR_BESIDE_PROMPTS = 1000;

/** Null if the pilot has too little to go by: fewer than two answers, or under `population` two prompts. */
export function planComparison(pilot: Pilot, options: PlanOptions): Plan | null {
  const model = toModel(pilot, options.design);
  if (model === null) return null;
  const { answers, prompts, channels, days } = pilot;
  const plan = {
    value: pilot.by_answer.a / pilot.by_answer.b,
    answers,
    prompts,
    channels,
    days,
    detectable_change: findDetectable(model, options),
    needed: findNeeded(model, pilot, options),
  };
  return { ...plan, advice: describePlan(plan, options) };
}

function findNeeded(model: Model, { answers, prompts, channels, days }: Pilot, options: PlanOptions): Needed {
  const move = findMove(model, options.change);
  if (move === null) return { answers: null, days: null, replicates: null, prompts: null };
  const search = (largest: number, toFactors: (factor: number) => Factors) => {
    const exponent = findSmallest(-Math.log(answers), Math.log(largest), (logarithm) =>
      isNoticed(model, move, options, toFactors(Math.exp(logarithm))),
    );
    return exponent === null ? null : Math.exp(exponent);
  };
  const isFixed = model.clusters === null;
  const limit = isFixed ? LARGEST_FACTOR : LARGEST_FACTOR_BESIDE_PROMPTS;
  const more = search(limit, (factor) => ({ answers: factor, prompts: 1 }));
  const morePrompts = isFixed ? null : search(LARGEST_FACTOR, (factor) => ({ answers: 1, prompts: factor }));
  const total = more ?? morePrompts;
  const scale = (count: number, factor: number | null) =>
    factor === null ? null : Math.max(1, Math.ceil(count * factor));
  return {
    answers: scale(answers, total),
    days: scale(days, more),
    replicates: scale(answers / (prompts * channels * days), more),
    prompts: morePrompts === null ? null : Math.max(2, scale(prompts, morePrompts)!),
  };
}

/** One or two sentences on what to do. */
function describePlan(plan: Omit<Plan, 'advice'>, { change, power, design }: PlanOptions): string[] {
  const { detectable_change, needed } = plan;
  const chance = `a chance of ${toPercent(power)}`;
  if (detectable_change !== null && detectable_change <= change) {
    return [
      `Two periods like this one are enough: a change of ${toPoints(change)} is noticed with ${chance}.`,
      `The smallest change noticed with that chance is ${toPoints(detectable_change)}.`,
    ];
  }
  const now =
    detectable_change === null
      ? 'With what is collected now, no change could be noticed reliably.'
      : `With what is collected now, changes from ${toPoints(detectable_change)} are noticed with ${chance}.`;
  const ways = listWays(plan);
  if (ways.length === 0) return [now, `No amount of data notices a change of ${toPoints(change)} for this brand.`];
  const only =
    needed.replicates === null && design === 'population'
      ? ' Asking the same prompts more often does not help, because too few of them name the brand.'
      : '';
  return [now, `To notice a change of ${toPoints(change)}, ${ways.join(', or ')} in each period.${only}`];
}

function listWays({ needed, prompts, days }: Omit<Plan, 'advice'>): string[] {
  const ways: string[] = [];
  if (needed.replicates !== null && needed.replicates > 1) {
    ways.push(`ask each prompt ${needed.replicates} times a day`);
  }
  if (needed.days !== null && needed.days > days) ways.push(`collect for ${needed.days} days`);
  if (needed.prompts !== null && needed.prompts > prompts) ways.push(`use ${needed.prompts} prompts`);
  return ways;
}

function toPoints(change: number): string {
  const points = Math.round(change * 1000) / 10;
  return `${points} percentage point${points === 1 ? '' : 's'}`;
}

function toPercent(chance: number): string {
  return `${Math.round(chance * 1000) / 10}%`;
}
