import { describe, expect, it } from 'vitest';
import { record, replay } from './recording.ts';

const respondIn =
  (delays: Record<string, number>): typeof fetch =>
  async (input) => {
    await new Promise((resolve) => setTimeout(resolve, delays[String(input)] ?? 0));
    if (String(input) === 'broken') throw new Error('cut');
    const headers = { 'content-type': 'text/plain', ...(input === 'moved' && { location: 'https://a.example/' }) };
    return new Response(`body of ${input}`, { status: input === 'moved' ? 302 : 200, headers });
  };

describe('a recording', () => {
  it('keeps the order of the requests, and replays each as it was', async () => {
    const { fetch, exchanges } = record(respondIn({ slow: 20 }));
    const asked = ['slow', 'moved', 'broken', 'fast'];
    await Promise.allSettled(asked.map((name) => fetch(name)));
    expect(exchanges).toEqual([
      { status: 200, content_type: 'text/plain', location: null, body: 'body of slow' },
      { status: 302, content_type: 'text/plain', location: 'https://a.example/', body: 'body of moved' },
      { status: 0, content_type: null, location: null, body: '' },
      { status: 200, content_type: 'text/plain', location: null, body: 'body of fast' },
    ]);
    const again = replay(JSON.parse(JSON.stringify(exchanges)));
    const replayed = await Promise.allSettled(asked.map((name) => again(name)));
    expect(replayed.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    const moved = (replayed[1] as PromiseFulfilledResult<Response>).value;
    expect([moved.status, moved.headers.get('location'), await moved.text()]).toEqual([
      302,
      'https://a.example/',
      'body of moved',
    ]);
  });

  it('hands the response on unchanged', async () => {
    const response = await record(respondIn({})).fetch('fast');
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
      200,
      'text/plain',
      'body of fast',
    ]);
  });

  it('that is asked for more than it has fails', async () => {
    await expect(replay([])('fast')).rejects.toMatchObject({ reason: 'internal' });
  });
});
