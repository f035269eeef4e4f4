import { describe, expect, it } from 'vitest';
import { compareValues } from './comparison.ts';
import { findMetric } from './metrics.ts';

const compare = (metric: string, before: number | undefined, now: number | undefined) =>
  compareValues(findMetric(metric), { now, before });

describe('a change', () => {
  it('is better if visibility grows', () => {
    expect(compare('visibility', 0.4, 0.5)).toEqual({
      text: expect.stringMatching(/^10[.,]0 pp$/),
      isBetter: true,
      words: 'up',
    });
    expect(compare('visibility', 0.5, 0.4)).toEqual({
      text: expect.stringMatching(/^10[.,]0 pp$/),
      isBetter: false,
      words: 'down',
    });
  });

  it('is worse if the position becomes a larger number', () => {
    expect(compare('position', 2, 2.5)).toMatchObject({ isBetter: false, words: 'worse by' });
    expect(compare('position', 2.5, 2)).toMatchObject({ isBetter: true, words: 'better by' });
  });

  it('is none if it rounds to zero, and unknown if a value is missing', () => {
    expect(compare('visibility', 0.4, 0.4001)).toMatchObject({ text: null, words: 'no change' });
    expect(compare('visibility', undefined, 0.4)).toBeUndefined();
    expect(compare('visibility', 0.4, undefined)).toBeUndefined();
  });
});
