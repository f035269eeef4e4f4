import { describe, expect, it } from 'vitest';
import type { BrandRow } from './api/types.ts';
import { compareRows } from './comparison.ts';
import { findMetric } from './metrics.ts';

function createRow(values: Partial<BrandRow>): BrandRow {
  return { visibility_total: 40, visibility_count: 20, sentiment_count: 10, ...values } as BrandRow;
}

function compare(metric: string, before: Partial<BrandRow> | undefined, now: Partial<BrandRow>) {
  return compareRows(findMetric(metric), { now: createRow(now), before: before && createRow(before) });
}

describe('a change', () => {
  it('is better if visibility grows', () => {
    const text = expect.stringMatching(/^10[.,]0 pp$/);
    expect(compare('visibility', { visibility: 0.4 }, { visibility: 0.5 })).toMatchObject({
      text,
      isBetter: true,
      words: 'up',
    });
    expect(compare('visibility', { visibility: 0.5 }, { visibility: 0.4 })).toMatchObject({
      text,
      isBetter: false,
      words: 'down',
    });
  });

  it('is worse if the position becomes a larger number', () => {
    expect(compare('position', { position: 2 }, { position: 2.5 })).toMatchObject({
      isBetter: false,
      words: 'worse by',
    });
    expect(compare('position', { position: 2.5 }, { position: 2 })).toMatchObject({
      isBetter: true,
      words: 'better by',
    });
  });

  it('is none if it rounds to zero', () => {
    expect(compare('visibility', { visibility: 0.4 }, { visibility: 0.4001 })).toMatchObject({
      text: null,
      words: 'no change',
    });
  });

  it('is unknown if a period has no data', () => {
    const now = { visibility: 0.4, share_of_voice: 0.4 };
    expect(compare('visibility', undefined, now)).toBeUndefined();
    const nothing = { visibility_total: 0, visibility: 0, share_of_voice: 0 };
    expect(compare('visibility', nothing, now)).toBeUndefined();
    expect(compare('share_of_voice', nothing, now)).toBeUndefined();
    expect(compare('sentiment', {}, { sentiment: 60 })).toBeUndefined();
    expect(compare('sentiment', { sentiment: 60 }, {})).toBeUndefined();
  });

  it('says how many answers each value comes from', () => {
    const before = { visibility: 0.4, position: 2, sentiment: 50, visibility_total: 30, visibility_count: 12 };
    const now = { visibility: 0.5, position: 3, sentiment: 60 };
    expect(compare('visibility', before, now)?.counts).toEqual({ now: 40, before: 30 });
    expect(compare('position', before, now)?.counts).toEqual({ now: 20, before: 12 });
    expect(compare('sentiment', before, now)?.counts).toEqual({ now: 10, before: 10 });
  });
});
