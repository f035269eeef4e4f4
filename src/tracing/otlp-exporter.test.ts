import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { readHeldBytes } from '../../test/harness/memory.ts';
import { createExporter, type Exporter } from './otlp-exporter.ts';
import type { EndedSpan } from './tracer.ts';

/** Longer than a test may take. */
const NEVER_MS = 3_600_000;

const servers: Server[] = [];
const exporters: Exporter[] = [];
afterEach(async () => {
  for (const exporter of exporters.splice(0)) await exporter.close();
  for (const server of servers.splice(0)) server.closeAllConnections();
});

function createSpan(name: string): EndedSpan {
  return {
    trace_id: 'a'.repeat(32),
    span_id: 'b'.repeat(16),
    parent_id: null,
    name,
    kind: 'server',
    started_ms: 1_794_744_000_000.25,
    ended_ms: 1_794_744_000_001.5,
    attributes: { text: 'a', whole: 2, share: 0.5, is_so: true },
    is_failed: true,
  };
}

interface Sent {
  url: string | undefined;
  headers: Record<string, unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: the test reads what it expects.
  body: any;
}

/** A collector that answers with these statuses in turn, then with 200; `hang` never answers. */
async function startCollector(...statuses: (number | 'hang')[]) {
  const received: Sent[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    received.push({ url: request.url, headers: request.headers, body: JSON.parse(String(Buffer.concat(chunks))) });
    const status = statuses.shift() ?? 200;
    if (status !== 'hang') response.writeHead(status).end('{}');
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces` };
}

function start(url: string, { timeout_ms = 10_000, last_send_ms = NEVER_MS } = {}) {
  const logged: string[] = [];
  const exporter = createExporter({
    url,
    headers: { 'x-tenant': 'me' },
    timeout_ms,
    last_send_ms,
    delay_ms: 5,
    resource: { 'service.name': 'overheard' },
    log: { warn: (_about, message) => logged.push(message), info: (message) => logged.push(message) },
  });
  exporters.push(exporter);
  return { exporter, logged };
}

const namesOf = ({ body }: Sent) => body.resourceSpans[0].scopeSpans[0].spans.map(({ name }: EndedSpan) => name);

it('sends spans together, as the protocol writes them', async () => {
  const { received, url } = await startCollector();
  const { exporter } = start(url);
  exporter.add(createSpan('one'));
  exporter.add(createSpan('two'));
  await expect.poll(() => received.length).toBe(1);
  expect(received[0]).toMatchObject({
    url: '/v1/traces',
    headers: { 'content-type': 'application/json', 'x-tenant': 'me' },
  });
  const [{ resource, scopeSpans }] = received[0]!.body.resourceSpans;
  expect(resource.attributes).toEqual([{ key: 'service.name', value: { stringValue: 'overheard' } }]);
  expect(scopeSpans[0].spans).toHaveLength(2);
  expect(scopeSpans[0].spans[0]).toEqual({
    traceId: 'a'.repeat(32),
    spanId: 'b'.repeat(16),
    name: 'one',
    kind: 2,
    startTimeUnixNano: '1794744000000250000',
    endTimeUnixNano: '1794744000001500000',
    attributes: [
      { key: 'text', value: { stringValue: 'a' } },
      { key: 'whole', value: { intValue: '2' } },
      { key: 'share', value: { doubleValue: 0.5 } },
      { key: 'is_so', value: { boolValue: true } },
    ],
    status: { code: 2 },
  });
});

it('sends the same spans again after 503, and says once that it cannot and once that it can', async () => {
  const { received, url } = await startCollector(503, 503);
  const { exporter, logged } = start(url);
  exporter.add(createSpan('one'));
  await expect.poll(() => logged).toHaveLength(2);
  expect(received.map(namesOf)).toEqual([['one'], ['one'], ['one']]);
  expect(logged).toEqual(['traces cannot be sent; the service goes on without', 'traces are sent again']);
});

it('drops spans that the collector refuses for good', async () => {
  const { received, url } = await startCollector(400);
  const { exporter } = start(url);
  exporter.add(createSpan('one'));
  await expect.poll(() => received.length).toBe(1);
  exporter.add(createSpan('two'));
  await expect.poll(() => received.length).toBe(2);
  expect(received.map(namesOf)).toEqual([['one'], ['two']]);
});

it('keeps a limited number of spans while nobody takes them', async () => {
  const { received, url } = await startCollector('hang', 'hang');
  const { exporter, logged } = start(url, { timeout_ms: 3000 });
  for (let index = 0; index < 10_000; index += 1) exporter.add(createSpan(String(index)));
  await expect
    .poll(() => logged)
    .toEqual(['traces cannot be sent; the service goes on without', 'traces are sent again']);
  // Spans that a busy machine answers too late are sent once more.
  await expect.poll(() => new Set(received.slice(2).flatMap(namesOf)).size).toBe(2048);
});

it('gives up on a collector that never answers, even if memory is cleaned up meanwhile', async () => {
  const { received, url } = await startCollector('hang');
  const { exporter, logged } = start(url, { timeout_ms: 300 });
  exporter.add(createSpan('one'));
  await expect.poll(() => received.length, { interval: 5 }).toBe(1);
  readHeldBytes();
  await expect
    .poll(() => logged)
    .toEqual(['traces cannot be sent; the service goes on without', 'traces are sent again']);
});

it('sends what is left when it ends, and ends without an answer where nobody answers', async () => {
  const { received, url } = await startCollector();
  const { exporter } = start(url);
  exporter.add(createSpan('one'));
  await exporter.close();
  expect(received.map(namesOf)).toEqual([['one']]);

  const silent = await startCollector('hang', 'hang', 'hang');
  // Waiting for the response, or for as long as a request may take, would never end.
  const { exporter: hanging } = start(silent.url, { timeout_ms: NEVER_MS, last_send_ms: 50 });
  hanging.add(createSpan('one'));
  await expect(hanging.close()).resolves.toBeUndefined();
});
