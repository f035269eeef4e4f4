import { describe, expect, it } from 'vitest';
import type { Ask } from '../domain/ask.ts';
import { AskError } from '../providers/provider.ts';
import { createPace } from './pace.ts';

const ask = (more: Partial<Ask> = {}): Ask => ({ kind: 'demo', ...more });

describe('the pace', () => {
  it('allows as many asks as the channel, and no more', () => {
    const pace = createPace();
    expect(pace.countFree(ask(), { in_flight: 0, now: 0 })).toBe(4);
    expect(pace.countFree(ask({ concurrency: 10 }), { in_flight: 7, now: 0 })).toBe(3);
    expect(pace.countFree(ask({ concurrency: 2 }), { in_flight: 7, now: 0 })).toBe(0);
  });

  it('keeps to the rate over a minute', () => {
    const pace = createPace();
    const limited = ask({ concurrency: 100, requests_per_minute: 120 });
    let asked = 0;
    for (let now = 10_000; now < 70_000; now += 10) {
      const count = pace.countFree(limited, { in_flight: 0, now });
      pace.started(limited, { count, now });
      asked += count;
    }
    expect(asked).toBeGreaterThanOrEqual(118);
    expect(asked).toBeLessThanOrEqual(123);
    expect(pace.findNextStart(limited, 69_900)).toBe(70_000);
  });

  it('slows down when the provider refuses, waits as long as it says, and gets faster again', () => {
    const pace = createPace();
    const wide = ask({ concurrency: 16 });
    pace.failed(new AskError('rate_limited', 'Too many.', { retry_after_ms: 2000 }), { in_flight: 16, now: 1000 });
    expect(pace.countFree(wide, { in_flight: 0, now: 2999 })).toBe(0);
    expect(pace.findNextStart(wide, 1000)).toBe(3000);
    expect(pace.countFree(wide, { in_flight: 0, now: 3000 })).toBe(8);
    for (let index = 0; index < 200; index += 1) pace.answered({ duration_ms: 1000 });
    expect(pace.countFree(wide, { in_flight: 0, now: 3000 })).toBe(16);
  });

  it('foresees which asks can begin while the store is busy', () => {
    const pace = createPace();
    const wide = ask({ concurrency: 16 });
    const count = (busy_ms: number, description = wide) =>
      pace.countWanted(description, { in_flight: 16, now: 0, busy_ms });
    expect(count(100)).toBe(0);
    pace.answered({ duration_ms: 50 });
    expect(count(100)).toBe(32);
    expect(pace.countWanted(wide, { in_flight: 6, now: 0, busy_ms: 100 })).toBe(42);
    expect(count(1000, { ...wide, requests_per_minute: 600 })).toBe(10);
    expect(count(3_600_000)).toBe(256);
    for (let index = 0; index < 100; index += 1) pace.answered({ duration_ms: 5000 });
    expect(count(100)).toBe(0);
    pace.failed(new AskError('rate_limited', 'Too many.', { retry_after_ms: 2000 }), { in_flight: 16, now: 0 });
    expect(count(60_000)).toBe(0);
  });

  it('always leaves one', () => {
    const pace = createPace();
    for (let index = 0; index < 20; index += 1) {
      pace.failed(new AskError('rate_limited', 'Too many.'), { in_flight: 1, now: 0 });
    }
    expect(pace.countFree(ask(), { in_flight: 0, now: 0 })).toBe(1);
  });
});
