import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Logger } from 'pino';
import { AppError } from '../../errors.ts';
import { createUuid } from '../../ids.ts';
import type { App } from './app.ts';
import { endSoon, limitTimes, TIME_LIMITS, type TimeLimits } from './connections.ts';
import { SAFE_HEADERS, toErrorBody } from './failures.ts';

/** How long requests in flight may still take when the service stops. */
const GRACE_MS = 8000;
/** How long the answers to requests that were cut off may take to be sent. */
const LAST_ANSWERS_MS = 500;

/** The share of the process's open files that connections may take. Without the rest, the store could open no file. */
const CONNECTION_SHARE = 0.75;
/** The log says at most this often that connections are turned away. */
const WARN_EVERY_MS = 60_000;

/** Headers of answers that the app does not give. */
const REFUSAL_HEADERS = { ...SAFE_HEADERS, 'Content-Type': 'application/json; charset=utf-8', Connection: 'close' };

const STARTING = new AppError('starting', 'The service is starting. Try again in a moment.');
const STOPPING = new AppError('stopping', 'The service is stopping. Try again in a moment.');
const NOT_HTTP = new AppError('invalid_request', 'The request is not valid HTTP.');
const SLOW_HEAD = new AppError('request_timeout', 'The head of the request took too long to arrive. Send it again.');

export interface HttpServer {
  url: string;
  /** Starts to pass requests on to the app. */
  open(app: App): void;
  /** Refuses new requests, waits for those in flight, and cuts off those that take too long. */
  close(): Promise<void>;
}

export interface ListenOptions {
  host: string;
  port: number;
  /** Is told when connections are turned away. */
  log?: Logger;
  limits?: TimeLimits;
}

/** Listens at once and answers 503 until the app is open, so that a health check sees the process while its store is still opening. */
export async function listen({ host, port, log, limits = TIME_LIMITS }: ListenOptions): Promise<HttpServer> {
  let app: App | undefined;
  let isStopping = false;
  const times = {
    headersTimeout: limits.headMs,
    keepAliveTimeout: limits.idleMs,
    connectionsCheckingInterval: limits.checkMs,
    // Node.js would count the time of uploads too.
    requestTimeout: 0,
  };
  const server = createServer(times, (request, response) => {
    // The connection ends with the response to an earlier request.
    if (request.socket.writableEnded) return void request.socket.destroy();
    limitTimes({ request, response }, limits);
    current.set(request.socket, response);
    if (app && !isStopping) app.fastify.routing(request, response);
    else refuse(request, response, isStopping ? STOPPING : STARTING);
  });
  const current = new WeakMap<Socket, ServerResponse>();
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const response = current.get(socket);
    const isAnswering = response?.headersSent && !response.writableFinished;
    // A client that sent nothing asked for nothing, and half a response must not continue with another one.
    if (socket.bytesRead === 0 || isAnswering) socket.destroy();
    else if (socket.writable)
      endSoon(socket, limits, toText(error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? SLOW_HEAD : NOT_HTTP));
  });
  await start(server, { host, port });
  turnAway(server, log);
  const { address, port: actual } = server.address() as AddressInfo;
  return {
    url: `http://${address.includes(':') ? `[${address}]` : address}:${actual}`,
    open: (opened) => {
      app = opened;
    },
    close: async () => {
      isStopping = true;
      const closed = new Promise((resolve) => server.close(resolve));
      const sweep = setInterval(() => server.closeIdleConnections(), 50);
      const inTime = await Promise.race([closed.then(() => true), sleep(GRACE_MS).then(() => false)]);
      if (!inTime) {
        app?.abort(STOPPING);
        await Promise.race([closed, sleep(LAST_ANSWERS_MS)]);
        server.closeAllConnections();
      }
      clearInterval(sweep);
      await app?.fastify.close();
    },
  };
}

async function start(server: Server, { host, port }: { host: string; port: number }): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'EADDRINUSE' ? 'the port is in use. Set PORT to another one' : error.message;
      reject(new AppError('store_unavailable', `Cannot listen on ${host}:${port}: ${reason}.`));
    });
    server.listen(port, host, resolve);
  });
}

/** Turns connections away before the process is out of open files, and goes on where it is out of them all the same. */
function turnAway(server: Server, log: Logger | undefined): void {
  const files = countFiles();
  if (files !== undefined) server.maxConnections = Math.floor(files * CONNECTION_SHARE);
  let warnedAt = Number.NEGATIVE_INFINITY;
  const warn = (error?: Error) => {
    if (performance.now() - warnedAt < WARN_EVERY_MS) return;
    warnedAt = performance.now();
    log?.warn(
      { maximum: server.maxConnections, error: error?.message },
      'too many connections: new ones are turned away',
    );
  };
  server.on('drop', () => warn());
  server.on('error', warn);
}

/** How many files the process may have open; undefined where the system does not say. */
function countFiles(): number | undefined {
  try {
    return Number(/^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]) || undefined;
  } catch {
    return undefined;
  }
}

function refuse(request: IncomingMessage, response: ServerResponse, error: AppError): void {
  const isAlive = request.url === '/healthz';
  response.writeHead(isAlive ? 200 : error.status, {
    ...REFUSAL_HEADERS,
    ...(isAlive ? {} : error.headers),
  });
  response.end(isAlive ? '{"status":"ok"}' : toBody(error));
}

/** A whole response, for a socket whose request has none of its own. */
function toText(error: AppError): string {
  const body = toBody(error);
  const headers = { ...REFUSAL_HEADERS, 'Content-Length': String(Buffer.byteLength(body)) };
  const lines = Object.entries(headers).map((pair) => pair.join(': '));
  return `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
}

function toBody(error: AppError): string {
  return JSON.stringify(toErrorBody(error, createUuid()));
}

/** A pause that does not keep the process alive by itself. */
function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
