import { describe, expect, it } from 'vitest';
import { describeCron, parseWeeklyTime, toCron } from './cron.ts';

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 0];

describe('a time on some days of the week', () => {
  it.each([
    [{ time: '06:00', days: EVERY_DAY }, '0 6 * * *'],
    [{ time: '23:59', days: [1, 2, 3, 4, 5] }, '59 23 * * 1-5'],
    [{ time: '00:05', days: [1, 3] }, '5 0 * * 1,3'],
    [{ time: '12:30', days: [6, 0] }, '30 12 * * 6,0'],
    [{ time: '07:00', days: [5, 6, 0] }, '0 7 * * 5,6,0'],
  ])('%j is the cron expression %s, both ways', (weekly, cron) => {
    expect(toCron(weekly)).toBe(cron);
    expect(parseWeeklyTime(cron)).toEqual(weekly);
  });

  it('is read from other ways to write the same', () => {
    expect(parseWeeklyTime(' 00 06  * * 0-6 ')).toEqual({ time: '06:00', days: EVERY_DAY });
    expect(parseWeeklyTime('0 6 * * mon-wed,7')).toEqual({ time: '06:00', days: [1, 2, 3, 0] });
  });

  it.each([
    '*/5 * * * *',
    '0 6 1 * *',
    '0 6 * 2 *',
    '0 6,18 * * *',
    '0 24 * * *',
    '60 6 * * *',
    '0 6 * * 8',
    '0 6 * * 5-1',
    '0 6 * * 1#2',
    '0 6 * *',
    '0 0 6 * * *',
    '',
  ])('is not read from "%s"', (cron) => {
    expect(parseWeeklyTime(cron)).toBeNull();
  });
});

describe('a cron expression in words', () => {
  it.each([
    ['0 6 * * *', 'Every day at 06:00'],
    ['30 7 * * 1-5', 'Monday to Friday at 07:30'],
    ['0 9 * * 1', 'Every Monday at 09:00'],
    ['0 9 * * 1-6', 'Monday to Saturday at 09:00'],
    ['0 9 * * 5-7', 'Friday to Sunday at 09:00'],
    ['0 9 * * 0-2,4-6', 'Every day except Wednesday at 09:00'],
    ['0 9 * * 2,4', 'Every Tuesday and Thursday at 09:00'],
    ['0 9 * * 0,1,6', 'Every Monday, Saturday and Sunday at 09:00'],
    ['0 */6 * * *', 'Every 6 hours, from 00:00'],
    ['15 * * * *', 'Every hour, 15 minutes past'],
    ['1 */1 * * *', 'Every hour, 1 minute past'],
    ['0 * * * *', 'Every hour, on the hour'],
    ['*/10 * * * *', 'Every 10 minutes'],
    ['*/1 * * * *', 'Every minute'],
    ['0 6,18 * * *', 'Every day at 06:00 and 18:00'],
    ['0 6 1 * *', 'On day 1 of every month at 06:00'],
    ['0 6 1,15 * *', 'On day 1 and 15 of every month at 06:00'],
    ['0 6 L * *', 'On the cron schedule 0 6 L * *'],
    ['nonsense', 'On the cron schedule nonsense'],
  ])('%s: %s', (cron, words) => {
    expect(describeCron(cron)).toBe(words);
  });
});
