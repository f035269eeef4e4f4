import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toBounds } from './bounds.ts';
import { normalQuantile } from './distributions.ts';
import { toPanelIntervals, toPopulationIntervals } from './intervals.ts';
import { MEASURE_NAMES, MEASURES, type MeasureName } from './measures.ts';
import { measurePanel } from './panel.ts';
import { measurePopulation } from './population.ts';
import { type Stratum, toAnswerSums, toPromptSums } from './strata.ts';

const OPTIONS = { confidence: 0.95, brands: 10 };

/** One stratum by its answers, each with a and b. */
function toStratum(prompt: number, channel: number, answers: readonly (readonly [number, number])[]): Stratum {
  const stratum = { prompt, channel, answers: answers.length, a: 0, b: 0, aa: 0, ab: 0, bb: 0 };
  for (const [a, b] of answers) {
    stratum.a += a;
    stratum.b += b;
    stratum.aa += a * a;
    stratum.ab += a * b;
    stratum.bb += b * b;
  }
  return stratum;
}

/** Prompts on one channel, each with its hits and answers. */
function toHits(prompts: readonly (readonly [number, number])[]): Stratum[] {
  return prompts.map(([hits, answers], prompt) =>
    toStratum(prompt, 1, [
      ...Array.from({ length: hits }, () => [1, 1] as const),
      ...Array.from({ length: answers - hits }, () => [0, 1] as const),
    ]),
  );
}

const countAnswers = (strata: readonly Stratum[]) => strata.reduce((sum, { answers }) => sum + answers, 0);

function population(name: MeasureName, strata: readonly Stratum[], options = {}) {
  return measurePopulation(name, toPromptSums(strata), { answers: countAnswers(strata), ...OPTIONS, ...options });
}

function panel(name: MeasureName, strata: readonly Stratum[], options = {}) {
  const sums = toAnswerSums(strata);
  return measurePanel(name, sums, { answers: countAnswers(strata), strata: sums.strata, ...OPTIONS, ...options });
}

describe('bounds of a share', () => {
  // Newcombe, Statistics in Medicine 17 (1998), 857–872, table I, method 3: Wilson's interval.
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('are those of Wilson for %d of %d', (hits, answers, low, high) => {
    const bounds = toBounds(MEASURES.visibility, hits / answers, normalQuantile(0.95) ** 2 / answers);
    expect(bounds[0]).toBeCloseTo(low, 4);
    expect(bounds[1]).toBeCloseTo(high, 4);
  });
});

// The expected values were worked out with NumPy and SciPy 1.17: variances from the data themselves (Cochran, Sampling
// Techniques, 1977: clusters of equal size 9.3, ratios 6.3, strata 5.3), roots with brentq.
describe('under population', () => {
  it('prompts with equally many answers have the variance of a mean of their rates', () => {
    const found = population(
      'visibility',
      toHits([
        [1, 4],
        [2, 4],
        [0, 4],
        [3, 4],
      ]),
    )!;
    expect(found.interval.low).toBeCloseTo(0.0729134053, 8);
    expect(found.interval.high).toBeCloseTo(0.8207038209, 8);
    expect(found.effective).toBeCloseTo(7.502170767, 8);
  });

  it('prompts with different numbers of answers have the variance of a ratio', () => {
    const found = population(
      'visibility',
      toHits([
        [3, 10],
        [9, 12],
        [0, 8],
        [14, 20],
        [2, 5],
      ]),
    )!;
    expect(found.interval.low).toBeCloseTo(0.1855900031, 8);
    expect(found.interval.high).toBeCloseTo(0.8251532504, 8);
    expect(found.effective).toBeCloseTo(13.9747017263, 8);
  });

  it('a position has the roots of its own variance function', () => {
    const ranks: [number, number][] = [
      [5, 3],
      [4, 4],
      [9, 3],
      [6, 3],
      [7, 4],
      [8, 5],
      [3, 3],
      [10, 6],
    ];
    const sums = { a: 0, b: 0, aa: 0, ab: 0, bb: 0, prompts: ranks.length };
    for (const [a, b] of ranks) {
      sums.a += a;
      sums.b += b;
      sums.aa += a * a;
      sums.ab += a * b;
      sums.bb += b * b;
    }
    const found = measurePopulation('position', sums, { answers: 40, ...OPTIONS })!;
    expect(found.interval.low).toBeCloseTo(1.3704795652, 8);
    expect(found.interval.high).toBeCloseTo(2.5208573305, 8);
    const few = measurePopulation('position', sums, { answers: 40, ...OPTIONS, brands: 2 })!;
    expect(few.interval.high).toBe(2);
  });

  it('sentiment is on its scale from 0 to 100', () => {
    const thousandths: [number, number][] = [
      [500, 1],
      [1200, 3],
      [-300, 1],
      [900, 2],
    ];
    const strata = thousandths.map(([a, b], prompt) => ({ ...toStratum(prompt, 1, []), a, b, answers: 5 }));
    const found = population('sentiment', strata)!;
    expect(found.interval.low).toBeCloseTo(35.2563856507, 7);
    expect(found.interval.high).toBeCloseTo(87.7899987313, 7);
  });

  it('a brand that is never named may be up to what so many independent prompts could miss', () => {
    const found = population('visibility', toHits(Array.from({ length: 40 }, () => [0, 1])))!;
    // c/(1 + c) with c = t²/40 and t = 2.0226909 (39 degrees of freedom).
    expect(found.interval.low).toBe(0);
    expect(found.interval.high).toBeCloseTo(0.092792, 5);
    expect(found.effective).toBe(40);
  });
});

describe('under panel', () => {
  it('strata have the variance of a stratified sample', () => {
    const strata = [
      toStratum(
        1,
        1,
        [1, 1, 0, 1, 0].map((hit) => [hit, 1]),
      ),
      toStratum(
        1,
        2,
        [0, 0, 1, 0].map((hit) => [hit, 1]),
      ),
      toStratum(
        2,
        1,
        [1, 1, 1, 1, 0, 1].map((hit) => [hit, 1]),
      ),
    ];
    const found = panel('visibility', strata)!;
    expect(found.interval.low).toBeCloseTo(0.334560314, 8);
    expect(found.interval.high).toBeCloseTo(0.8173597633, 8);
    expect(found.effective).toBeCloseTo(15, 8);
  });

  it('share of voice is a ratio inside strata', () => {
    const strata = [
      toStratum(1, 1, [
        [1, 4],
        [0, 2],
        [2, 5],
      ]),
      toStratum(2, 1, [
        [0, 3],
        [3, 6],
        [1, 2],
        [0, 0],
      ]),
    ];
    const found = panel('share_of_voice', strata)!;
    expect(found.interval.low).toBeCloseTo(0.06822775, 8);
    expect(found.interval.high).toBeCloseTo(0.748373613, 8);
  });

  it('single answers are merged within the prompt, then across prompts', () => {
    const single = (prompt: number, channel: number, hit: number) => toStratum(prompt, channel, [[hit, 1]]);
    const sums = toAnswerSums([
      single(1, 1, 1),
      single(1, 2, 0),
      single(2, 1, 1),
      single(3, 1, 0),
      toStratum(3, 2, [
        [1, 1],
        [0, 1],
      ]),
    ]);
    expect(sums.strata).toBe(3);
    // Each of the three has 1 of 2: 2/1 × ½.
    expect(sums.within_aa).toBe(3);
    expect(sums.within_bb).toBe(0);
    const alone = toAnswerSums([
      single(1, 1, 1),
      toStratum(2, 1, [
        [0, 1],
        [0, 1],
      ]),
    ]);
    expect(alone).toMatchObject({ strata: 2, within_aa: 1, within_ab: 1, within_bb: 1 });
  });
});

describe('without enough data', () => {
  const none = { a: 0, b: 0, aa: 0, ab: 0, bb: 0 };

  it.each(MEASURE_NAMES)('%s has no interval', (name) => {
    expect(measurePopulation(name, { ...none, prompts: 0 }, { answers: 0, ...OPTIONS })).toBeNull();
    expect(measurePopulation(name, { ...none, prompts: 3 }, { answers: 9, ...OPTIONS })).toBeNull();
    expect(population(name, toHits([[3, 9]]))).toBeNull();
    const within = { within_aa: 0, within_ab: 0, within_bb: 0 };
    expect(measurePanel(name, { ...none, ...within }, { answers: 9, strata: 2, ...OPTIONS })).toBeNull();
    expect(panel(name, toHits([[1, 1]]))).toBeNull();
  });

  it('a position that one answer tells has none under panel', () => {
    const strata = [
      toStratum(1, 1, [
        [2, 1],
        [0, 0],
        [0, 0],
      ]),
    ];
    expect(panel('position', strata)).toBeNull();
  });
});

describe('a row', () => {
  const strata = toHits([
    [2, 7],
    [5, 7],
    [0, 7],
  ]);
  const answers = 21;
  const options = OPTIONS;

  it('has the intervals of its metrics and says what they rest on', () => {
    const sums = toPromptSums(strata);
    const empty = { a: 0, b: 0, aa: 0, ab: 0, bb: 0, prompts: 0 };
    const measures = { visibility: sums, share_of_voice: sums, position: empty, sentiment: empty };
    const row = toPopulationIntervals({ answers, prompts: 3, measures }, options);
    expect(row).toMatchObject({ design: 'population', answers, prompts: 3, position: null, sentiment: null });
    expect(row.visibility!.low).toBeLessThan(7 / 21);
    expect(row.effective_answers).toBeGreaterThan(1);
    expect(row.effective_answers).toBeLessThanOrEqual(answers);
  });

  it('has the same keys under panel', () => {
    const sums = toAnswerSums(strata);
    const measures = { visibility: sums, share_of_voice: sums, position: sums, sentiment: sums };
    const row = toPanelIntervals({ answers, prompts: 3, strata: sums.strata, measures }, options);
    expect(Object.keys(row)).toEqual([...MEASURE_NAMES, 'design', 'answers', 'prompts', 'effective_answers']);
    expect(row.design).toBe('panel');
  });
});

describe('any data', () => {
  /** Prompts with hits and answers; a brand's mentions are at most all mentions. */
  const anyPrompts = fc.array(
    fc
      .integer({ min: 1, max: 60 })
      .chain((answers) => fc.tuple(fc.integer({ min: 0, max: answers }), fc.constant(answers))),
    { minLength: 2, maxLength: 30 },
  );
  const anyConfidence = fc.double({ min: 0.5, max: 0.999, noNaN: true });
  const designs = { population, panel };

  it.each(['population', 'panel'] as const)('has bounds in range around the value under %s', (design) => {
    fc.assert(
      fc.property(
        anyPrompts,
        anyConfidence,
        fc.constantFrom('visibility', 'share_of_voice'),
        (prompts, confidence, name) => {
          const strata = toHits(prompts);
          const found = designs[design](name as MeasureName, strata, { confidence })!;
          const value = prompts.reduce((sum, [hits]) => sum + hits, 0) / countAnswers(strata);
          expect(found.interval.low).toBeGreaterThanOrEqual(0);
          expect(found.interval.low).toBeLessThanOrEqual(value);
          expect(found.interval.high).toBeGreaterThanOrEqual(value);
          expect(found.interval.high).toBeLessThanOrEqual(1);
          expect(found.interval.high).toBeGreaterThan(found.interval.low);
          expect(found.effective).toBeGreaterThan(0);
          if (value === 0) expect(found.interval.high).toBeGreaterThan(0);
          if (value === 1) expect(found.interval.low).toBeLessThan(1);
          if (design === 'population') expect(found.effective).toBeLessThanOrEqual(countAnswers(strata));
        },
      ),
    );
  });

  it.each(['population', 'panel'] as const)('has wider bounds with more confidence under %s', (design) => {
    fc.assert(
      fc.property(anyPrompts, anyConfidence, anyConfidence, (prompts, one, other) => {
        const [less, more] = [Math.min(one, other), Math.max(one, other)];
        const strata = toHits(prompts);
        const narrow = designs[design]('visibility', strata, { confidence: less })!.interval;
        const wide = designs[design]('visibility', strata, { confidence: more })!.interval;
        expect(wide.low).toBeLessThanOrEqual(narrow.low + 1e-8);
        expect(wide.high).toBeGreaterThanOrEqual(narrow.high - 1e-8);
      }),
    );
  });

  it.each(['population', 'panel'] as const)(
    'has narrower bounds when there is four times as much under %s',
    (design) => {
      fc.assert(
        fc.property(anyPrompts, (prompts) => {
          const width = (list: typeof prompts) => {
            const { low, high } = designs[design]('visibility', toHits(list))!.interval;
            return high - low;
          };
          expect(width([...prompts, ...prompts, ...prompts, ...prompts])).toBeLessThan(width(prompts));
        }),
      );
    },
  );

  it.each(['population', 'panel'] as const)('is mirrored when hits and misses change places under %s', (design) => {
    fc.assert(
      fc.property(anyPrompts, fc.constantFrom('visibility', 'share_of_voice'), (prompts, name) => {
        const strata = toHits(prompts);
        // At ½ both sides are the upper one.
        fc.pre(2 * toPromptSums(strata).a !== countAnswers(strata));
        const found = designs[design](name as MeasureName, strata)!.interval;
        const mirrored = designs[design](
          name as MeasureName,
          toHits(prompts.map(([hits, n]) => [n - hits, n])),
        )!.interval;
        expect(mirrored.low).toBeCloseTo(1 - found.high, 7);
        expect(mirrored.high).toBeCloseTo(1 - found.low, 7);
      }),
    );
  });

  it('keeps positions at 1 or more and sentiment from 0 to 100', () => {
    const anyAnswer = fc.tuple(fc.integer({ min: 1, max: 10 }), fc.integer({ min: -1000, max: 1000 }));
    const anyStrata = fc.array(fc.array(anyAnswer, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(anyStrata, (prompts) => {
        for (const [name, column, least, most] of [
          ['position', 0, 1, 10],
          ['sentiment', 1, 0, 100],
        ] as const) {
          const strata = prompts.map((answers, prompt) =>
            toStratum(
              prompt,
              1,
              answers.map((values) => [values[column], 1]),
            ),
          );
          const { a, b } = toPromptSums(strata);
          const value = MEASURES[name].toValue(a, b);
          for (const found of [population(name, strata), panel(name, strata)]) {
            if (found === null) continue;
            expect(found.interval.low).toBeGreaterThanOrEqual(least);
            expect(found.interval.low).toBeLessThanOrEqual(value);
            expect(found.interval.high).toBeGreaterThanOrEqual(value);
            expect(found.interval.high).toBeLessThanOrEqual(most);
          }
        }
      }),
    );
  });

  it('may be huge', () => {
    const strata = Array.from({ length: 1000 }, (_, prompt) => ({
      ...toStratum(prompt, 1, []),
      answers: 1e6,
      a: 3e5 + prompt,
      b: 1e6,
      aa: 3e5 + prompt,
      ab: 3e5 + prompt,
      bb: 1e6,
    }));
    for (const found of [population('visibility', strata)!, panel('visibility', strata)!]) {
      expect(found.interval.high - found.interval.low).toBeGreaterThan(0);
      expect(found.interval.high - found.interval.low).toBeLessThan(0.001);
    }
  });
});
