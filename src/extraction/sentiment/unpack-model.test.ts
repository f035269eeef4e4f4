import { describe, expect, it } from 'vitest';
import { shape } from './shape.ts';
import { assertSizes, unpackModel } from './unpack-model.ts';
import { weights } from './weights.ts';

describe('the sizes of the model', () => {
  it('are those that the loops are written for', () => {
    expect(() => assertSizes()).not.toThrow();
  });

  it.each([
    [{ dimensions: 7 }, 'A word of the sentiment model has 7 numbers instead of 8.'],
    [{ dimensions: 16 }, 'A word of the sentiment model has 16 numbers instead of 8.'],
    [{ hidden: 26 }, 'The sentiment model has 26 hidden units, which is not a multiple of 4.'],
    [{ polarityStates: 8 }, 'The sentiment model has 8 polarity states instead of 10.'],
  ])('%j is refused', (changed, message) => {
    expect(() => assertSizes({ ...shape, ...changed })).toThrow(message);
  });
});

describe('the packed model', () => {
  it('is unpacked to its last byte', () => {
    const { table, tensors, keys, tableMask } = unpackModel(weights);
    expect(table.length % shape.dimensions).toBe(0);
    expect(keys).toHaveLength(tableMask + 1);
    // Looking a word up ends at an empty slot, so there has to be one.
    expect(keys.includes(0)).toBe(true);
    expect(Object.values(tensors).every((tensor) => tensor.every(Number.isFinite))).toBe(true);
  });

  it.each([
    ['nothing', ''],
    ['too short', Buffer.from(weights, 'base64').subarray(0, -4).toString('base64')],
    ['too long', Buffer.concat([Buffer.from(weights, 'base64'), Buffer.alloc(4)]).toString('base64')],
  ])('is refused if it is %s', (_what, packed) => {
    expect(() => unpackModel(packed)).toThrow(/^The packed sentiment model has \d+ bytes; \d+ rows need \d+\./);
  });
});
