import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppError } from '../../errors.ts';
import { createUuid } from '../../ids.ts';
import type { App } from './app.ts';
import { SAFE_HEADERS, toErrorBody } from './failures.ts';

/** How long requests in flight may still take when the service stops. */
const GRACE_MS = 8000;
/** How long the answers to requests that were cut off may take to be sent. */
const LAST_ANSWERS_MS = 500;

/** Headers of answers that the app does not give. */
const REFUSAL_HEADERS = { ...SAFE_HEADERS, 'Content-Type': 'application/json; charset=utf-8', Connection: 'close' };

const STARTING = new AppError('starting', 'The service is starting. Try again in a moment.');
const STOPPING = new AppError('stopping', 'The service is stopping. Try again in a moment.');

export interface HttpServer {
  url: string;
  /** Starts to pass requests on to the app. */
  open(app: App): void;
  /** Refuses new requests, waits for those in flight, and cuts off those that take too long. */
  close(): Promise<void>;
}

/** Listens at once and answers 503 until the app is open, so that a health check sees the process while its store is still opening. */
export async function listen({ host, port }: { host: string; port: number }): Promise<HttpServer> {
  let app: App | undefined;
  let isStopping = false;
  const server = createServer({ requestTimeout: 0, keepAliveTimeout: 72_000 }, (request, response) => {
    if (app && !isStopping) app.fastify.routing(request, response);
    else refuse(request, response, isStopping ? STOPPING : STARTING);
  });
  server.on('clientError', (_error, socket) => {
    const body = toBody(new AppError('invalid_request', 'The request is not valid HTTP.'));
    if (!socket.writable) return;
    const headers = { ...REFUSAL_HEADERS, 'Content-Length': String(Buffer.byteLength(body)) };
    const lines = Object.entries(headers).map((pair) => pair.join(': '));
    socket.end(`HTTP/1.1 400 Bad Request\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
  });
  await start(server, { host, port });
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

function refuse(request: IncomingMessage, response: ServerResponse, error: AppError): void {
  const isAlive = request.url === '/healthz';
  response.writeHead(isAlive ? 200 : error.status, {
    ...REFUSAL_HEADERS,
    ...(isAlive ? {} : error.headers),
  });
  response.end(isAlive ? '{"status":"ok"}' : toBody(error));
}

function toBody(error: AppError): string {
  return JSON.stringify(toErrorBody(error, createUuid()));
}

/** A pause that does not keep the process alive by itself. */
function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
