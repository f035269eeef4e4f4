import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestProject, type TestService } from '../harness/service.ts';

let service: TestService;
let project: TestProject;

beforeAll(async () => {
  service = await startService();
  project = await service.createProject();
});
afterAll(() => service.close());

describe('paths and methods', () => {
  it('answers an unknown path with 404, without asking for a key', async () => {
    const { status, body } = await service.as(null).get('/nothing');
    expect(status).toBe(404);
    expect(body.code).toBe('not_found');
  });

  it.each(['QUERY', 'PROPFIND', 'POST'])(
    'answers %s to an unknown path with 404, without reading a body',
    async (method) => {
      const headers = { 'content-type': 'text/xml' };
      expect((await service.as(null).request(method, '/nothing', { body: 'not json', headers })).status).toBe(404);
      expect((await service.as(null).request(method, '/nothing')).status).toBe(404);
    },
  );

  it.each([
    ['PUT', '/prompts/suggestions', 'GET, HEAD, POST'],
    ['DELETE', '/prompts/suggestions', 'GET, HEAD, POST'],
    ['POST', '/prompts/pr_1', 'PATCH, DELETE'],
    ['PROPFIND', '/topics', 'GET, HEAD, POST'],
    ['GET', '/reports/brands', 'POST'],
    ['DELETE', '/project-profile', 'GET, HEAD, PUT'],
    ['OPTIONS', '/topics', 'GET, HEAD, POST'],
  ])('answers %s %s with 405 and Allow, before any key', async (method, path, allow) => {
    const { status, headers } = await service.as(null).request(method, path);
    expect(status).toBe(405);
    expect(headers.allow).toBe(allow);
  });

  it('answers 405 without reading the body', async () => {
    const { status } = await service
      .as(null)
      .request('PUT', '/topics', { body: 'not json', headers: { 'content-type': 'text/xml' } });
    expect(status).toBe(405);
  });
});

describe('keys', () => {
  it.each([null, '', 'ohp_wrong', 'x'.repeat(10_000)])('answers 401 to the key %s', async (key) => {
    const { status, body } = await service.as(key).get('/prompts');
    expect(status).toBe(401);
    expect(body.code).toBe('unauthorized');
  });

  it('checks the key before the body', async () => {
    const { status } = await service.as(null).post('/topics', '{', { headers: { 'content-type': 'application/json' } });
    expect(status).toBe(401);
  });

  it('answers 401 to a key once it is revoked', async () => {
    const { id, key } = (await project.company.post('/keys', { project_id: project.id })).body;
    expect((await service.as(key).get('/prompts')).status).toBe(200);
    expect((await project.company.delete(`/keys/${id}`)).status).toBe(200);
    expect((await service.as(key).get('/prompts')).status).toBe(401);
    expect((await project.company.delete(`/keys/${id}`)).status).toBe(404);
  });

  it('lets a read key read and report, and nothing else', async () => {
    const { key } = (await project.company.post('/keys', { project_id: project.id, rights: 'read' })).body;
    const reader = service.as(key);
    expect((await reader.get('/prompts')).status).toBe(200);
    expect((await reader.post('/reports/brands')).status).toBe(200);
    expect((await reader.post('/topics', { name: 'x' })).status).toBe(403);
    expect((await reader.post('/topics', { name: '' })).status).toBe(403);
    expect((await reader.get('/key')).body).toMatchObject({
      kind: 'project',
      rights: 'read',
      project: { id: project.id },
    });
  });
});

describe('bodies', () => {
  it.each([
    undefined,
    'application/json',
    'application/json; charset=utf-8',
    'application/vnd.api+json',
    'text/plain',
    'application/x-www-form-urlencoded',
  ])('reads the content type %s as JSON', async (type) => {
    const { status } = await project.client.post('/reports/brands', '{"limit":1}', {
      headers: type ? { 'content-type': type } : {},
    });
    expect(status).toBe(200);
  });

  it.each(['text/xml', 'multipart/form-data; boundary=x', 'application/x-ndjson', 'garbage'])(
    'answers 415 to the content type %s, naming application/json',
    async (type) => {
      const { status, body } = await project.client.post('/reports/brands', '{"limit":1}', {
        headers: { 'content-type': type },
      });
      expect(status).toBe(415);
      expect(body.message).toContain('application/json');
    },
  );

  it('takes an empty body as {}', async () => {
    expect((await project.client.post('/reports/brands')).status).toBe(200);
    expect(
      (await project.client.post('/reports/brands', '', { headers: { 'content-type': 'application/json' } })).status,
    ).toBe(200);
  });

  it.each([
    ['{"limit":', 'invalid_json'],
    ['[]', 'invalid_request'],
    ['null', 'invalid_request'],
    ['"text"', 'invalid_request'],
    ['{"project_id":"a\\u0000b"}', 'invalid_request'],
  ])('answers 400 to the body %s', async (text, code) => {
    const { status, body } = await project.client.post('/reports/brands', text);
    expect(status).toBe(400);
    expect(body.code).toBe(code);
  });

  it('answers 413 over 1 MiB', async () => {
    const name = 'x'.repeat(1024 * 1024);
    expect((await project.client.post('/topics', { name })).status).toBe(413);
  });

  it('answers 413 over 1 MiB, however small the body was on the way', async () => {
    const packed = gzipSync(JSON.stringify({ name: 'x'.repeat(50 * 1024 * 1024) }));
    const { status } = await project.client.post('/topics', packed, {
      headers: { 'content-encoding': 'gzip', 'content-type': 'application/json' },
    });
    expect(status).toBe(413);
  });

  it('reads and writes gzip', async () => {
    const body = gzipSync('{"limit":1}');
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    expect((await project.client.post('/reports/brands', body, { headers })).status).toBe(200);
    const broken = await project.client.post('/reports/brands', Buffer.from('not gzip'), { headers });
    expect(broken.status).toBe(400);
  });

  it('names an unknown field and the nearest known one', async () => {
    const { status, body } = await project.client.post('/reports/brands', { limt: 1 });
    expect(status).toBe(400);
    expect(body.message).toBe('limt is not a known field: did you mean "limit"?');
    expect((await project.client.post('/topics', { nam: 'x' })).body.message).toContain('did you mean "name"?');
    const nested = await project.client.post('/reports/brands', {
      filters: [{ field: 'brand_id', operater: 'in', values: ['x'] }],
    });
    expect(nested.body.message).toBe('filters[0].operater is not a known field: did you mean "operator"?');
  });

  it.each([{ limit: '5' }, { limit: null }, { limit: 1.5 }, { dimensions: 'date' }, { start_date: 20260101 }])(
    'does not coerce %j',
    async (body) => {
      expect((await project.client.post('/reports/brands', body)).status).toBe(400);
    },
  );
});

describe('query parameters', () => {
  it('ignores unknown ones', async () => {
    expect((await project.client.get('/prompts', { query: { unknown: 'x' } })).status).toBe(200);
  });

  it.each(['abc', '1.5', '1e3', ' 5', '', '0x10', '+5'])('refuses limit=%s', async (limit) => {
    expect((await project.client.get('/prompts', { query: { limit } })).status).toBe(400);
  });

  it('refuses a parameter given twice', async () => {
    const { status, body } = await project.client.get('/prompts?limit=1&limit=2');
    expect(status).toBe(400);
    expect(body.details[0].path).toBe('limit');
  });

  it.each([
    ['0', 400],
    ['1', 200],
    ['10000', 200],
    ['10001', 400],
    ['-1', 400],
  ])('answers limit=%s with %i on every list', async (limit, expected) => {
    for (const path of [
      '/prompts',
      '/prompts/suggestions',
      '/classifications/domains',
      '/chats',
      '/topics',
      '/tags',
      '/brands',
    ]) {
      expect((await project.client.get(path, { query: { limit } })).status, path).toBe(expected);
    }
    expect((await project.client.post('/reports/brands', { limit: Number(limit) })).status).toBe(expected);
  });

  it.each([
    ['-1', 400],
    ['0', 200],
    ['999999999', 200],
  ])('answers offset=%s with %i', async (offset, expected) => {
    expect((await project.client.get('/prompts', { query: { offset } })).status).toBe(expected);
    expect((await project.client.post('/reports/brands', { offset: Number(offset) })).status).toBe(expected);
  });
});

describe('dates', () => {
  it.each([
    ['2026-02-29', 400],
    ['2024-02-29', 200],
    ['2026-2-1', 400],
    ['2026-01-01T00:00:00Z', 400],
    ['2026-13-01', 400],
    ['1900-02-29', 400],
    ['2000-02-29', 200],
    ['', 400],
  ])('answers the date %s with %i', async (date, expected) => {
    const both = { start_date: date, end_date: date };
    expect((await project.client.get('/chats', { query: both })).status).toBe(expected);
    expect((await project.client.post('/reports/brands', both)).status).toBe(expected);
  });

  it('defaults both to 2026-01-01 and says so in a header', async () => {
    expect((await project.client.get('/chats')).headers['x-date-range']).toBe('2026-01-01/2026-01-01');
    const { headers } = await project.client.post('/reports/brands', { end_date: '2026-01-31' });
    expect(headers['x-date-range']).toBe('2026-01-01/2026-01-31');
  });

  it('refuses a start after the end, and says what was defaulted', async () => {
    const { status, body } = await project.client.post('/reports/brands', { start_date: '2026-03-01' });
    expect(status).toBe(400);
    expect(body.message).toContain('end_date was not given, so it is 2026-01-01');
  });
});

describe('headers', () => {
  it('gives every response a request id and echoes a sane one', async () => {
    expect((await service.as(null).get('/nothing')).headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    const headers = { 'x-request-id': 'trace-1' };
    const answer = await project.client.get('/nothing', { headers });
    expect(answer.headers['x-request-id']).toBe('trace-1');
    expect(answer.body.request_id).toBe('trace-1');
    expect(
      (await project.client.get('/prompts', { headers: { 'x-request-id': 'a b<script>' } })).headers['x-request-id'],
    ).not.toContain('script');
  });

  it('marks a filter on model_id as deprecated', async () => {
    const filter = { field: 'model_id', operator: 'in', values: ['famA-scraper'] };
    expect((await project.client.post('/reports/brands', { filters: [filter] })).headers.deprecation).toMatch(/^@\d+$/);
    expect((await project.client.post('/reports/brands')).headers.deprecation).toBeUndefined();
  });

  it('compresses a large answer for a client that asks', async () => {
    for (let index = 0; index < 30; index += 1)
      await project.client.post('/tags', { name: `a rather long name ${index}` });
    const plain = await project.client.get('/tags');
    const packed = await project.client.get('/tags', { headers: { 'accept-encoding': 'gzip' } });
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(packed.raw.length).toBeLessThan(plain.raw.length);
    expect(gunzipSync(packed.raw).toString()).toBe(plain.text);
  });
});

describe('limits', () => {
  it('answers 429 past the rate, with the time to wait', async () => {
    const limited = await startService({ RATE_LIMIT: '3' });
    const { client } = await limited.createCompany();
    const first = await client.get('/projects');
    expect(first.headers).toMatchObject({ 'x-ratelimit-limit': '3', 'x-ratelimit-remaining': '2' });
    expect(Number(first.headers['x-ratelimit-reset'])).toBeLessThanOrEqual(60);
    await client.get('/projects');
    await client.get('/projects');
    const refused = await client.get('/projects');
    expect(refused.status).toBe(429);
    expect(refused.body.code).toBe('rate_limited');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    const { client: other } = await limited.createCompany();
    expect((await other.get('/projects')).status).toBe(200);
    await limited.close();
  });

  it('answers 429 past the rate of a company, whichever of its keys, sessions and links asks', async () => {
    const limited = await startService({ RATE_LIMIT: '100', SHARE_RATE_LIMIT: '100', COMPANY_RATE_LIMIT: '6' });
    const { client, company, key } = await limited.createProject();
    const { token } = (await client.post('/share-links', {})).body;
    const host = { host: 'localhost:8080', origin: 'http://localhost:8080' };
    const session = await limited.as(null).request('POST', '//session', { body: { key }, headers: host });
    const cookies = (session.headers['set-cookie'] as unknown as string[]).map((cookie) => cookie.split(';')[0]!);
    const csrf = cookies.find((cookie) => cookie.startsWith('overheard_csrf='))!.split('=')[1]!;
    const signedIn = { ...host, cookie: cookies.join('; '), 'x-csrf-token': csrf };
    expect((await limited.as(token).get('/brands')).status).toBe(200);
    expect((await limited.as(null).get('/brands', { headers: signedIn })).status).toBe(200);
    const last = await company.get('/projects');
    expect(last.headers).toMatchObject({ 'x-ratelimit-limit': '6', 'x-ratelimit-remaining': '0' });
    for (const refused of [
      await company.get('/projects'),
      await client.get('/brands'),
      await limited.as(token).get('/brands'),
      await limited.as(null).get('/brands', { headers: signedIn }),
    ]) {
      expect(refused.status).toBe(429);
      expect(refused.body.message).toMatch(
        /^The keys and share links of this company together made more than 6 requests per minute\. Try again in (?:1 second|(?!1 )\d+ seconds)\.$/,
      );
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    }
    const { client: other } = await limited.createCompany();
    expect((await other.get('/projects')).status).toBe(200);
    await limited.close();
  });

  it('answers 409 past the number of things in a project', async () => {
    const small = await startService({ MAX_BRANDS: '1', MAX_PROMPTS: '1', MAX_TAGS: '1', MAX_TOPICS: '1' });
    const { client } = await small.createProject();
    for (const [path, first, second] of [
      ['/brands', { name: 'a' }, { name: 'b' }],
      ['/tags', { name: 'a' }, { name: 'b' }],
      ['/topics', { name: 'a' }, { name: 'b' }],
      ['/prompts', { text: 'a', country_code: 'US' }, { text: 'b', country_code: 'US' }],
    ] as const) {
      expect((await client.post(path, first)).status).toBe(201);
      const refused = await client.post(path, second);
      expect(refused.status).toBe(409);
      expect(refused.body.code).toBe('limit_reached');
      expect(refused.body.message).toContain(`MAX_${path.slice(1).toUpperCase()}`);
    }
    await small.close();
  });
});
