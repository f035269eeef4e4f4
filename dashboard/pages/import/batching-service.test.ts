import { afterEach, describe, expect, it, vi } from 'vitest';
import { createBatchingService } from './batching-service.ts';

const access = { baseUrl: '/v1', headers: { 'X-CSRF-Token': 't' }, project: 'or_1', wait: async () => {} };

/** Answers like the service; the first requests fail with these statuses. */
function stubFetch(statuses: number[] = []) {
  const bodies: string[] = [];
  const urls: string[] = [];
  vi.stubGlobal('fetch', async (url: string, { body }: { body?: string }) => {
    const status = statuses.shift() ?? 200;
    if (status !== 200) return Response.json({ message: 'Later.', code: 'rate_limited' }, { status });
    urls.push(url);
    bodies.push(body ?? '');
    const lines = (body ?? '').split('\n').slice(0, -1);
    return Response.json({
      accepted: lines.filter((line) => line === '{}').length,
      duplicates: 0,
      rejected_count: lines.includes('bad') ? 1 : 0,
      rejected: lines.includes('bad') ? [{ index: lines.indexOf('bad'), message: 'No.' }] : [],
    });
  });
  return { bodies, urls };
}
afterEach(() => {
  vi.unstubAllGlobals();
});

async function* repeat(line: string, count: number) {
  for (let index = 0; index < count; index += 1) yield line;
}

describe('chats', () => {
  it('are sent in pieces, and rejections keep their place in the file', async () => {
    const { bodies, urls } = stubFetch();
    async function* lines() {
      yield* repeat('{}\n', 1200);
      yield '\n';
      yield 'bad\n';
    }
    const seen: number[] = [];
    const batch = await createBatchingService(access).sendChats(lines(), {
      query: { on_duplicate: 'replace' },
      onResult: ({ accepted }) => seen.push(accepted),
    });
    expect(batch).toEqual({
      accepted: 1200,
      duplicates: 0,
      rejected_count: 1,
      rejected: [{ index: 1201, message: 'No.' }],
    });
    expect(bodies).toHaveLength(2);
    expect(urls[0]).toBe('/v1/chats?on_duplicate=replace&project_id=or_1');
    expect(seen).toEqual([1000, 1200]);
  });

  it('wait while the service has too much to do, and are then refused in its words', async () => {
    stubFetch([429, 503]);
    expect((await createBatchingService(access).sendChats(repeat('{}\n', 1), { query: {} })).accepted).toBe(1);
    stubFetch([403]);
    await expect(createBatchingService(access).sendChats(repeat('{}\n', 1), { query: {} })).rejects.toThrow('Later.');
  });

  it('of which all were refused before need no request', async () => {
    const { bodies } = stubFetch();
    await createBatchingService(access).sendChats(repeat('\n', 2200), { query: {} });
    expect(bodies).toEqual([]);
  });
});
