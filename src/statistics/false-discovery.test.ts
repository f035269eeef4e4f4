import { expect, it } from 'vitest';
import { findDiscoveryLimit } from './false-discovery.ts';

// Benjamini & Hochberg, Journal of the Royal Statistical Society B 57 (1995), section 4.1: thrombolysis after heart attacks.
const EXAMPLE = [
  0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528, 0.759, 1,
];

it('finds the four discoveries of the first published example, in any order', () => {
  expect(findDiscoveryLimit(EXAMPLE, 0.05)).toBe(0.0095);
  expect(findDiscoveryLimit(EXAMPLE.toReversed(), 0.05)).toBe(0.0095);
});

it('accepts a p-value above its own limit if a larger one is below its limit', () => {
  expect(findDiscoveryLimit([0.04, 0.03, 0.049], 0.05)).toBe(0.049);
});

it('finds nothing where nothing is small enough, or nothing was tested', () => {
  expect(findDiscoveryLimit([0.06, 0.03], 0.05)).toBe(-1);
  expect(findDiscoveryLimit([], 0.05)).toBe(-1);
});
