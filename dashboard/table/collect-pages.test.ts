import { describe, expect, it } from 'vitest';
import { collectPages } from './collect-pages.ts';

const toId = (row: number) => String(row);

function createList(count: number) {
  const all = Array.from({ length: count }, (_, index) => index);
  const requested: { offset: number; limit: number }[] = [];
  return {
    all,
    requested,
    load: async (page: { offset: number; limit: number }) => {
      requested.push(page);
      const data = all.slice(page.offset, page.offset + page.limit);
      return page.offset === 0 ? { data, total_count: all.length } : { data };
    },
  };
}

describe('the rows of a file', () => {
  it('are all rows, not only those of the first page', async () => {
    const { all, load } = createList(1234);
    const progress: number[] = [];
    const onProgress = (rows: number) => progress.push(rows);
    expect(await collectPages(load, { toId, perPage: 500, onProgress })).toEqual({ rows: all, total: 1234 });
    expect(progress).toEqual([500, 1000, 1234]);
  });

  it('end at the maximum, and the total says how many are missing', async () => {
    const { all, load, requested } = createList(1234);
    const collected = await collectPages(load, { toId, perPage: 400, maximum: 1000 });
    expect(collected).toEqual({ rows: all.slice(0, 1000), total: 1234 });
    expect(requested).toEqual([
      { offset: 0, limit: 400 },
      { offset: 400, limit: 400 },
      { offset: 800, limit: 200 },
    ]);
  });

  it('are complete if there are exactly as many as the maximum', async () => {
    const { all, load } = createList(1000);
    expect(await collectPages(load, { toId, perPage: 500, maximum: 1000 })).toEqual({ rows: all, total: 1000 });
  });

  it('have no row twice if new rows arrive in the meantime', async () => {
    const pages = [[9, 8], [8, 7], [6]];
    const load = async () => ({ data: pages.shift()! });
    expect((await collectPages(load, { toId, perPage: 2 })).rows).toEqual([9, 8, 7, 6]);
  });
});
