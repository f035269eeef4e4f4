import { describe, expect, it } from 'vitest';
import type { BrandRow } from './api/types.ts';
import { compareRow } from './comparison.ts';
import { findMetric } from './metrics.ts';

const COUNTS = { visibility_total: 40, visibility_count: 20, sentiment_count: 10 };
const CHANGE = { difference: 0.1, low: 0.04, high: 0.16, p_value: 0.001, significant: true };

function compare(metric: string, change: object | null, previous: object | null = COUNTS) {
  return compareRow(findMetric(metric), { ...COUNTS, previous, change: change && { [metric]: change } } as BrandRow);
}

describe('a change', () => {
  it('is better if visibility grows', () => {
    const text = expect.stringMatching(/^10[.,]0 pp$/);
    expect(compare('visibility', CHANGE)).toMatchObject({ text, isBetter: true, words: 'up' });
    const down = { ...CHANGE, difference: -0.1, low: -0.16, high: -0.04 };
    expect(compare('visibility', down)).toMatchObject({ text, isBetter: false, words: 'down' });
    expect(compare('visibility', down)?.range).toMatch(/^The change is between −16[.,]0 pp and −4[.,]0 pp\.$/);
  });

  it('is worse if the position becomes a larger number', () => {
    expect(compare('position', CHANGE)).toMatchObject({ isBetter: false, words: 'worse by' });
    expect(compare('position', { ...CHANGE, difference: -0.1 })).toMatchObject({ isBetter: true, words: 'better by' });
  });

  it('is none if it may be chance, or if nobody can tell', () => {
    const chance = { ...CHANGE, low: -0.02, p_value: 0.2, significant: false };
    expect(compare('visibility', chance)).toMatchObject({ text: null, words: 'no real change' });
    const unknown = { ...chance, low: null, high: null, p_value: null };
    expect(compare('visibility', unknown)).toMatchObject({ text: null, words: 'too few answers', range: null });
  });

  it('is unknown if a period has no data', () => {
    expect(compareRow(findMetric('visibility'), undefined)).toBeUndefined();
    expect(compare('visibility', null)).toBeUndefined();
    expect(compare('visibility', CHANGE, null)).toBeUndefined();
  });

  it('says how many answers each value comes from', () => {
    const previous = { visibility_total: 30, visibility_count: 12, sentiment_count: 8 };
    expect(compare('visibility', CHANGE, previous)?.counts).toEqual({ now: 40, before: 30 });
    expect(compare('position', CHANGE, previous)?.counts).toEqual({ now: 20, before: 12 });
    expect(compare('sentiment', CHANGE, previous)?.counts).toEqual({ now: 10, before: 8 });
  });
});
