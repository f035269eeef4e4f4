import { once } from 'node:events';
import { request as openRequest } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Writable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, createApp } from '../../src/surfaces/http/app.ts';
import { startService, type TestService } from '../harness/service.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { watchQueries } from '../harness/watch-queries.ts';

let service: TestService;
let app: App;
let port: number;
let key: string;
let lines: { level: number; status?: number; operation?: string; msg: string }[] = [];
/** Lets queries of the app wait, or fail. */
let beforeQuery: (signal: AbortSignal) => Promise<void> = async () => {};

beforeAll(async () => {
  service = await startService();
  const project = await service.createProject();
  key = project.key;
  const chats = Array.from({ length: 3000 }, (_, index) => ({
    prompt_text: 'Which?',
    country_code: 'US',
    model_id: 'famA-scraper',
    date: '2026-01-01',
    answer: `${index} ${'x'.repeat(2000)}`,
  }));
  await project.client.post('/chats', { chats });
  const { store } = service.context;
  const sink = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  });
  const watched = watchQueries(store, (query) => async (compiled, limits) => {
    await beforeQuery(limits.signal);
    return query(compiled, limits);
  });
  app = await createApp({ ...service.context, store: watched, log: pino({ level: 'debug' }, sink) });
  await app.fastify.listen({ port: 0, host: '127.0.0.1' });
  port = (app.fastify.server.address() as AddressInfo).port;
});
afterAll(async () => {
  await app.fastify.close();
  await service.close();
});

/** The one line about a request of this operation, once it is written, after checking that nothing above info was. */
async function findLine(operation: string) {
  await waitUntil('the request is logged', () => lines.some((line) => line.operation === operation));
  await new Promise((resolve) => setTimeout(resolve, 100));
  const logged = lines;
  lines = [];
  expect(logged.filter(({ level }) => level > 30)).toEqual([]);
  expect(logged.filter((line) => line.operation === operation)).toHaveLength(1);
  return logged.find((line) => line.operation === operation)!;
}

async function countMetric(operation: string, status: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const line = `http_request_duration_seconds_count{operation="${operation}",status="${status}"} `;
  return Number(
    text
      .split('\n')
      .find((candidate) => candidate.startsWith(line))
      ?.slice(line.length) ?? 0,
  );
}

/** Sends the beginning of a body and closes the connection. */
async function leaveWhileSending(headers: Record<string, string>, begin: Buffer | string): Promise<void> {
  const arrived = once(app.fastify.server, 'request');
  const socket = connect(port, '127.0.0.1');
  const head = Object.entries({ Host: 'localhost', 'X-API-Key': key, 'Content-Length': '1000000', ...headers });
  socket.write(`POST /v1/chats HTTP/1.1\r\n${head.map((pair) => pair.join(': ')).join('\r\n')}\r\n\r\n`);
  socket.write(begin);
  await arrived;
  await new Promise((resolve) => setTimeout(resolve, 100));
  socket.destroy();
}

describe('a client that leaves', () => {
  it.each([
    ['a JSON body', { 'Content-Type': 'application/json' }, '{"chats": ['],
    ['lines', { 'Content-Type': 'application/x-ndjson' }, '{"prompt_text": "Which?"}\n{"pro'],
    [
      'a compressed JSON body',
      { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
      gzipSync(Buffer.alloc(100_000, 'x')).subarray(0, 60),
    ],
    [
      'compressed lines',
      { 'Content-Type': 'application/x-ndjson', 'Content-Encoding': 'gzip' },
      gzipSync('{"prompt_text": "Which?"}\n'.repeat(1000)).subarray(0, 60),
    ],
  ])('while it sends %s is no error, and counts as 499', async (_name, headers, begin) => {
    const before = await countMetric('create_chats', 499);
    lines = [];
    await leaveWhileSending(headers as Record<string, string>, begin);
    expect(await findLine('create_chats')).toMatchObject({ status: 499, level: 30 });
    expect(await countMetric('create_chats', 499)).toBe(before + 1);
  });

  it('while it waits for its answer is no error, and counts as 499', async () => {
    lines = [];
    const asking = new Promise<void>((resolve) => {
      beforeQuery = (signal) => {
        resolve();
        return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      };
    });
    const asked = openRequest({ port, method: 'POST', path: '/v1/reports/brands', headers: { 'X-API-Key': key } });
    asked.on('error', () => {});
    asked.end();
    await asking;
    asked.destroy();
    expect((await findLine('report_brands')).status).toBe(499);
    beforeQuery = async () => {};
  });

  it.each(['identity', 'gzip'])('in the middle of a %s answer is no error, and counts as 499', async (encoding) => {
    lines = [];
    const headers = { 'X-API-Key': key, Accept: 'application/x-ndjson', 'Accept-Encoding': encoding };
    let queries = 0;
    // The answer cannot be whole before the client has left.
    beforeQuery = async (signal) => {
      queries += 1;
      if (queries > 2 && !signal.aborted) await once(signal, 'abort');
    };
    await new Promise<void>((resolve) => {
      const asked = openRequest({ port, path: '/v1/chats', headers }, (response) => {
        response.on('error', () => {});
        response.once('data', () => {
          asked.destroy();
          resolve();
        });
      });
      asked.on('error', () => {});
      asked.end();
    });
    expect((await findLine('list_chats')).status).toBe(499);
    beforeQuery = async () => {};
  });
});

it('an answer that breaks on our side is an error, and counts as 500', async () => {
  lines = [];
  let queries = 0;
  beforeQuery = async () => {
    queries += 1;
    if (queries > 2) throw new Error('the store is gone');
  };
  const headers = { 'X-API-Key': key, Accept: 'application/x-ndjson' };
  const response = await fetch(`http://127.0.0.1:${port}/v1/chats`, { headers });
  await expect(response.text()).rejects.toThrow();
  await waitUntil('the request is logged', () => lines.some(({ operation }) => operation === 'list_chats'));
  expect(lines.filter(({ operation }) => operation === 'list_chats')).toMatchObject([{ status: 500 }]);
  expect(lines.filter(({ msg }) => msg === 'request failed')).toMatchObject([{ level: 50 }]);
  beforeQuery = async () => {};
});
