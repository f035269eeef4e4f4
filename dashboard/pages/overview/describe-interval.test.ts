import { expect, it } from 'vitest';
import { findMetric } from '../../metrics.ts';
import { describeInterval } from './describe-interval.ts';
import { intervals } from './test-intervals.ts';

it('says half the width of an interval, and what it comes from', () => {
  const { margin, words } = describeInterval(findMetric('visibility'), intervals)!;
  expect(margin).toBe('± 5.0 pp');
  expect(words).toContain('between 30.0% and 40.0%');
  expect(words).toContain('840 answers to 42 prompts');
  expect(words).toContain('163 independent ones');
  expect(describeInterval(findMetric('position'), intervals)!.margin).toBe('± 0.50');
});

it('says nothing where there is no interval, and speaks of asking again for one prompt', () => {
  expect(describeInterval(findMetric('sentiment'), intervals)).toBeUndefined();
  expect(describeInterval(findMetric('visibility'), undefined)).toBeUndefined();
  const panel = { ...intervals, design: 'panel' as const, effective_answers: 900 };
  const { words } = describeInterval(findMetric('visibility'), panel)!;
  expect(words).toContain('Asking again');
  expect(words).not.toContain('independent');
});
