import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cleanup } from '../../src/background/upkeep.ts';
import { hashSecret } from '../../src/domain/key.ts';
import { INSTALLATION } from '../../src/store/queries/counters.ts';
import { startService, type TestService } from '../harness/service.ts';

const UNKNOWN = 'or_00000000-0000-7000-8000-000000000000';

let service: TestService;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

describe('GET /key', () => {
  it('says what a company key is', async () => {
    const { client } = await service.createCompany();
    expect((await client.get('/key')).body).toEqual({
      id: expect.stringMatching(/^ky_/),
      name: expect.any(String),
      kind: 'company',
      rights: 'write',
      project: null,
    });
  });

  it('says what a project key is', async () => {
    const { client } = await service.createCompany();
    const project_id = (await client.post('/projects', { name: 'Acme' })).body.id;
    const made = (await client.post('/keys', { project_id, name: ' Robot ', rights: 'read' })).body;
    expect((await service.as(made.key).get('/key')).body).toEqual({
      id: made.id,
      name: 'Robot',
      kind: 'project',
      rights: 'read',
      project: { id: project_id, name: 'Acme' },
    });
  });
});

describe('/keys', () => {
  it('shows a key once, at its creation', async () => {
    const { client } = await service.createCompany();
    const project_id = (await client.post('/projects', { name: 'Acme' })).body.id;
    const company = await client.post('/keys', { name: 'second' });
    expect(company.status).toBe(201);
    expect(company.body).toEqual({ id: expect.stringMatching(/^ky_/), key: expect.stringMatching(/^ohc_.{43}$/) });
    const project = await client.post('/keys', { project_id, rights: 'read' });
    expect(project.body).toEqual({ id: expect.stringMatching(/^ky_/), key: expect.stringMatching(/^ohp_.{43}$/) });
    const listed = await client.get('/keys');
    expect(listed.text).not.toContain(company.body.key);
    expect(listed.text).not.toContain(project.body.key);
    expect(listed.body).toMatchObject({ totalCount: 3, total_count: 3 });
    expect(listed.body.data.slice(1)).toMatchObject([
      { id: company.body.id, name: 'second', kind: 'company', rights: 'write', project: null, revoked_at: null },
      { id: project.body.id, name: '', kind: 'project', rights: 'read', project: { id: project_id } },
    ]);
  });

  it('keeps when a key was last used', async () => {
    const { client } = await service.createCompany();
    const { id, key } = (await client.post('/keys', {})).body;
    const find = async () =>
      (await client.get('/keys')).body.data.find((entry: { id: string }) => entry.id === id).last_used_at;
    expect(await find()).toBeNull();
    await service.as(key).get('/projects');
    await expect.poll(find).toMatch(/^\d{4}-/);
  });

  it('makes company keys that work for the company, and project keys that work for the project', async () => {
    const { client } = await service.createCompany();
    const project_id = (await client.post('/projects', { name: 'Acme' })).body.id;
    const company = service.as((await client.post('/keys', {})).body.key);
    expect((await company.get('/prompts', { query: { project_id } })).status).toBe(200);
    expect((await company.get('/projects')).body.data[0].id).toBe(project_id);
    const project = service.as((await client.post('/keys', { project_id })).body.key);
    expect((await project.get('/prompts')).status).toBe(200);
  });

  it('refuses what it cannot make', async () => {
    const { client } = await service.createCompany();
    for (const body of [{ rights: 'admin' }, { rights: null }, { name: '' }, { project_id: null }, { kind: 'company' }])
      expect((await client.post('/keys', body)).status, JSON.stringify(body)).toBe(400);
    for (const project_id of [UNKNOWN, 'nonsense', ''])
      expect((await client.post('/keys', { project_id })).status, project_id).toBe(404);
    expect((await client.get('/keys')).body.totalCount).toBe(1);
  });

  it('refuses more than the maximum, and keeps as many revoked ones', async () => {
    const small = await startService({ MAX_KEYS: '3' });
    const { client } = await small.createCompany();
    const create = async (name: string) => (await client.post('/keys', { name })).body.id as string;
    const [first] = [await create('first'), await create('second')];
    const refused = await client.post('/keys', {});
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({
      code: 'limit_reached',
      message: 'The company already has the maximum of 3 API keys. Revoke some, or raise the setting MAX_KEYS.',
    });
    // Those of others are not counted.
    expect((await (await small.createCompany()).client.post('/keys', {})).status).toBe(201);
    await client.delete(`/keys/${first}`);
    for (const name of ['1', '2', '3', '4']) await client.delete(`/keys/${await create(name)}`);
    await create('last');
    const names = (await client.get('/keys')).body.data.slice(1).map(({ name }: { name: string }) => name);
    expect(names).toEqual(['second', '2', '3', '4', 'last']);
    await small.close();
  });

  it('forgets a key 30 days after it was revoked', async () => {
    const { client } = await service.createCompany();
    const create = async (name: string) => (await client.post('/keys', { name })).body as { id: string; key: string };
    const [active, recent, old] = [await create('active'), await create('recent'), await create('old')];
    const { store } = service.context;
    const revoke = ({ key }: { key: string }, days: number) =>
      store.write(INSTALLATION, ({ db }) =>
        db
          .updateTable('api_keys')
          .set({ revoked_at: new Date(Date.now() - days * 24 * 3_600_000).toISOString() })
          .where('hash', '=', hashSecret(key))
          .execute(),
      );
    await revoke(recent, 29);
    await revoke(old, 31);
    const listed = (await client.get('/keys')).body;
    expect(listed.data.slice(1).map(({ name }: { name: string }) => name)).toEqual(['active', 'recent']);
    expect(listed.total_count).toBe(3);
    await cleanup.step(service.context, { project: 0, kind: 'cleanup', subject: 0 }, {
      signal: new AbortController().signal,
    } as never);
    const rows = await store.db.selectFrom('api_keys').select('hash').execute();
    const kept = [active, recent, old].map(({ key }) => rows.some(({ hash }) => hash === hashSecret(key)));
    expect(kept).toEqual([true, true, false]);
    expect((await service.as(active.key).get('/key')).status).toBe(200);
  });

  it('does not revoke the last company key with write access', async () => {
    const { client } = await service.createCompany();
    const project_id = (await client.post('/projects', { name: 'Acme' })).body.id;
    await client.post('/keys', { project_id });
    await client.post('/keys', { rights: 'read' });
    const { id } = (await client.get('/key')).body;
    const refused = await client.delete(`/keys/${id}`);
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({
      code: 'last_key',
      message: 'This is the last company key with write access. Create another one first, then revoke this one.',
    });
    const second = (await client.post('/keys', {})).body;
    expect((await client.delete(`/keys/${id}`)).status).toBe(200);
    expect((await service.as(second.key).delete(`/keys/${second.id}`)).status).toBe(409);
    expect((await service.as(second.key).get('/keys')).status).toBe(200);
  });

  it('revokes one of two company keys that revoke themselves at the same time', async () => {
    const { client } = await service.createCompany();
    const other = service.as((await client.post('/keys', {})).body.key);
    const ids = [(await client.get('/key')).body.id, (await other.get('/key')).body.id];
    const statuses = await Promise.all(
      [client, other].map(async (caller, index) => (await caller.delete(`/keys/${ids[index]}`)).status),
    );
    expect(statuses.sort()).toEqual([200, 409]);
  });

  it('revokes once, then answers 404, also to ids that never were', async () => {
    const { client } = await service.createCompany();
    const { id, key } = (await client.post('/keys', {})).body;
    const revoked = await client.delete(`/keys/${id}`);
    expect(revoked.status).toBe(200);
    expect(revoked.body).toEqual({});
    expect((await service.as(key).get('/key')).status).toBe(401);
    for (const gone of [id, 'nonsense', UNKNOWN, UNKNOWN.replace('or_', 'ky_')])
      expect((await client.delete(`/keys/${gone}`)).status).toBe(404);
  });

  it('gives 403 to project keys, whatever they ask', async () => {
    const { client, id } = await service.createProject();
    for (const [method, path, body] of [
      ['GET', '/keys', undefined],
      ['POST', '/keys', {}],
      ['POST', '/keys', { project_id: id }],
      ['DELETE', '/keys/ky_x', undefined],
      ['GET', '/projects', undefined],
      ['POST', '/projects', { name: 'x' }],
      ['PATCH', `/projects/${id}`, { name: 'x' }],
      ['DELETE', `/projects/${id}`, undefined],
    ] as const) {
      const refused = await client.request(method, path, { ...(body ? { body } : {}) });
      expect(refused.status, `${method} ${path}`).toBe(403);
      expect(refused.body.code).toBe('forbidden');
    }
    expect((await client.get('/key')).body.project.name).toBe('Project');
  });
});

describe('rights', () => {
  it('let a company key that may read see everything and change nothing', async () => {
    const { company, id: project_id } = await service.createProject();
    const reader = service.as((await company.post('/keys', { rights: 'read' })).body.key);
    for (const path of ['/projects', '/keys', '/key']) expect((await reader.get(path)).status).toBe(200);
    expect((await reader.get('/prompts', { query: { project_id } })).status).toBe(200);
    expect((await reader.post('/reports/brands', { project_id })).status).toBe(200);
    expect((await reader.post('/projects', { name: 'x' })).status).toBe(403);
    expect((await reader.post('/keys', {})).status).toBe(403);
    expect((await reader.patch(`/projects/${project_id}`, { name: 'x' })).status).toBe(403);
    expect((await reader.delete(`/projects/${project_id}`)).status).toBe(403);
    expect((await reader.put('/project-profile', { project_id })).status).toBe(403);
    expect((await reader.patch('/model-channels/famA-0', { project_id, is_active: true })).status).toBe(403);
    const lines = await reader.post('/chats', '{}\n', {
      query: { project_id },
      headers: { 'content-type': 'application/x-ndjson' },
    });
    expect(lines.status).toBe(403);
  });

  it('are looked at after the project and before the fields', async () => {
    const { company, id: project_id } = await service.createProject();
    const reader = service.as((await company.post('/keys', { rights: 'read' })).body.key);
    expect((await reader.post('/topics', { name: 'x' })).body.code).toBe('project_id_required');
    expect((await reader.post('/topics', { name: 'x', project_id: UNKNOWN })).status).toBe(404);
    expect((await reader.post('/topics', { nam: 5, project_id })).status).toBe(403);
  });
});

describe('/projects', () => {
  it('are created, listed in the order of creation, renamed and deleted', async () => {
    const { client } = await service.createCompany();
    const created = await client.post('/projects', { name: ' Zebra ' });
    expect(created.status).toBe(201);
    expect(created.body).toEqual({ id: expect.stringMatching(/^or_/) });
    const second = (await client.post('/projects', { name: 'Ant' })).body.id;
    expect((await client.get('/projects')).body).toEqual({
      data: [
        {
          id: created.body.id,
          name: 'Zebra',
          external_id: null,
          status: 'ACTIVE',
          created_at: expect.stringMatching(/^\d{4}-.*Z$/),
        },
        { id: second, name: 'Ant', external_id: null, status: 'ACTIVE', created_at: expect.any(String) },
      ],
      totalCount: 2,
      total_count: 2,
    });
    expect((await client.get('/projects', { query: { limit: '1', offset: '1' } })).body.data[0].id).toBe(second);
    expect((await client.patch(`/projects/${second}`, { name: 'Bee' })).body).toEqual({});
    expect((await client.patch(`/projects/${second}`, {})).status).toBe(200);
    expect((await client.get('/projects')).body.data[1].name).toBe('Bee');
    expect((await client.delete(`/projects/${second}`)).body).toEqual({});
    expect((await client.delete(`/projects/${second}`)).status).toBe(404);
    expect((await client.patch(`/projects/${second}`, { name: 'x' })).status).toBe(404);
    expect((await client.get('/projects')).body.totalCount).toBe(1);
  });

  it.each(['', ' ', null, 5, 'x'.repeat(201)])('refuse the name %j', async (name) => {
    const { client } = await service.createCompany();
    expect((await client.post('/projects', { name })).status).toBe(400);
  });

  it('take everything with them when deleted: their keys stop, their id is unknown', async () => {
    const { client, company, id: project_id } = await service.createProject();
    await client.post('/topics', { name: 'x' });
    await client.post('/brands', { name: 'x' });
    const chat = { prompt_text: 'a', country_code: 'US', model_id: 'famA-scraper', date: '2026-01-01', answer: 'b' };
    await client.post('/chats', { chats: [chat] });
    expect((await company.delete(`/projects/${project_id}`)).status).toBe(200);
    expect((await client.get('/key')).status).toBe(401);
    expect((await company.get('/prompts', { query: { project_id } })).status).toBe(404);
    expect((await company.post('/keys', { project_id })).status).toBe(404);
  });
});

describe('project_id', () => {
  it('is required with a company key, in the query or in the body', async () => {
    const { company, id: project_id } = await service.createProject();
    for (const [index, asking] of [
      { query: { project_id } },
      { body: { project_id } },
      { query: { project_id }, body: { project_id } },
    ].entries()) {
      const query = asking.query ?? {};
      const body = { name: `topic ${index}`, ...asking.body };
      expect((await company.post('/topics', body, { query })).status).toBe(201);
    }
    expect((await company.post('/prompts', { text: 'x', country_code: 'US', project_id })).status).toBe(201);
    expect((await company.post('/reports/brands', { project_id })).status).toBe(200);
    expect((await company.post('/reports/brands', {}, { query: { project_id } })).status).toBe(200);
    for (const missing of [
      await company.get('/prompts'),
      await company.post('/reports/brands'),
      await company.post('/topics', { name: 'x' }),
      await company.delete('/topics/to_x'),
    ]) {
      expect(missing.status).toBe(400);
      expect(missing.body.code).toBe('project_id_required');
      expect(missing.body.details[0].path).toBe('project_id');
    }
  });

  it('is 400 where query and body differ, even if one of them is right', async () => {
    const { company, client, id: project_id } = await service.createProject();
    for (const asker of [company, client]) {
      const refused = await asker.post('/topics', { name: 'x', project_id }, { query: { project_id: UNKNOWN } });
      expect(refused.status).toBe(400);
      expect(refused.body.details[0].path).toBe('project_id');
    }
  });

  it('is 400 where it is null, empty, twice, or not a text', async () => {
    const { company, client, id } = await service.createProject();
    for (const asker of [company, client]) {
      for (const project_id of [null, '', 5, [id], {}]) {
        expect((await asker.post('/topics', { name: 'x', project_id })).status, JSON.stringify(project_id)).toBe(400);
        expect((await asker.post('/reports/brands', { project_id })).status).toBe(400);
      }
      expect((await asker.get('/prompts?project_id=')).status).toBe(400);
      expect((await asker.get(`/prompts?project_id=${id}&project_id=${id}`)).status).toBe(400);
      const both = await asker.post('/topics', { name: 'x', project_id: null }, { query: { project_id: id } });
      expect(both.status).toBe(400);
    }
  });

  it("answers a company key the same to a project that does not exist and to another company's", async () => {
    const { company } = await service.createProject();
    const { id: foreign } = await service.createProject();
    const bodies = [];
    for (const project_id of [foreign, UNKNOWN, 'nonsense']) {
      const refused = await company.get('/prompts', { query: { project_id } });
      expect(refused.status).toBe(404);
      const { request_id: _, ...body } = refused.body;
      bodies.push(body);
    }
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
  });

  it('answers a project key 403 to any id but its own, existing or not', async () => {
    const { client, company, id } = await service.createProject();
    const sibling = (await company.post('/projects', { name: 'Sibling' })).body.id;
    const { id: foreign } = await service.createProject();
    for (const project_id of [sibling, foreign, UNKNOWN, 'nonsense']) {
      expect((await client.get('/prompts', { query: { project_id } })).status).toBe(403);
      expect((await client.post('/topics', { name: 'x', project_id })).status).toBe(403);
    }
    expect((await client.get('/prompts', { query: { project_id: id } })).status).toBe(200);
    expect((await client.post('/topics', { name: 'x', project_id: id })).status).toBe(201);
    expect((await client.get('/prompts')).status).toBe(200);
  });

  it('is looked at before right and fields, and after the body', async () => {
    const { company } = await service.createProject();
    expect((await company.post('/topics', { nam: 5 })).body.code).toBe('project_id_required');
    expect((await company.post('/topics', '{')).body.code).toBe('invalid_json');
    expect((await company.get('/prompts', { query: { limit: 'abc' } })).body.code).toBe('project_id_required');
  });

  it('of another spelling is another id', async () => {
    const { company, client, id } = await service.createProject();
    const project_id = id.toUpperCase();
    expect((await company.get('/prompts', { query: { project_id } })).status).toBe(404);
    expect((await client.get('/prompts', { query: { project_id } })).status).toBe(403);
  });
});

describe('the log', () => {
  it('never holds a key, a prompt or an answer', async () => {
    const { client, company, companyKey, key, id: project_id } = await service.createProject();
    const made = (await company.post('/keys', { project_id })).body.key;
    const prompt_text = 'a prompt that nobody else may read';
    const answer = 'an answer that nobody else may read';
    const chat = { prompt_text, country_code: 'US', model_id: 'famA-scraper', date: '2026-01-01', answer };
    await client.post('/chats', { chats: [chat] });
    await client.post('/chats', `${JSON.stringify(chat)}\n{`, { headers: { 'content-type': 'application/x-ndjson' } });
    await client.post('/prompts', `{"text":"${prompt_text}`);
    await client.get('/prompts', { query: { search: prompt_text, project_id: key } });
    await service.as(`${key}x`).get('/prompts');
    await company.get(`/prompts?project_id=${project_id}&key=${companyKey}`);
    await service.as(null).get(`/nothing/${key}`);
    const logged = service.logged();
    expect(logged).toContain('"status":401');
    for (const secret of [companyKey, key, made, prompt_text, answer]) expect(logged).not.toContain(secret);
    for (const line of logged.trim().split('\n')) expect(() => JSON.parse(line)).not.toThrow();
  });
});
