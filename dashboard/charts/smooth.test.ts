import { expect, it } from 'vitest';
import { smooth, type Weighted } from './smooth.ts';

const readValues = (points: readonly Weighted[], span: number) => smooth(points, span).map(({ value }) => value);

it('averages each value with those before it, every answer alike', () => {
  const days = [
    { value: 1, weight: 1 },
    { value: 0, weight: 3 },
    { value: undefined, weight: 0 },
    { value: 0.5, weight: 2 },
  ];
  expect(readValues(days, 2)).toEqual([1, 0.25, 0, 0.5]);
  expect(readValues(days, 7)).toEqual([1, 0.25, 0.25, 2 / 6]);
  expect(smooth(days, 2).map(({ weight }) => weight)).toEqual([1, 4, 3, 2]);
});

it('has no value where there were no answers', () => {
  const none = { value: undefined, weight: 0 };
  const days = [none, none, { value: 2, weight: 1 }, none, none];
  expect(readValues(days, 2)).toEqual([undefined, undefined, 2, 2, undefined]);
});
