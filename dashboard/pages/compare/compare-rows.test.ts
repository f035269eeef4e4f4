import { describe, expect, it } from 'vitest';
import type { BrandRow } from '../../api/types.ts';
import { findMetric } from '../../metrics.ts';
import { findBest, readValue, toBarLength, toCompareRows } from './compare-rows.ts';
import { findGrouping, toGroupParams } from './groupings.ts';

const VISIBILITY = findMetric('visibility');
const POSITION = findMetric('position');

function createRow(brand: string, channel: string | null, more: Partial<BrandRow>): BrandRow {
  const counts = { visibility_total: 10, visibility_count: 5, sentiment_count: 0 };
  const row = { brand: { id: brand, name: brand }, topic: channel === null ? null : { id: channel }, ...counts };
  return { ...row, ...more } as BrandRow;
}

const grouping = findGrouping('topic');
const rows = toCompareRows(
  [
    createRow('a', 'x', { visibility: 0.5, position: 1 }),
    createRow('b', 'x', { visibility: 0.25, position: 3 }),
    createRow('a', null, { visibility: 0.1, position: 2 }),
    createRow('b', null, { visibility: 0, visibility_count: 0 }),
    createRow('a', 'empty', { visibility: 0, visibility_total: 0 }),
  ],
  { grouping, nameOf: (id) => (id === '' ? 'No topic' : id) },
);

describe('a comparison', () => {
  it('has a row for each group with answers, and a value for each brand', () => {
    expect(rows.map(({ name, answers }) => [name, answers])).toEqual([
      ['x', 10],
      ['No topic', 10],
    ]);
    expect(readValue(rows[0]!, { brand: 'b', metric: VISIBILITY })).toBe(0.25);
    expect(readValue(rows[1]!, { brand: 'b', metric: POSITION })).toBeUndefined();
    expect(readValue(rows[1]!, { brand: 'c', metric: VISIBILITY })).toBeUndefined();
  });

  it('knows the best of a row, which may be the smallest', () => {
    expect(findBest(rows[0]!, VISIBILITY)).toBe(0.5);
    expect(findBest(rows[0]!, POSITION)).toBe(1);
    expect(findBest(rows[1]!, POSITION)).toBeUndefined();
  });

  it('draws a full bar for the best that is possible', () => {
    const ofVisibility = toBarLength(rows, VISIBILITY);
    expect([1, 0.5, 0.25, 0].map(ofVisibility)).toEqual([1, 0.5, 0.25, 0]);
    const ofPosition = toBarLength(rows, POSITION);
    expect(ofPosition(1)).toBe(1);
    expect(ofPosition(3)).toBeCloseTo(0.1);
    expect(toBarLength([], VISIBILITY)(0)).toBe(0);
    expect(toBarLength([], POSITION)(1)).toBe(1);
  });

  it('leads from a row to its answers, where a filter can', () => {
    expect(toGroupParams(grouping, 'x')).toEqual({ topics: 'x' });
    expect(toGroupParams(grouping, '')).toBeUndefined();
    expect(toGroupParams(findGrouping('model'), 'm')).toBeUndefined();
    expect(findGrouping('nonsense').id).toBe('channel');
  });
});
