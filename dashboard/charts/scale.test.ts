import { describe, expect, it } from 'vitest';
import { pickPlaces, spreadLabels, toDomain, toPath, toTicks } from './scale.ts';

describe('scales', () => {
  it('have round ticks', () => {
    expect(toTicks(0, 1, 5)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
    expect(toTicks(1, 3.4, 5)).toEqual([1, 1.5, 2, 2.5, 3]);
    expect(toTicks(5, 5, 5)).toEqual([5]);
  });

  it('stay inside what a metric allows', () => {
    expect(toDomain([0.01, 0.99], { least: 0, most: 1 })).toEqual([0, 1]);
    expect(toDomain([], { least: 0, most: 1 })).toEqual([0, 1]);
    expect(toDomain([5], {})[0]).toBeLessThan(5);
  });

  it('break a line where there is no value', () => {
    expect(toPath([{ x: 0, y: 1 }, { x: 1, y: 2 }, undefined, { x: 3, y: 4 }])).toBe('M0.0 1.0L1.0 2.0M3.0 4.0');
  });

  it('pick places and part labels', () => {
    expect(pickPlaces(3, 5)).toEqual([0, 1, 2]);
    expect(pickPlaces(31, 4).length).toBeLessThanOrEqual(4);
    const spread = spreadLabels([50, 51, 10], { gap: 20, least: 0, most: 60 });
    expect(spread[1]! - spread[0]!).toBeGreaterThanOrEqual(20);
    expect(Math.max(...spread)).toBeLessThanOrEqual(60);
  });
});
