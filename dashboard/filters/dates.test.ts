import { describe, expect, it } from 'vitest';
import { countDays, isDate, listBuckets, suggestBucket, toBucketPeriod, toPeriodBefore } from './dates.ts';

const JANUARY = { from: '2026-01-01', to: '2026-01-31' };

describe('periods', () => {
  it('are compared with as many days right before', () => {
    expect(countDays(JANUARY)).toBe(31);
    expect(toPeriodBefore(JANUARY)).toEqual({ from: '2025-12-01', to: '2025-12-31' });
    expect(toPeriodBefore({ from: '2024-03-01', to: '2024-03-01' })).toEqual({ from: '2024-02-29', to: '2024-02-29' });
  });

  it('are divided into days, weeks from Monday, and months', () => {
    expect(listBuckets(JANUARY, 'date')).toHaveLength(31);
    expect(listBuckets(JANUARY, 'week')).toEqual([
      '2025-12-29',
      '2026-01-05',
      '2026-01-12',
      '2026-01-19',
      '2026-01-26',
    ]);
    expect(listBuckets({ from: '2025-11-30', to: '2026-01-01' }, 'month')).toEqual([
      '2025-11-01',
      '2025-12-01',
      '2026-01-01',
    ]);
    expect(suggestBucket(JANUARY)).toBe('date');
    expect(suggestBucket({ from: '2025-01-01', to: '2025-12-31' })).toBe('week');
  });

  it('limit the days of a bucket', () => {
    expect(toBucketPeriod('2025-12-29', { bucket: 'week', period: JANUARY })).toEqual({
      from: '2026-01-01',
      to: '2026-01-04',
    });
    expect(toBucketPeriod('2026-01-26', { bucket: 'week', period: JANUARY })).toEqual({
      from: '2026-01-26',
      to: '2026-01-31',
    });
  });

  it('tell a date from text that only looks like one', () => {
    expect(isDate('2024-02-29')).toBe(true);
    for (const text of ['2026-02-29', '2026-1-1', 'x', '', null]) expect(isDate(text)).toBe(false);
  });
});
