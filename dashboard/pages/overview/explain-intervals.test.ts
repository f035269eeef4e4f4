import { expect, it } from 'vitest';
import type { BrandRow } from '../../api/types.ts';
import { explainIntervals } from './explain-intervals.ts';
import { intervals } from './test-intervals.ts';

const row = {
  visibility: 0.35,
  visibility_total: 840,
  visibility_count: 294,
  share_of_voice: 0.11,
  position: 2,
  sentiment: 60,
  sentiment_count: 1,
} as BrandRow;

it('says the range of each figure with the number of its answers, and where there is none', () => {
  expect(explainIntervals(intervals, row).ranges).toEqual([
    'Visibility is between 30.0% and 40.0% (840 answers).',
    'Share of voice is between 10.0% and 12.0% (840 answers).',
    'Position is between 1.50 and 2.50 (294 answers).',
    'Sentiment: too little data for a range (1 answer).',
  ]);
  const unnamed = { visibility: 0, visibility_total: 840, share_of_voice: 0 } as BrandRow;
  expect(explainIntervals(intervals, unnamed).ranges).toHaveLength(2);
});

it('speaks of other prompts, or of asking one prompt again', () => {
  const sample = explainIntervals(intervals, row);
  expect(sample.cause).toContain('stand for all the questions');
  expect(sample.doubts.join(' ')).not.toContain('few');
  expect(explainIntervals({ ...intervals, prompts: 12 }, row).doubts[0]).toContain('12 prompts are too few');
  const panel = explainIntervals({ ...intervals, design: 'panel', prompts: 1 }, row);
  expect(panel.cause).toContain('this prompt alone');
  expect(panel.doubts).toHaveLength(2);
});
