import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createApp } from '../../src/surfaces/http/app.ts';
import { TIME_LIMITS } from '../../src/surfaces/http/connections.ts';
import { type HttpServer, listen } from '../../src/surfaces/http/server.ts';
import { startService, type TestProject, type TestService } from '../harness/service.ts';

const RATE = 20;
const NDJSON = 'application/x-ndjson';
const CHAT = JSON.stringify({
  prompt_text: 'Which?',
  country_code: 'US',
  model_id: 'famA-scraper',
  date: '2026-01-01',
  answer: 'x',
});

let service: TestService;
let server: HttpServer;
let project: TestProject;
/** The last request that arrived. */
let request: IncomingMessage | undefined;

beforeAll(async () => {
  service = await startService({ RATE_LIMIT: String(RATE) });
  project = await service.createProject();
  server = await listen({ host: '127.0.0.1', port: 0 });
  const app = await createApp(service.context);
  const routing = (arrived: IncomingMessage, response: ServerResponse) => {
    request = arrived;
    app.fastify.routing(arrived, response);
  };
  server.open({ ...app, fastify: { routing, close: app.fastify.close.bind(app.fastify) } as never });
});
afterAll(async () => {
  await server.close();
  await service.close();
});

interface Beginning {
  path: string;
  method?: string;
  type?: string;
  length?: number;
  key?: string;
  connection?: string;
  encoding?: string;
}

/** Sends the head of a request, and no more. */
function begin({
  path,
  method = 'POST',
  type = 'application/json',
  length = 1_000_000,
  key = project.key,
  connection = 'keep-alive',
  encoding = 'identity',
}: Beginning): Socket {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  const head = {
    Host: 'localhost',
    'X-API-Key': key,
    'Content-Type': type,
    'Content-Length': String(length),
    'Content-Encoding': encoding,
    Connection: connection,
  };
  const lines = Object.entries(head).map((pair) => pair.join(': '));
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  return socket;
}

function readAnswer(answer: string): {
  status: number;
  head: string;
  body: { code?: string; message?: string; accepted?: number };
} {
  const [head, body] = answer.split('\r\n\r\n') as [string, string];
  return { status: Number(head.split(' ')[1]), head: head.toLowerCase(), body: JSON.parse(body) };
}

describe('a request that is answered before its body is there', () => {
  it.each<[number, string, Beginning]>([
    [401, 'a wrong key', { path: '/v1/topics', key: 'wrong' }],
    [401, 'a wrong key in MCP', { path: '/mcp', key: 'wrong' }],
    [404, 'an unknown path', { path: '/v1/nothing' }],
    [405, 'a wrong method', { path: '/v1/topics', method: 'PUT' }],
    [413, 'a body that is too large', { path: '/v1/topics', length: 10_000_000 }],
    [415, 'lines where none are taken', { path: '/v1/topics', type: NDJSON }],
    [415, 'lines instead of a sign-in', { path: '/session', type: NDJSON }],
    [415, 'lines instead of a message', { path: '/mcp', type: NDJSON }],
  ])('ends its connection: %i for %s', async (status, _name, beginning) => {
    const answer = readAnswer(await text(begin(beginning)));
    expect(answer.status).toBe(status);
    expect(answer.head).toContain('connection: close');
  });

  it('ends its connection: 429 past the rate', async () => {
    const { key } = await service.createProject();
    for (let count = 0; count < RATE; count += 1) await service.as(key).get('/key');
    const answer = readAnswer(await text(begin({ path: '/v1/topics', key })));
    expect(answer.status).toBe(429);
    expect(answer.head).toContain('connection: close');
  });

  it('ends its connection: 400 after too many wrong lines', async () => {
    const lines = 'x\n'.repeat(2_000_000);
    const socket = begin({ path: '/v1/chats', type: NDJSON, length: lines.length });
    socket.write(lines);
    const answer = readAnswer(await text(socket));
    expect(answer.status).toBe(400);
    expect(answer.head).toContain('connection: close');
  });
});

describe('a body that arrives slowly', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
  afterEach(() => void vi.useRealTimers());

  /** Lets time pass until the request is answered. */
  async function wait(socket: Socket): Promise<string> {
    const answer = text(socket);
    let isAnswered = false;
    void answer.then(() => {
      isAnswered = true;
    });
    while (!isAnswered) {
      vi.advanceTimersByTime(TIME_LIMITS.bodyMs);
      await new Promise(setImmediate);
    }
    return answer;
  }

  it.each<[string, Beginning]>([
    ['JSON', { path: '/v1/topics' }],
    ['a sign-in', { path: '/session' }],
    ['many answers', { path: '/v1/chats' }],
    ['lines', { path: '/v1/chats', type: NDJSON }],
    ['compressed lines', { path: '/v1/chats', type: NDJSON, encoding: 'gzip' }],
    ['a message of an assistant', { path: '/mcp' }],
  ])('gets 408 and ends its connection: %s', async (_name, beginning) => {
    const socket = begin(beginning);
    socket.write(beginning.encoding ? gzipSync(CHAT.repeat(100)).subarray(0, 20) : '{');
    const answer = readAnswer(await wait(socket));
    expect(answer).toMatchObject({ status: 408, body: { code: 'request_timeout' } });
    expect(answer.head).toContain('connection: close');
  });

  it('ends its connection, where its reader cannot be told: compressed JSON', async () => {
    const socket = begin({ path: '/v1/topics', encoding: 'gzip' });
    socket.write(gzipSync('{}').subarray(0, 5));
    await wait(socket);
    expect((await project.client.get('/key')).status).toBe(200);
    expect(service.logged()).not.toContain('request failed');
  });

  it.each([
    ['many answers', 'application/json', `{"chats":[${CHAT}]}`],
    ['lines', NDJSON, `${CHAT}\n`],
  ])('may take as long as bytes keep coming: %s', async (_name, type, body) => {
    const { key } = await service.createProject();
    request = undefined;
    const socket = begin({ path: '/v1/chats', type, key, length: body.length, connection: 'close' });
    const answer = text(socket);
    for (const piece of body.match(/.{1,30}/gs)!) {
      socket.write(piece);
      const isRead = () => request?.socket.bytesRead === socket.bytesWritten && request.readableLength === 0;
      while (!isRead()) await new Promise(setImmediate);
      vi.advanceTimersByTime(TIME_LIMITS.bodyMs);
    }
    expect(readAnswer(await answer)).toMatchObject({ status: 200, body: { accepted: 1 } });
  });
});
