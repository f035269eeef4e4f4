import { addDays, isCalendarDate, toDay } from '../../domain/dates.ts';
import type { Command } from './manifest.ts';

const DAYS = 30;

/**
 * Fills in the days that a command leaves out: the last 30. The API has one fixed day instead, for which most projects have
 * no answers. Says which days it chose; null if it chose none, also if a given one is no date, which the service refuses.
 */
export function fillPeriod({ has_period }: Command, input: Record<string, unknown>, now: Date): string | null {
  if (!has_period || (input.start_date !== undefined && input.end_date !== undefined)) return null;
  const today = toDay(now);
  // At most one of them is given.
  const { start_date: start, end_date: end } = input as Partial<Record<string, string | null>>;
  if (!isCalendarDate(start ?? end ?? today)) return null;
  const last = end ?? (start && start > today ? start : today);
  const first = start ?? addDays(last, 1 - DAYS);
  Object.assign(input, { start_date: first, end_date: last });
  return `From ${first} to ${last}. --start and --end choose other days.`;
}
