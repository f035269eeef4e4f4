import { describe, expect, it } from 'vitest';
import { record, replay } from './recording.ts';
import type { Received, Send } from './transport.ts';

const respondIn =
  (delays: Record<string, number>): Send =>
  async (url) => {
    await new Promise((resolve) => setTimeout(resolve, delays[url] ?? 0));
    if (url === 'broken') throw new Error('cut');
    const headers = { 'content-type': 'text/plain', ...(url === 'moved' && { location: 'https://a.example/' }) };
    return { status: url === 'moved' ? 302 : 200, headers: new Headers(headers), body: `body of ${url}` };
  };

describe('a recording', () => {
  it('keeps the order of the requests, and replays each as it was', async () => {
    const { send, exchanges } = record(respondIn({ slow: 20 }));
    const asked = ['slow', 'moved', 'broken', 'fast'];
    await Promise.allSettled(asked.map((name) => send(name)));
    expect(exchanges).toEqual([
      { status: 200, content_type: 'text/plain', location: null, body: 'body of slow' },
      { status: 302, content_type: 'text/plain', location: 'https://a.example/', body: 'body of moved' },
      { status: 0, content_type: null, location: null, body: '' },
      { status: 200, content_type: 'text/plain', location: null, body: 'body of fast' },
    ]);
    const again = replay(JSON.parse(JSON.stringify(exchanges)));
    const replayed = await Promise.allSettled(asked.map((name) => again(name)));
    expect(replayed.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    const moved = (replayed[1] as PromiseFulfilledResult<Received>).value;
    expect([moved.status, moved.headers.get('location'), moved.body]).toEqual([
      302,
      'https://a.example/',
      'body of moved',
    ]);
  });

  it('hands the response on unchanged', async () => {
    const response = await record(respondIn({})).send('fast');
    expect([response.status, response.headers.get('content-type'), response.body]).toEqual([
      200,
      'text/plain',
      'body of fast',
    ]);
  });

  it('that is asked for more than it has fails', async () => {
    await expect(replay([])('fast')).rejects.toMatchObject({ reason: 'internal' });
  });
});
