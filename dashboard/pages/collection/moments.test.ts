import { describe, expect, it } from 'vitest';
import { describeMoment, toDay } from './moments.ts';

const now = new Date('2026-11-15T22:30:00Z');
const describeIn = (timeZone: string, moment: string) => describeMoment(new Date(moment), { now, timeZone });

describe('a moment in words', () => {
  it('names the day as people in the time zone count it', () => {
    expect(describeIn('UTC', '2026-11-15T23:00:00Z')).toBe('today at 23:00');
    expect(describeIn('UTC', '2026-11-16T06:00:00Z')).toBe('tomorrow at 06:00');
    // It is half past midnight in Kyiv already.
    expect(describeIn('Europe/Kyiv', '2026-11-16T04:00:00Z')).toBe('today at 06:00');
    expect(describeIn('UTC', '2026-11-18T06:00:00Z')).toBe('on Wednesday at 06:00');
  });

  it('gives the date of a day that is further away', () => {
    expect(describeIn('UTC', '2026-12-01T06:05:00Z')).toMatch(/^on .*2026.* at 06:05$/);
  });
});

it('a day is the one of the time zone', () => {
  expect(toDay(now, 'UTC')).toBe('2026-11-15');
  expect(toDay(now, 'Asia/Tokyo')).toBe('2026-11-16');
});
