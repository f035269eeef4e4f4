import { formatCount } from '../../format.ts';

/** Days of the week as cron numbers them, in the order of a week. */
export const WEEKDAYS = [
  { value: 1, name: 'Monday' },
  { value: 2, name: 'Tuesday' },
  { value: 3, name: 'Wednesday' },
  { value: 4, name: 'Thursday' },
  { value: 5, name: 'Friday' },
  { value: 6, name: 'Saturday' },
  { value: 0, name: 'Sunday' },
] as const;

const WEEK = WEEKDAYS.map(({ value }) => value as number);
const SHORT_NAMES = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

/** A time of day on some days of the week. */
export interface WeeklyTime {
  /** Such as `06:00`. */
  time: string;
  /** As in `WEEKDAYS`, in their order; never empty. */
  days: number[];
}

/** The five fields of cron for a time of day on some days. */
export function toCron({ time, days }: WeeklyTime): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return `${minute} ${hour} * * ${days.length === WEEK.length ? '*' : toDayField(days)}`;
}

/** Reads a cron expression that names one time of day on some days of the week; null for anything else. */
export function parseWeeklyTime(cron: string): WeeklyTime | null {
  const [minute = '', hour = '', dayOfMonth, month, weekday = '', ...rest] = cron.trim().split(/\s+/);
  if (dayOfMonth !== '*' || month !== '*' || rest.length > 0) return null;
  const days = parseDays(weekday);
  if (!isNumberUpTo(minute, 59) || !isNumberUpTo(hour, 23) || !days) return null;
  return { time: `${pad(hour)}:${pad(minute)}`, days };
}

/** What a cron expression means, in words; expressions that need more than a sentence are named as they are. */
export function describeCron(cron: string): string {
  const weekly = parseWeeklyTime(cron);
  if (weekly) return `${describeDays(weekly.days)} at ${weekly.time}`;
  return describeInterval(cron) ?? describeMonthly(cron) ?? `On the cron schedule ${cron.trim()}`;
}

function describeDays(days: readonly number[]): string {
  if (days.length === WEEK.length) return 'Every day';
  const names = WEEKDAYS.filter(({ value }) => days.includes(value)).map(({ name }) => name);
  if (isRange(days)) return `${names[0]} to ${names.at(-1)}`;
  const missing = WEEKDAYS.filter(({ value }) => !days.includes(value));
  return missing.length === 1 ? `Every day except ${missing[0]!.name}` : `Every ${joinWords(names)}`;
}

/** Every few minutes, every few hours, or at several times of the day. */
function describeInterval(cron: string): string | null {
  const [minute = '', hour = '', ...days] = cron.trim().split(/\s+/);
  if (days.join(' ') !== '* * *') return null;
  const everyMinutes = /^\*\/(\d+)$/.exec(minute)?.[1];
  if (everyMinutes && hour === '*')
    return Number(everyMinutes) === 1 ? 'Every minute' : `Every ${everyMinutes} minutes`;
  if (!isNumberUpTo(minute, 59)) return null;
  const everyHours = /^\*\/(\d+)$/.exec(hour)?.[1];
  if (hour === '*' || Number(everyHours) === 1) {
    return Number(minute) === 0
      ? 'Every hour, on the hour'
      : `Every hour, ${formatCount(Number(minute), 'minute')} past`;
  }
  if (everyHours) return `Every ${everyHours} hours, from 00:${pad(minute)}`;
  const hours = hour.split(',');
  if (!hours.every((one) => isNumberUpTo(one, 23))) return null;
  return `Every day at ${joinWords(hours.map((one) => `${pad(one)}:${pad(minute)}`))}`;
}

function describeMonthly(cron: string): string | null {
  const [minute = '', hour = '', day = '', month, weekday, ...rest] = cron.trim().split(/\s+/);
  const days = day.split(',');
  if (month !== '*' || weekday !== '*' || rest.length > 0) return null;
  if (!isNumberUpTo(minute, 59) || !isNumberUpTo(hour, 23) || !days.every((one) => isNumberUpTo(one, 31))) return null;
  return `On day ${joinWords(days)} of every month at ${pad(hour)}:${pad(minute)}`;
}

/** Writes three or more days in a row as a range. */
function toDayField(days: readonly number[]): string {
  const ordered = WEEK.filter((day) => days.includes(day));
  return isRange(ordered) && ordered.at(-1) !== 0 ? `${ordered[0]}-${ordered.at(-1)}` : ordered.join(',');
}

/** Whether these are three or more days in a row. */
function isRange(days: readonly number[]): boolean {
  const first = WEEK.indexOf(days[0]!);
  return days.length > 2 && days.every((day, index) => day === WEEK[first + index]);
}

function parseDays(field: string): number[] | null {
  const found = new Set<number>();
  for (const part of field.toLowerCase().split(',')) {
    const [from, to] = part === '*' ? [0, 6] : part.split('-').map(parseDay);
    const last = to ?? from;
    if (from === undefined || last === undefined || Number.isNaN(from) || Number.isNaN(last) || from > last)
      return null;
    for (let day = from; day <= last; day += 1) found.add(day % 7);
  }
  return WEEK.filter((day) => found.has(day));
}

function parseDay(text: string): number {
  const named = SHORT_NAMES.indexOf(text);
  return named >= 0 ? named : isNumberUpTo(text, 7) ? Number(text) : Number.NaN;
}

function isNumberUpTo(text: string, max: number): boolean {
  return /^\d{1,2}$/.test(text) && Number(text) <= max;
}

function pad(text: string): string {
  return text.padStart(2, '0');
}

function joinWords(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
