import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, startService, type TestService } from '../harness/service.ts';

const UNKNOWN = '00000000-0000-7000-8000-000000000000';
const COLORS =
  'orange, red, amber, yellow, lime, green, emerald, teal, cyan, sky, blue, indigo, violet, purple, fuchsia, pink, rose, gray'.split(
    ', ',
  );

let service: TestService;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

async function createClient(): Promise<Client> {
  return (await service.createProject()).client;
}

async function create(client: Client, path: string, body: object): Promise<string> {
  const answer = await client.post(path, body);
  expect(answer.status).toBe(201);
  expect(Object.keys(answer.body)).toEqual(['id']);
  return answer.body.id;
}

async function list(client: Client, path: string) {
  return (await client.get(path)).body.data;
}

describe.each([
  { path: '/topics', prefix: 'to', longest: 64 },
  { path: '/tags', prefix: 'tg', longest: 64 },
  { path: '/brands', prefix: 'kw', longest: 200 },
])('$path', ({ path, prefix, longest }) => {
  it('lists in the order of creation with both totals, and pages put together are the whole', async () => {
    const client = await createClient();
    const ids: string[] = [];
    for (const name of ['c', 'a', 'b']) ids.push(await create(client, path, { name }));
    expect(ids.every((id) => id.startsWith(`${prefix}_`))).toBe(true);
    const { body } = await client.get(path);
    expect(body).toMatchObject({ totalCount: 3, total_count: 3 });
    expect(body.data.map(({ id, name }: { id: string; name: string }) => [id, name])).toEqual([
      [ids[0], 'c'],
      [ids[1], 'a'],
      [ids[2], 'b'],
    ]);
    const pieces = [];
    for (const offset of ['0', '2']) {
      const piece = (await client.get(path, { query: { limit: '2', offset } })).body;
      expect(piece.totalCount).toBe(3);
      pieces.push(...piece.data);
    }
    expect(pieces).toEqual(body.data);
  });

  it('takes names from 1 code point to the longest, white space at the ends cut', async () => {
    const client = await createClient();
    for (const name of ['', '  ', 'x'.repeat(longest + 1), '😀'.repeat(longest + 1), null, 5]) {
      const refused = await client.post(path, { name });
      expect(refused.status, JSON.stringify(name)).toBe(400);
      expect(refused.body.details[0].path).toBe('name');
    }
    expect((await client.post(path, {})).status).toBe(400);
    const taken = ['x', 'x'.repeat(longest), '😀'.repeat(longest), ` ${'y'.repeat(longest)}\t`];
    for (const name of taken) await create(client, path, { name });
    expect((await list(client, path)).map(({ name }: { name: string }) => name)).toEqual(
      taken.map((name) => name.trim()),
    );
  });

  it('answers 409 to a name twice, ignoring case and the way accents are written', async () => {
    const client = await createClient();
    await create(client, path, { name: 'Café Noir' });
    for (const name of ['Café Noir', 'CAFÉ NOIR', ' café noir ', 'cafe\u0301 noir']) {
      const refused = await client.post(path, { name });
      expect(refused.status, name).toBe(409);
      expect(refused.body.code).toBe('duplicate');
    }
    expect(await list(client, path)).toHaveLength(1);
    expect((await client.post(path, { name: 'Cafe Noir' })).status).toBe(201);
  });

  it('renames, also to another case of its own name, but not to a name that is taken', async () => {
    const client = await createClient();
    const id = await create(client, path, { name: 'one' });
    await create(client, path, { name: 'two' });
    for (const name of ['One', 'One', 'ONE', 'uno']) {
      const changed = await client.patch(`${path}/${id}`, { name });
      expect(changed.status).toBe(200);
      expect(changed.body).toEqual({});
      expect((await list(client, path))[0].name).toBe(name);
    }
    expect((await client.patch(`${path}/${id}`, { name: 'TWO' })).status).toBe(409);
    expect((await client.patch(`${path}/${id}`, { name: 'x'.repeat(longest + 1) })).status).toBe(400);
    expect((await client.patch(`${path}/${id}`, { name: null })).status).toBe(400);
    expect((await list(client, path))[0].name).toBe('uno');
    await create(client, path, { name: 'one' });
  });

  it('succeeds in changing nothing', async () => {
    const client = await createClient();
    const id = await create(client, path, { name: 'one' });
    const before = await list(client, path);
    expect((await client.patch(`${path}/${id}`, {})).status).toBe(200);
    expect((await client.patch(`${path}/${id}`)).status).toBe(200);
    expect(await list(client, path)).toEqual(before);
  });

  it('deletes once, then answers 404, and the name is free again', async () => {
    const client = await createClient();
    const id = await create(client, path, { name: 'one' });
    const deleted = await client.delete(`${path}/${id}`);
    expect(deleted.status).toBe(200);
    expect(deleted.body).toEqual({});
    expect((await client.delete(`${path}/${id}`)).status).toBe(404);
    expect((await client.patch(`${path}/${id}`, { name: 'two' })).status).toBe(404);
    expect(await create(client, path, { name: 'one' })).not.toBe(id);
  });

  it('answers 404 to ids that are unknown or misshapen', async () => {
    const client = await createClient();
    for (const id of [`${prefix}_${UNKNOWN}`, 'nonsense', UNKNOWN, `pr_${UNKNOWN}`, '%27%3B']) {
      expect((await client.patch(`${path}/${id}`, { name: 'x' })).status).toBe(404);
      expect((await client.delete(`${path}/${id}`)).status).toBe(404);
    }
  });

  it('refuses an unknown field', async () => {
    const client = await createClient();
    expect((await client.post(path, { name: 'x', nam: 'y' })).status).toBe(400);
    expect(await list(client, path)).toEqual([]);
  });

  it('takes project_id in the body of every change', async () => {
    const { company, id: project_id } = await service.createProject();
    const id = await create(company, path, { name: 'x', project_id });
    expect((await company.patch(`${path}/${id}`, { name: 'y', project_id })).status).toBe(200);
    expect((await company.patch(`${path}/${id}`, { project_id })).status).toBe(200);
    expect((await company.get(path, { query: { project_id } })).body.data[0].name).toBe('y');
    expect((await company.delete(`${path}/${id}`, { project_id })).status).toBe(200);
  });
});

describe.each([
  { path: '/tags', fallback: 'gray' },
  { path: '/brands', fallback: 'amber' },
])('colours of $path', ({ path, fallback }) => {
  it('takes every colour of the specification and none outside it', async () => {
    const client = await createClient();
    const id = await create(client, path, { name: 'x' });
    expect((await list(client, path))[0].color).toBe(fallback);
    for (const color of COLORS) {
      await create(client, path, { name: color, color });
      expect((await client.patch(`${path}/${id}`, { color })).status).toBe(200);
    }
    expect((await list(client, path)).slice(1).map(({ color }: { color: string }) => color)).toEqual(COLORS);
    for (const color of ['black', 'Red', '', '#ff00', null, 1]) {
      expect((await client.post(path, { name: 'y', color })).status).toBe(400);
      expect((await client.patch(`${path}/${id}`, { color })).status).toBe(400);
    }
    expect((await list(client, path))[0].color).toBe('gray');
  });
});

describe('topics', () => {
  it('keep their country, which may be none', async () => {
    const client = await createClient();
    const id = await create(client, '/topics', { name: 'x', country_code: 'DE' });
    expect(await list(client, '/topics')).toEqual([{ id, name: 'x', country_code: 'DE' }]);
    await client.patch(`/topics/${id}`, { name: 'y' });
    expect(await list(client, '/topics')).toEqual([{ id, name: 'y', country_code: 'DE' }]);
    await client.patch(`/topics/${id}`, { country_code: null });
    expect(await list(client, '/topics')).toEqual([{ id, name: 'y', country_code: null }]);
  });

  it.each(['de', 'XX', '', null, 5])('refuse the country %j', async (country_code) => {
    const { status, body } = await (await createClient()).post('/topics', { name: 'x', country_code });
    expect(status).toBe(400);
    expect(body.details[0].path).toBe('country_code');
  });

  it('are detached from their prompts when deleted, which keep their chats', async () => {
    const client = await createClient();
    await create(client, '/brands', { name: 'Acme' });
    const topic_id = await create(client, '/topics', { name: 'x' });
    const other = await create(client, '/topics', { name: 'y' });
    const prompt_id = await create(client, '/prompts', { text: 'a', country_code: 'US', topic_id });
    await create(client, '/prompts', { text: 'b', country_code: 'US', topic_id: other });
    const chat = { prompt_id, model_id: 'famA-scraper', date: '2026-01-01', mentions: [] };
    await client.post('/chats', { chats: [chat] });
    await client.delete(`/topics/${topic_id}`);
    const prompts = await list(client, '/prompts');
    expect(prompts.map(({ topic }: { topic: unknown }) => topic)).toEqual([null, { id: other }]);
    const { data } = (await client.post('/reports/brands', { dimensions: ['topic_id'] })).body;
    expect(data).toMatchObject([{ topic: null, visibility_total: 1 }]);
    expect((await client.get('/chats', { query: { topic_id } })).body.data).toEqual([]);
  });
});

describe('tags', () => {
  it('have every key: group null and is_system false where nothing was said', async () => {
    const client = await createClient();
    const id = await create(client, '/tags', { name: 'x' });
    expect(await list(client, '/tags')).toEqual([{ id, name: 'x', color: 'gray', group: null, is_system: false }]);
  });

  it('keep a group, which null takes away', async () => {
    const client = await createClient();
    const id = await create(client, '/tags', { name: 'x', group: ' funnel ', color: 'red' });
    expect((await list(client, '/tags'))[0]).toMatchObject({ group: 'funnel', color: 'red' });
    await client.patch(`/tags/${id}`, { color: 'blue' });
    expect((await list(client, '/tags'))[0]).toMatchObject({ group: 'funnel', color: 'blue' });
    await client.patch(`/tags/${id}`, { group: null });
    expect((await list(client, '/tags'))[0].group).toBeNull();
    expect((await client.post('/tags', { name: 'y', group: null })).status).toBe(201);
  });

  it.each([{ group: ' ' }, { group: 5 }, { is_system: true }, { id: 'tg_x' }])('refuse %j', async (more) => {
    const client = await createClient();
    expect((await client.post('/tags', { name: 'x', ...more })).status).toBe(400);
  });

  it('are taken off their prompts when deleted', async () => {
    const client = await createClient();
    await create(client, '/brands', { name: 'Acme' });
    const tag = await create(client, '/tags', { name: 'x' });
    const other = await create(client, '/tags', { name: 'y' });
    const tag_ids = [tag, other];
    const prompt_id = await create(client, '/prompts', { text: 'a', country_code: 'US', tag_ids });
    await create(client, '/prompts', { text: 'b', country_code: 'US', tag_ids: [tag] });
    const chat = { prompt_id, model_id: 'famA-scraper', date: '2026-01-01', mentions: [] };
    await client.post('/chats', { chats: [chat] });
    await client.delete(`/tags/${tag}`);
    const prompts = await list(client, '/prompts');
    expect(prompts.map(({ tags }: { tags: unknown }) => tags)).toEqual([[{ id: other }], []]);
    const { data } = (await client.post('/reports/brands', { dimensions: ['tag_id'] })).body;
    expect(data).toMatchObject([{ tag: { id: other }, visibility_total: 1 }]);
  });
});

describe('brands', () => {
  const empty = {
    is_own: false,
    color: 'amber',
    domains: [],
    aliases: [],
    exclude: [],
    regex: null,
    case: 'smart',
  };
  const full = {
    is_own: true,
    color: 'sky',
    domains: ['acme.com', 'acme.de'],
    aliases: ['Acme Corp'],
    exclude: ['acme of perfection'],
    regex: 'ac+me',
    case: 'sensitive',
  };

  it('have every key: null and [] where nothing was said', async () => {
    const client = await createClient();
    const id = await create(client, '/brands', { name: 'Acme' });
    expect(await list(client, '/brands')).toEqual([{ id, name: 'Acme', ...empty, color_hex: null }]);
  });

  it('get the color that the fewest have, and the own brand the first of the palette', async () => {
    const client = await createClient();
    for (const name of ['a', 'b', 'c']) await create(client, '/brands', { name });
    await create(client, '/brands', { name: 'chosen', color: 'gray' });
    await create(client, '/brands', { name: 'own', is_own: true });
    const brands: { id: string; color: string }[] = await list(client, '/brands');
    expect(brands.map(({ color }) => color)).toEqual(['amber', 'pink', 'green', 'gray', 'blue']);
    await client.delete(`/brands/${brands[1]!.id}`);
    await create(client, '/brands', { name: 'd' });
    expect((await list(client, '/brands')).at(-1)).toMatchObject({ color: 'pink' });
  });

  it('keep every setting, and a change leaves the others alone', async () => {
    const client = await createClient();
    const id = await create(client, '/brands', { name: 'Acme', ...full });
    expect(await list(client, '/brands')).toEqual([{ id, name: 'Acme', ...full, color_hex: null }]);
    for (const [field, value] of Object.entries(empty)) {
      const before = (await list(client, '/brands'))[0];
      expect((await client.patch(`/brands/${id}`, { [field]: value })).status).toBe(200);
      expect((await list(client, '/brands'))[0]).toEqual({ ...before, [field]: value });
    }
    expect(await list(client, '/brands')).toEqual([{ id, name: 'Acme', ...empty, color_hex: null }]);
  });

  it.each([
    { case: 'loose' },
    { case: null },
    { is_own: 'true' },
    { is_own: 1 },
    { domains: 'acme.com' },
    { domains: null },
    { domains: [''] },
    { aliases: [5] },
    { exclude: null },
    { regex: '' },
    { regex: 5 },
  ])('refuse %j at creation and change', async (more) => {
    const client = await createClient();
    const id = await create(client, '/brands', { name: 'Acme', ...full });
    expect((await client.post('/brands', { name: 'Other', ...more })).status).toBe(400);
    expect((await client.patch(`/brands/${id}`, more)).status).toBe(400);
    expect(await list(client, '/brands')).toEqual([{ id, name: 'Acme', ...full, color_hex: null }]);
  });

  it('are in reports as soon as they exist, and gone with their mentions once deleted', async () => {
    const client = await createClient();
    const acme = await create(client, '/brands', { name: 'Acme' });
    const other = await create(client, '/brands', { name: 'Other' });
    const mentions = [
      { brand_id: acme, count: 3, position: 1 },
      { brand_id: other, count: 1, position: 2 },
    ];
    const chat = { prompt_text: 'a', country_code: 'US', model_id: 'famA-scraper', date: '2026-01-01', mentions };
    await client.post('/chats', { chats: [chat] });
    await create(client, '/brands', { name: 'Never' });
    await client.delete(`/brands/${acme}`);
    const { data } = (await client.post('/reports/brands')).body;
    expect(data).toMatchObject([
      { brand: { id: other, name: 'Other' }, visibility: 1, mention_count: 1, share_of_voice: 1 },
      { brand: { name: 'Never' }, visibility: 0, mention_count: 0, visibility_total: 1 },
    ]);
    expect((await client.get('/chats', { query: { brand_id: acme } })).body.data).toEqual([]);
    const id = (await client.get('/chats')).body.data[0].id;
    const { brands_mentioned } = (await client.get(`/chats/${id}/content`)).body;
    expect(brands_mentioned.map((brand: { id: string }) => brand.id)).toEqual([other]);
  });
});
