import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RawServer, startRawServer } from '../../test/harness/raw-server.ts';
import type { Ask } from '../domain/ask.ts';
import { ASK_KINDS, type AskKind } from '../domain/ask-kinds.ts';
import { PROVIDERS } from './index.ts';
import { createOutbound } from './outbound.ts';
import { AskError } from './provider.ts';

/** A response that is never complete is waited for until then. */
const TIMEOUT_MS = 40;

interface Fault {
  name: string;
  respond(socket: Socket): void;
  /** The client gives up by itself after a moment. */
  is_aborted?: boolean;
}

const JSON_BODY = '{"id":"resp_1","text":"Fine.","output":[]}';
const toHead = (status: number, headers: Record<string, string | number>) =>
  `HTTP/1.1 ${status} Whatever\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;
const WHOLE_HEAD = toHead(200, { 'content-type': 'application/json', 'content-length': JSON_BODY.length });

const ENDS: Record<string, (socket: Socket) => void> = {
  'a closed connection': (socket) => socket.end(),
  'a reset': (socket) => socket.resetAndDestroy(),
  silence: () => {},
};

const endAfter = (sent: string, where: string): Fault[] => [
  ...Object.entries(ENDS).map(([end, act]) => ({
    name: `${end} ${where}`,
    respond: (socket: Socket) => (sent === '' ? act(socket) : void socket.write(sent, () => act(socket))),
  })),
  { name: `an abort by us ${where}`, respond: (socket) => void socket.write(sent), is_aborted: true },
];

const send = (name: string, bytes: string | Buffer): Fault => ({ name, respond: (socket) => void socket.write(bytes) });

const ENCODED: Record<string, Buffer> = {
  nothing: Buffer.alloc(0),
  'plain text': Buffer.from(JSON_BODY),
  'half of it': gzipSync(JSON_BODY.repeat(50)).subarray(0, 60),
};

const ENCODING_FAULTS = ['zstd', 'gzip, gzip', 'gzip', 'deflate', 'br', 'x-unknown'].flatMap((encoding) =>
  [200, 401, 429, 500].flatMap((status) =>
    Object.entries(ENCODED).map(([what, body]) => {
      const head = toHead(status, { 'content-encoding': encoding, 'content-length': body.length });
      return send(`status ${status} in ${encoding} with ${what}`, Buffer.concat([Buffer.from(head), body]));
    }),
  ),
);

const FAULTS: Fault[] = [
  ...endAfter('', 'before the head'),
  ...endAfter('HTTP/1.1 20', 'within the status'),
  ...endAfter('HTTP/1.1 200 OK\r\ncontent-ty', 'within a header'),
  send('a head that is not HTTP', 'SMTP ready\r\n\r\n'),
  send('a status of five digits', 'HTTP/1.1 20000 OK\r\n\r\n'),
  send('a header with a null', 'HTTP/1.1 200 OK\r\nx: \0\r\n\r\n'),
  send('a head of 100 KB', toHead(200, { x: 'x'.repeat(100_000) })),
  send('two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\n12345'),
  send('an early hint and nothing else', 'HTTP/1.1 103 Early Hints\r\n\r\n'),
  send('a switch of protocols', 'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\n\r\n'),
  ...ENCODING_FAULTS,
  ...endAfter(WHOLE_HEAD, 'before the body'),
  ...endAfter(WHOLE_HEAD + JSON_BODY.slice(0, 1), 'after one byte of the body'),
  ...endAfter(WHOLE_HEAD + JSON_BODY.slice(0, 20), 'in the middle of the body'),
  ...endAfter(WHOLE_HEAD + JSON_BODY.slice(0, -1), 'before the last byte of the body'),
  ...endAfter(`${toHead(200, { 'transfer-encoding': 'chunked' })}5\r\n{"id"`, 'within a chunk'),
  send('a chunk without a size', `${toHead(200, { 'transfer-encoding': 'chunked' })}xyz\r\n{"id"\r\n`),
  ...endAfter(toHead(500, { 'content-length': 10 }), 'before the body of an error'),
  ...endAfter(WHOLE_HEAD + JSON_BODY, 'after the body'),
  send('more bytes than it says', `${WHOLE_HEAD + JSON_BODY}more`),
];

const outbound = createOutbound({ allow_private: true });
let server: RawServer;

beforeAll(async () => {
  server = await startRawServer();
});
afterAll(async () => {
  await outbound.close();
  await server.close();
});

/** Lets one request run into a fault. Resolves with the error, or null if the fault came too late to matter. */
async function runInto(fault: Fault, request: (signal: AbortSignal) => Promise<unknown>): Promise<unknown> {
  const controller = new AbortController();
  const timer = setTimeout(
    () => controller.abort(fault.is_aborted ? undefined : new DOMException('The time is over.', 'TimeoutError')),
    TIMEOUT_MS,
  );
  const error = await request(controller.signal).then(
    () => null,
    (reason: unknown) => reason,
  );
  clearTimeout(timer);
  return error;
}

/** Walks through all faults. What no listener handles would fail the test run as a whole. */
async function walk(request: (signal: AbortSignal) => Promise<unknown>, { reads_body = true } = {}) {
  const withoutReason: string[] = [];
  let failures = 0;
  for (const fault of FAULTS) {
    server.respondWith(fault.respond);
    const error = await runInto(fault, request);
    if (error !== null) failures += 1;
    if (error !== null && !(error instanceof AskError)) withoutReason.push(`${fault.name}: ${String(error)}`);
  }
  expect(withoutReason).toEqual([]);
  expect(failures).toBeGreaterThan(reads_body ? FAULTS.length / 2 : 20);
}

const question = { prompt: 'Which tea?', country_code: 'DE', date: '2026-03-01', id: 'ta_1' };
const services = (signal: AbortSignal) => ({
  secret: 'sk-123456789',
  send: outbound.send,
  signal,
  now: () => new Date(),
});

describe('every way in which a response can break ends in a reason', () => {
  const kinds = (Object.keys(ASK_KINDS) as AskKind[]).filter((kind) => kind !== 'demo' && kind !== 'http');

  it.each(kinds)('for %s', async (kind) => {
    const ask: Ask = { kind, model: 'model-1', base_url: `${server.origin}/v1` };
    await walk((signal) => PROVIDERS.get(kind)!.ask({ ...question, ask }, services(signal)));
  });

  const http = (): Ask => ({
    kind: 'http',
    request: { method: 'POST', url: `${server.origin}/ask`, body: { q: '{{prompt}}' } },
    response: { answer: '$.text' },
  });

  it('for http', async () => {
    await walk((signal) => PROVIDERS.get('http')!.ask({ ...question, ask: http() }, services(signal)));
  });

  it('for a job of http that is polled', async () => {
    const poll = { id: '$.job', url: `${server.origin}/jobs/{{id}}`, every_seconds: 1, give_up_seconds: 1 };
    const ask: Ask = { ...http(), poll: { ...poll, done: { path: '$.text', equals: ['Fine.'] } } };
    const job = { id: '7', since: new Date().toISOString() };
    await walk((signal) => PROVIDERS.get('http')!.ask({ ...question, ask }, { ...services(signal), job }));
  });

  it('for a webhook, whose body is not read', async () => {
    const { origin } = server;
    const deliver = (signal: AbortSignal) =>
      outbound.send(origin, { method: 'POST', body: '{}', signal, ignores_body: true });
    await walk(deliver, { reads_body: false });
  });

  it('and none of the connections stays open', async () => {
    await expect.poll(() => server.countOpen()).toBe(0);
  });
});
