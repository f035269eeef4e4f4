import { describe, expect, it } from 'vitest';
import { formatDollars, formatDuration } from './format.ts';

describe('an amount', () => {
  it('has cents, and below them two digits that are not zero', () => {
    const plain = (amount: number) =>
      formatDollars(amount)
        .replace(/[^\d.,]/g, '')
        .replace(',', '.');
    expect([0, 0.000123, 0.0456, 0.1, 1.005, 12.5].map(plain)).toEqual([
      '0.00',
      '0.00012',
      '0.046',
      '0.10',
      '1.01',
      '12.50',
    ]);
  });
});

describe('a duration', () => {
  it.each([
    [420, '0.4 s'],
    [59_000, '59.0 s'],
    [61_000, '1 min'],
    [7_500_000, '2 h 5 min'],
  ])('%i ms: %s', (ms, text) => {
    expect(formatDuration(ms).replace(',', '.')).toBe(text);
  });

  it('never has sixty minutes', () => {
    expect(formatDuration(3_599_000)).toBe('1 h 0 min');
  });
});
