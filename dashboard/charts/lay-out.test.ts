import { expect, it } from 'vitest';
import { layOut } from './lay-out.ts';

const PLOT = { left: 0, right: 100, top: 0, bottom: 100, count: 2, min: 0, max: 10 };
const LINE = { id: 'kw_1', name: 'Acme', color: 'red', isStrong: true, counts: [1, 1] };

it('has room for the band, and not more than the metric has', () => {
  const values = [5, 5];
  const plain = layOut([{ ...LINE, values }], { ...PLOT, isInverted: false });
  const bounds = [{ low: 1, high: 9 }, undefined];
  const sure = layOut([{ ...LINE, values, bounds }], { ...PLOT, isInverted: false });
  expect(plain.high).toBeLessThan(9);
  expect(sure.low).toBeCloseTo(0.04);
  expect(sure.high).toBeCloseTo(9.96);
  expect(plain.lines[0]!.band).toBeUndefined();
  expect(sure.lines[0]!.band).toMatch(/^M-3.0 .*Z$/);
});

it('draws small values at the top where they are better', () => {
  const bounds = [
    { low: 1, high: 9 },
    { low: 2, high: 9 },
  ];
  const series = [{ ...LINE, values: [4, 5], bounds }];
  const { lines, toY } = layOut(series, { ...PLOT, isInverted: true });
  expect(toY(1)).toBeLessThan(toY(9));
  expect(lines[0]!.last).toEqual({ x: 100, y: toY(5) });
  expect(lines[0]!.band?.startsWith(`M0.0 ${toY(1).toFixed(1)}L100.0 ${toY(2).toFixed(1)}`)).toBe(true);
});
