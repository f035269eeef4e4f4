import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createTurns } from './turns.ts';

const never = new AbortController().signal;
/** Work that ends when it is told to. */
function createWork() {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { run: () => ended, end };
}

describe('turns', () => {
  it('run as much work at once as there are places, in order', async () => {
    const turns = createTurns({ places: 2, timeoutMs: 5000 });
    let running = 0;
    let maximum = 0;
    const started: number[] = [];
    const work = (name: number) =>
      turns.take(never, async () => {
        started.push(name);
        running += 1;
        maximum = Math.max(maximum, running);
        await setImmediate();
        running -= 1;
      });
    await Promise.all([1, 2, 3, 4, 5].map(work));
    expect(maximum).toBe(2);
    expect(started).toEqual([1, 2, 3, 4, 5]);
  });

  it('refuse work that waits too long with overloaded, and keep its place free', async () => {
    const turns = createTurns({ places: 1, timeoutMs: 20 });
    const work = createWork();
    const long = turns.take(never, work.run);
    await expect(turns.take(never, async () => {})).rejects.toMatchObject({ code: 'overloaded' });
    work.end();
    await long;
    await expect(turns.take(never, async () => 'ran')).resolves.toBe('ran');
  });

  it('drop work that is cancelled while it waits', async () => {
    const turns = createTurns({ places: 1, timeoutMs: 5000 });
    const controller = new AbortController();
    const work = createWork();
    const long = turns.take(never, work.run);
    const waiting = turns.take(controller.signal, async () => 'ran');
    controller.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    work.end();
    await long;
  });

  it('are returned by work that fails', async () => {
    const turns = createTurns({ places: 1, timeoutMs: 100 });
    await expect(turns.take(never, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    await expect(turns.take(never, async () => 'ran')).resolves.toBe('ran');
  });
});
