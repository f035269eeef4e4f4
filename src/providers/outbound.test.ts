import type { LookupAddress } from 'node:dns';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type FakeProvider, json, startFakeProvider, text } from '../../test/harness/fake-provider.ts';
import { createOutbound, MAX_RESPONSE_BYTES, type Outbound } from './outbound.ts';

let server: FakeProvider;
const opened: Outbound[] = [];

beforeAll(async () => {
  server = await startFakeProvider();
});
afterAll(async () => {
  await Promise.all(opened.map((outbound) => outbound.close()));
  await server.close();
});

/** Names lead where a test says; each list of addresses is used once, the last one again and again. */
function open(allow_private: boolean, ...answers: string[][]): Outbound & { lookups: string[] } {
  const lookups: string[] = [];
  const outbound = createOutbound({
    allow_private,
    lookup: (hostname, _options, callback) => {
      lookups.push(hostname);
      const addresses = (answers.length > 1 ? answers.shift()! : answers[0]!).map(
        (address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 }),
      );
      callback(null, addresses);
    },
  });
  opened.push(outbound);
  return { ...outbound, lookups };
}

const port = () => new URL(server.origin).port;
const refused = { name: 'AskError', reason: 'connection', is_end_unknown: false };

describe('an outbound request', () => {
  it('reaches a private address where that is allowed', async () => {
    server.respondWith(json({ ok: true }));
    const response = await open(true, ['127.0.0.1']).send(`http://service.test:${port()}/x?y=1`, {
      method: 'POST',
      body: '{}',
    });
    expect(JSON.parse(response.body)).toEqual({ ok: true });
    expect(server.requests).toMatchObject([{ method: 'POST', path: '/x?y=1' }]);
  });

  it.each(['127.0.0.1', '[::1]', '0.0.0.0', '[::ffff:127.0.0.1]', '0x7f.1', '2130706433', 'localhost'])(
    'to %s is refused elsewhere',
    async (host) => {
      server.respondWith(json({}));
      const { send } = open(false, ['127.0.0.1']);
      await expect(send(`http://${host}:${port()}/`)).rejects.toMatchObject({
        ...refused,
        message: expect.stringContaining('ALLOW_PRIVATE_ADDRESSES'),
      });
      expect(server.requests).toEqual([]);
    },
  );

  it('is refused if one of several addresses is private', async () => {
    const { send } = open(false, ['93.184.216.34', '127.0.0.1']);
    await expect(send(`https://mixed.test:${port()}/`)).rejects.toMatchObject({
      ...refused,
      message: expect.stringContaining('mixed.test (127.0.0.1) is a private address'),
    });
  });

  it('goes to the address that was checked: the name is resolved once', async () => {
    server.respondWith(json({ ok: true }));
    const { send, lookups } = open(true, ['127.0.0.1'], ['192.0.2.1']);
    expect((await send(`http://rebinding.test:${port()}/`)).status).toBe(200);
    expect(lookups).toEqual(['rebinding.test']);
  });

  it('to a public address needs https', async () => {
    await expect(open(true, ['93.184.216.34']).send('http://public.test/')).rejects.toMatchObject({
      ...refused,
      message: expect.stringContaining('https'),
    });
    await expect(open(true, []).send('ftp://public.test/')).rejects.toMatchObject(refused);
  });

  it('does not follow redirects', async () => {
    server.respondWith(json({}, { status: 307, headers: { location: '/elsewhere' } }));
    const response = await open(true, ['127.0.0.1']).send(server.origin, { method: 'POST' });
    expect([response.status, response.headers.get('location')]).toEqual([307, '/elsewhere']);
    expect(server.requests).toHaveLength(1);
  });

  it('takes no proxy from the environment', async () => {
    for (const name of ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'ALL_PROXY']) vi.stubEnv(name, 'http://127.0.0.1:1');
    vi.stubEnv('NODE_USE_ENV_PROXY', '1');
    server.respondWith(json({ ok: true }));
    const outbound = open(true, ['127.0.0.1']);
    const response = await outbound.send(server.origin).finally(() => vi.unstubAllEnvs());
    expect(response.status).toBe(200);
  });

  it('to a name that does not exist fails without being sent', async () => {
    const outbound = createOutbound({
      allow_private: true,
      lookup: (_, __, callback) => callback(Object.assign(new Error('no'), { code: 'ENOTFOUND' }), []),
    });
    opened.push(outbound);
    await expect(outbound.send('https://nowhere.test/')).rejects.toMatchObject({
      ...refused,
      message: 'No connection to nowhere.test could be made (ENOTFOUND).',
    });
  });

  it('to a server without TLS fails without being sent', async () => {
    server.respondWith(json({}));
    const { send } = open(true, ['127.0.0.1']);
    await expect(send(`https://service.test:${port()}/`)).rejects.toMatchObject(refused);
    expect(server.requests).toEqual([]);
  });

  it('that is aborted says so', async () => {
    server.respondWith(() => {});
    const controller = new AbortController();
    const request = open(true, ['127.0.0.1']).send(server.origin, { signal: controller.signal });
    controller.abort();
    await expect(request).rejects.toMatchObject({ reason: 'internal', is_end_unknown: true });
  });
});

describe('a response', () => {
  it('is decompressed', async () => {
    const body = gzipSync('{"answer":"yes"}');
    server.respondWith((response) => {
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': body.length, 'x-id': '7' });
      response.end(body);
    });
    const response = await open(true, ['127.0.0.1']).send(server.origin);
    expect(response.headers.get('x-id')).toBe('7');
    expect(JSON.parse(response.body)).toEqual({ answer: 'yes' });
  });

  it('may have no body', async () => {
    server.respondWith((response) => response.writeHead(204).end());
    const response = await open(true, ['127.0.0.1']).send(server.origin);
    expect([response.status, response.body]).toEqual([204, '']);
  });

  it('may be 16 MiB large, and no larger, however small it was on the way', async () => {
    const { send } = open(true, ['127.0.0.1']);
    server.respondWith(text('x'.repeat(MAX_RESPONSE_BYTES)));
    expect((await send(server.origin)).body.length).toBe(MAX_RESPONSE_BYTES);
    const bomb = gzipSync(Buffer.alloc(MAX_RESPONSE_BYTES + 1));
    server.respondWith((response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.end(bomb);
    });
    await expect(send(server.origin)).rejects.toMatchObject({
      reason: 'bad_response',
      message: expect.stringContaining('16 MiB'),
    });
  });
});
