import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, inject, it } from 'vitest';
import { startFakeModel } from '../harness/fake-model.ts';
import { ask, createFolder, KEY, type Program, removeFolder, runProgram, startProgram } from '../harness/program.ts';
import { waitUntil } from '../harness/wait-until.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';
const TOKEN = 'token-of-the-collector';

interface OtlpSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: Record<string, unknown> }[];
}

const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

/** A server that keeps what it receives; with `hang` it never answers. */
async function startCollector(behavior: 'answer' | 'hang' = 'answer') {
  const received: { url: string; authorization: string; text: string }[] = [];
  const server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { url = '', headers } = request;
    received.push({ url, authorization: headers.authorization ?? '', text: String(Buffer.concat(chunks)) });
    if (behavior === 'answer') response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(async () => server.closeAllConnections());
  const listSpans = () =>
    received.flatMap(({ text }) => JSON.parse(text).resourceSpans[0].scopeSpans[0].spans as OtlpSpan[]);
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received, listSpans };
}

async function start(env: Record<string, string>): Promise<Program> {
  const folder = await createFolder();
  closing.push(() => removeFolder(folder));
  const program = await startProgram(folder, {
    ALLOW_PRIVATE_ADDRESSES: 'true',
    SECRETS_KEY: 'ab'.repeat(32),
    OTEL_BSP_SCHEDULE_DELAY: '50',
    ...env,
  });
  closing.push(async () => {
    program.process.kill('SIGTERM');
    await program.ended;
  });
  return program;
}

it('traces requests, statements, background work and asks, and says nothing secret', async () => {
  const collector = await startCollector();
  const provider = await startFakeModel(() => ({ answer: 'a confidential answer of a model' }));
  closing.push(provider.close);
  const program = await start({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${TOKEN}`,
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=testing',
  });
  const { body: project } = await ask(program, { method: 'POST', path: '/projects', body: { name: 'Hidden name' } });
  const project_id = project.id as string;
  await ask(program, { method: 'POST', path: '/brands', body: { project_id, name: 'Hushbrand', is_own: true } });
  const chat = {
    prompt_text: 'a secret question',
    country_code: 'US',
    model_id: 'famA-scraper',
    date: '2026-01-01',
    answer: 'a confidential text that names Hushbrand',
  };
  expect((await ask(program, { method: 'POST', path: '/chats', body: { project_id, chats: [chat] } })).status).toBe(
    200,
  );
  const search = await fetch(
    `${program.url}/v1/chats?project_id=${project_id}&search=needle-in-hay&start_date=2026-01-01&end_date=2026-01-02`,
    {
      headers: { 'X-API-Key': KEY, traceparent: `00-${TRACE}-${PARENT}-01` },
    },
  );
  expect(search.status).toBe(200);
  const secret = { project_id, value: 'sk-value-of-a-secret', hosts: [provider.host] };
  expect((await ask(program, { method: 'PUT', path: '/secrets/hidden', body: secret })).status).toBeLessThan(300);
  const asking = {
    project_id,
    text: 'a whispered prompt',
    country_code: 'US',
    ask: {
      kind: 'openai-compatible',
      model: 'm',
      base_url: provider.base_url,
      secret: 'hidden',
      price: { request: 0.01 },
    },
  };
  const tried = await ask(program, { method: 'POST', path: '/model-channels/famA-0/test', body: asking });
  expect(tried.body.answer).toBe('a confidential answer of a model');
  expect((await ask(program, { path: '/nowhere?search=needle-in-hay' })).status).toBe(404);

  const hasSpan = (name: string) => collector.listSpans().some((span) => span.name === name);
  await waitUntil('a piece of background work has been traced', () =>
    collector.listSpans().some(({ name }) => name.startsWith('work ')),
  );
  await waitUntil('the last request has been traced', () => hasSpan('GET'));
  program.process.kill('SIGTERM');
  expect(await program.ended).toBe(0);

  const spans = collector.listSpans();
  const read = (span: OtlpSpan) => Object.fromEntries(span.attributes.map(({ key, value }) => [key, value]));
  const find = (name: string) => spans.find((span) => span.name === name)!;
  const listing = find('GET /v1/chats');
  expect(listing).toMatchObject({ traceId: TRACE, parentSpanId: PARENT, kind: 2, status: {} });
  expect(read(listing)).toEqual({
    'http.request.method': { stringValue: 'GET' },
    'http.route': { stringValue: '/v1/chats' },
    'http.response.status_code': { intValue: '200' },
    'overheard.operation': { stringValue: 'list_chats' },
    'overheard.project': { intValue: expect.stringMatching(/^\d+$/) },
    'overheard.is_complete': { boolValue: true },
  });
  const inside = spans.filter(({ traceId }) => traceId === TRACE).map(({ name }) => name);
  expect(inside).toContain('store.statement');
  // The body of a request is read before its writes begin.
  const ingestion = find('POST /v1/chats');
  expect(spans.some(({ name, traceId }) => name === 'store.write' && traceId === ingestion.traceId)).toBe(true);
  const asked = find('ask');
  expect(read(asked)).toEqual({ 'overheard.ask': { stringValue: 'openai-compatible' } });
  expect(asked.traceId).toBe(find('POST /v1/model-channels/:id/test').traceId);
  expect(spans.find(({ parentSpanId, name }) => parentSpanId === asked.spanId && name === 'POST')).toBeDefined();
  expect(spans.find(({ name }) => name.startsWith('work '))!.parentSpanId).toBeUndefined();

  const sent = collector.received.map(({ text }) => text).join('\n');
  expect(sent).toContain('deployment.environment.name');
  const secrets = [
    KEY,
    TOKEN,
    'sk-value',
    'confidential',
    'secret question',
    'whispered',
    'needle',
    'Hidden',
    'Hushbrand',
  ];
  for (const text of [...secrets, project_id, 'select ']) expect(sent).not.toContain(text);
  expect(new Set(collector.received.map(({ url, authorization }) => `${url} ${authorization}`))).toEqual(
    new Set([`/v1/traces Bearer ${TOKEN}`]),
  );
});

it.each(['is down', 'never answers'] as const)('a collector that %s delays and fails nothing', async (behavior) => {
  const endpoint = behavior === 'is down' ? 'http://127.0.0.1:9' : (await startCollector('hang')).url;
  const program = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_TIMEOUT: '60000' });
  const durations: number[] = [];
  for (let index = 0; index < 300; index += 1) {
    const began = performance.now();
    expect((await ask(program, { path: '/key' })).status).toBe(200);
    durations.push(performance.now() - began);
  }
  // Waiting for the collector even once would take far longer.
  expect(durations.sort((a, b) => a - b)[150]).toBeLessThan(1000);
  program.process.kill('SIGTERM');
  expect(await program.ended).toBe(0);
  // It ended in order, not because its time was over.
  expect(program.errors()).toContain('"msg":"stopped"');
  const warned = program
    .errors()
    .split('\n')
    .filter((line) => line.includes('traces cannot be sent'));
  expect(warned.length).toBeLessThanOrEqual(1);
});

// An embedded store has no processes that only work.
it.runIf(inject('engine') === 'postgres')('a worker traces its work, too', async () => {
  const collector = await startCollector();
  const folder = await createFolder();
  closing.push(() => removeFolder(folder));
  const worker = runProgram(['worker'], {
    folder,
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '50', OTEL_SERVICE_NAME: 'my-worker' },
  });
  await waitUntil('a step has been traced', () => collector.listSpans().some(({ name }) => name === 'work cleanup'));
  expect(collector.received[0]!.text).toContain('my-worker');
  worker.process.kill('SIGTERM');
  expect(await worker.ended).toBe(0);
});

it('without an address nothing is traced', async () => {
  const program = await start({ OTEL_SERVICE_NAME: 'unused' });
  const answer = await fetch(`${program.url}/v1/key`, {
    headers: { 'X-API-Key': KEY, traceparent: `00-${TRACE}-${PARENT}-01` },
  });
  expect(answer.status).toBe(200);
  expect(program.errors()).not.toContain('traces');
});
