import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createApp } from '../../src/surfaces/http/app.ts';
import { readParquet } from '../harness/parquet.ts';
import { startService } from '../harness/service.ts';

it('a streamed answer that breaks never ends as if it were whole', async () => {
  const service = await startService();
  const { client, key } = await service.createProject();
  const chats = Array.from({ length: 1500 }, (_, index) => ({
    prompt_text: 'Which?',
    country_code: 'US',
    model_id: 'famA-scraper',
    date: '2026-01-01',
    answer: `${index} ${'x'.repeat(500)}`,
  }));
  await client.post('/chats', { chats });
  let left = 3;
  const { store } = service.context;
  const failing: typeof store = {
    ...store,
    read: (project, work, options) => {
      left -= 1;
      return left < 0 ? Promise.reject(new Error('the store is gone')) : store.read(project, work, options);
    },
  };
  const { fastify } = await createApp({ ...service.context, store: failing, log: pino({ level: 'silent' }) });
  await fastify.listen({ port: 0, host: '127.0.0.1' });
  const { port } = fastify.server.address() as AddressInfo;
  for (const encoding of ['identity', 'gzip']) {
    left = 3;
    const response = await fetch(`http://127.0.0.1:${port}/v1/chats`, {
      headers: { 'X-API-Key': key, Accept: 'application/x-ndjson', 'Accept-Encoding': encoding },
    });
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
  }
  // An export of rows is read once, so all of it is of one state.
  for (const accept of ['text/csv', 'application/vnd.apache.parquet']) {
    left = 1;
    const whole = await fetch(`http://127.0.0.1:${port}/v1/chats`, { headers: { 'X-API-Key': key, Accept: accept } });
    expect(whole.status).toBe(200);
    const bytes = Buffer.from(await whole.arrayBuffer());
    expect(
      accept === 'text/csv' ? bytes.toString().split('\r\n').length - 2 : (await readParquet(bytes)).rows.length,
    ).toBe(1500);
  }
  left = 0;
  const early = await fetch(`http://127.0.0.1:${port}/v1/chats`, {
    headers: { 'X-API-Key': key, Accept: 'application/x-ndjson' },
  });
  expect(early.status).toBe(500);
  expect(await early.text()).not.toContain('the store is gone');
  await fastify.close();
  await service.close();
});
