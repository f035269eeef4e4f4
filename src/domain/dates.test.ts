import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, isCalendarDate, toMonth, toMonthEnd } from './dates.ts';

describe('dates', () => {
  it.each([
    '2026-02-29',
    '2026-00-01',
    '2026-01-00',
    '2026-04-31',
    '1900-02-29',
    '0000-01-01',
    '2026-1-1',
    ' 2026-01-01',
    '2026-01-01\n',
    '２０２６-01-01',
  ])('%j is not a date', (text) => {
    expect(isCalendarDate(text)).toBe(false);
  });

  it.each(['2026-01-01', '2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31'])('%s is a date', (text) => {
    expect(isCalendarDate(text)).toBe(true);
  });

  it.each([
    ['2026-02-01', '2026-02-28'],
    ['2024-02-29', '2024-02-29'],
    ['2026-04-30', '2026-04-30'],
    ['9999-12-01', '9999-12-31'],
    ['0001-01-15', '0001-01-31'],
  ])('the month of %s ends on %s', (date, end) => {
    expect(toMonthEnd(date)).toBe(end);
  });

  it('accepts exactly the dates of the platform’s calendar', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9999 }),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 31 }),
        (year, month, day) => {
          const text = [
            String(year).padStart(4, '0'),
            String(month).padStart(2, '0'),
            String(day).padStart(2, '0'),
          ].join('-');
          const parsed = new Date(`${text}T00:00:00Z`);
          const exists = !Number.isNaN(parsed.getTime()) && parsed.getUTCDate() === day;
          expect(isCalendarDate(text)).toBe(exists);
        },
      ),
    );
  });

  it('knows the first day of the month and the days after a date', () => {
    expect(toMonth('2024-02-29')).toBe('2024-02-01');
    expect(addDays('2024-02-28', 2)).toBe('2024-03-01');
  });
});
