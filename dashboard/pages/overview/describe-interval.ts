import { formatCount, formatWhole } from '../../format.ts';
import type { Metric } from '../../metrics.ts';
import type { RowIntervals } from './use-intervals.ts';

/** How sure a figure is: half the width of its interval, and a sentence that explains it. */
export function describeInterval(
  metric: Metric,
  intervals: RowIntervals | undefined,
): { margin: string; words: string } | undefined {
  const interval = intervals?.[metric.id];
  if (!intervals || !interval) return undefined;
  const { low, high } = interval;
  const { design, answers, prompts, effective_answers } = intervals;
  const basis =
    design === 'population'
      ? `Other prompts of this kind would give a number between ${metric.format(low)} and ${metric.format(high)}, with 95 % confidence.`
      : `Asking again would give a number between ${metric.format(low)} and ${metric.format(high)}, with 95 % confidence.`;
  const worth =
    effective_answers === null || effective_answers >= answers
      ? ''
      : ` Answers to one prompt resemble each other, so these tell as much as ${formatWhole(effective_answers)} independent ones.`;
  return {
    margin: `± ${metric.formatChange((high - low) / 2)}`,
    words: `${basis} From ${formatCount(answers, 'answer')} to ${formatCount(prompts, 'prompt')}.${worth}`,
  };
}
