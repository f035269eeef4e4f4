import { describe, expect, it } from 'vitest';
import { pickIndexes, spreadLabels, toBandPath, toDomain, toPath, toTicks } from './scale.ts';

describe('scales', () => {
  it('have round ticks', () => {
    expect(toTicks(0, 1, 5)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
    expect(toTicks(1, 3.4, 5)).toEqual([1, 1.5, 2, 2.5, 3]);
    expect(toTicks(5, 5, 5)).toEqual([5]);
  });

  it('stay within the limits of the metric', () => {
    expect(toDomain([0.01, 0.99], { min: 0, max: 1 })).toEqual([0, 1]);
    expect(toDomain([], { min: 0, max: 1 })).toEqual([0, 1]);
    expect(toDomain([5], {})[0]).toBeLessThan(5);
  });

  it('leave a gap in a line where a value is missing', () => {
    expect(toPath([{ x: 0, y: 1 }, { x: 1, y: 2 }, undefined, { x: 3, y: 4 }])).toBe('M0.0 1.0L1.0 2.0M3.0 4.0');
  });

  it('leave a gap in a band where bounds are missing, and show bounds that stand alone', () => {
    const at = (x: number) => ({ x, top: x, bottom: 9 });
    expect(toBandPath([at(0), at(1), undefined, at(5), undefined])).toBe(
      'M0.0 0.0L1.0 1.0L1.0 9.0L0.0 9.0ZM2.0 5.0L8.0 5.0L8.0 9.0L2.0 9.0Z',
    );
    expect(toBandPath([undefined, at(4), at(6)])).toBe('M4.0 4.0L6.0 6.0L6.0 9.0L4.0 9.0Z');
    expect(toBandPath([undefined])).toBe('');
  });

  it('pick evenly spaced labels and keep them apart', () => {
    expect(pickIndexes(3, 5)).toEqual([0, 1, 2]);
    expect(pickIndexes(31, 4).length).toBeLessThanOrEqual(4);
    const spread = spreadLabels([50, 51, 10], { gap: 20, min: 0, max: 60 });
    expect(spread[1]! - spread[0]!).toBeGreaterThanOrEqual(20);
    expect(Math.max(...spread)).toBeLessThanOrEqual(60);
  });
});
