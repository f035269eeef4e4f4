import type { BrandRow } from '../../api/types.ts';
import { formatCount } from '../../format.ts';
import { METRICS } from '../../metrics.ts';
import type { RowIntervals } from './use-intervals.ts';

/** With fewer prompts, intervals contain the true number less often than they promise. */
const FEW_PROMPTS = 20;

/** How sure the figures of a brand are, in sentences. */
export interface Explanation {
  /** Why the figures are uncertain. */
  cause: string;
  /** One sentence for each figure. */
  ranges: string[];
  /** What the ranges do not know about. */
  doubts: string[];
}

export function explainIntervals(intervals: RowIntervals, row: BrandRow): Explanation {
  const { design, prompts } = intervals;
  const isSample = design === 'population';
  const ranges = METRICS.flatMap((metric): string[] => {
    const value = metric.read(row);
    if (value === undefined) return [];
    const interval = intervals[metric.id];
    const basis = formatCount(metric.count(row), 'answer');
    if (!interval) return [`${metric.name}: too little data for a range (${basis}).`];
    return [`${metric.name} is between ${metric.format(interval.low)} and ${metric.format(interval.high)} (${basis}).`];
  });
  return {
    cause: isSample
      ? 'Your prompts stand for all the questions people ask. Other prompts of this kind would give other numbers, and assistants answer differently each time.'
      : 'These numbers are about this prompt alone. Assistants answer differently each time, so asking it again would give other numbers.',
    ranges,
    doubts: [
      ...(isSample && prompts < FEW_PROMPTS
        ? [
            `${formatCount(prompts, 'prompt')} ${prompts === 1 ? 'is' : 'are'} too few for reliable ranges. Use at least ${FEW_PROMPTS}.`,
          ]
        : []),
      ...(isSample
        ? ['Prompts that were chosen because they name your brand make it look more visible than it is.']
        : []),
      'A day on which a model was broken, or news changed the answers, counts like any other. Look at the chart by day.',
      'Answers that a channel failed to give are missing, and may differ from the others.',
    ],
  };
}
