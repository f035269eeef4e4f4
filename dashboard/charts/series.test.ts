import { describe, expect, it } from 'vitest';
import { describeReadings, findSharedCount, readSeries, type Series, sortReadings } from './series.ts';

const createSeries = (line: Partial<Series>, index: number): Series => ({
  id: `kw_${index}`,
  name: `Brand ${index}`,
  color: 'red',
  isStrong: false,
  values: [],
  counts: [42],
  ...line,
});

const read = (lines: Partial<Series>[]) => readSeries(lines.map(createSeries), 0);
const toTenths = (value: number) => value.toFixed(1);

it('lists the best line first: the largest value, or the smallest where that is better', () => {
  const readings = read([2, undefined, 1, 3].map((value) => ({ values: [value] })));
  const sort = (isInverted: boolean) => sortReadings(readings, { isInverted }).map(({ value }) => value);
  expect(sort(false)).toEqual([3, 2, 1, undefined]);
  expect(sort(true)).toEqual([1, 2, 3, undefined]);
});

describe('the readings of a chart in words', () => {
  it('have bounds where they are known, and say once how many answers all values come from', () => {
    const readings = read([{ values: [0.31], bounds: [{ low: 0.24, high: 0.39 }] }, { values: [0.5] }]);
    expect(describeReadings(readings, toTenths)).toBe('42 answers: Brand 0 0.3 (0.2 to 0.4); Brand 1 0.5');
  });

  it('say how many answers each value comes from if that differs', () => {
    const readings = read([{ values: [2], bounds: [undefined] }, { values: [1], counts: [1] }, {}]);
    expect(findSharedCount(readings)).toBeUndefined();
    expect(describeReadings(readings, toTenths)).toBe(
      'Brand 0 2.0, 42 answers; Brand 1 1.0, 1 answer; Brand 2 no data',
    );
    expect(findSharedCount(read([{}]))).toBe(0);
  });
});
