import { describe, expect, it } from 'vitest';
import { createGathering, type DoTogether } from './gathering.ts';

/** Doubles numbers, remembers the groups they came in, and waits until it is let go on. */
function createWork() {
  const groups: number[][] = [];
  let release = () => {};
  const work: DoTogether<number, number> = async (items) => {
    groups.push([...items]);
    await new Promise<void>((resolve) => {
      release = resolve;
    });
    if (items.includes(13)) throw new Error(`refused: ${items.join()}`);
    return items.map((item) => 2 * item);
  };
  /** Lets the group that is being served end, and the next begin. */
  const next = async () => {
    release();
    await new Promise((resolve) => setTimeout(resolve, 5));
  };
  return { groups, work, next };
}

describe('a gathering', () => {
  it('serves together who comes at the same moment, and then who came meanwhile', async () => {
    const { groups, work, next } = createWork();
    const gather = createGathering<number, number>();
    const first = [gather('a', 1, work), gather('a', 2, work)];
    await next();
    const second = [3, 4, 5].map((item) => gather('a', item, work));
    expect(groups).toEqual([[1, 2]]);
    await next();
    await next();
    expect(await Promise.all([...first, ...second])).toEqual([2, 4, 6, 8, 10]);
    expect(groups).toEqual([
      [1, 2],
      [3, 4, 5],
    ]);
  });

  it('keeps those of different keys apart', async () => {
    const { groups, work, next } = createWork();
    const gather = createGathering<number, number>();
    void gather('a', 1, work);
    void gather('b', 2, work);
    await next();
    expect(groups).toEqual([[1], [2]]);
  });

  it('repeats a group that fails one by one, and lets only the bad one fail', async () => {
    const { groups, work, next } = createWork();
    const gather = createGathering<number, number>();
    const all = [1, 13, 3].map((item) => gather('a', item, work));
    const outcomes = Promise.allSettled(all);
    for (let turn = 0; turn < 5; turn += 1) await next();
    expect((await outcomes).map((outcome) => ('value' in outcome ? outcome.value : outcome.reason.message))).toEqual([
      2,
      'refused: 13',
      6,
    ]);
    expect(groups).toEqual([[1, 13, 3], [1], [13], [3]]);
  });

  it('does not serve more than a hundred together', async () => {
    const { groups, work, next } = createWork();
    const gather = createGathering<number, number>();
    const all = Array.from({ length: 150 }, (_, at) => gather('a', at + 20, work));
    for (let turn = 0; turn < 3; turn += 1) await next();
    expect(await Promise.all(all)).toHaveLength(150);
    expect(groups.map(({ length }) => length)).toEqual([100, 50]);
  });
});
