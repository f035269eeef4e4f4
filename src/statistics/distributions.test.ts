import { describe, expect, it } from 'vitest';
import { normalQuantile, tPValue, tQuantile } from './distributions.ts';

describe('quantiles of t', () => {
  // Fisher & Yates, Statistical Tables, table III; for fractions of degrees of freedom, SciPy 1.17's stats.t.ppf.
  it.each([
    [0.95, 1, 12.706204736174694],
    [0.95, 1.37, 6.885073156641705],
    [0.95, 2.5, 3.5746548420036817],
    [0.95, 4, 2.7764451051977934],
    [0.95, 9.3, 2.25108222468444],
    [0.95, 19, 2.0930240544083087],
    [0.95, 99.7, 1.9840446252924857],
    [0.95, 1e5, 1.9599877075346095],
    [0.95, 1e9, 1.959963986912325],
    [0.5, 1, 1],
    [0.5, 2.5, 0.7850136829922992],
    [0.8, 2, 1.8856180831641272],
    [0.99, 9.3, 3.2234796594331345],
    [0.999, 1, 636.6192487687897],
    [0.999, 1.37, 120.88600872381976],
    [0.999, 1000, 3.300282648423944],
  ])('at %d with %d degrees of freedom', (confidence, degrees, expected) => {
    expect(tQuantile(confidence, degrees) / expected).toBeCloseTo(1, 9);
  });

  it('come down to the normal distribution', () => {
    expect(normalQuantile(0.95)).toBeCloseTo(1.959963984540054, 12);
    expect(tQuantile(0.95, Number.POSITIVE_INFINITY)).toBeCloseTo(1.959963984540054, 9);
  });
});

describe('p-values of t', () => {
  // SciPy 1.17: 2 * stats.t.cdf(-t, degrees).
  it.each([
    [1, 1, 0.5],
    [2, 1.37, 2 * 0.11934771322854913],
    [5, 9.3, 2 * 0.00033465030918258684],
    [10, 99.7, 2 * 5.100462969257026e-17],
    [37, 1e5, 2 * 5.987314121711992e-298],
    [0, 5, 1],
    [Number.POSITIVE_INFINITY, 5, 0],
    [Number.NaN, 5, 1],
  ])('of %d with %d degrees of freedom', (t, degrees, expected) => {
    if (expected === 0) expect(tPValue(t, degrees)).toBe(0);
    else expect(tPValue(t, degrees) / expected).toBeCloseTo(1, 9);
    expect(tPValue(-t, degrees)).toBe(tPValue(t, degrees));
  });

  it('are the other side of the quantiles', () => {
    for (const degrees of [1, 1.7, 4, 33.3, 1e4]) expect(tPValue(tQuantile(0.9, degrees), degrees)).toBeCloseTo(0.1, 9);
  });
});
