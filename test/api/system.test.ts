import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../src/operations/index.ts';
import { startService, type TestService } from '../harness/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

describe('beside the interface, without a key', () => {
  it('says that it is up and that its store answers', async () => {
    expect((await service.as(null).get('//healthz')).status).toBe(200);
    expect((await service.as(null).get('//readyz')).status).toBe(200);
  });

  it('counts requests for Prometheus', async () => {
    await service.as(null).get('/key');
    const { text, headers } = await service.as(null).get('//metrics');
    expect(headers['content-type']).toContain('text/plain');
    expect(text).toContain('http_request_duration_seconds_count{operation="get_key",status="401"} 1');
    expect(text).toContain('extraction_slow_parsing 0');
  });

  it('asks for the token of /metrics where one is set', async () => {
    const guarded = await startService({ METRICS_TOKEN: 'tell-no-one' });
    expect((await guarded.as(null).get('//metrics')).status).toBe(401);
    expect((await guarded.as(null).get('//metrics', { headers: { authorization: 'Bearer tell-no-one' } })).status).toBe(
      200,
    );
    await guarded.close();
  });

  it('keeps /metrics to itself where it is open to the network and no token is set', async () => {
    for (const HOST of ['0.0.0.0', '::', '192.168.1.5', 'overheard.example.com']) {
      const open = await startService({ HOST });
      const refused = await open.as(null).get('//metrics');
      expect(refused.status).toBe(403);
      expect(refused.body).toMatchObject({ code: 'forbidden', message: expect.stringContaining('METRICS_TOKEN') });
      expect(open.logged().match(/GET \/metrics is off/g)).toHaveLength(1);
      await open.close();
    }
    const proxied = await startService({ TRUST_PROXY: 'loopback' });
    expect((await proxied.as(null).get('//metrics')).status).toBe(403);
    await proxied.close();
    for (const HOST of ['localhost', '127.0.0.2', '::1']) {
      const local = await startService({ HOST });
      expect((await local.as(null).get('//metrics')).status).toBe(200);
      expect(local.logged()).not.toContain('is off');
      await local.close();
    }
    const guarded = await startService({ HOST: '0.0.0.0', METRICS_TOKEN: 'tell-no-one' });
    expect((await guarded.as(null).get('//metrics')).status).toBe(401);
    const headers = { authorization: 'Bearer tell-no-one' };
    expect((await guarded.as(null).get('//metrics', { headers })).status).toBe(200);
    await guarded.close();
  });

  it('lets nobody keep an answer or guess at its type, except for the files of the dashboard', async () => {
    const { client, id } = await service.createProject();
    const nobody = service.as(null);
    const answers = [
      await client.get('/brands'),
      await client.get('/chats', { headers: { accept: 'text/csv' } }),
      await client.post('/topics', { name: 'x' }),
      await client.post('/topics', '{'),
      await client.get('/nothing'),
      await client.put('/topics', {}),
      await client.get(`/brands/${'x'.repeat(2000)}`),
      await nobody.get('/brands', { query: { project_id: id } }),
      await nobody.get('//session'),
      await nobody.post('//session', {}),
      await nobody.delete('//session'),
      await nobody.get('//healthz'),
      await nobody.get('//readyz'),
      await nobody.get('//metrics'),
      await nobody.get('//backup'),
      await nobody.get('//openapi.json'),
      await nobody.get('//docs/reference'),
      await nobody.get('//%'),
    ];
    for (const { headers, text } of answers) {
      expect(headers, text).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
    }
    const page = await nobody.get('//', { headers: { accept: 'text/html' } });
    expect(page.headers).toMatchObject({ 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' });
  });

  it('publishes every operation in OpenAPI 3.1 and on a page that runs no script', async () => {
    const { body } = await service.as(null).get('//openapi.json');
    expect(body.openapi).toBe('3.1.0');
    for (const { method, path, id } of OPERATIONS) expect(body.paths[path][method.toLowerCase()].operationId).toBe(id);
    expect(new Set(OPERATIONS.map(({ id }) => id)).size).toBe(OPERATIONS.length);
    const report = body.paths['/reports/brands'].post.requestBody.content['application/json'].schema;
    expect(report.required).toBeUndefined();
    const page = await service.as(null).get('//docs/reference');
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.text).not.toContain('<script');
    for (const { summary } of OPERATIONS) expect(page.text).toContain(summary);
  });

  it('serves the interface under another path where one is set', async () => {
    const moved = await startService({ BASE_PATH: '/customer/v1' });
    const { client } = await moved.createCompany();
    expect((await client.get('/key')).status).toBe(200);
    expect((await client.get('//v1/key')).status).toBe(404);
    await moved.close();
  });
});

describe('CORS', () => {
  const headers = { origin: 'https://app.example', 'access-control-request-method': 'POST' };

  it('is off by default', async () => {
    const answer = await service.as(null).request('OPTIONS', '/reports/brands', { headers });
    expect(answer.status).toBe(405);
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });

  it('allows the origins of the setting and no others', async () => {
    const open = await startService({ CORS_ORIGINS: 'https://app.example,https://other.example' });
    const answer = await open.as(null).request('OPTIONS', '/reports/brands', { headers });
    expect(answer.status).toBe(204);
    expect(answer.headers['access-control-allow-origin']).toBe('https://app.example');
    expect(answer.headers['access-control-allow-headers']).toContain('X-API-Key');
    const foreign = await open
      .as(null)
      .request('OPTIONS', '/reports/brands', { headers: { ...headers, origin: 'https://evil.example' } });
    expect(foreign.headers['access-control-allow-origin']).not.toBe('https://evil.example');
    await open.close();
  });
});

describe('the log', () => {
  it('has a line with the request id for every request, and never a key or an answer', async () => {
    const { client, key, companyKey } = await service.createProject();
    const chat = {
      prompt_text: 'a secret question',
      country_code: 'US',
      model_id: 'famA-scraper',
      date: '2026-01-01',
      answer: 'a confidential answer',
    };
    await client.post('/chats', { chats: [chat] }, { headers: { 'x-request-id': 'find-me' } });
    await client.post('/chats', '{"chats": [{"answer": "a confidential answer"', {
      headers: { 'x-request-id': 'broken' },
    });
    const lines = service
      .logged()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.find(({ request_id }) => request_id === 'find-me')).toMatchObject({
      operation: 'create_chats',
      status: 200,
    });
    expect(lines.find(({ request_id }) => request_id === 'broken')).toMatchObject({ status: 400 });
    for (const secret of [key, companyKey, 'confidential', 'secret question'])
      expect(service.logged()).not.toContain(secret);
  });
});
