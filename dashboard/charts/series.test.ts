import { expect, it } from 'vitest';
import { toReadings } from './series.ts';

it('lists the best line first: the largest value, or the smallest where that is better', () => {
  const series = [2, undefined, 1, 3].map((value, index) => ({
    id: `kw_${index}`,
    name: `Brand ${index}`,
    color: 'red',
    isStrong: false,
    values: [value],
  }));
  const read = (isInverted: boolean) => toReadings(series, { index: 0, isInverted }).map(({ value }) => value);
  expect(read(false)).toEqual([3, 2, 1, undefined]);
  expect(read(true)).toEqual([1, 2, 3, undefined]);
});
