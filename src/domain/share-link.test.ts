import { expect, it } from 'vitest';
import { toExpiry, toLinkState } from './share-link.ts';

const NOW = new Date('2026-01-01T12:00:00.000Z');

it('ends after 30 days, after the given days, or at the given time', () => {
  expect(toExpiry({}, NOW).toISOString()).toBe('2026-01-31T12:00:00.000Z');
  expect(toExpiry({ expires_in_days: 366 }, NOW).toISOString()).toBe('2027-01-02T12:00:00.000Z');
  expect(toExpiry({ expires_at: '2026-01-01T13:00:00Z' }, NOW).toISOString()).toBe('2026-01-01T13:00:00.000Z');
  expect(toExpiry({ expires_at: '2026-01-03T01:00:00+02:00' }, NOW).toISOString()).toBe('2026-01-02T23:00:00.000Z');
  expect(toExpiry({ expires_at: '2027-01-02T12:00:00Z' }, NOW).toISOString()).toBe('2027-01-02T12:00:00.000Z');
});

it('says which limit a time is beyond', () => {
  const refuse = (expires_at: string) => () => toExpiry({ expires_at }, NOW);
  expect(refuse('2026-01-01T12:59:59Z')).toThrow(
    'expires_at: is 2026-01-01T12:59:59Z. A link must be valid for at least 1 hour from now.',
  );
  expect(refuse('2027-01-02T12:00:01Z')).toThrow('at most 366 days from now');
  expect(refuse('2026-02-31T99:00:00Z')).toThrow('no real date and time');
  expect(() => toExpiry({ expires_at: '2026-01-02T12:00:00Z', expires_in_days: 1 }, NOW)).toThrow(
    'Send one of the two',
  );
});

it('is active until it ends or is revoked', () => {
  const expires_at = '2026-01-02T12:00:00.000Z';
  const state = (now: string, revoked_at: string | null = null) =>
    toLinkState({ expires_at, revoked_at }, new Date(now));
  expect(state('2026-01-02T11:59:59.999Z')).toBe('active');
  expect(state(expires_at)).toBe('expired');
  expect(state(expires_at, NOW.toISOString())).toBe('revoked');
});
