import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { limitTime } from './limit-time.ts';

it('the time ends a wait, even if memory is cleaned up meanwhile', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const { signal } = limitTime(new AbortController().signal, 0.1);
  const reasons: string[] = [];
  signal.addEventListener('abort', () => reasons.push((signal.reason as Error).name));
  collectGarbage();
  await setTimeout(50);
  collectGarbage();
  await setTimeout(200);
  expect(reasons).toEqual(['TimeoutError']);
});

it('the outer signal ends it too, before or after', () => {
  const outer = new AbortController();
  const before = limitTime(outer.signal, 60);
  outer.abort(new Error('enough'));
  const after = limitTime(outer.signal, 60);
  expect([before.signal.reason, after.signal.reason]).toEqual([new Error('enough'), new Error('enough')]);
  before.end();
  after.end();
});

it('nothing is left behind', async () => {
  const outer = new AbortController();
  const { signal, end } = limitTime(outer.signal, 0.05);
  end();
  outer.abort();
  await setTimeout(100);
  expect(signal.aborted).toBe(false);
});
