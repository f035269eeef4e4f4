import { Cron } from 'croner';
import { DAY_MS } from '../domain/dates.ts';
import { isTimeZone, toLocalDay } from './local-day.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** Nobody looks for runs that were missed longer ago. */
const MAX_LOOK_BACK_MS = 366 * DAY_MS;

export interface Timing {
  cron: string;
  time_zone: string;
}

/** The five fields as croner reads them. Times that daylight saving skips come right after the gap; repeated ones once. */
function parse({ cron, time_zone }: Timing): Cron {
  return new Cron(cron, { timezone: time_zone, mode: '5-part', paused: true });
}

/** What is wrong with a timing, by field; null if nothing is. */
export function findTimingProblem({ cron, time_zone }: Timing, now: Date): { path: string; message: string } | null {
  if (!isTimeZone(time_zone)) {
    return { path: 'time_zone', message: `"${time_zone}" is not a time zone. Use a name such as Europe/Berlin.` };
  }
  if (cron.trim().split(/\s+/).length !== 5) {
    return { path: 'cron', message: 'must have five fields: minute, hour, day of month, month, day of week.' };
  }
  try {
    if (parse({ cron, time_zone }).nextRun(now)) return null;
  } catch (error) {
    return { path: 'cron', message: `is not valid: ${(error as Error).message.replace(/^CronPattern: /, '')}.` };
  }
  return { path: 'cron', message: `"${cron}" never comes.` };
}

/** The first due time after a moment. */
export function findNextDueTime(timing: Timing, after: Date): Date | null {
  return parse(timing).nextRun(after) ?? null;
}

export interface DueTimes {
  /** The last due time of today, which is still run; null if there is none. */
  start: Date | null;
  /** One due time of each earlier day that had any. */
  missed: Date[];
}

/** The due times after `since` up to `now`. */
export function listDueTimes(timing: Timing, { since, now }: { since: Date; now: Date }): DueTimes {
  const cron = parse(timing);
  const today = toLocalDay(now, timing.time_zone);
  const missed: Date[] = [];
  let from = new Date(Math.max(since.getTime(), now.getTime() - MAX_LOOK_BACK_MS));
  let start: Date | null = null;
  while (true) {
    const due = cron.nextRun(from);
    if (!due || due > now) break;
    if (toLocalDay(due, timing.time_zone) === today) {
      start = findLast(cron, { first: due, now });
      break;
    }
    missed.push(due);
    from = findEndOfDay(due, timing.time_zone);
  }
  return { start, missed };
}

/** The last due time of a day up to now: there may be many. */
function findLast(cron: Cron, { first, now }: { first: Date; now: Date }): Date {
  // A second later, because a due time that is right now counts too.
  const [last] = cron.previousRuns(1, new Date(now.getTime() + 1000));
  return last && last >= first && last <= now ? last : first;
}

/** The last moment of a day, to the minute. Days with a change of the clock are longer or shorter. */
function findEndOfDay(moment: Date, timeZone: string): Date {
  const day = toLocalDay(moment, timeZone);
  let end = moment.getTime();
  for (const step of [HOUR_MS, MINUTE_MS]) while (toLocalDay(new Date(end + step), timeZone) === day) end += step;
  return new Date(end);
}
