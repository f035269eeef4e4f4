import { addDays, toMonth } from '../domain/dates.ts';

/** Days from one to the other, both included. */
export interface Period {
  start_date: string;
  end_date: string;
}

/** Where the rows of a report come from: whole months from their sums, and other days from the facts. */
export interface Parts {
  /** By the first days of the first and the last month. */
  months: readonly Period[];
  days: readonly Period[];
}

/**
 * Divides the days of some periods, and those between them, into months that are summed up and other days. A month that lies
 * only partly in one of the periods is read from the facts, day by day.
 */
export function divideDays(periods: readonly Period[], summed: readonly string[]): Parts {
  const start = periods.map(({ start_date }) => start_date).sort()[0]!;
  const end = periods
    .map(({ end_date }) => end_date)
    .sort()
    .at(-1)!;
  const months: Period[] = [];
  const days: Period[] = [];
  /** The first day that belongs to no part yet. */
  let next = start;
  for (const month of summed) {
    if (!isWholeMonth(month, periods)) continue;
    const run = months.at(-1);
    if (run && next === month) run.end_date = month;
    else months.push({ start_date: month, end_date: month });
    if (next < month) days.push({ start_date: next, end_date: addDays(month, -1) });
    next = addDays(toLastDay(month), 1);
  }
  if (next <= end) days.push({ start_date: next, end_date: end });
  return { months, days };
}

/** That a month lies in one of the periods, and that none has only some of its days. */
function isWholeMonth(month: string, periods: readonly Period[]): boolean {
  const last = toLastDay(month);
  const touching = periods.filter(({ start_date, end_date }) => start_date <= last && end_date >= month);
  return touching.length > 0 && touching.every(({ start_date, end_date }) => start_date <= month && end_date >= last);
}

function toLastDay(month: string): string {
  return addDays(toMonth(addDays(month, 31)), -1);
}
