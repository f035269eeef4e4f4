import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { NOBODY } from '../../../test/harness/fake-provider.ts';
import type { Ask } from '../../domain/ask.ts';
import { createOutbound } from '../outbound.ts';
import { AskError, type AskServices, type Job } from '../provider.ts';
import { http } from './http.ts';

interface Seen {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

type Answer = { status?: number; headers?: Record<string, string>; json?: unknown; text?: string } | 'cut' | 'silence';

const outbound = createOutbound({ allow_private: true });
afterAll(() => outbound.close());

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A service that gives these answers one after the other, the last one for ever. */
async function serve(...answers: Answer[]) {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += String(piece);
    seen.push({ method: request.method!, url: request.url!, headers: request.headers, body });
    const answer = answers[Math.min(seen.length, answers.length) - 1]!;
    if (answer === 'silence') return;
    if (answer === 'cut') return void request.socket.destroy();
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers });
    response.end(answer.text ?? (answer.json === undefined ? '' : JSON.stringify(answer.json)));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

function toAsk(url: string, changes: Partial<Ask> = {}): Ask {
  return {
    kind: 'http',
    request: { method: 'POST', url: `${url}/ask`, body: { q: '{{prompt}}' } },
    response: { answer: '$.text' },
    ...changes,
  };
}

const toPoll = (url: string, changes: Partial<NonNullable<Ask['poll']>> = {}): Partial<Ask> => ({
  poll: {
    id: '$.job',
    url: `${url}/jobs/{{id}}`,
    done: { path: '$.status', equals: ['done'] },
    failed: { path: '$.status', equals: ['failed'] },
    every_seconds: 1,
    ...changes,
  },
});

function ask(description: Ask, changes: Partial<AskServices> = {}) {
  expect(http.check!(description)).toEqual([]);
  const question = { prompt: 'Which tea?', country_code: 'DE', date: '2026-03-01', id: 'ta_1', ask: description };
  return http.ask(question, {
    secret: null,
    send: outbound.send,
    signal: new AbortController().signal,
    now: () => new Date(),
    ...changes,
  });
}

async function fail(description: Ask, changes: Partial<AskServices> = {}): Promise<AskError> {
  const error: unknown = await ask(description, changes).then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(AskError);
  return error as AskError;
}

describe('a request', () => {
  it('carries prompt, country, language, date, model, id and secret', async () => {
    const { url, seen } = await serve({ json: { text: 'Green.' } });
    const description = toAsk(url, {
      model: 'm1',
      secret: 'key',
      request: {
        method: 'POST',
        url: `${url}/ask?gl={{country_code}}&key={{secret}}`,
        headers: { Authorization: 'Bearer {{secret}}', 'X-Country': '{{country_name}}' },
        body: { q: '{{prompt}}', hl: '{{language}}', on: '{{date}}', model: '{{model}}', id: '{{id}}', n: 3 },
      },
    });
    const reply = await ask(description, { secret: 'a/b' });
    expect(reply).toMatchObject({ answer: 'Green.', finish: 'stop', billed: null, sources: [], queries: [] });
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({ method: 'POST', url: '/ask?gl=DE&key=a%2Fb' });
    expect(seen[0]!.headers).toMatchObject({
      authorization: 'Bearer a/b',
      'x-country': 'Germany',
      'content-type': 'application/json',
      accept: 'application/json',
    });
    expect(JSON.parse(seen[0]!.body)).toEqual({
      q: 'Which tea?',
      hl: 'de',
      on: '2026-03-01',
      model: 'm1',
      id: 'ta_1',
      n: 3,
    });
  });

  it('that cannot carry the secret fails without showing it', async () => {
    const { url, seen } = await serve({ json: {} });
    const request = { method: 'GET' as const, url, headers: { 'x-key': '{{secret}}' } };
    const error = await fail(toAsk(url, { secret: 'key', request }), { secret: 'hush\nhush' });
    expect(error.reason).toBe('unauthorized');
    expect(`${error.message} ${String(error.cause)}`).not.toContain('hush');
    expect(seen).toHaveLength(0);
  });
});

describe('a response', () => {
  it('gives answer, sources, citations, queries, model and cost', async () => {
    const { url } = await serve({
      json: {
        blocks: [
          { text: 'Green tea [1].' },
          { text: ' ' },
          { inner: { text: 'See [B](https://b.com/x).' } },
          { text: 5 },
        ],
        pages: [
          { link: 'https://a.com', name: 'A', used: true },
          { link: 'https://www.b.com/x/', name: 'B', used: false },
          { name: 'no address' },
          { link: 'https://c.com', used: 3 },
        ],
        marks: ['https://a.com', { link: 'https://b.com/x' }, 'https://b.com/x'],
        searches: ['tea', 'green tea', 7],
        model: 'm-2026',
        price: '0.002',
      },
    });
    const reply = await ask(
      toAsk(url, {
        response: {
          answer: '$.blocks..text',
          sources: '$.pages[*]',
          cited: '$.marks',
          source_url: '$.link',
          source_title: '$.name',
          source_cited: '$.used',
          queries: '$.searches[*]',
          model: '$.model',
          cost: '$.price',
        },
      }),
    );
    expect(reply).toEqual({
      answer: 'Green tea [1].\n\nSee [B](https://b.com/x).',
      sources: [
        { url: 'https://a.com', title: 'A', citation_count: 2, citation_position: 1 },
        { url: 'https://www.b.com/x/', title: 'B', citation_count: 2, citation_position: 3 },
        { url: 'https://c.com', citation_count: 3, citation_position: 2 },
      ],
      queries: ['tea', 'green tea'],
      usage: { input_tokens: null, cached_input_tokens: null, output_tokens: null, searches: 2 },
      billed: 0.002,
      provider_model: 'm-2026',
      finish: 'stop',
    });
  });

  it('without the answer is an empty answer: that is a finding', async () => {
    const { url } = await serve({ json: { other: 1 } });
    expect((await ask(toAsk(url))).answer).toBe('');
  });

  const ok = { path: '$.code', equals: [0, { fine: true }], reasons: { 7: 'no_credit', busy: 'overloaded' } } as const;
  it.each<[json: unknown, reason: string | null]>([
    [{ code: 0, text: 'x' }, null],
    [{ code: { fine: true }, text: 'x' }, null],
    [{ code: 7, error: 'Pay first' }, 'no_credit'],
    [{ code: 'busy' }, 'overloaded'],
    [{ code: '0' }, 'refused_by_provider'],
    [{ text: 'x' }, 'refused_by_provider'],
  ])('with status 200 can report a failure: %j', async (json, reason) => {
    const { url } = await serve({ json });
    const description = toAsk(url, {
      response: { answer: '$.text', error: '$.error', ok: { ...ok, equals: [...ok.equals] } },
    });
    if (reason === null) expect((await ask(description)).answer).toBe('x');
    else {
      const error = await fail(description);
      expect(error.reason).toBe(reason);
      if (reason === 'no_credit') expect(error.message).toContain('Pay first');
    }
  });

  it.each<[name: string, answer: Answer, reason: string, message: string]>([
    ['a bad key', { status: 401, json: { error: { message: 'No such key' } } }, 'unauthorized', 'No such key'],
    ['a forbidden page', { status: 403, text: '<html>' }, 'unauthorized', 'status 403.'],
    ['an empty account', { status: 402 }, 'no_credit', 'status 402'],
    ['a wrong request', { status: 422, text: 'prompt is too long' }, 'refused_by_provider', 'prompt is too long'],
    ['a broken service', { status: 500 }, 'overloaded', 'status 500'],
    ['an overloaded service', { status: 529 }, 'overloaded', 'status 529'],
    ['a redirect', { status: 302, headers: { location: 'http://b.com/' } }, 'refused_by_provider', 'http://b.com/'],
    ['a text', { text: 'Hello there' }, 'bad_response', 'not JSON: Hello there'],
    ['nothing', { status: 204 }, 'bad_response', 'empty'],
    ['a cut line', 'cut', 'connection', 'connection'],
  ])('that is %s fails as it should', async (_, answer, reason, message) => {
    const { url, seen } = await serve(answer);
    const error = await fail(toAsk(url, { response: { answer: '$.text', error: '$.error.message' } }));
    expect(error.reason).toBe(reason);
    expect(error.message).toContain(message);
    expect(error.is_end_unknown).toBe(reason === 'connection');
    expect(seen).toHaveLength(1);
  });

  it.each<[headers: Record<string, string>, ms: number | null]>([
    [{ 'retry-after': '7' }, 7000],
    [{ 'retry-after': 'Sun, 01 Mar 2026 12:00:30 GMT' }, 30_000],
    [{ 'retry-after': '7', 'retry-after-ms': '250' }, 250],
    [{ 'retry-after': 'soon' }, null],
  ])('that asks for patience says for how long: %j', async (headers, ms) => {
    const { url } = await serve({ status: 429, headers });
    const error = await fail(toAsk(url), { now: () => new Date('2026-03-01T12:00:00Z') });
    expect(error).toMatchObject({ reason: 'rate_limited', retry_after_ms: ms });
  });

  it('that never comes is a timeout whose end is unknown', async () => {
    const { url } = await serve('silence');
    expect(await fail(toAsk(url, { timeout_seconds: 1 }))).toMatchObject({ reason: 'timeout', is_end_unknown: true });
  });

  it('from a closed port costs nothing', async () => {
    expect(await fail(toAsk(NOBODY))).toMatchObject({ reason: 'connection', is_end_unknown: false });
  });

  it('that is hostile is refused, and others get their turn meanwhile', async () => {
    const { url } = await serve({ text: `${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}` });
    const answer = Array.from({ length: 20 }, () => '$..a');
    let turns = 0;
    const clock = setInterval(() => turns++, 1);
    const error = await fail(toAsk(url, { response: { answer: [...answer.slice(1), '$..a..a'] } }));
    clearInterval(clock);
    expect(error.reason).toBe('bad_response');
    expect(error.message).toContain('$..a..a');
    expect(turns).toBeGreaterThan(5);
  });
});

describe('a job', () => {
  it('is polled until it is done, with the headers of the request', async () => {
    const { url, seen } = await serve(
      { status: 202, json: { job: 42 } },
      { status: 202 },
      { json: { status: 'running' } },
      { json: { status: 'done', text: 'Green.' } },
    );
    const kept: Job[] = [];
    const request = { ...toAsk(url).request!, headers: { 'x-key': '{{secret}}' } };
    const reply = await ask(toAsk(url, { ...toPoll(url), secret: 'key', request }), {
      secret: 's3',
      keepJob: async (job) => void kept.push(job),
    });
    expect(reply.answer).toBe('Green.');
    expect(kept).toEqual([{ id: '42', since: expect.any(String) }]);
    expect(seen.map(({ method, url: path }) => `${method} ${path}`)).toEqual([
      'POST /ask',
      'GET /jobs/42',
      'GET /jobs/42',
      'GET /jobs/42',
    ]);
    expect(seen.every(({ headers }) => headers['x-key'] === 's3')).toBe(true);
    expect(seen.slice(1).every(({ headers }) => headers['content-type'] === undefined)).toBe(true);
  });

  it('is not needed where the first response is the answer', async () => {
    const { url, seen } = await serve({ json: { text: 'Green.' } });
    expect((await ask(toAsk(url, toPoll(url)))).answer).toBe('Green.');
    expect(seen).toHaveLength(1);
  });

  it('of an earlier process is polled at once, and not bought again', async () => {
    const first = await serve({ json: { job: 'j 1' } }, { json: { status: 'running' } });
    let kept: Job | null = null;
    const stop = new AbortController();
    const description = toAsk(first.url, toPoll(first.url, { every_seconds: 60 }));
    const cut = await fail(description, {
      signal: stop.signal,
      keepJob: async (job) => {
        kept = job;
        setTimeout(() => stop.abort(), 20);
      },
    });
    expect(cut).toMatchObject({ reason: 'internal', keeps_job: true });
    const second = await serve({ json: { status: 'done', text: 'Green.' } });
    const again = toAsk(second.url, toPoll(second.url, { every_seconds: 60 }));
    expect((await ask(again, { job: kept })).answer).toBe('Green.');
    expect(second.seen.map(({ method, url }) => `${method} ${url}`)).toEqual(['GET /jobs/j%201']);
  });

  const job = { id: 'j1', since: new Date().toISOString() };
  it.each<[answer: Answer, reason: string, keeps: boolean]>([
    ['cut', 'connection', true],
    [{ status: 503, headers: { 'retry-after': '3' } }, 'overloaded', true],
    [{ status: 429, headers: { 'retry-after': '3' } }, 'rate_limited', true],
    [{ status: 401 }, 'unauthorized', true],
    [{ text: '<html>' }, 'bad_response', true],
    [{ status: 404 }, 'bad_response', false],
    [{ json: { status: 'failed', error: 'Blocked' } }, 'overloaded', false],
  ])('whose poll meets %j fails with the right reason', async (answer, reason, keeps) => {
    const { url, seen } = await serve(answer);
    const description = toAsk(url, { ...toPoll(url), response: { answer: '$.text', error: '$.error' } });
    const error = await fail(description, { job });
    expect(error).toMatchObject({ reason, keeps_job: keeps });
    if (typeof answer === 'object' && answer.headers !== undefined) expect(error.retry_after_ms).toBe(3000);
    if (reason === 'overloaded' && !keeps) expect(error.message).toContain('Blocked');
    expect(seen).toHaveLength(1);
  });

  it('that fails takes its reason from the description', async () => {
    const { url } = await serve({ json: { status: 'failed', code: 9 } });
    const response = { answer: '$.text', ok: { path: '$.code', equals: [0], reasons: { 9: 'no_credit' as const } } };
    expect(await fail(toAsk(url, { ...toPoll(url), response }), { job })).toMatchObject({ reason: 'no_credit' });
  });

  it('that takes too long is given up, and its end is unknown', async () => {
    const { url, seen } = await serve({ json: { job: 1 } }, { json: { status: 'running' } });
    const error = await fail(toAsk(url, toPoll(url, { give_up_seconds: 5 })));
    expect(error).toMatchObject({ reason: 'timeout', is_end_unknown: true, keeps_job: false });
    expect(seen.length).toBeGreaterThan(2);
  });

  it('that is found too late is looked at once more', async () => {
    const { url } = await serve({ json: { status: 'done', text: 'Green.' } });
    const old = { id: 'j1', since: '2026-01-01T00:00:00Z' };
    expect((await ask(toAsk(url, toPoll(url)), { job: old })).answer).toBe('Green.');
  });

  it('with a path for an id is not followed elsewhere', async () => {
    const { url, seen } = await serve({ json: { job: '..' } });
    expect(await fail(toAsk(url, toPoll(url)))).toMatchObject({ reason: 'bad_response' });
    expect(seen).toHaveLength(1);
  });
});

describe('one more request', () => {
  const toThen = (url: string, id?: string): Partial<Ask> => ({
    // biome-ignore lint/suspicious/noThenProperty: the name of the field.
    then: { ...(id === undefined ? {} : { id }), url: `${url}/more/{{id}}` },
  });

  it('follows where its id is found', async () => {
    const { url, seen } = await serve({ json: { token: 'a/b', text: 'short' } }, { json: { text: 'long' } });
    expect((await ask(toAsk(url, toThen(url, '$.token')))).answer).toBe('long');
    expect(seen[1]).toMatchObject({ method: 'GET', url: '/more/a%2Fb' });
  });

  it('is left out where its id is not found', async () => {
    const { url, seen } = await serve({ json: { text: 'short' } });
    expect((await ask(toAsk(url, toThen(url, '$.token')))).answer).toBe('short');
    expect(seen).toHaveLength(1);
  });

  it('fetches the result of a job by its id, and keeps the job if that fails', async () => {
    const job = { id: 'j1', since: new Date().toISOString() };
    const failing = await serve({ json: { status: 'done' } }, { status: 500 });
    const error = await fail(toAsk(failing.url, { ...toPoll(failing.url), ...toThen(failing.url) }), { job });
    expect(error).toMatchObject({ reason: 'overloaded', keeps_job: true });
    const { url, seen } = await serve({ json: { status: 'done' } }, { json: { text: 'Green.' } });
    expect((await ask(toAsk(url, { ...toPoll(url), ...toThen(url) }), { job })).answer).toBe('Green.');
    expect(seen.map(({ url: path }) => path)).toEqual(['/jobs/j1', '/more/j1']);
  });
});

it('an ask with a job may take longer than one request', () => {
  const url = 'https://a.com';
  expect(http.toTimeLimitSeconds!(toAsk(url))).toBe(120);
  expect(http.toTimeLimitSeconds!(toAsk(url, { timeout_seconds: 10, ...toPoll(url) }))).toBe(320);
});
