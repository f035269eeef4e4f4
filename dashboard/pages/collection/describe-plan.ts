import { MAX_REPLICATES } from '../../../src/domain/limits.ts';
import type { Plan, Schedule } from '../../api/types.ts';
import { formatCount, formatTick, formatWhole } from '../../format.ts';
import { describePrice } from './describe-price.ts';

/** Nobody waits longer than this to compare two periods. */
const MAX_DAYS = 366;

/** Something that would be enough to notice a change. */
export interface Way {
  text: string;
  /** What it takes per day, and what that costs. */
  effort: string;
}

interface PlanInWords {
  /** What can be noticed now, or why that cannot be said. */
  now: string;
  /** Each is enough by itself; none if what is collected now is enough. */
  ways: Way[];
}

/** What it takes to notice a change, and what that costs by the estimate for one run. */
export function describePlan(plan: Plan, change: number, estimate: Schedule['estimate']): PlanInWords {
  const { detectable_change: detectable, answers, advice, needed } = plan;
  const asksPerDay = answers / plan.days;
  const toEffort = (asks: number) => describeEffort(asks, estimate);
  if (detectable !== null && detectable <= change) {
    const least =
      needed.answers === null
        ? ''
        : ` ${formatWhole(needed.answers)} answers would do; you have ${formatWhole(answers)}.`;
    return {
      now: `What you collect now is enough: you can notice a change of ${toPoints(detectable)}.${least}`,
      ways: [],
    };
  }
  const ways = listWays(plan, toEffort);
  if (ways.length === 0) return { now: advice.join(' '), ways };
  const noticed = detectable === null ? 'no change' : `a change of ${toPoints(detectable)}`;
  return { now: `With ${toEffort(asksPerDay)}, you can notice ${noticed} now.`, ways };
}

function listWays({ answers, prompts, channels, days, needed }: Plan, toEffort: (asksPerDay: number) => string): Way[] {
  const ways: Way[] = [];
  const asks = prompts * channels;
  if (needed.replicates !== null && needed.replicates > answers / (asks * days)) {
    const runs = Math.ceil(needed.replicates / MAX_REPLICATES);
    ways.push({
      text: `Ask each prompt ${formatCount(needed.replicates, 'time')} a day on each channel${runs > 1 ? `, in ${formatWhole(runs)} runs` : ''}.`,
      effort: toEffort(needed.replicates * asks),
    });
  }
  if (needed.prompts !== null && needed.prompts > prompts) {
    ways.push({
      text: `Ask ${formatCount(needed.prompts, 'prompt')} instead of ${formatWhole(prompts)}.`,
      effort: toEffort((answers / days) * (needed.prompts / prompts)),
    });
  }
  if (needed.days !== null && needed.days > days && needed.days <= MAX_DAYS) {
    ways.push({
      text: `Compare longer periods: ${formatCount(needed.days, 'day')} of collection instead of ${formatWhole(days)}.`,
      effort: 'No extra cost per day',
    });
  }
  return ways;
}

/** `180 answers a day (about $1.80)`. */
function describeEffort(asksPerDay: number, { asks, cost, cost_known }: Schedule['estimate']): string {
  const price = asks === 0 ? null : describePrice({ cost: (cost / asks) * asksPerDay, cost_known });
  return `${formatCount(Math.ceil(asksPerDay), 'answer')} a day${price === null ? '' : ` (${price})`}`;
}

/** `6.1 points`: percentage points, as the slider says. */
export function toPoints(change: number): string {
  const points = Math.round(change * 1000) / 10;
  return `${formatTick(points)} point${points === 1 ? '' : 's'}`;
}
