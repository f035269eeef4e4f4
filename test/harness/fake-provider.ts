// A local server whose responses the test writes byte by byte, for tests of providers.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type JsonObject = Record<string, unknown>;

export interface ReceivedRequest {
  method: string;
  /** With the query. */
  path: string;
  headers: IncomingHttpHeaders;
  /** The JSON body; empty if there is none. */
  body: JsonObject;
}

export type Responder = (response: ServerResponse, request: ReceivedRequest) => void;

export interface FakeProvider {
  origin: string;
  /** What reached the server since the last `respondWith`. */
  requests: ReceivedRequest[];
  /** Answers the next requests, one each; the last of them all that follow. */
  respondWith(...responders: Responder[]): void;
  close(): Promise<void>;
}

/** Nobody listens there. A port that was closed a moment ago may belong to another test by now. */
export const NOBODY = 'http://127.0.0.1:9';

/** A local HTTP server that speaks a provider's protocol as far as a test needs it. */
export async function startFakeProvider(): Promise<FakeProvider> {
  let waiting: Responder[] = [];
  const requests: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const received = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: text === '' ? {} : (JSON.parse(text) as JsonObject),
    };
    requests.push(received);
    const responder = waiting.length > 1 ? waiting.shift()! : waiting[0]!;
    responder(response, received);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    respondWith: (...responders) => {
      waiting = responders;
      requests.length = 0;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export const json =
  (
    body: unknown,
    { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
  ): Responder =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };

export const text =
  (body: string, { status = 200, type = 'application/json' } = {}): Responder =>
  (response) => {
    response.writeHead(status, { 'content-type': type });
    response.end(body);
  };

/** Accepts the request and never says a word. */
export const silence: Responder = () => {};

/** Sends half of a body and then nothing. */
export const stall: Responder = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"id":');
};

/** Closes the connection within the body. */
export const cut: Responder = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write('{"id":', () => response.destroy());
};

/** Resets the connection instead of answering. */
export const reset: Responder = (response) => {
  response.socket?.resetAndDestroy();
};
