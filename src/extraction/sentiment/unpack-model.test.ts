import { describe, expect, it } from 'vitest';
import { shape } from './shape.ts';
import { assertSizes, unpackModel } from './unpack-model.ts';
import { weights } from './weights.ts';

describe('the sizes of the model', () => {
  it('are those that the loops are written for', () => {
    expect(() => assertSizes()).not.toThrow();
  });

  it.each([
    [{ dimensions: 8 }, 'A word of the sentiment model has 8 numbers instead of 16.'],
    [{ dimensions: 17 }, 'A word of the sentiment model has 17 numbers instead of 16.'],
    [{ hidden: 26 }, 'The sentiment model has 26 hidden units, which is not a multiple of 8.'],
  ])('%j is refused', (changed, message) => {
    expect(() => assertSizes({ ...shape, ...changed })).toThrow(message);
  });
});

describe('the packed model', () => {
  it('is unpacked to its last byte', () => {
    const { table, tensors, rows } = unpackModel(weights);
    expect(table.length % shape.dimensions).toBe(0);
    expect(rows.size).toBeGreaterThan(10_000);
    expect(rows.size).toBeLessThan(table.length / shape.dimensions);
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
