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

/** Divides days into whole months that are summed up, given by their first days in order, and other days. */
export function divideDays({ start_date, end_date }: Period, summed: readonly string[]): Parts {
  const months: Period[] = [];
  const days: Period[] = [];
  /** The first day that belongs to no part yet. */
  let next = start_date;
  for (const month of summed) {
    const after = toMonth(addDays(month, 31));
    if (month < start_date || addDays(after, -1) > end_date) continue;
    const run = months.at(-1);
    if (run && next === month) run.end_date = month;
    else months.push({ start_date: month, end_date: month });
    if (next < month) days.push({ start_date: next, end_date: addDays(month, -1) });
    next = after;
  }
  if (next <= end_date) days.push({ start_date: next, end_date });
  return { months, days };
}
