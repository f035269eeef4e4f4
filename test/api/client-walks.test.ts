import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Answer, type Client, startService, type TestService } from '../harness/service.ts';

/** How clients that exist for this API use it: the calls of each in their order, and every field that it reads. */

const RANGE = { start_date: '2026-01-01', end_date: '2026-01-31' };

let service: TestService;
let company: Client;
let client: Client;
let project: string;
let own: string;
let rival: string;
let prompt: string;

beforeAll(async () => {
  service = await startService();
  ({ id: project, client, company } = await service.createProject('Kitchen'));
  const create = async (path: string, body: object): Promise<string> => {
    const answer = await client.post(path, body);
    expect(answer.status).toBe(201);
    return answer.body.id;
  };
  own = await create('/brands', { name: 'Zorbix', is_own: true, domains: ['zorbix.example'] });
  rival = await create('/brands', { name: 'Brumelle', domains: ['brumelle.example'] });
  const topic = await create('/topics', { name: 'Grinders' });
  const tag = await create('/tags', { name: 'starter' });
  prompt = await create('/prompts', { text: 'Which grinder?', country_code: 'US', topic_id: topic, tag_ids: [tag] });
  const today = new Date().toISOString().slice(0, 10);
  const shared = { prompt_id: prompt, model_channel_id: 'famA-0' };
  const forum = { url: 'https://forum.example/t/1', title: 'A thread' };
  const chats = [
    {
      ...shared,
      date: '2026-01-01',
      answer: 'Zorbix is great. Brumelle is fine.',
      sources: [forum],
      queries: ['best'],
    },
    { ...shared, date: '2026-01-02', answer: 'Brumelle.', sources: [forum], queries: ['best grinder'] },
    { ...shared, date: '2026-01-03', answer: 'Brumelle.', sources: [{ url: 'https://gap.example/list' }] },
    { ...shared, date: today, answer: 'Zorbix, see [it](https://zorbix.example/a).', sources: [forum] },
  ];
  expect((await client.post('/chats', { chats })).body.accepted).toBe(4);
});
afterAll(() => service.close());

function read(answer: Answer): Record<string, unknown>[] {
  expect(answer.status).toBe(200);
  return answer.body.data;
}

/** The rows have these fields, none of them undefined. */
function expectFields(rows: readonly Record<string, unknown>[], fields: readonly string[]): void {
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) for (const field of fields) expect(row).toHaveProperty(field);
}

const BRAND_FIELDS = [
  'brand.id',
  'brand.name',
  'visibility',
  'share_of_voice',
  'mention_count',
  'sentiment',
  'position',
];

it('a connector that loads a warehouse month by month, with a project key and large pages', async () => {
  const brands = read(await client.get('/brands', { query: { limit: '1000', offset: '0' } }));
  expectFields(brands, ['id', 'name', 'domains', 'aliases', 'regex', 'is_own', 'color']);
  expect(brands.filter(({ is_own }) => is_own)).toHaveLength(1);
  const channels = read(await client.get('/model-channels', { query: { limit: '1000' } }));
  expectFields(channels, ['id', 'description', 'current_model.id', 'is_active', 'unsupported_country_codes']);
  const load = async (path: string) => {
    const rows: Record<string, unknown>[] = [];
    for (let offset = 0; ; offset += 2) {
      const body = { ...RANGE, dimensions: ['month', 'model_channel_id'], limit: 2, offset };
      const page = read(await client.post(path, body));
      rows.push(...page);
      if (page.length < 2) return rows;
    }
  };
  const rows = await load('/reports/brands');
  const counts = [
    'visibility_count',
    'visibility_total',
    'sentiment_sum',
    'sentiment_count',
    'position_sum',
    'position_count',
  ];
  expectFields(rows, [...BRAND_FIELDS, ...counts, 'month', 'model_channel.id']);
  const keys = rows.map(({ month, brand, model_channel }) => JSON.stringify([month, brand, model_channel]));
  expect(new Set(keys).size).toBe(rows.length);
  const shared = ['retrieval_count', 'citation_count', 'citation_rate', 'mentioned_brands', 'classification', 'month'];
  const rates = ['domain', 'retrieval_rate', 'retrieved_percentage', 'retrieved_chat_count', 'total_chat_count'];
  expectFields(await load('/reports/domains'), [...shared, ...rates]);
  expectFields(await load('/reports/urls'), [...shared, 'url', 'title', 'channel_title']);
});

it('a command line that audits a domain, with either kind of key', async () => {
  const refused = await client.get('/projects');
  expect(refused.status).toBe(403);
  expect(refused.text).toContain('Not a Company API Key');
  const brands = read(await client.get('/brands'));
  const brand = brands.find(({ domains }) => (domains as string[]).includes('zorbix.example'))!;
  expectFields(read(await client.get('/topics')), ['id', 'name']);
  expectFields(read(await client.get('/models')), ['id', 'is_active']);
  const rows = read(await client.post('/reports/brands', { ...RANGE, limit: 100 }));
  expectFields(rows, [...BRAND_FIELDS, 'visibility_total']);
  const gap = [{ field: 'gap', operator: 'gte', value: 1 }];
  const mentioned = [{ field: 'mentioned_brand_id', operator: 'in', values: [brand.id] }];
  for (const path of ['/reports/domains', '/reports/urls']) {
    const missing = read(await client.post(path, { ...RANGE, filters: gap, limit: 30 }));
    expect(JSON.stringify(missing)).toContain('gap.example');
    expect(JSON.stringify(missing)).not.toContain('forum.example');
    const there = read(await client.post(path, { ...RANGE, filters: mentioned, limit: 30 }));
    expect(JSON.stringify(there)).toContain('forum.example');
    expect(JSON.stringify(there)).not.toContain('gap.example');
  }
  const [first] = read(await company.get('/projects'));
  expect(first).toMatchObject({ id: project, name: 'Kitchen' });
});

it('a function that looks for the most cited pages and the prompts behind them, without dates', async () => {
  const [{ id } = { id: '' }] = read(await company.get('/projects'));
  const urls = read(await company.post('/reports/urls', { project_id: id, limit: 20, offset: 0 }));
  expectFields(urls, ['url', 'citation_count']);
  const prompts = read(await company.get('/prompts', { query: { project_id: String(id) } }));
  expect(prompts.map(({ messages }) => (messages as { content: string }[])[0]?.content)).toEqual(['Which grinder?']);
});

it('a script that takes a whole snapshot, with the project in the query', async () => {
  const query = { project_id: project };
  const list = async (path: string, more = {}) => read(await company.get(path, { query: { ...query, ...more } }));
  const report = async (path: string, body: object) =>
    read(await company.post(path, { ...RANGE, ...body }, { query: query }));
  await list('/brands', { limit: '1000' });
  await list('/prompts', { limit: '1000' });
  expect((await list('/models')).some(({ is_active }) => is_active)).toBe(true);
  const chats = await list('/chats', { ...RANGE, limit: '10000' });
  expectFields(chats, ['id', 'prompt.id', 'model.id']);
  const content = await company.get(`/chats/${chats.at(-1)!.id}/content`, { query });
  expect(content.status).toBe(200);
  expectFields([content.body], ['id', 'prompt.id', 'model.id', 'messages', 'sources', 'brands_mentioned', 'queries']);
  expectFields(content.body.brands_mentioned, ['id', 'name', 'position']);
  expectFields(content.body.sources, ['url']);
  expect(content.body.messages.at(-1).content).toContain('Brumelle');
  expectFields(await report('/reports/brands', { limit: 10_000 }), BRAND_FIELDS);
  expectFields(await report('/reports/brands', { limit: 10_000, dimensions: ['model_id'] }), ['model.id']);
  expectFields(await report('/reports/brands', { limit: 10_000, dimensions: ['prompt_id'] }), ['prompt.id']);
  const order = (field: string) => ({ limit: 200, order_by: [{ field, direction: 'desc' }] });
  const domains = await report('/reports/domains', order('citation_count'));
  expectFields(domains, ['domain', 'classification', 'retrieved_percentage', 'retrieval_rate', 'citation_rate']);
  expectFields(await report('/reports/urls', order('retrieval_count')), ['url', 'title', 'channel_title']);
  const page = await company.post('/sources/urls/content', { url: 'https://forum.example/t/1' }, { query });
  expect(page.status).toBe(200);
});

it('a library that follows the chats of a brand', async () => {
  const brands = read(await client.get('/brands'));
  const { id } = brands.find(({ is_own }) => is_own)!;
  const query = { ...RANGE, limit: '1000', offset: '0' };
  const chats = read(await client.get('/chats', { query: { ...query, brand_id: String(id) } }));
  expect(chats).toHaveLength(1);
  expect(read(await client.get('/chats', { query: { ...query, prompt_id: prompt } }))).toHaveLength(3);
  expect((await client.get(`/chats/${chats[0]!.id}/content`)).status).toBe(200);
  const ask = (url: string) => client.post('/sources/urls/content', { url, max_length: 100_000 });
  expect((await ask('https://forum.example/t/1')).body.data.url).toBe('https://forum.example/t/1');
  expect((await ask('https://forum.example/unheard')).status).toBe(404);
});

it('a website that shows one number and how it changed', async () => {
  const ask = async (start_date: string, end_date: string) => {
    const body = { start_date, end_date, limit: 100 };
    const rows = read(await company.post('/reports/brands', body, { query: { project_id: project } }));
    return rows.find(({ brand }) => (brand as { id: string }).id === own)!;
  };
  expect(await ask('2026-01-01', '2026-01-31')).toMatchObject({ visibility: 1 / 3, mention_count: 1 });
  expect(await ask('2025-12-01', '2025-12-31')).toBeUndefined();
});

it('an app that checks a key before it saves it, and counts what there is', async () => {
  expect((await service.as('not-a-key-at-all').get('/projects')).status).toBe(401);
  expect((await client.get('/projects')).body.message).toMatch(/Not a Company API Key/i);
  expect(read(await client.get('/brands')).find(({ is_own }) => is_own)).toMatchObject({ name: 'Zorbix' });
  const [found] = read(await company.get('/projects'));
  const query = { project_id: String(found!.id) };
  for (const path of ['/brands', '/topics', '/prompts', '/tags']) {
    expect(read(await company.get(path, { query })).length).toBeGreaterThan(0);
  }
  expect(read(await company.get('/models', { query })).filter(({ is_active }) => is_active)).toHaveLength(1);
});

it('a node of a workflow tool, which sends only what was filled in', async () => {
  expect((await company.get('/projects', { query: { limit: '1' } })).status).toBe(200);
  const page = { project_id: project, limit: '50', offset: '0' };
  expectFields(read(await company.get('/brands', { query: page })), ['id', 'name']);
  expectFields(read(await company.get('/chats', { query: page })), ['id']);
  const filters = [{ field: 'brand_id', operator: 'in', values: [own, rival] }];
  const body = { project_id: project, dimensions: ['model_id', 'tag_id'], ...RANGE, filters };
  expectFields(read(await company.post('/reports/brands', body)), ['brand', 'model', 'tag', 'visibility']);
  for (const path of ['/reports/brands', '/reports/domains', '/reports/urls']) {
    expect((await company.post(path, { project_id: project })).status).toBe(200);
  }
  const others = [{ field: 'model_id', operator: 'not_in', values: ['gpt-4o'] }];
  const search = { project_id: project, ...RANGE, limit: 25, offset: 0, filters: others };
  expectFields(read(await company.post('/queries/search', search)), ['query.text']);
  expect(read(await company.post('/queries/shopping', { project_id: project, limit: 50, offset: 0 }))).toEqual([]);
});
