import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import { TIME_LIMITS } from './connections.ts';
import { listen } from './server.ts';

const SAFE = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

it('answers that the app does not give are not stored or sniffed either', async () => {
  const server = await listen({ host: '127.0.0.1', port: 0 });
  for (const [path, status] of [
    ['/healthz', 200],
    ['/v1/key', 503],
  ] as const) {
    const response = await fetch(server.url + path);
    expect(response.status).toBe(status);
    expect(Object.fromEntries(response.headers)).toMatchObject({ ...SAFE, connection: 'close' });
    await response.text();
  }
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.write('not HTTP\r\n\r\n');
  let answer = '';
  for await (const chunk of socket) answer += String(chunk);
  const [head, body] = answer.split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  for (const [name, value] of Object.entries(SAFE)) expect(head!.toLowerCase()).toContain(`${name}: ${value}`);
  expect(JSON.parse(body!)).toMatchObject({ code: 'invalid_request' });
  await server.close();
});

describe('a connection', () => {
  /** One limit at a time is short: on a busy machine, a request would otherwise meet another one first. */
  const SHORT_LINGER = { ...TIME_LIMITS, lingerMs: 50 };
  const SHORT_HEAD = { ...SHORT_LINGER, headMs: 50, checkMs: 10 };
  const SHORT_IDLE = { ...TIME_LIMITS, idleMs: 50 };

  /** What the service sends to a client that sends this and never closes the connection, until the service has closed it. */
  async function sendAndWait(sent: string, limits = SHORT_LINGER): Promise<string> {
    const server = await listen({ host: '127.0.0.1', port: 0, limits });
    const socket = connect({ port: Number(new URL(server.url).port), host: '127.0.0.1', allowHalfOpen: true });
    let answer = '';
    socket.on('data', (chunk) => {
      answer += String(chunk);
    });
    if (sent !== '') socket.write(sent);
    await once(socket, 'end');
    // What is sent to a socket that is closed on both sides comes back as an error.
    const probe = setInterval(() => socket.write('x'), 10);
    await new Promise((resolve) => socket.once('error', resolve));
    clearInterval(probe);
    await server.close();
    return answer;
  }

  it('that sends nothing is closed without a word', async () => {
    expect(await sendAndWait('', SHORT_HEAD)).toBe('');
  });

  it('that sends half a head is closed with 408', async () => {
    const [head, body] = (await sendAndWait('GET /healthz HTTP/1.1\r\nHo', SHORT_HEAD)).split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    expect(head).toContain('Connection: close');
    expect(JSON.parse(body!)).toMatchObject({ code: 'request_timeout', request_id: expect.any(String) });
  });

  it('that sends something else than HTTP is closed, though the client keeps it', async () => {
    expect(await sendAndWait('not HTTP\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('that is refused in the middle of its body is closed, though the client keeps it', async () => {
    const head = 'POST /v1/chats HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n';
    expect(await sendAndWait(head)).toMatch(/^HTTP\/1\.1 503 .*"starting"/s);
  });

  it('that is idle after a response is closed', async () => {
    const server = await listen({ host: '127.0.0.1', port: 0, limits: SHORT_IDLE });
    server.open({
      abort: () => {},
      fastify: {
        routing: (_request: IncomingMessage, response: ServerResponse) => void response.end('done'),
        close: async () => {},
      } as unknown as FastifyInstance,
    });
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(await text(socket)).toMatch(/\r\nConnection: keep-alive\r\n.*done/s);
    await server.close();
  });
});
