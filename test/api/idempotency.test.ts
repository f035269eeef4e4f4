import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../src/operations/index.ts';
import { toStatus } from '../../src/surfaces/http-shape.ts';
import { type Client, startService, type TestProject, type TestService } from '../harness/service.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

let service: TestService;
let attempts = 0;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

/** A request that creates, and what tells how often it did. */
interface Creation {
  path: string;
  body: object;
  other: object;
  invalid: object;
  /** A list that has one entry for each thing created. */
  list: string;
}

const chat = { country_code: 'US', model_id: 'famA-scraper', date: '2026-01-01', mentions: [] };

const CREATIONS: Record<string, Creation> = {
  create_prompt: {
    path: '/prompts',
    body: { text: 'a', country_code: 'US' },
    other: { text: 'b', country_code: 'US' },
    invalid: { text: '' },
    list: '/prompts',
  },
  create_prompts: {
    path: '/prompts/bulk',
    body: { prompts: [{ text: 'a', country_code: 'US' }] },
    other: { prompts: [{ text: 'b', country_code: 'US' }] },
    invalid: { prompts: 'a' },
    list: '/prompts',
  },
  create_prompt_suggestion: {
    path: '/prompts/suggestions',
    body: { text: 'a', country_code: 'US' },
    other: { text: 'b', country_code: 'US' },
    invalid: { text: '' },
    list: '/prompts/suggestions',
  },
  create_topic: named('/topics'),
  create_tag: named('/tags'),
  create_brand: named('/brands'),
  create_domain_classification: named('/classifications/domains'),
  create_url_classification: named('/classifications/urls'),
  create_chats: {
    path: '/chats',
    body: { chats: [{ ...chat, prompt_text: 'a' }] },
    other: { chats: [{ ...chat, prompt_text: 'b' }] },
    invalid: { chats: 'a' },
    list: '/chats',
  },
  create_project: named('/projects'),
  create_key: { ...named('/keys'), body: { name: 'a', rights: 'read' }, invalid: { rights: 'none' } },
  create_share_link: { ...named('/share-links'), invalid: { expires_in_days: 0 } },
  create_webhook: {
    path: '/webhooks',
    body: { url: 'https://a.example/hook', events: ['run_failed'] },
    other: { url: 'https://b.example/hook', events: ['run_failed'] },
    invalid: { url: 'https://a.example/hook', events: [] },
    list: '/webhooks',
  },
};

/** What is shown only once, so that no repetition has it. */
const SECRETS: Record<string, string[]> = {
  create_key: ['key'],
  create_share_link: ['token', 'url'],
  create_webhook: ['secret'],
};

function named(path: string): Creation {
  return { path, body: { name: 'a' }, other: { name: 'b' }, invalid: { name: '' }, list: path };
}

function withKey(key: string) {
  return { headers: { 'idempotency-key': key } };
}

function nextKey(): string {
  attempts += 1;
  return `attempt-${attempts}`;
}

async function count(client: Client, { list }: Creation): Promise<number> {
  return (await client.get(list)).body.data.length;
}

function findOperation(id: string) {
  return OPERATIONS.find((operation) => operation.id === id)!;
}

it('is offered by every POST that creates', () => {
  const creating = OPERATIONS.filter(({ creates, is_idempotent }) => creates || is_idempotent);
  expect(creating.every(({ is_idempotent }) => is_idempotent)).toBe(true);
  // These have tests of their own: they need something else first.
  const suggested = ['accept_prompt_suggestion', 'accept_brand_suggestion', 'accept_topic_suggestion'];
  const apart = [...suggested, 'create_correction', 'create_model', 'create_run'];
  const tested = [...Object.keys(CREATIONS), ...apart];
  expect(creating.map(({ id }) => id).toSorted()).toEqual(tested.toSorted());
});

describe.each(Object.entries(CREATIONS))('%s with an Idempotency-Key', (id, creation) => {
  const { path, body, other, invalid } = creation;
  const { scope } = findOperation(id);
  const status = toStatus(findOperation(id));
  const toClient = ({ client, company }: TestProject) => (scope === 'company' ? company : client);

  it('gives the first answer again and creates one thing', async () => {
    const client = toClient(await service.createProject());
    const before = await count(client, creation);
    const key = nextKey();
    const first = await client.post(path, body, withKey(key));
    expect(first.status).toBe(status);
    for (let repetition = 0; repetition < 2; repetition += 1) {
      const second = await client.post(path, body, withKey(key));
      expect(second.status).toBe(status);
      const repeated = Object.entries(first.body).filter(([name]) => !SECRETS[id]?.includes(name));
      expect(second.body).toEqual(Object.fromEntries(repeated));
      expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
    }
    expect(await count(client, creation)).toBe(before + 1);
  });

  it('answers 409 to another body, which creates nothing', async () => {
    const client = toClient(await service.createProject());
    const key = nextKey();
    await client.post(path, body, withKey(key));
    const before = await count(client, creation);
    const refused = await client.post(path, other, withKey(key));
    expect(refused.status).toBe(409);
    expect(refused.body.code).toBe('idempotency_mismatch');
    expect(await count(client, creation)).toBe(before);
    expect((await client.post(path, other, withKey(nextKey()))).status).toBe(status);
  });

  it('does not keep an attempt that failed', async () => {
    const client = toClient(await service.createProject());
    const key = nextKey();
    expect((await client.post(path, invalid, withKey(key))).status).toBe(400);
    const before = await count(client, creation);
    expect((await client.post(path, body, withKey(key))).status).toBe(status);
    expect(await count(client, creation)).toBe(before + 1);
  });

  it('creates one thing where attempts run at once', async () => {
    const client = toClient(await service.createProject());
    const before = await count(client, creation);
    const key = nextKey();
    const answers = await Promise.all(Array.from({ length: 4 }, () => client.post(path, body, withKey(key))));
    expect(await count(client, creation)).toBe(before + 1);
    const ids = new Set(answers.filter((answer) => answer.status === status).map((answer) => answer.body.id));
    expect(ids.size).toBe(1);
    for (const answer of answers) {
      if (answer.status !== status) expect(answer.body.code).toBe('in_progress');
    }
    for (const secret of SECRETS[id] ?? []) expect(answers.filter(({ body: made }) => secret in made)).toHaveLength(1);
  });

  it('is independent of the same one with another API key', async () => {
    const project = await service.createProject();
    const { company, id: project_id } = project;
    const made = await company.post('/keys', scope === 'company' ? {} : { project_id });
    const client = toClient(project);
    const key = nextKey();
    const first = await client.post(path, body, withKey(key));
    const before = await count(client, creation);
    const second = await service.as(made.body.key).post(path, other, withKey(key));
    expect(second.status).toBe(status);
    if (first.body.id) expect(second.body.id).not.toBe(first.body.id);
    expect(await count(client, creation)).toBe(before + 1);
  });
});

it('makes one prompt of an accepted suggestion, and the repetition gets its id', async () => {
  const { client } = await service.createProject();
  const text = { text: 'a', country_code: 'US' };
  const { id } = (await client.post('/prompts/suggestions', text)).body;
  const key = nextKey();
  const first = await client.post(`/prompts/suggestions/${id}/accept`, undefined, withKey(key));
  const second = await client.post(`/prompts/suggestions/${id}/accept`, undefined, withKey(key));
  expect(first.status).toBe(200);
  expect(second.status).toBe(200);
  expect(second.body).toEqual(first.body);
  expect((await client.get('/prompts')).body.totalCount).toBe(1);
  expect((await client.post(`/prompts/suggestions/${id}/accept`)).status).toBe(404);
});

it('is independent on another path, and of another project of the same company key', async () => {
  const { company, id } = await service.createProject();
  const sibling = (await company.post('/projects', { name: 'Sibling' })).body.id;
  const key = nextKey();
  const answers = [];
  for (const [path, project_id] of [
    ['/topics', id],
    ['/tags', id],
    ['/topics', sibling],
  ] as const) {
    answers.push(await company.post(path, { name: 'x' }, { ...withKey(key), query: { project_id } }));
  }
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(3);
});

it('shows a new key once, in the first answer alone', async () => {
  const { company } = await service.createProject();
  const key = nextKey();
  const first = await company.post('/keys', { name: 'robot' }, withKey(key));
  expect(first.body.key).toMatch(/^ohc_/);
  const second = await company.post('/keys', { name: 'robot' }, withKey(key));
  expect(second.body).toEqual({ id: first.body.id });
  expect((await service.as(first.body.key).get('/key')).body.id).toBe(first.body.id);
});

it('repeats a warning with the answer it came with', async () => {
  const { client } = await service.createProject();
  await client.post('/prompts', { text: 'a', country_code: 'DE' });
  const key = nextKey();
  const first = await client.post('/prompts', { text: 'a', country_code: 'US' }, withKey(key));
  expect(first.body.warning).toContain('DE');
  expect((await client.post('/prompts', { text: 'a', country_code: 'US' }, withKey(key))).body).toEqual(first.body);
});

it('does not keep a refusal of the store, such as a name that was taken at the time', async () => {
  const { client } = await service.createProject();
  const { id } = (await client.post('/topics', { name: 'x' })).body;
  const key = nextKey();
  expect((await client.post('/topics', { name: 'x' }, withKey(key))).status).toBe(409);
  await client.delete(`/topics/${id}`);
  expect((await client.post('/topics', { name: 'x' }, withKey(key))).status).toBe(201);
});

it('gives the first answer again although the thing is gone, for 24 hours', async () => {
  const { client } = await service.createProject();
  const now = service.context.now;
  const key = nextKey();
  const first = await client.post('/topics', { name: 'x' }, withKey(key));
  await client.delete(`/topics/${first.body.id}`);
  try {
    service.context.now = () => new Date(now().getTime() + DAY_MS - 60_000);
    expect((await client.post('/topics', { name: 'x' }, withKey(key))).body).toEqual(first.body);
    expect((await client.get('/topics')).body.totalCount).toBe(0);
    service.context.now = () => new Date(now().getTime() + DAY_MS + 60_000);
    const again = await client.post('/topics', { name: 'x' }, withKey(key));
    expect(again.status).toBe(201);
    expect(again.body.id).not.toBe(first.body.id);
    expect((await client.post('/topics', { name: 'x' }, withKey(key))).body).toEqual(again.body);
  } finally {
    service.context.now = now;
  }
});

it.each(['', 'a b', 'é', 'x'.repeat(256)])('is refused where it is %j', async (key) => {
  const { client } = await service.createProject();
  const refused = await client.post('/topics', { name: 'x' }, withKey(key));
  expect(refused.status).toBe(400);
  expect(refused.body.message).toContain('Idempotency-Key');
  expect((await client.get('/topics')).body.totalCount).toBe(0);
});

it('takes 255 characters', async () => {
  const { client } = await service.createProject();
  const key = 'k'.repeat(255);
  const first = await client.post('/topics', { name: 'x' }, withKey(key));
  expect((await client.post('/topics', { name: 'x' }, withKey(key))).body).toEqual(first.body);
});

it('means nothing to NDJSON, whose external ids serve', async () => {
  const { client } = await service.createProject();
  const key = nextKey();
  const headers = { 'content-type': 'application/x-ndjson', 'idempotency-key': key };
  const line = (external_id: string) => JSON.stringify({ ...chat, prompt_text: 'a', external_id });
  expect((await client.post('/chats', line('a'), { headers })).body).toMatchObject({ accepted: 1 });
  expect((await client.post('/chats', line('a'), { headers })).body).toMatchObject({ accepted: 0, duplicates: 1 });
  expect((await client.post('/chats', line('b'), { headers })).body).toMatchObject({ accepted: 1 });
});

it('does not reveal a first answer once the API key is revoked', async () => {
  const { company, id: project_id } = await service.createProject();
  const made = (await company.post('/keys', { project_id })).body;
  const key = nextKey();
  const client = service.as(made.key);
  await client.post('/topics', { name: 'x' }, withKey(key));
  await company.delete(`/keys/${made.id}`);
  expect((await client.post('/topics', { name: 'x' }, withKey(key))).status).toBe(401);
});

it('starts one run for one key', async () => {
  const { client } = await service.createProject();
  await client.post('/prompts', { text: 'a', country_code: 'US' });
  await client.patch('/model-channels/famA-0', { is_active: true, ask: { kind: 'demo' } });
  const key = nextKey();
  const first = await client.post('/runs', { kind: 'collection' }, withKey(key));
  expect(first.status).toBe(201);
  expect((await client.post('/runs', { kind: 'collection' }, withKey(key))).body).toEqual(first.body);
  expect((await client.get('/runs')).body.total_count).toBe(1);
});

it('adds one model for one key', async () => {
  const { client, company } = await service.createProject();
  const key = nextKey();
  const model = { id: 'mine', name: 'Mine' };
  expect((await company.post('/models', model, withKey(key))).status).toBe(201);
  expect((await company.post('/models', model, withKey(key))).body).toEqual({ id: 'mine' });
  expect((await client.get('/models')).body.total_count).toBe(20);
});
