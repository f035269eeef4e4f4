import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createTurnstile } from './turnstile.ts';

/** Who has passed in each turn of the event loop, if these come at once. */
async function pass(names: readonly string[], turns: number): Promise<string[]> {
  const enter = createTurnstile();
  const passed: string[] = [];
  for (const name of names) void enter(name.startsWith('L')).then(() => passed.push(name));
  const after: string[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    // What comes after all promises of a turn is still before the next one.
    await new Promise((resolve) => process.nextTick(resolve));
    after.push(passed.join(' '));
    await nextTurn();
  }
  return after;
}

it('lets one large and one small request begin in each turn, in their order', async () => {
  const after = await pass(['L1', 'L2', 'L3', 's1', 's2'], 4);
  expect(after.map((passed) => passed.split(' ').sort().join(' '))).toEqual([
    'L1 s1',
    'L1 L2 s1 s2',
    'L1 L2 L3 s1 s2',
    'L1 L2 L3 s1 s2',
  ]);
});

it('lets a small request pass however many large ones wait', async () => {
  const after = await pass([...Array.from({ length: 100 }, (_, at) => `L${at}`), 's1'], 2);
  expect(after[0]!.split(' ')).toContain('s1');
  expect(after[1]!.split(' ').length).toBeLessThan(5);
});

it('is free again after a while', async () => {
  const enter = createTurnstile();
  await enter(true);
  await enter(true);
  for (let turn = 0; turn < 3; turn += 1) await nextTurn();
  let hasPassed = false;
  void enter(true).then(() => {
    hasPassed = true;
  });
  await Promise.resolve();
  await Promise.resolve();
  expect(hasPassed).toBe(true);
});
