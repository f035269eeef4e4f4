import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, toMonth } from '../domain/dates.ts';
import { divideDays, type Period } from './parts.ts';

const toPeriod = (start_date: string, end_date: string): Period => ({ start_date, end_date });

describe('days of a report', () => {
  it('are all single without months that are summed up', () => {
    const period = toPeriod('2025-01-15', '2025-03-10');
    expect(divideDays(period, [])).toEqual({ months: [], days: [period] });
  });

  it('have ragged ends around whole months', () => {
    const summed = ['2025-01-01', '2025-02-01', '2025-03-01', '2025-04-01'];
    expect(divideDays(toPeriod('2025-01-15', '2025-04-10'), summed)).toEqual({
      months: [toPeriod('2025-02-01', '2025-03-01')],
      days: [toPeriod('2025-01-15', '2025-01-31'), toPeriod('2025-04-01', '2025-04-10')],
    });
  });

  it('may leave out a month that is not summed up', () => {
    const summed = ['2024-01-01', '2024-03-01'];
    expect(divideDays(toPeriod('2024-01-01', '2024-03-31'), summed)).toEqual({
      months: [toPeriod('2024-01-01', '2024-01-01'), toPeriod('2024-03-01', '2024-03-01')],
      days: [toPeriod('2024-02-01', '2024-02-29')],
    });
  });

  it('are each in exactly one part, whatever is asked', () => {
    const day = fc.integer({ min: 0, max: 500 }).map((days) => addDays('2024-01-01', days));
    const period = fc
      .tuple(day, day)
      .map((ends) => ends.sort())
      .map(([start, end]) => toPeriod(start!, end!));
    const months = fc.subarray([...Array(18).keys()].map((index) => toMonth(addDays('2024-01-15', index * 30.4))));
    fc.assert(
      fc.property(period, months, (asked, summed) => {
        const parts = divideDays(asked, [...new Set(summed)]);
        const isIn = (date: string, among: readonly Period[]) =>
          among.filter(({ start_date, end_date }) => start_date <= date && date <= end_date).length;
        for (let date = '2023-12-25'; date < '2025-06-20'; date = addDays(date, 1)) {
          const fromMonths = isIn(toMonth(date), parts.months);
          expect(fromMonths + isIn(date, parts.days)).toBe(isIn(date, [asked]));
          if (fromMonths > 0) expect(summed).toContain(toMonth(date));
        }
      }),
      { numRuns: 60 },
    );
  });
});
