import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparePanel, comparePopulation } from './comparison.ts';
import type { MeasureName } from './measures.ts';
import { findShared, type Stratum, type StratumPair, toAnswerChangeSums, toPromptChangeSums } from './strata.ts';

const OPTIONS = { confidence: 0.95, brands: 10 };

function toHits(prompt: number, channel: number, hits: number, answers: number): Stratum {
  return { prompt, channel, answers, a: hits, b: answers, aa: hits, ab: hits, bb: answers };
}

function population(name: MeasureName, pairs: readonly StratumPair[]) {
  const count = (period: 'now' | 'before') => pairs.reduce((sum, pair) => sum + pair[period].answers, 0);
  const answers = { answers_now: count('now'), answers_before: count('before') };
  return comparePopulation(name, toPromptChangeSums(pairs), { ...answers, ...OPTIONS });
}

function panel(name: MeasureName, pairs: readonly StratumPair[]) {
  const sums = toAnswerChangeSums(pairs);
  return comparePanel(name, sums, { degrees: sums.degrees, ...OPTIONS });
}

describe('a change', () => {
  it('under population is tested as in the paired t-test', () => {
    // The sleep of ten patients with two drugs (Student 1908); in R, t.test(paired = TRUE) of the data set `sleep` has
    // t = −4.0621, 9 degrees of freedom, p = 0.002833.
    const first = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2];
    const second = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];
    // As positions, in large units, so that what is added for few answers does not matter.
    const toStrata = (hours: readonly number[]) =>
      hours.map((value, prompt): Stratum => {
        const a = Math.round(value * 1e5) + 1e6;
        return { prompt, channel: 1, answers: 1, a, b: 1, aa: a * a, ab: a, bb: 1 };
      });
    const change = population('position', findShared(toStrata(first), toStrata(second)))!;
    expect(change.difference).toBeCloseTo(-1.58e5, 4);
    expect(change.p_value).toBeCloseTo(0.00283289, 7);
  });

  it('under panel has the variances of both periods', () => {
    // 9 of 12 against 3 of 10, worked out with SciPy 1.17 from p(1 − p)/(n − 1) × n/(n − 1) + ½/n².
    const change = panel('visibility', [{ now: toHits(1, 1, 9, 12), before: toHits(1, 1, 3, 10) }])!;
    expect(change.difference).toBeCloseTo(0.45, 9);
    expect(change.p_value).toBeCloseTo(0.0823293996, 8);
    expect(change.low).toBeCloseTo(-0.0707542267, 8);
    expect(change.high).toBeCloseTo(0.9707542267, 8);
  });

  it('is not seen in a channel that was only asked more often', () => {
    // The first channel always names the brand, the second never; now the first was asked on 7 days, before on 2.
    const prompts = [1, 2, 3, 4, 5];
    const now = prompts.flatMap((prompt) => [toHits(prompt, 1, 7, 7), toHits(prompt, 2, 0, 7)]);
    const before = prompts.flatMap((prompt) => [toHits(prompt, 1, 2, 2), toHits(prompt, 2, 0, 7)]);
    for (const change of [
      population('visibility', findShared(now, before)),
      panel('visibility', findShared(now, before)),
    ]) {
      expect(change!.difference).toBe(0);
      expect(change!.p_value).toBe(1);
    }
  });

  it('leaves out prompts and channels of one period', () => {
    const pairs = findShared(
      [toHits(1, 1, 1, 2), toHits(2, 1, 1, 2), toHits(3, 1, 1, 2)],
      [toHits(2, 1, 0, 2), toHits(2, 2, 0, 2)],
    );
    expect(pairs).toEqual([{ now: toHits(2, 1, 1, 2), before: toHits(2, 1, 0, 2) }]);
  });

  it('of a brand at 0 in both periods is not tested, but has bounds', () => {
    const pairs = [1, 2, 3, 4].map((prompt) => ({ now: toHits(prompt, 1, 0, 5), before: toHits(prompt, 1, 0, 10) }));
    for (const [change, units] of [
      [population('visibility', pairs)!, 4],
      [panel('visibility', pairs)!, null],
    ] as const) {
      expect(change).toMatchObject({ difference: 0, p_value: 1, is_test: false });
      expect(change.low).toBeLessThan(0);
      expect(change.high).toBeGreaterThan(0);
      // c/(1 + c) with c = t²/4 and t = 3.1824463 (3 degrees of freedom).
      if (units !== null) expect(change.high).toBeCloseTo(0.7168736, 6);
    }
  });

  it('has no bounds where one prompt is all there is under population', () => {
    const change = population('visibility', [{ now: toHits(1, 1, 3, 5), before: toHits(1, 1, 1, 5) }]);
    expect(change).toEqual({ difference: 0.4, low: null, high: null, p_value: null, is_test: false });
  });

  it('is absent where a metric is absent in either period', () => {
    const nothing = { prompt: 1, channel: 1, answers: 3, a: 0, b: 0, aa: 0, ab: 0, bb: 0 };
    const pairs = [{ now: toHits(1, 1, 1, 3), before: nothing }];
    expect(population('position', pairs)).toBeNull();
    expect(panel('position', pairs)).toBeNull();
  });

  it('from all to nothing in two prompts is no proof', () => {
    const pairs = [1, 2].map((prompt) => ({ now: toHits(prompt, 1, 1, 1), before: toHits(prompt, 1, 0, 1) }));
    for (const change of [population('visibility', pairs)!, panel('visibility', pairs)!]) {
      expect(change.difference).toBe(1);
      expect(change.p_value).toBeGreaterThan(0.05);
    }
  });
});

describe('any two periods', () => {
  const anyHits = fc
    .integer({ min: 1, max: 9 })
    .chain((answers) => fc.tuple(fc.integer({ min: 0, max: answers }), fc.constant(answers)));
  const anyPairs = fc.array(fc.tuple(anyHits, anyHits), { minLength: 2, maxLength: 20 }).map((list) =>
    list.map(([now, before], at) => ({
      now: toHits(at >> 1, at % 2, ...now),
      before: toHits(at >> 1, at % 2, ...before),
    })),
  );

  it('have opposite changes when they change places, and bounds around the difference', () => {
    fc.assert(
      fc.property(anyPairs, (pairs) => {
        const turned = pairs.map(({ now, before }) => ({ now: before, before: now }));
        for (const compare of [population, panel]) {
          const [there, back] = [compare('visibility', pairs)!, compare('visibility', turned)!];
          expect(back.difference).toBeCloseTo(-there.difference, 8);
          if (there.p_value === null) continue;
          expect(back.p_value).toBeCloseTo(there.p_value, 6);
          expect(there.low).toBeLessThanOrEqual(there.difference);
          expect(there.high).toBeGreaterThanOrEqual(there.difference);
          expect(there.low).toBeGreaterThanOrEqual(-1);
          expect(there.high).toBeLessThanOrEqual(1);
          // Unless they are cut off at the ends, bounds without 0 and a small p-value are the same thing.
          const isOutside = there.low! > 0 || there.high! < 0;
          if (Math.abs(there.p_value - 0.05) > 1e-6) expect(isOutside).toBe(there.p_value < 0.05);
        }
      }),
    );
  });

  it('do not differ if they are the same', () => {
    fc.assert(
      fc.property(anyPairs, (pairs) => {
        for (const compare of [population, panel]) {
          const change = compare(
            'visibility',
            pairs.map(({ now }) => ({ now, before: now })),
          )!;
          expect(change.difference).toBe(0);
          if (change.p_value !== null) expect(change.p_value).toBe(1);
        }
      }),
    );
  });
});
