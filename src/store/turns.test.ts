import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { createTurns } from './turns.ts';

const never = new AbortController().signal;
/** Longer than a test may take: the process may stall while somebody waits for a turn. */
const NEVER_MS = 3_600_000;
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
    const turns = createTurns({ places: 2, timeoutMs: NEVER_MS });
    let running = 0;
    let maximum = 0;
    const started: number[] = [];
    const work = (name: number) =>
      turns.take({ owner: 1, signal: never }, async () => {
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
    const long = turns.take({ owner: 1, signal: never }, work.run);
    await expect(turns.take({ owner: 1, signal: never }, async () => {})).rejects.toMatchObject({ code: 'overloaded' });
    work.end();
    await long;
    await expect(turns.take({ owner: 1, signal: never }, async () => 'ran')).resolves.toBe('ran');
  });

  it('drop work that is cancelled while it waits', async () => {
    const turns = createTurns({ places: 1, timeoutMs: NEVER_MS });
    const controller = new AbortController();
    const work = createWork();
    const long = turns.take({ owner: 1, signal: never }, work.run);
    const waiting = turns.take({ owner: 1, signal: controller.signal }, async () => 'ran');
    controller.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    work.end();
    await long;
  });

  it('are returned by work that fails', async () => {
    const turns = createTurns({ places: 1, timeoutMs: NEVER_MS });
    await expect(turns.take({ owner: 1, signal: never }, () => Promise.reject(new Error('failed')))).rejects.toThrow(
      'failed',
    );
    await expect(turns.take({ owner: 1, signal: never }, async () => 'ran')).resolves.toBe('ran');
  });

  it('go to the owners one after the other, however much each has waiting', async () => {
    const turns = createTurns({ places: 1, timeoutMs: NEVER_MS });
    const work = createWork();
    const long = turns.take({ owner: 1, signal: never }, work.run);
    const order: string[] = [];
    const wait = (owner: number, name: string) =>
      turns.take({ owner, signal: never }, async () => void order.push(name));
    const waiting = [wait(1, '1a'), wait(1, '1b'), wait(1, '1c'), wait(2, '2a'), wait(3, '3a'), wait(2, '2b')];
    work.end();
    await Promise.all([long, ...waiting]);
    expect(order).toEqual(['1a', '2a', '3a', '1b', '2b', '1c']);
  });

  it('refuse work at once that would wait too long, and say when to try again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    try {
      const turns = createTurns({ places: 1, timeoutMs: 4000, refusesEarly: true });
      const refused: string[] = [];
      const take = (owner: number, name: string) =>
        turns
          .take({ owner, signal: never }, () => new Promise((resolve) => setTimeout(resolve, 1000)))
          .catch(({ code, headers }) => refused.push(`${name}: ${code}, ${headers['Retry-After']}`));
      // Until it is known how long work takes.
      for (let count = 0; count < 60; count += 1) await Promise.all([take(1, ''), vi.advanceTimersByTimeAsync(1000)]);
      const all = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => take(1, name));
      await vi.advanceTimersByTimeAsync(1);
      // One runs, and four that take a second each can be served within the limit.
      expect(refused).toEqual(['f: overloaded, 5']);
      const other = take(2, 'other');
      await vi.advanceTimersByTimeAsync(10_000);
      await Promise.all([...all, other]);
      expect(refused.filter((text) => text.startsWith('other'))).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('refuse more than may wait of one owner', async () => {
    const turns = createTurns({ places: 1, timeoutMs: NEVER_MS, refusesEarly: true });
    const clients = Array.from({ length: 200 }, () => new AbortController());
    const work = createWork();
    const long = turns.take({ owner: 1, signal: never }, work.run);
    const queue = clients.map(({ signal }) => turns.take({ owner: 1, signal }, async () => {}).catch(() => 'gone'));
    await expect(turns.take({ owner: 1, signal: never }, async () => {})).rejects.toMatchObject({ code: 'overloaded' });
    for (const client of clients) client.abort(new Error('gone'));
    expect(await Promise.all(queue)).toEqual(Array(200).fill('gone'));
    work.end();
    await long;
  });
});
