import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import { createTestContext, type TestContext } from '../../test/harness/context.ts';
import { createApp } from '../surfaces/http/app.ts';
import { type Client, createClient } from './client.ts';
import type { InputOfRoute, ItemOfRoute } from './routes.ts';

let test: TestContext;
let fastify: FastifyInstance;
let url: string;
let client: Client;
beforeAll(async () => {
  test = await createTestContext();
  ({ fastify } = await createApp(test.context));
  url = await fastify.listen({ port: 0 });
  const company = await test.addCompany();
  const { project } = await test.addProject(company);
  const { secret } = await test.addKey(company, { project });
  client = createClient({ baseUrl: `${url}/v1`, headers: () => ({ 'X-API-Key': secret }) });
});
afterAll(async () => {
  await fastify.close();
  await test.close();
});

const CHAT = { prompt_text: 'Which one?', country_code: 'US', model_id: 'famA-scraper', date: '2026-01-01' };

describe('the typed client', () => {
  it('calls operations with fields in path, query and body', async () => {
    const { id } = await client.call('POST /brands', { name: 'Acme' });
    await client.call('PATCH /brands/{id}', { id, color: 'red' });
    const { data, total_count } = await client.call('GET /brands', { limit: 10 });
    expect(total_count).toBe(1);
    expect(data).toMatchObject([{ id, name: 'Acme', color: 'red' }]);
    const batch = await client.call('POST /chats', { chats: [{ ...CHAT, answer: 'Acme.' }], dry_run: false });
    expect(batch).toMatchObject({ accepted: 1 });
    const report = await client.call('POST /reports/brands', { dimensions: ['date'] });
    expect(report.data).toMatchObject([{ brand: { id }, visibility: 1 }]);
    const unknown = client.call('DELETE /classifications/domains', { name: 'none' });
    await expect(unknown).rejects.toMatchObject({ status: 404 });
  });

  it('gets the same answer again with the same idempotency key', async () => {
    const options = { idempotencyKey: 'once' };
    const first = await client.call('POST /topics', { name: 'Once' }, options);
    expect(await client.call('POST /topics', { name: 'Once' }, options)).toEqual(first);
  });

  it('gets rows in another format', async () => {
    const response = await client.fetch('GET /topics', {}, { accept: 'text/csv' });
    expect(await response.text()).toMatch(/^id,name,country_code\r\n/);
  });

  it('throws what the service answers, or that there is no answer', async () => {
    await expect(client.call('GET /runs/{id}', { id: 'ru_unknown' })).rejects.toMatchObject({
      name: 'ApiError',
      status: 404,
      code: 'not_found',
      message: 'This run does not exist.',
      requestId: expect.any(String),
    });
    const nobody = createClient({ baseUrl: 'http://127.0.0.1:9/v1', headers: () => ({}) });
    await expect(nobody.call('GET /key', {})).rejects.toMatchObject({ status: 0, code: 'unreachable' });
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(client.call('GET /key', {}, { signal })).rejects.toThrow('enough');
  });

  it('does not compile with a route, field or value that the API does not have', async () => {
    expectTypeOf<ItemOfRoute<'GET /keys'>['rights']>().toEqualTypeOf<'read' | 'write'>();
    expectTypeOf<{ nam: string }>().not.toExtend<InputOfRoute<'POST /topics'>>();
    // @ts-expect-error: there is no such route.
    await expect(client.call('GET /nothing', {})).rejects.toMatchObject({ status: 404 });
    // @ts-expect-error: a topic has a name.
    await expect(client.call('POST /topics', {})).rejects.toMatchObject({ status: 400 });
  });
});
