import { describe, expect, it } from 'vitest';
import { describeFirstAsk } from './first-ask.ts';
import { BROWSER_TIME_ZONE } from './moments.ts';

const now = new Date('2026-11-15T12:00:00Z');
const on = { ask: { kind: 'demo' as const }, is_active: true };
const off = { ask: { kind: 'demo' as const }, is_active: false };
const unset = { ask: null, is_active: true };
const inactive = { next_run_at: null, time_zone: 'UTC' };

describe('a new prompt', () => {
  it('is asked at the next run of the schedule', () => {
    const schedule = { next_run_at: '2026-11-16T06:00:00Z', time_zone: 'UTC' };
    const zone = BROWSER_TIME_ZONE === 'UTC' ? '' : ' (UTC)';
    expect(describeFirstAsk({ channels: [off, on], schedule, now })).toEqual({
      text: `are first asked tomorrow at 06:00${zone}.`,
      remedy: null,
    });
  });

  it.each([
    [[], 'are not asked yet: no channel is set up.', '/collection/channels/new'],
    [[unset], 'are not asked yet: no channel is set up.', '/collection/channels/new'],
    [[off, unset], 'are not asked yet: all channels are off.', '/collection/channels'],
    [[on], 'are not asked until you start a run: the schedule is off.', '/collection/schedule'],
  ])('is not asked, and the text says why: %j', (channels, text, path) => {
    expect(describeFirstAsk({ channels, schedule: inactive, now })).toMatchObject({ text, remedy: { path } });
  });
});
