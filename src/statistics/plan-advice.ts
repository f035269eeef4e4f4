import type { Plan, PlanOptions } from './plan-terms.ts';

/** One or two sentences on what to do. */
export function describePlan(plan: Omit<Plan, 'advice'>, { change, power, design }: PlanOptions): string[] {
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
  return `${Math.round(chance * 1000) / 10} %`;
}
