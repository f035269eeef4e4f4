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
  const cause = intervals.design === 'population' ? 'Other prompts of this kind' : 'Asking again';
  const range = `${cause} would give a number between ${metric.format(low)} and ${metric.format(high)}, with 95% confidence.`;
  return {
    margin: `± ${metric.formatChange((high - low) / 2)}`,
    words: `${range} ${describeBasis(intervals)}`,
  };
}

/** What figures come from, and how much that is worth. */
export function describeBasis({ answers, prompts, effective_answers }: RowIntervals): string {
  const basis = `From ${formatCount(answers, 'answer')} to ${formatCount(prompts, 'prompt')}.`;
  if (effective_answers === null || effective_answers >= answers) return basis;
  return `${basis} Answers to one prompt resemble each other, so these tell as much as ${formatWhole(effective_answers)} independent ones.`;
}
