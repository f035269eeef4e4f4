import { describe, expect, it } from 'vitest';
import type { Reason } from '../domain/ask.ts';
import { HEALTHY } from '../store/queries/channel-health.ts';
import { isProbing, judge } from './circuit.ts';

const MINUTE = 60_000;

/** The health after asks that ended so, one after the other. */
function judgeAll(reasons: readonly (Reason | null)[], from = HEALTHY, now = 0) {
  let judgement = { health: from, gives_up: false };
  for (const reason of reasons) judgement = judge(judgement.health, { reason, now: new Date(now) });
  return judgement;
}

describe('a channel', () => {
  it('pauses after ten failures in a row, and not before', () => {
    expect(judgeAll(Array(9).fill('overloaded')).health.paused_until).toBeNull();
    expect(judgeAll([...Array(9).fill('timeout'), null, ...Array(9).fill('timeout')]).health.paused_until).toBeNull();
    const { health } = judgeAll(Array(10).fill('connection'));
    expect(health).toMatchObject({
      paused_until: new Date(MINUTE).toISOString(),
      paused_reason: 'connection',
      pauses: 1,
    });
  });

  it.each(['unauthorized', 'no_credit'] as const)('pauses at once after %s', (reason) => {
    expect(judgeAll([reason]).health.paused_reason).toBe(reason);
  });

  it.each(['refused_by_provider', 'internal'] as const)('does not pause for %s', (reason) => {
    expect(judgeAll(Array(30).fill(reason)).health).toEqual(HEALTHY);
  });

  it('counts asks that were under way when it paused only once', () => {
    const { health, gives_up } = judgeAll(Array(5).fill('unauthorized'));
    expect(health.pauses).toBe(1);
    expect(gives_up).toBe(false);
  });

  it('tries one after a pause, and gives up after three pauses without an answer', () => {
    const first = judgeAll(['unauthorized']).health;
    expect(isProbing(first)).toBe(true);
    const second = judgeAll(['overloaded'], first, MINUTE).health;
    expect(second).toMatchObject({ pauses: 2, paused_until: new Date(2 * MINUTE).toISOString() });
    expect(judgeAll(['timeout'], second, 2 * MINUTE).gives_up).toBe(true);
    expect(judgeAll([null], second, 2 * MINUTE).health).toEqual(HEALTHY);
  });
});
