import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../src/operations/index.ts';
import { type Client, startService, type TestService } from '../harness/service.ts';

const NDJSON = 'application/x-ndjson';
/** Deeper than any recursion gets, and far below the largest body. */
const DEPTH = 200_000;
const chat = { prompt_text: 'x', country_code: 'US', model_id: 'famA-scraper', date: '2026-01-01' };

let service: TestService;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

async function createClient(): Promise<Client> {
  return (await service.createProject()).client;
}

function nest(inside: string): string {
  return '['.repeat(DEPTH) + inside + ']'.repeat(DEPTH);
}

describe('ids in paths', () => {
  it.each(['%00', '%27%20or%201=1', '%E2%98%83', '..%2f..%2fkeys', 'x'.repeat(900), '__proto__', 'constructor'])(
    'of any shape are unknown: %s',
    async (id) => {
      const client = await createClient();
      expect((await client.get(`/chats/${id}/content`)).status).toBe(404);
      expect((await client.patch(`/topics/${id}`, {})).status).toBe(404);
      expect((await client.patch(`/model-channels/${id}`, {})).status).toBe(404);
    },
  );

  it('that hold U+0000 are unknown, in every operation', async () => {
    const client = await createClient();
    for (const { method, path } of OPERATIONS.filter(({ path }) => path.includes('{'))) {
      const asking = { body: {}, query: {} };
      expect((await client.request(method, path.replace(/\{\w+\}/g, 'a%00b'), asking)).status, path).toBe(404);
    }
  });

  it('that cannot be decoded are 400', async () => {
    expect((await (await createClient()).get('/chats/%zz/content')).status).toBe(400);
  });

  // Fastify's FST_ERR_MAX_PARAM_LENGTH is not among the known failures, so it becomes a 500.
  it('of any length are unknown', async () => {
    expect((await (await createClient()).delete(`/topics/${'x'.repeat(1500)}`)).status).toBe(404);
  });
});

describe('a query', () => {
  it('with U+0000 is 400, in every operation', async () => {
    const { company } = await service.createProject();
    const project_id = 'a\0b';
    for (const { method, path, scope } of OPERATIONS.filter(({ path }) => !path.includes('{'))) {
      if (scope !== 'project') continue;
      const asking = { body: {}, query: { project_id } };
      expect((await company.request(method, path, asking)).status, path).toBe(400);
    }
  });
});

describe('names that JavaScript gives a meaning', () => {
  it('are fields like any other', async () => {
    const client = await createClient();
    const refused = await client.post('/topics', '{"name":"a","__proto__":{"country_code":"US"}}');
    expect(refused.status).toBe(400);
    expect(refused.body.message).toContain('__proto__');
    expect((await client.post('/topics', '{"__proto__":{"name":"a"}}')).status).toBe(400);
    expect((await client.get('/topics?__proto__=1&constructor=2&toString=3')).body.totalCount).toBe(0);
  });

  it.each(['__proto__', 'constructor', 'toString'])('are names like any other: %s', async (name) => {
    const client = await createClient();
    expect((await client.post('/topics', { name })).status).toBe(201);
    expect((await client.post('/topics', { name })).status).toBe(409);
    expect((await client.post('/classifications/urls', { name })).status).toBe(201);
    expect((await client.post('/chats', { chats: [{ ...chat, answer: 'a', external_id: name }] })).body.accepted).toBe(
      1,
    );
    expect((await client.get('/chats', { query: { model_channel_id: name } })).body.totalCount).toBe(0);
  });
});

describe('values at the edge', () => {
  it('of dates are stored, listed and reported', async () => {
    const client = await createClient();
    await client.post('/brands', { name: 'Acme' });
    const dates = ['0001-01-01', '9999-12-31'];
    const chats = dates.map((date) => ({ ...chat, date, mentions: [] }));
    expect((await client.post('/chats', { chats })).body.accepted).toBe(2);
    const range = { start_date: dates[0]!, end_date: dates[1]! };
    expect((await client.get('/chats', { query: range })).body.totalCount).toBe(2);
    for (const dimension of ['date', 'week', 'month']) {
      const { status, body } = await client.post('/reports/brands', { ...range, dimensions: [dimension] });
      expect(status).toBe(200);
      expect(body.data).toHaveLength(2);
    }
  });

  it('of paging give empty pages', async () => {
    const client = await createClient();
    expect((await client.post('/reports/brands', { offset: Number.MAX_SAFE_INTEGER })).body).toEqual({ data: [] });
    for (const path of ['/chats', '/prompts', '/prompts/suggestions', '/topics', '/models', '/classifications/urls']) {
      expect((await client.get(path, { query: { offset: '999999999999999' } })).body.data).toEqual([]);
    }
  });

  it('of numbers that JSON cannot hold are 400', async () => {
    const client = await createClient();
    const { id } = (await client.post('/prompts', { text: 'x', country_code: 'US' })).body;
    expect((await client.patch(`/prompts/${id}`, '{"volume":1e400}')).status).toBe(400);
    expect((await client.post('/reports/brands', '{"limit":1e400}')).status).toBe(400);
  });
});

describe('JSON nested without end', () => {
  it('is refused as any wrong value', async () => {
    const client = await createClient();
    expect((await client.post('/topics', `{"name":${nest('')}}`)).status).toBe(400);
    expect((await client.post('/prompts/bulk', `{"prompts":[${nest('')}]}`)).status).toBe(400);
    expect((await client.post('/chats', nest(''), { headers: { 'content-type': NDJSON } })).body.rejected_count).toBe(
      1,
    );
  });

  it('is refused where it holds U+0000', async () => {
    expect((await (await createClient()).post('/topics', `{"name":${nest('"\\u0000"')}}`)).status).toBe(400);
  });

  it('rejects its own line alone', async () => {
    const client = await createClient();
    const lines = `{"date":${nest('"\\u0000"')}}\n${JSON.stringify({ ...chat, answer: 'a' })}`;
    const { body } = await client.post('/chats', lines, { headers: { 'content-type': NDJSON } });
    expect(body).toMatchObject({ accepted: 1, rejected_count: 1 });
  });

  it('is refused together with an Idempotency-Key', async () => {
    const client = await createClient();
    const headers = { 'idempotency-key': 'deep' };
    expect((await client.post('/topics', `{"name":${nest('')}}`, { headers })).status).toBe(400);
  });
});

describe('half a surrogate pair', () => {
  it('breaks nothing', async () => {
    const client = await createClient();
    expect((await client.post('/topics', '{"name":"a\\ud800b"}')).status).toBe(201);
    expect((await client.get('/prompts', { query: { search: '\ufffd' } })).status).toBe(200);
  });

  // The store keeps U+FFFD in its place, and the text that was sent is compared with that.
  it('in a prompt does not hide that the prompt exists', async () => {
    const client = await createClient();
    const body = '{"text":"a\\ud800b","country_code":"US"}';
    expect((await client.post('/prompts', body)).status).toBe(201);
    expect((await client.post('/prompts', body)).status).toBe(409);
  });

  it('in an answer does not hide that its export is a duplicate', async () => {
    const client = await createClient();
    await client.post('/chats', `{"chats":[${JSON.stringify(chat).slice(0, -1)},"answer":"a\\ud800b"}]}`);
    const lines = (await client.get('/chats', { headers: { accept: NDJSON } })).text;
    const { body } = await client.post('/chats', lines, { headers: { 'content-type': NDJSON } });
    expect(body).toMatchObject({ accepted: 0, duplicates: 1 });
  });
});
