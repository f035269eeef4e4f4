import { expect, it } from 'vitest';
import { smooth } from './smooth.ts';

it('averages each value with those before it, every answer alike', () => {
  const days = [
    { value: 1, weight: 1 },
    { value: 0, weight: 3 },
    { value: undefined, weight: 0 },
    { value: 0.5, weight: 2 },
  ];
  expect(smooth(days, 2)).toEqual([1, 0.25, 0, 0.5]);
  expect(smooth(days, 7)).toEqual([1, 0.25, 0.25, 2 / 6]);
});

it('has no value where there were no answers', () => {
  const none = { value: undefined, weight: 0 };
  expect(smooth([none, none, { value: 2, weight: 1 }, none, none], 2)).toEqual([undefined, undefined, 2, 2, undefined]);
});
