import { expect, it } from 'vitest';
import { needsTallRow } from './tall-rows.ts';

it('makes room for many or long tags, and only for those', () => {
  const needs = (...names: string[]) => needsTallRow(names.map((name) => ({ name })));
  expect(needs()).toBe(false);
  expect(needs('buying', 'comparison')).toBe(false);
  expect(needs('buying', 'comparison', 'price')).toBe(true);
  expect(needs('people who compare grinders')).toBe(true);
});
