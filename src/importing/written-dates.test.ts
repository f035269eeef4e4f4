import { describe, expect, it } from 'vitest';
import { findDateOrder, fromSerialDate, parseWrittenDate } from './written-dates.ts';

describe('a date', () => {
  it.each([
    ['2026-11-14', '2026-11-14'],
    [' 2026-11-14T23:59:59.123+02:00 ', '2026-11-14'],
    ['2026-11-14 10:00', '2026-11-14'],
    ['2026/11/4', '2026-11-04'],
    ['20261114', '2026-11-14'],
    ['14.11.2026', '2026-11-14'],
    ['14/11/26 10:00', '2026-11-14'],
    ['Nov 14, 2026', '2026-11-14'],
    ['November 14th, 2026 at noon', undefined],
    ['Saturday, 14 November 2026', '2026-11-14'],
    ['14-Nov-2026', '2026-11-14'],
    ['Nov 14, 2026, 10:15 AM', '2026-11-14'],
    [46340, '2026-11-14'],
    [1794614400, '2026-11-14'],
    [1794614400000, '2026-11-14'],
    ['2026-02-30', undefined],
    ['soon', undefined],
    ['', undefined],
    [7, undefined],
    [Number.NaN, undefined],
    [null, undefined],
    ['1'.repeat(100_000), undefined],
  ])('%j is %j', (written, date) => {
    expect(parseWrittenDate(written)).toBe(date);
  });

  it('follows the order of day and month', () => {
    expect(parseWrittenDate('11/12/2026', 'dmy')).toBe('2026-12-11');
    expect(parseWrittenDate('11/12/2026', 'mdy')).toBe('2026-11-12');
    expect(parseWrittenDate('11/14/2026', 'dmy')).toBeUndefined();
  });

  it.each([
    ['11/14/2026', 'mdy'],
    ['14/11/2026', 'dmy'],
    ['11/12/2026', 'unclear'],
    ['11-12-26', 'unclear'],
    ['5/5/2026', undefined],
    ['11.12.2026', undefined],
    ['14.11.2026', 'dmy'],
    ['2026-11-12', undefined],
    [46340, undefined],
  ])('%j shows the order %j', (written, order) => {
    expect(findDateOrder(written)).toBe(order);
  });

  it('may be counted from 1904', () => {
    expect(fromSerialDate(44878, { is1904: true })).toBe('2026-11-14');
    expect(fromSerialDate(1e9)).toBeUndefined();
  });
});
