import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { OPERATIONS } from '../operations/index.ts';
import { Overheard, toApiUrl } from './overheard.ts';
import { createRetries, ONCE_ONLY } from './retries.ts';

interface Seen {
  method: string;
  url: string;
  idempotencyKey: string | undefined;
}

let server: Server | undefined;
afterEach(() => server?.close());

/** A server that answers as it is told, and what it was asked. */
async function answer(
  respond: (seen: Seen[], response: ServerResponse, request: IncomingMessage) => void,
): Promise<{ url: string; seen: Seen[] }> {
  const seen: Seen[] = [];
  server = createServer((request, response) => {
    request.resume();
    const idempotencyKey = request.headers['idempotency-key'] as string | undefined;
    seen.push({ method: request.method!, url: request.url!, idempotencyKey });
    respond(seen, response, request);
  });
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Retry-After': '0' });
  response.end(JSON.stringify({ message: 'Not now.', code }));
}

describe('Overheard', () => {
  it('repeats a request with the same idempotency key until it works', async () => {
    const { url, seen } = await answer((all, response, request) => {
      if (all.length === 1) return request.socket.destroy();
      if (all.length === 2) return refuse(response, 503, 'store_unavailable');
      response.writeHead(201).end('{"id":"to_1"}');
    });
    const client = new Overheard({ url, key: 'k' });
    expect(await client.call('POST /topics', { name: 'New' })).toEqual({ id: 'to_1' });
    expect(seen.map(({ url: path }) => path)).toEqual(['/v1/topics', '/v1/topics', '/v1/topics']);
    expect(seen[0]!.idempotencyKey).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(seen.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
  });

  it('gives up after some tries, and at once if it was not allowed any or the request is wrong', async () => {
    const { url, seen } = await answer((_all, response, request) => {
      if (request.method === 'GET') refuse(response, 503, 'overloaded');
      else refuse(response, 400, 'invalid_request');
    });
    await expect(new Overheard({ url, key: 'k', retries: 1 }).call('GET /key', {})).rejects.toMatchObject({
      code: 'overloaded',
      retryAfterMs: 0,
    });
    expect(seen).toHaveLength(2);
    await expect(new Overheard({ url, key: 'k', retries: 0 }).call('GET /key', {})).rejects.toThrow('Not now.');
    expect(seen).toHaveLength(3);
    await expect(new Overheard({ url, key: 'k' }).call('POST /topics', { name: '' })).rejects.toThrow('Not now.');
    expect(seen).toHaveLength(4);
  });

  it('does not repeat what could be done twice, unless it was refused before it began', async () => {
    const { url, seen } = await answer((all, response) => {
      if (all.length === 1) return refuse(response, 429, 'rate_limited');
      refuse(response, 503, 'store_unavailable');
    });
    const client = new Overheard({ url, key: 'k' });
    const generate = client.call('POST /prompts/suggestions/generate', { count: 1, country_code: 'US' });
    await expect(generate).rejects.toMatchObject({ code: 'store_unavailable' });
    expect(seen).toHaveLength(2);
    await expect(client.call('DELETE /topics/{id}', { id: 'to_1' })).rejects.toMatchObject({ status: 503 });
    expect(seen).toHaveLength(3);
  });

  it('knows which operations take no idempotency key', () => {
    const once = OPERATIONS.filter(
      ({ method, right, is_idempotent }) => method === 'POST' && right === 'write' && !is_idempotent,
    );
    expect([...ONCE_ONLY].sort()).toEqual(once.map(({ method, path }) => `${method} ${path}`).sort());
  });

  it('goes through a list page by page, and stops asking if nobody wants more', async () => {
    const { url, seen } = await answer((_all, response, request) => {
      const { searchParams } = new URL(request.url!, 'http://localhost');
      const [limit, offset] = [Number(searchParams.get('limit')), Number(searchParams.get('offset'))];
      const data = Array.from({ length: Math.max(0, Math.min(limit, 5 - offset)) }, (_, row) => ({ id: offset + row }));
      response.end(JSON.stringify({ data }));
    });
    const client = new Overheard({ url: `${url}/v1/`, key: 'k' });
    const all: unknown[] = [];
    for await (const { id } of client.list('GET /topics', { limit: 2, offset: 1 })) all.push(id);
    expect(all).toEqual([1, 2, 3, 4]);
    expect(seen.map(({ url: path }) => path)).toEqual([1, 3, 5].map((from) => `/v1/topics?limit=2&offset=${from}`));
    for await (const _topic of client.list('GET /topics', { limit: 2 })) break;
    expect(seen).toHaveLength(4);
  });

  it('stops waiting when it is aborted', async () => {
    const controller = new AbortController();
    const attempt = createRetries({ retries: 5 });
    const { url } = await answer((_all, response) => {
      refuse(response, 503, 'starting');
      setTimeout(() => controller.abort(new Error('enough')), 20);
    });
    const { sendRequest } = await import('./client.ts');
    const send = () => sendRequest(url, { method: 'GET', headers: {} });
    await expect(attempt(send, { route: 'GET /key', signal: controller.signal })).rejects.toThrow('enough');
  });

  it('takes its key nowhere else', async () => {
    const { url, seen } = await answer((_all, response) => {
      response.writeHead(308, { Location: 'https://elsewhere.example/v1/key' }).end();
    });
    await expect(new Overheard({ url, key: 'k' }).call('GET /key', {})).rejects.toMatchObject({
      status: 308,
      message: expect.stringContaining('redirects to https://elsewhere.example/v1/key'),
    });
    expect(seen).toHaveLength(1);
  });

  it('takes the address of the service or of the API', () => {
    expect(toApiUrl('https://overheard.example.com')).toBe('https://overheard.example.com/v1');
    expect(toApiUrl('https://example.com/overheard/v1/')).toBe('https://example.com/overheard/v1');
  });
});
