export function isCalendarDate(text: string): boolean {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!parts) return false;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  if (year < 1 || month < 1 || month > 12 || day < 1) return false;
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return day <= days[month - 1]!;
}

export const DAY_MS = 86_400_000;

/** The day of a time, in UTC. */
export function toDay(time: Date): string {
  return time.toISOString().slice(0, 10);
}

export function addDays(date: string, days: number): string {
  return toDay(new Date(Date.parse(date) + days * DAY_MS));
}

/** How many days there are from one to the other, both included. */
export function countDays(first: string, last: string): number {
  return (Date.parse(last) - Date.parse(first)) / DAY_MS + 1;
}

/** The Monday of its week. */
export function toWeek(date: string): string {
  const weekday = (new Date(date).getUTCDay() + 6) % 7;
  return addDays(date, -weekday);
}

/** The last day of its month. */
export function toMonthEnd(date: string): string {
  const month = date.slice(0, 8);
  return ['31', '30', '29', '28'].map((day) => month + day).find(isCalendarDate)!;
}

export function toMonth(date: string): string {
  return `${date.slice(0, 8)}01`;
}
