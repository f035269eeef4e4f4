import { expect, it } from 'vitest';
import { findDiscoveries } from './false-discovery.ts';

// Benjamini & Hochberg, Journal of the Royal Statistical Society B 57 (1995), section 4.1: thrombolysis after heart attacks.
const EXAMPLE = [
  0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528, 0.759, 1,
];

it('finds the four discoveries of the first published example', () => {
  expect(findDiscoveries(EXAMPLE, 0.05)).toEqual(EXAMPLE.map((_, at) => at < 4));
});

it('accepts a p-value above its own limit if a larger one is below its limit', () => {
  expect(findDiscoveries([0.04, 0.03, 0.049], 0.05)).toEqual([true, true, true]);
});

it('counts neither what was not tested nor anything in an empty list', () => {
  expect(findDiscoveries([null, 0.04, null], 0.05)).toEqual([false, true, false]);
  expect(findDiscoveries([null], 0.05)).toEqual([false]);
  expect(findDiscoveries([], 0.05)).toEqual([]);
});
