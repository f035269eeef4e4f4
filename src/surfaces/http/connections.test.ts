import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AppError } from '../../errors.ts';
import { allowUpload, isUnread, limitTimes, TIME_LIMITS } from './connections.ts';

let server: Server;
let port: number;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let limits = TIME_LIMITS;

beforeEach(async () => {
  limits = TIME_LIMITS;
  server = createServer((request, response) => {
    limitTimes({ request, response }, limits);
    answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterEach(() => {
  vi.useRealTimers();
  server.closeAllConnections();
  server.close();
});

/** Begins a request whose body is sent by hand. */
async function begin(): Promise<{ socket: Socket; request: IncomingMessage; response: ServerResponse }> {
  const begun = new Promise<[IncomingMessage, ServerResponse]>((resolve) => {
    const read = answer;
    answer = (...exchange) => {
      read(...exchange);
      resolve(exchange);
    };
  });
  const socket = connect(port, '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n');
  const [request, response] = await begun;
  return { socket, request, response };
}

/** Sends more of the body and waits until it is there. */
async function send(socket: Socket, request: IncomingMessage, bytes = 'more'): Promise<void> {
  const before = request.socket.bytesRead;
  socket.write(bytes);
  while (request.socket.bytesRead < before + bytes.length) await new Promise(setImmediate);
}

function readBody(request: IncomingMessage, response: ServerResponse): void {
  request.on('error', ({ code }: AppError) => {
    response.statusCode = code === 'request_timeout' ? 408 : 500;
    response.setHeader('Connection', 'close');
    response.end('too slow');
  });
  request.resume();
}

describe('a body', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));

  it('has to be there in its time, even if bytes keep coming', async () => {
    answer = readBody;
    const { socket, request, response } = await begin();
    await send(socket, request);
    vi.advanceTimersByTime(TIME_LIMITS.bodyMs - 1);
    expect(response.writableEnded).toBe(false);
    await send(socket, request);
    vi.advanceTimersByTime(1);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 .*too slow$/s);
  });

  it('that is an upload may take as long as bytes keep coming', async () => {
    answer = (request, response) => {
      allowUpload(request);
      readBody(request, response);
    };
    const { socket, request, response } = await begin();
    for (let round = 0; round < 5; round += 1) {
      await send(socket, request);
      vi.advanceTimersByTime(TIME_LIMITS.bodyMs);
      expect(response.writableEnded).toBe(false);
    }
    vi.advanceTimersByTime(TIME_LIMITS.bodyMs);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('is not late while it waits for us', async () => {
    answer = () => {};
    const { socket, request, response } = await begin();
    await send(socket, request);
    vi.advanceTimersByTime(3 * TIME_LIMITS.bodyMs);
    readBody(request, response);
    vi.advanceTimersByTime(0);
    expect(response.writableEnded).toBe(false);
    expect(socket.destroyed).toBe(false);
  });

  it('tells whoever can end the reading of it without ending the connection', async () => {
    const stopped: AppError[] = [];
    answer = (request) => {
      allowUpload(request, (error) => stopped.push(error));
      request.resume();
    };
    await begin();
    vi.advanceTimersByTime(2 * TIME_LIMITS.bodyMs);
    expect(stopped).toMatchObject([{ code: 'request_timeout', status: 408 }]);
  });
});

describe('a response', () => {
  const LARGE = Buffer.alloc(50_000_000);

  it('that nobody reads ends with its connection', async () => {
    limits = { ...TIME_LIMITS, readMs: 50 };
    answer = (_request, response) => void response.end(LARGE);
    const begun = once(server, 'request') as Promise<[IncomingMessage]>;
    const socket = connect(port, '127.0.0.1').pause();
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    const [request] = await begun;
    await once(request.socket, 'close');
    socket.on('error', () => {}).resume();
    await once(socket, 'close');
    expect(socket.bytesRead).toBeLessThan(LARGE.length);
  });

  it('may take longer to begin than a client may take to read it', async () => {
    limits = { ...TIME_LIMITS, readMs: 20 };
    answer = (_request, response) => void setTimeout(() => response.end('done'), 200);
    const response = await fetch(`http://127.0.0.1:${port}`);
    expect(await response.text()).toBe('done');
  });

  it('reaches a client that is still sending, and ends the connection', async () => {
    answer = async (request, response) => {
      // As readers do that stop in the middle.
      await request[Symbol.asyncIterator]().next();
      expect(isUnread(request)).toBe(true);
      response.writeHead(400, { Connection: 'close' }).end('refused');
    };
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).pause();
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${LARGE.length}\r\n\r\n`);
    // Many clients send all of it before they read.
    socket.end(LARGE);
    await once(socket, 'finish');
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 .*refused/s);
  });

  it('ends the connection of a client that sends no more, but does not close it', async () => {
    limits = { ...TIME_LIMITS, lingerMs: 50 };
    answer = (_request, response) => void response.writeHead(401, { Connection: 'close' }).end();
    const { socket, request } = await begin();
    await once(request.socket, 'close');
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 401 /);
  });
});
