import { describe, expect, it } from 'vitest';
import { measureLeast } from '../../test/harness/cpu-time.ts';
import { findNextDueTime, findTimingProblem, listDueTimes } from './due-times.ts';

const BERLIN = 'Europe/Berlin';
/** Finding the due times of a year takes a fraction of this. */
const MOST_WORK_MS = 5000;
const at = (text: string) => new Date(text);

function next(cron: string, time_zone: string, after: string, count: number): string[] {
  const times: string[] = [];
  let from = at(after);
  for (let index = 0; index < count; index += 1) {
    from = findNextDueTime({ cron, time_zone }, from)!;
    times.push(from.toISOString());
  }
  return times;
}

function due(cron: string, since: string, now: string, time_zone = BERLIN) {
  const { start, missed } = listDueTimes({ cron, time_zone }, { since: at(since), now: at(now) });
  return { start: start?.toISOString() ?? null, missed: missed.map((time) => time.toISOString()) };
}

describe('the next due time', () => {
  it('comes right after the gap where daylight saving skips it', () => {
    expect(next('30 2 * * *', BERLIN, '2026-03-27T12:00:00Z', 3)).toEqual([
      '2026-03-28T01:30:00.000Z',
      '2026-03-29T01:00:00.000Z',
      '2026-03-30T00:30:00.000Z',
    ]);
  });

  it('comes once, the first time, where daylight saving repeats it', () => {
    expect(next('30 2 * * *', BERLIN, '2026-10-24T12:00:00Z', 2)).toEqual([
      '2026-10-25T00:30:00.000Z',
      '2026-10-26T01:30:00.000Z',
    ]);
  });

  it('keeps its hour on the clock all year', () => {
    expect(next('0 6 * * *', BERLIN, '2026-03-28T00:00:00Z', 2)).toEqual([
      '2026-03-28T05:00:00.000Z',
      '2026-03-29T04:00:00.000Z',
    ]);
  });

  it('leaves out months without a 31st, and years without a leap day', () => {
    expect(next('0 0 31 * *', 'UTC', '2026-01-31T00:00:00Z', 2)).toEqual([
      '2026-03-31T00:00:00.000Z',
      '2026-05-31T00:00:00.000Z',
    ]);
    expect(next('0 0 29 2 *', 'UTC', '2026-01-01T00:00:00Z', 1)).toEqual(['2028-02-29T00:00:00.000Z']);
  });
});

describe('a timing', () => {
  const now = at('2026-01-01T00:00:00Z');
  it.each(['0 6 * * *', '*/15 8-18 * * 1-5', '0 0 29 2 *', '0 6 L * *'])('may be %s', (cron) => {
    expect(findTimingProblem({ cron, time_zone: BERLIN }, now)).toBeNull();
  });

  it.each([
    ['0 6 * * * *', 'five fields'],
    ['@daily', 'five fields'],
    ['0 6 * *', 'five fields'],
    ['61 * * * *', 'not valid'],
    ['0 0 30 2 *', 'never comes'],
    ['a b c d e', 'not valid'],
  ])('may not be %s', (cron, message) => {
    const problem = findTimingProblem({ cron, time_zone: 'UTC' }, now);
    expect(problem).toMatchObject({ path: 'cron', message: expect.stringContaining(message) });
  });

  it('needs a time zone that exists', () => {
    expect(findTimingProblem({ cron: '0 6 * * *', time_zone: 'Mars/Olympus' }, now)?.path).toBe('time_zone');
  });
});

describe('due times', () => {
  it('are none before the time has come', () => {
    expect(due('0 6 * * *', '2026-06-01T10:00:00Z', '2026-06-02T03:59:59Z')).toEqual({ start: null, missed: [] });
  });

  it('start at the very second', () => {
    expect(due('0 6 * * *', '2026-06-01T10:00:00Z', '2026-06-02T04:00:00Z')).toEqual({
      start: '2026-06-02T04:00:00.000Z',
      missed: [],
    });
  });

  it('are caught up with later on the same day', () => {
    expect(due('0 6 * * *', '2026-06-01T10:00:00Z', '2026-06-02T21:59:00Z').start).toBe('2026-06-02T04:00:00.000Z');
  });

  it('are missed once their day is over, one for each day', () => {
    // 22:01 UTC is past midnight in Berlin.
    expect(due('0 6 * * *', '2026-06-01T10:00:00Z', '2026-06-04T22:01:00Z')).toEqual({
      start: null,
      missed: ['2026-06-02T04:00:00.000Z', '2026-06-03T04:00:00.000Z', '2026-06-04T04:00:00.000Z'],
    });
  });

  it('start only the last one of today', () => {
    expect(due('0 * * * *', '2026-06-01T10:00:00Z', '2026-06-02T12:30:00Z')).toEqual({
      start: '2026-06-02T12:00:00.000Z',
      missed: ['2026-06-01T11:00:00.000Z'],
    });
  });

  it('of every minute of a year are found without much work', () => {
    const find = () => due('* * * * *', '2025-06-02T10:00:00Z', '2026-06-02T12:30:00Z', 'UTC');
    const { missed, start } = find();
    expect(missed).toHaveLength(365);
    expect(start).toBe('2026-06-02T12:30:00.000Z');
    expect(measureLeast(find, MOST_WORK_MS)).toBeLessThan(MOST_WORK_MS);
  });

  it('of days with a change of the clock are found', () => {
    expect(due('30 2 * * *', '2026-03-28T12:00:00Z', '2026-03-30T21:00:00Z')).toEqual({
      start: '2026-03-30T00:30:00.000Z',
      missed: ['2026-03-29T01:00:00.000Z'],
    });
  });
});
