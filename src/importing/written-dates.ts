import { DAY_MS, isCalendarDate } from '../domain/dates.ts';

/** Which comes first in `11/12/2026`: the day (dmy) or the month (mdy). */
export const DATE_ORDERS = ['dmy', 'mdy'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?';

/** A time behind a date; it says nothing about the day. */
const TIME = '(?:[T ,]+\\d{1,2}:\\d{2}.*)?$';
const YEAR_FIRST = new RegExp(`^(\\d{4})([-/.])(\\d{1,2})\\2(\\d{1,2})${TIME}`, 'i');
const COMPACT = /^(\d{4})(\d{2})(\d{2})$/;
const YEAR_LAST = new RegExp(`^(\\d{1,2})([-/.])(\\d{1,2})\\2(\\d{4}|\\d{2})${TIME}`, 'i');
const DAY_MONTH = new RegExp(`^(?:[a-z]+, *)?(\\d{1,2})(?:st|nd|rd|th)?[ .-]*${MONTH}[ ,-]*(\\d{4})${TIME}`, 'i');
const MONTH_DAY = new RegExp(`^(?:[a-z]+, *)?${MONTH}[ -]*(\\d{1,2})(?:st|nd|rd|th)?[ ,-]+(\\d{4})${TIME}`, 'i');

/** No way to write a date or a time is longer. */
const MAX_LENGTH = 60;

const SERIAL_START = Date.UTC(1899, 11, 30);
const SERIAL_START_1904 = Date.UTC(1904, 0, 1);
/** From 1954 to 2119. */
const PLAUSIBLE_SERIALS = { from: 20_000, to: 80_000 };
const PLAUSIBLE_SECONDS = { from: 500_000_000, to: 5_000_000_000 };

/** A calendar date (YYYY-MM-DD) from however it is written; undefined if it cannot be understood. */
export function parseWrittenDate(value: unknown, order: DateOrder = 'dmy'): string | undefined {
  if (typeof value === 'number') return fromNumber(value);
  if (typeof value !== 'string' || value.length > MAX_LENGTH) return undefined;
  const text = value.trim();
  const yearFirst = YEAR_FIRST.exec(text);
  if (yearFirst) return toDate(yearFirst[1]!, yearFirst[3]!, yearFirst[4]!);
  const compact = COMPACT.exec(text);
  if (compact) return toDate(compact[1]!, compact[2]!, compact[3]!);
  const yearLast = YEAR_LAST.exec(text);
  if (yearLast) {
    const [, first, , second, year] = yearLast as unknown as [string, string, string, string, string];
    return order === 'dmy' ? toDate(year, second, first) : toDate(year, first, second);
  }
  const dayMonth = DAY_MONTH.exec(text);
  if (dayMonth) return toDate(dayMonth[3]!, toMonthNumber(dayMonth[2]!), dayMonth[1]!);
  const monthDay = MONTH_DAY.exec(text);
  if (monthDay) return toDate(monthDay[3]!, toMonthNumber(monthDay[1]!), monthDay[2]!);
  return undefined;
}

/** What a date says about the order of day and month; undefined if it has no such order. */
export function findDateOrder(value: unknown): DateOrder | 'unclear' | undefined {
  if (typeof value !== 'string' || value.length > MAX_LENGTH) return undefined;
  const match = YEAR_LAST.exec(value.trim());
  if (!match) return undefined;
  const [first, second] = [Number(match[1]), Number(match[3])];
  if (first > 12 && second <= 12) return 'dmy';
  if (second > 12 && first <= 12) return 'mdy';
  // With dots the day comes first everywhere; and 5/5 is the same day in both orders.
  if (match[2] === '.' || first === second || first > 12) return undefined;
  return 'unclear';
}

/** The time of a cell that holds days since 1900, or since 1904; undefined if no calendar has it. */
export function fromSerialDate(serial: number, { is1904 = false }: { is1904?: boolean } = {}): string | undefined {
  const time = (is1904 ? SERIAL_START_1904 : SERIAL_START) + Math.round(serial * DAY_MS);
  if (!Number.isFinite(time) || serial < 1 || serial > 2_958_465) return undefined;
  const text = new Date(time).toISOString();
  return Number.isInteger(serial) ? text.slice(0, 10) : text.slice(0, 19);
}

/** Days as spreadsheets count them, or seconds or milliseconds since 1970. */
function fromNumber(value: number): string | undefined {
  const isWithin = (number: number, { from, to }: { from: number; to: number }) => number >= from && number <= to;
  if (isWithin(value, PLAUSIBLE_SERIALS)) return fromSerialDate(value)?.slice(0, 10);
  const seconds = isWithin(value, PLAUSIBLE_SECONDS) ? value : value / 1000;
  return isWithin(seconds, PLAUSIBLE_SECONDS) ? new Date(seconds * 1000).toISOString().slice(0, 10) : undefined;
}

function toMonthNumber(name: string): string {
  return String(MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1);
}

function toDate(year: string, month: string, day: string): string | undefined {
  const date = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isCalendarDate(date) ? date : undefined;
}
