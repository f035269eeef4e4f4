import { expect, it } from 'vitest';
import { describeBasket } from './basket.ts';

const SAME = { new_prompts: 0, dropped_prompts: 0, new_channels: 0, dropped_channels: 0 };

it('says nothing as long as nine of ten answers are shared', () => {
  const basket = describeBasket({ ...SAME, shared: 93, only_now: 5, only_before: 2, new_prompts: 1 });
  expect(basket).toEqual({ shared: 0.93, only_now: 0.05, only_before: 0.02, warnings: [] });
});

it('says what changed otherwise', () => {
  const counts = {
    ...SAME,
    shared: 899,
    only_now: 71,
    only_before: 30,
    new_prompts: 2,
    new_channels: 1,
    dropped_prompts: 1,
  };
  expect(describeBasket(counts).warnings).toEqual([
    'Only 89% of the answers come from prompts and channels that both periods have. Changes are computed from these answers alone.',
    'New in this period: 2 prompts and 1 channel.',
    'Only in the earlier period: 1 prompt.',
  ]);
  expect(describeBasket({ ...SAME, shared: 1, only_now: 1, only_before: 0 }).warnings[1]).toBe(
    'All prompts and channels are in both periods, but some prompts were asked on other channels.',
  );
});

it('says so where nothing is shared or there is nothing', () => {
  expect(describeBasket({ ...SAME, shared: 0, only_now: 4, only_before: 4 }).warnings).toHaveLength(1);
  expect(describeBasket({ ...SAME, shared: 0, only_now: 0, only_before: 0 })).toMatchObject({
    shared: 0,
    warnings: ['Neither period has answers.'],
  });
});
