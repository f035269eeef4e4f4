import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { TENANT_TABLES } from '../../src/store/schema.ts';
import { startFakeModel } from '../harness/fake-model.ts';
import { startService, type TestService } from '../harness/service.ts';
import { waitUntil } from '../harness/wait-until.ts';

const SECRET = 'sk-VERY+secret/value=0123456789';

let service: TestService;
const everything: string[] = [];

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const FORMS = [SECRET, encodeURIComponent(SECRET), Buffer.from(SECRET).toString('base64').replace(/=+$/, '')];

describe('a secret', () => {
  it('is listed without its value', async () => {
    const { client } = await service.createProject();
    expect((await client.put('/secrets/my-key', { value: SECRET })).body).toEqual({});
    await client.put('/secrets/short', { value: 'abc', hosts: ['API.example.com', 'other.example:8080'] });
    const { data } = (await client.get('/secrets')).body;
    expect(data).toEqual([
      {
        name: 'my-key',
        hint: '6789',
        hosts: expect.arrayContaining(['api.openai.com', 'api.anthropic.com']),
        source: 'stored',
        updated_at: expect.any(String),
        last_used_at: null,
      },
      expect.objectContaining({ name: 'short', hint: null, hosts: ['api.example.com', 'other.example:8080'] }),
    ]);
  });

  it.each([
    ['a name with capitals', 'Key', { value: 'x' }],
    ['no value', 'key', {}],
    ['an empty value', 'key', { value: '' }],
    ['a value that is too long', 'key', { value: 'x'.repeat(4097) }],
    ['a host with a path', 'key', { value: 'x', hosts: ['example.com/path'] }],
    ['a host with a user', 'key', { value: 'x', hosts: ['user@example.com'] }],
  ])('is refused with %s', async (_case, name, body) => {
    const { client } = await service.createProject();
    expect((await client.put(`/secrets/${name}`, body)).status).toBe(400);
  });

  it('cannot be deleted while a channel uses it', async () => {
    const { client } = await service.createProject();
    await client.put('/secrets/openai', { value: SECRET });
    await client.patch('/model-channels/famA-0', { ask: { kind: 'openai', model: 'gpt-5', secret: 'openai' } });
    expect((await client.delete('/secrets/openai')).body.code).toBe('in_use');
    await client.patch('/model-channels/famA-0', { ask: null });
    expect((await client.delete('/secrets/openai')).status).toBe(200);
    expect((await client.delete('/secrets/openai')).status).toBe(404);
  });

  it('belongs to its project alone', async () => {
    const one = await service.createProject();
    const two = await service.createProject();
    await one.client.put('/secrets/openai', { value: SECRET });
    expect((await two.client.get('/secrets')).body.data).toEqual([]);
    const ask = { kind: 'openai', model: 'gpt-5', secret: 'openai' };
    expect((await two.client.patch('/model-channels/famA-0', { ask })).status).toBe(400);
  });

  it('is never seen in a response, a log, an error, a metric or the store', async () => {
    const provider = await startFakeModel(({ headers, index }) => {
      const echo = `You sent ${headers.authorization}, ${encodeURIComponent(SECRET)}, ${Buffer.from(SECRET).toString('base64')}`;
      if (index % 3 === 0) return { answer: `Answer. ${echo}` };
      return index % 3 === 1
        ? { status: 400, body: { error: { message: echo } } }
        : { status: 500, body: { error: { message: echo } } };
    });
    const { client, id } = await service.createProject();
    await client.put('/secrets/local', { value: SECRET, hosts: [provider.host] });
    for (const text of ['One?', 'Two?', 'Three?', 'Four?']) await client.post('/prompts', { text, country_code: 'US' });
    const ask = { kind: 'openai-compatible', model: 'm', base_url: provider.base_url, secret: 'local', concurrency: 1 };
    everything.push((await client.post('/model-channels/famD-1/test', { text: 'Try?', country_code: 'US', ask })).text);
    everything.push((await client.patch('/model-channels/famD-1', { is_active: true, ask })).text);
    const run = (await client.post('/runs', { kind: 'collection' })).body.id;
    await waitUntil('some were answered and some failed', async () => {
      const { tasks } = (await client.get(`/runs/${run}`)).body;
      return tasks.done >= 1 && tasks.failed >= 1;
    });
    await client.post(`/runs/${run}/cancel`);
    for (const path of ['/secrets', '/model-channels', `/runs/${run}`, `/runs/${run}/tasks`, '/schedule', '/chats']) {
      everything.push((await client.get(path)).text);
    }
    for (const chat of (await client.get('/chats', { query: { start_date: '2020-01-01', end_date: '2100-01-01' } }))
      .body.data) {
      everything.push((await client.get(`/chats/${chat.id}/content`)).text);
    }
    everything.push((await service.as(null).get('//metrics')).text, service.logged());
    await waitUntil('the last ask has ended', async () => (await client.get(`/runs/${run}`)).body.state !== 'running');
    everything.push(await dump(service));
    expect(everything.join('\n')).toContain('[secret]');
    for (const form of FORMS) expect(everything.join('\n')).not.toContain(form);
    expect(id).toMatch(/^or_/);
    await provider.close();
  });
});

/** Every row of the newest project in every table, as text; raw responses are unpacked. */
async function dump({ context }: TestService): Promise<string> {
  const { db } = context.store;
  const newest = await sql<{ project: number }>`select max(project) as project from projects`.execute(db);
  const { project } = newest.rows[0]!;
  const texts: string[] = [];
  for (const table of TENANT_TABLES) {
    const { rows } = await sql<Record<string, unknown>>`
      select * from ${sql.table(table)} where project = ${project}`.execute(db);
    texts.push(JSON.stringify(rows));
    if (table !== 'raw_responses') continue;
    for (const { body } of rows) texts.push(gunzipSync(Buffer.from(String(body), 'base64')).toString('utf8'));
  }
  return texts.join('\n');
}

describe('the key of the secrets', () => {
  it.skipIf(inject('engine') !== 'duckdb')('is a file beside an embedded store that nobody else can read', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'overheard-secrets-'));
    const DATABASE_URL = `duckdb:${join(folder, 'overheard.duckdb')}`;
    const first = await startService({ DATABASE_URL, SECRETS_KEY: '' });
    const { client } = await first.createProject();
    await client.put('/secrets/openai', { value: SECRET });
    const file = join(folder, 'secrets.key');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await first.close();
    for (const name of readdirSync(folder)) {
      const bytes = readFileSync(join(folder, name)).toString('latin1');
      for (const form of FORMS) expect(bytes).not.toContain(form);
    }
    rmSync(folder, { recursive: true });
  });

  it.skipIf(inject('engine') !== 'postgres')('is required on a database server', async () => {
    const other = await startService({ SECRETS_KEY: '' });
    const { client } = await other.createProject();
    expect((await client.put('/secrets/openai', { value: SECRET })).body.code).toBe('secrets_key_required');
    await other.close();
  });
});
