import { describe, expect, it } from 'vitest';
import {
  formatDollars,
  formatDuration,
  formatPercent,
  formatPercentTick,
  formatPoints,
  formatSentiment,
  formatSentimentScore,
  formatTick,
} from './format.ts';

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

const withPoint = (text: string) => text.replace(',', '.').replace(/\s/g, '');

describe('a number', () => {
  it('is rounded the same as a share and as a difference of shares', () => {
    for (let tenThousandths = 0; tenThousandths <= 10_000; tenThousandths += 1) {
      const share = tenThousandths / 10_000;
      expect(withPoint(formatPoints(share))).toBe(withPoint(formatPercent(share)).replace('%', 'pp'));
    }
    expect(withPoint(formatPoints(0.3005 - 0.1))).toBe('20.1pp');
  });

  it('is rounded the same as the sentiment of an answer and as that of a report', () => {
    for (let thousandths = -1000; thousandths <= 1000; thousandths += 1) {
      expect(formatSentimentScore(thousandths / 1000)).toBe(formatSentiment(50 + thousandths / 20));
    }
  });

  it('is not rounded on an axis', () => {
    expect([1, 1.25, 52.5].map((value) => withPoint(formatTick(value)))).toEqual(['1', '1.25', '52.5']);
    expect([0.2, 0.125, 0.0025].map((value) => withPoint(formatPercentTick(value)))).toEqual(['20%', '12.5%', '0.25%']);
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
