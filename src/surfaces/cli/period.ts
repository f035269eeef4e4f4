import { addDays, toDay } from '../../domain/dates.ts';
import type { Command } from './manifest.ts';

const DAYS = 30;

/**
 * Fills in the days that a command leaves out: the last 30. The API has one fixed day instead, which is in no project that
 * people ask about. Says which days it chose, null if none.
 */
export function fillPeriod({ has_period }: Command, input: Record<string, unknown>, now: Date): string | null {
  const { start_date, end_date } = input;
  if (!has_period || (start_date !== undefined && end_date !== undefined)) return null;
  const today = toDay(now);
  // A first day in the future gets its answer from the service.
  input.end_date ??= typeof start_date === 'string' && start_date > today ? start_date : today;
  if (typeof input.end_date === 'string' && !Number.isNaN(Date.parse(input.end_date)))
    input.start_date ??= addDays(input.end_date, 1 - DAYS);
  return `From ${input.start_date} to ${input.end_date}. --start and --end choose other days.`;
}
