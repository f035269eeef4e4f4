const DAY_MS = 86_400_000;

export const BROWSER_TIME_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

interface Place {
  now: Date;
  timeZone: string;
}

/** A moment in the next days, in words: `tomorrow at 06:00`. */
export function describeMoment(moment: Date, { now, timeZone }: Place): string {
  const time = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone });
  return `${describeDay(moment, { now, timeZone })} at ${time.format(moment)}`;
}

function describeDay(moment: Date, { now, timeZone }: Place): string {
  const days = (Date.parse(toDay(moment, timeZone)) - Date.parse(toDay(now, timeZone))) / DAY_MS;
  if (days === 0) return 'today';
  if (days === 1) return 'tomorrow';
  const isThisWeek = days > 1 && days < 7;
  const format: Intl.DateTimeFormatOptions = isThisWeek
    ? { weekday: 'long' }
    : { day: 'numeric', month: 'short', year: 'numeric' };
  return `on ${new Intl.DateTimeFormat(undefined, { ...format, timeZone }).format(moment)}`;
}

/** The calendar day of a moment in a time zone, such as `2026-11-15`. */
export function toDay(moment: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(moment);
}

/** The time zone's name, where times need it because the reader has another one. */
export function toZoneNote(timeZone: string): string {
  return timeZone === BROWSER_TIME_ZONE ? '' : ` (${timeZone})`;
}
