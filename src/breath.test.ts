import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createBreath } from './breath.ts';

function work(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

it('pauses only after some time', async () => {
  const atOnce = Array.from({ length: 100 }, () => createBreath()());
  expect(atOnce).toContain(undefined);
  const breathe = createBreath();
  work(10);
  await expect(breathe()).resolves.toBeUndefined();
});

it('one of many goes on in each turn, in their order', async () => {
  const breaths = Array.from({ length: 6 }, () => createBreath());
  work(10);
  const order: number[] = [];
  const all = Promise.all(
    breaths.map(async (breathe, place) => {
      await breathe();
      order.push(place);
    }),
  );
  let most = 0;
  while (order.length < breaths.length) {
    const before = order.length;
    await setImmediate();
    most = Math.max(most, order.length - before);
  }
  await all;
  expect(order).toEqual([...breaths.keys()]);
  expect(most).toBe(1);
});
