import { expect, it } from 'vitest';
import { createTimeWindows } from './time-windows.ts';

it('counts each key in a window of its own, which begins anew after its end', () => {
  let time = 0;
  const windows = createTimeWindows(() => time);
  expect(windows.find('a')).toBeUndefined();
  expect(windows.count('a', 100)).toEqual({ count: 1, endsAt: 100 });
  time = 60;
  expect(windows.count('a', 100)).toEqual({ count: 2, endsAt: 100 });
  expect(windows.count('b', 100)).toEqual({ count: 1, endsAt: 160 });
  time = 100;
  expect(windows.find('a')).toBeUndefined();
  expect(windows.find('b')).toEqual({ count: 1, endsAt: 160 });
  expect(windows.count('a', 100)).toEqual({ count: 1, endsAt: 200 });
});

it('forgets the oldest windows, so that its memory is bounded', () => {
  let time = 0;
  const windows = createTimeWindows(() => time);
  windows.count('early', 100_000);
  for (time = 1; time < 10_000; time += 1) windows.count(`${time}`, 100_000);
  expect(windows.find('early')).toBeDefined();
  windows.count('late', 100_000);
  expect(windows.find('early')).toBeUndefined();
  expect(windows.find('1')).toBeDefined();
});
