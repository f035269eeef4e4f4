import { describe, expect, it } from 'vitest';
import type { Command } from './manifest.ts';
import { fillPeriod } from './period.ts';

const command = { has_period: true } as Command;
const now = new Date('2026-03-05T23:30:00Z');

function fill(input: Record<string, unknown>, of: Command = command): unknown[] {
  const note = fillPeriod(of, input, now);
  return [input.start_date, input.end_date, note !== null];
}

describe('the days that a command leaves out', () => {
  it('are the last 30', () => {
    expect(fill({})).toEqual(['2026-02-04', '2026-03-05', true]);
  });

  it('go from the given one on, or up to it', () => {
    expect(fill({ start_date: '2026-01-01' })).toEqual(['2026-01-01', '2026-03-05', true]);
    expect(fill({ start_date: '2027-01-01' })).toEqual(['2027-01-01', '2027-01-01', true]);
    expect(fill({ end_date: '2026-01-31' })).toEqual(['2026-01-02', '2026-01-31', true]);
  });

  it('stay where both are given, where one is no date, and where a command has none', () => {
    expect(fill({ start_date: '2026-01-01', end_date: '2026-01-02' })).toEqual(['2026-01-01', '2026-01-02', false]);
    expect(fill({ end_date: 'soon' })).toEqual([undefined, 'soon', false]);
    expect(fill({ start_date: null })).toEqual(['2026-02-04', '2026-03-05', true]);
    expect(fill({}, {} as Command)).toEqual([undefined, undefined, false]);
  });
});
