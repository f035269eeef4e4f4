import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { combineScores, labeledThousandths, labelPolarity, scoreLabeledItem } from './structure.ts';

describe('labelPolarity', () => {
  it.each(['Pros:', '**Pros**', 'PROS', '✅ Advantages', 'Strengths', 'What we like:', 'The good', 'Benefits –'])(
    '%s is positive',
    (label) => {
      expect(labelPolarity(label)).toBe(1);
    },
  );

  it.each(['Cons:', '❌ Drawbacks', 'Downsides', 'What we don’t like', "What we don't like:", 'Trade-offs', 'The bad'])(
    '%s is negative',
    (label) => {
      expect(labelPolarity(label)).toBe(-1);
    },
  );

  it.each(['Price:', 'Specs', 'Pros and cons', 'Best for', 'Professional', 'Console', '', 'x'.repeat(100_000)])(
    'case %# is neither',
    (label) => {
      expect(labelPolarity(label)).toBe(0);
    },
  );
});

describe('scoreLabeledItem', () => {
  it('takes the sign from the label and the strength from the sentence', () => {
    expect(scoreLabeledItem(1, null)).toBe(labeledThousandths);
    expect(scoreLabeledItem(-1, null)).toBe(-labeledThousandths);
    expect(scoreLabeledItem(1, 900)).toBe(900);
    expect(scoreLabeledItem(-1, 900)).toBe(-labeledThousandths);
    expect(scoreLabeledItem(-1, -900)).toBe(-900);
  });
});

describe('combineScores', () => {
  it('is null without scores', () => {
    expect(combineScores([])).toBeNull();
  });

  it('gives strong opinions more weight than weak ones', () => {
    expect(combineScores([900, -100])).toBeGreaterThan(400);
    expect(combineScores([500, -500])).toBe(0);
    expect(combineScores([700])).toBe(700);
  });

  it('stays between the lowest and the highest score, whatever the order', () => {
    const scores = fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(scores, (list) => {
        const combined = combineScores(list)!;
        expect(combined).toBeGreaterThanOrEqual(Math.min(...list));
        expect(combined).toBeLessThanOrEqual(Math.max(...list));
        expect(combineScores([...list].reverse())).toBe(combined);
      }),
    );
  });
});
