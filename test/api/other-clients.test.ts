import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addTwins } from '../../src/domain/twin-names.ts';
import { type Client, startService, type TestService } from '../harness/service.ts';

/** Clients that were written for other services of this API: the calls they make, and the fields they read. */

const RANGE = { start_date: '2026-01-01', end_date: '2026-01-31' };

let service: TestService;
let company: Client;
let client: Client;
let project: string;
let prompt: string;

beforeAll(async () => {
  service = await startService();
  ({ id: project, client, company } = await service.createProject());
  const create = async (path: string, body: object): Promise<string> => {
    const answer = await client.post(path, body);
    expect(answer.status).toBe(201);
    return answer.body.id;
  };
  await create('/brands', { name: 'Zorbix', is_own: true });
  await create('/brands', { name: 'Brumelle' });
  const tag = await create('/tags', { name: 'starter', group: 'persona' });
  const topic = await create('/topics', { name: 'Grinders' });
  prompt = await create('/prompts', { text: 'Which?', country_code: 'US', topic_id: topic, tag_ids: [tag] });
  const shared = { prompt_id: prompt, model_channel_id: 'famA-0' };
  const { body } = await client.post('/chats', {
    chats: [
      {
        ...shared,
        date: '2026-01-01',
        answer: 'Zorbix and Brumelle, says [a test](https://news.example/best).',
        sources: [{ url: 'https://news.example/best', title: 'Best' }, { url: 'https://forum.example/t/1' }],
        queries: ['best grinder'],
      },
      { ...shared, date: '2026-01-02', answer: 'Brumelle.', sources: [{ url: 'https://forum.example/t/1' }] },
    ],
  });
  expect(body.accepted).toBe(2);
});
afterAll(() => service.close());

describe('reports of sources', () => {
  it('carry the names of metrics that others use, and sort by them', async () => {
    const request = { ...RANGE, order_by: [{ field: 'retrievals', direction: 'desc' }] };
    const urls = (await client.post('/reports/urls', request)).body.data;
    expect(urls[0]).toMatchObject({ url: 'https://forum.example/t/1', retrievals: 2, usage_count: 2 });
    for (const row of urls) {
      expect(row).toMatchObject({ retrievals: row.retrieval_count, citation_avg: row.citation_rate });
      expect(row.channel_title).toBeNull();
    }
    const domains = (await client.post('/reports/domains', request)).body.data;
    expect(domains.map(({ domain }: { domain: string }) => domain)).toEqual(['forum.example', 'news.example']);
    for (const row of domains) {
      expect(row).toMatchObject({ usage_rate: row.retrieval_rate, citation_avg: row.citation_rate });
    }
  });

  it.each(['/reports/domains', '/reports/urls'])('%s chooses by the number of mentioned brands', async (path) => {
    const count = { field: 'mentioned_brand_count', operator: 'gte', value: 2 };
    const find = async (request: object) => (await client.post(path, { ...RANGE, ...request })).body.data.length;
    expect(await find({ filters: [count] })).toBe(2);
    expect(await find({ having: [count] })).toBe(2);
    expect(await find({ filters: [{ ...count, operator: 'gt' }] })).toBe(0);
    expect(await find({ having: [{ ...count, operator: 'lt' }] })).toBe(0);
    const wrong = { ...RANGE, filters: [{ field: 'mentioned_brand_count', operator: 'in', values: ['2'] }] };
    const refused = await client.post(path, wrong);
    expect(refused.status).toBe(400);
    expect(refused.body.message).toBe('filters[0]: on mentioned_brand_count takes gt, gte, lt or lte and a value.');
  });
});

describe('a project key', () => {
  it('is told by GET /projects that it is none of a company', async () => {
    const { status, body } = await client.get('/projects');
    expect(status).toBe(403);
    expect(body.message).toContain('Not a Company API Key');
  });
});

describe('the content of a chat', () => {
  it('has its sources under the names that others read, and lists of what is not looked for', async () => {
    const [{ id }] = (await client.get('/chats', { query: RANGE })).body.data;
    const { body } = await client.get(`/chats/${id}/content`);
    expect(body.sources).toMatchObject([
      { urlNormalized: 'https://news.example/best', citationCount: 1, citationPosition: 1 },
      { urlNormalized: 'https://forum.example/t/1', citationCount: 0, citationPosition: 0 },
    ]);
    expect(body).toMatchObject({ products: [], features: [], maps: [], ads: [], queries: ['best grinder'] });
  });
});

describe('a channel', () => {
  const isActive = async (id: string) => {
    const channels = (await client.get('/model-channels')).body.data;
    const models = (await client.get('/models')).body.data;
    const channel = channels.find((entry: { id: string }) => entry.id === id);
    const model = models.find((entry: { model_channels: { id: string }[] }) => entry.model_channels[0]!.id === id);
    expect(model.is_active).toBe(channel.is_active);
    return channel.is_active;
  };

  it('is active if it has answers, unless it was switched off', async () => {
    expect(await isActive('famA-0')).toBe(true);
    expect(await isActive('famB-0')).toBe(false);
    await client.patch('/model-channels/famA-0', { unsupported_country_codes: ['DE'] });
    expect(await isActive('famA-0')).toBe(true);
    await client.patch('/model-channels/famA-0', { is_active: false });
    expect(await isActive('famA-0')).toBe(false);
    await client.patch('/model-channels/famA-0', { unsupported_country_codes: [] });
    expect(await isActive('famA-0')).toBe(false);
    await client.patch('/model-channels/famA-0', { is_active: true });
    expect(await isActive('famA-0')).toBe(true);
  });

  it('that would be asked is not activated by its answers alone', async () => {
    const chat = { prompt_id: prompt, model_channel_id: 'famC-0', date: '2026-02-01', answer: 'Zorbix.' };
    await client.post('/chats', { chats: [chat] });
    expect(await isActive('famC-0')).toBe(true);
    await client.patch('/model-channels/famC-0', { ask: { kind: 'demo' } });
    expect(await isActive('famC-0')).toBe(false);
  });
});

describe('a query parameter', () => {
  it('group filters tags', async () => {
    await client.post('/tags', { name: 'alone' });
    const { body } = await client.get('/tags', { query: { group: 'persona' } });
    expect(body).toMatchObject({ data: [{ name: 'starter', group: 'persona' }], total_count: 1 });
    expect((await client.get('/tags', { query: { group: 'nothing' } })).body.data).toEqual([]);
  });

  it('start_date and end_date filter prompts by their answers', async () => {
    await client.post('/prompts', { text: 'Never asked', country_code: 'US' });
    const find = async (query: Record<string, string>) => (await client.get('/prompts', { query })).body.total_count;
    expect(await find({})).toBe(2);
    expect(await find(RANGE)).toBe(1);
    expect(await find({ start_date: '2026-01-02' })).toBe(1);
    expect(await find({ end_date: '2025-12-31' })).toBe(0);
    const wrong = { start_date: '2026-01-02', end_date: '2026-01-01' };
    expect((await client.get('/prompts', { query: wrong })).status).toBe(400);
  });

  it('features is refused by chats', async () => {
    const { status, body } = await client.get('/chats', { query: { ...RANGE, features: 'SHOPPING,MAP' } });
    expect(status).toBe(400);
    expect(body.message).toMatch(/^features: Overheard does not look for features/);
  });

  it('include_archived_prompts leaves chats of archived prompts out', async () => {
    const { id } = (await client.post('/prompts', { text: 'Old', country_code: 'US' })).body;
    const chat = { prompt_id: id, model_channel_id: 'famA-0', date: '2026-03-01', answer: 'Zorbix.' };
    await client.post('/chats', { chats: [chat] });
    await client.post(`/prompts/${id}/archive`);
    const dates = { start_date: '2026-03-01', end_date: '2026-03-01' };
    const count = async (query = {}) =>
      (await client.get('/chats', { query: { ...dates, ...query } })).body.total_count;
    expect(await count()).toBe(1);
    expect(await count({ include_archived_prompts: 'true' })).toBe(1);
    expect(await count({ include_archived_prompts: 'false' })).toBe(0);
    const [row] = (await client.post('/reports/brands', dates)).body.data;
    expect(row.visibility_total).toBe(1);
  });

  it('external_id filters projects', async () => {
    const { id } = (await company.post('/projects', { name: 'Other', external_id: 'crm-1' })).body;
    const find = async (external_id: string) =>
      (await company.get('/projects', { query: { external_id } })).body.data.map((entry: { id: string }) => entry.id);
    expect(await find('crm-1')).toEqual([id]);
    expect(await find('crm-2')).toEqual([]);
    await company.patch(`/projects/${project}`, { external_id: 'crm-2' });
    expect(await find('crm-2')).toEqual([project]);
    await company.patch(`/projects/${project}`, { external_id: null });
    expect(await find('crm-2')).toEqual([]);
  });
});

const onlyCamel = (profile: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(profile).filter(([name]) => !name.includes('_')));

describe('the profile', () => {
  const camel = {
    occupation: 'Maker',
    industry: 'Coffee',
    brandPresentation: ['Repairable'],
    productsAndServices: ['Burr grinders', 'Grinders'],
    targetMarkets: [{ location: 'Berlin', marketSize: 'City' }],
    audienceDistribution: { simpleRecommendationSeeker: 50, informedShopper: 30, evaluativeResearcher: 20 },
  };
  const snake = {
    occupation: 'Maker',
    industry: 'Coffee',
    brand_presentation: ['Repairable'],
    products_and_services: ['Burr grinders', 'Grinders'],
    target_markets: [{ location: 'Berlin', market_size: 'City' }],
    audience_distribution: { simple_recommendation_seeker: 50, informed_shopper: 30, evaluative_researcher: 20 },
  };
  const both = {
    ...snake,
    ...camel,
    targetMarkets: [{ location: 'Berlin', marketSize: 'City', market_size: 'City' }],
  };

  it.each([
    ['camelCase', camel],
    ['snake_case', snake],
    ['both', both],
  ])('is taken in %s and given out in both', async (_name, body) => {
    expect((await client.put('/project-profile', {})).status).toBe(200);
    expect((await client.put('/project-profile', body)).status).toBe(200);
    const { profile } = (await client.get('/project-profile')).body;
    expect(profile).toMatchObject({ ...camel, ...snake, used_prepared_profile: false, usedPreparedProfile: false });
    expect(profile.targetMarkets).toEqual([{ location: 'Berlin', osmId: '', marketSize: 'City' }]);
    expect(profile.target_markets).toEqual([{ location: 'Berlin', osm_id: '', market_size: 'City' }]);
  });

  it.each([
    ['a list', { brand_presentation: ['Quiet'] }, { brandPresentation: ['Quiet'] }],
    ['an empty list', { brandPresentation: [] }, { brandPresentation: [] }],
    ['a false', { used_prepared_profile: false }, { usedPreparedProfile: false }],
    [
      'a number in an object',
      { audience_distribution: { ...snake.audience_distribution, informed_shopper: 0 } },
      { audienceDistribution: { ...camel.audienceDistribution, informedShopper: 0 } },
    ],
    ['nothing', {}, {}],
  ])('can be read, changed in one spelling and sent back: %s', async (_name, change, expected) => {
    await client.put('/project-profile', { ...camel, usedPreparedProfile: true });
    const { profile } = (await client.get('/project-profile')).body;
    expect((await client.put('/project-profile', { ...profile, ...change })).status).toBe(200);
    const changed = (await client.get('/project-profile')).body.profile;
    expect(changed).toEqual(addTwins({ ...onlyCamel(profile), ...expected }));
  });

  it('becomes empty where nothing is sent, whatever the spelling', async () => {
    await client.put('/project-profile', camel);
    await client.put('/project-profile', { brand_presentation: camel.brandPresentation });
    const { profile } = (await client.get('/project-profile')).body;
    expect(profile).toMatchObject({ industry: '', brandPresentation: camel.brandPresentation, targetMarkets: [] });
    expect(profile.audience_distribution.informed_shopper).toBe(0);
  });

  it.each([
    [{ targetMarkets: [{ location: 'Berlin', marketSize: 'Town' }] }, /marketSize must be one of Neighborhood, City/],
    [{ industry: 'x', brandPresentation: ['a'], brand_presentation: ['b'] }, /brand_presentation: differs from brandP/],
    [
      { audience_distribution: { informedShopper: 1, informed_shopper: 2 } },
      /audience_distribution.informed_shopper: differs/,
    ],
  ])('refuses %j', async (body, message) => {
    const answer = await client.put('/project-profile', body);
    expect(answer.status).toBe(400);
    expect(answer.body.message).toMatch(message);
  });
});

describe('colors', () => {
  it('of brands can be hexadecimal, and have the nearest name', async () => {
    const { id } = (await client.post('/brands', { name: 'Kestola', color: '#3b82f7' })).body;
    const find = async () => (await client.get('/brands')).body.data.find((brand: { id: string }) => brand.id === id);
    expect(await find()).toMatchObject({ color: 'blue', color_hex: '#3b82f7' });
    await client.patch(`/brands/${id}`, { color: '#000000' });
    expect(await find()).toMatchObject({ color: 'gray', color_hex: '#000000' });
    await client.patch(`/brands/${id}`, { color: 'teal' });
    expect(await find()).toMatchObject({ color: 'teal', color_hex: null });
    for (const color of ['#12', 'mauve', '3b82f6', 5]) {
      expect((await client.patch(`/brands/${id}`, { color })).status).toBe(400);
    }
  });

  it.each(['slate', 'zinc', 'neutral', 'stone'])('of tags can be %s', async (color) => {
    const { status, body } = await client.post('/tags', { name: color, color });
    expect(status).toBe(201);
    const tags = (await client.get('/tags')).body.data;
    expect(tags.find(({ id }: { id: string }) => id === body.id)).toMatchObject({ color });
  });
});

describe('accepting a suggestion', () => {
  it('takes the country of the prompt', async () => {
    const { id } = (await client.post('/prompts/suggestions', { text: 'Which one?', country_code: 'US' })).body;
    const accepted = await client.post(`/prompts/suggestions/${id}/accept`, { country_code: 'DE' });
    expect(accepted.status).toBe(200);
    const prompts = (await client.get('/prompts')).body.data;
    const created = prompts.find((entry: { id: string }) => entry.id === accepted.body.id);
    expect(created.user_location).toEqual({ country: 'DE' });
  });
});

describe('creating a project', () => {
  it('takes its domain, and so gets its own brand', async () => {
    const { status, body } = await company.post('/projects', { name: 'Acme', domain: 'acme.example' });
    expect(status).toBe(201);
    const { data } = (await company.get('/brands', { query: { project_id: body.id } })).body;
    expect(data).toMatchObject([{ name: 'Acme', is_own: true, domains: ['acme.example'] }]);
  });
});

describe('topic suggestions', () => {
  it('come from the profile, and become topics or are gone', async () => {
    await client.put('/project-profile', { productsAndServices: ['GRINDERS', 'Kettles', 'Scales', 'x'.repeat(65)] });
    const list = async () => (await client.get('/topics/suggestions')).body;
    const { data, total_count } = await list();
    expect(data.map(({ name }: { name: string }) => name)).toEqual(['Kettles', 'Scales']);
    expect(total_count).toBe(2);
    const accept = () =>
      client.post(
        `/topics/suggestions/${data[0].id}/accept`,
        { country_code: 'DE' },
        { headers: { 'idempotency-key': 'kettles' } },
      );
    const accepted = await accept();
    expect(accepted.status).toBe(200);
    expect((await accept()).body).toEqual(accepted.body);
    expect((await client.get('/topics')).body.data).toContainEqual({
      id: accepted.body.id,
      name: 'Kettles',
      country_code: 'DE',
    });
    expect((await client.post(`/topics/suggestions/${data[1].id}/reject`)).body).toEqual({});
    expect((await list()).data).toEqual([]);
    expect((await client.post(`/topics/suggestions/${data[1].id}/reject`)).status).toBe(404);
    await client.put('/project-profile', { productsAndServices: ['Kettles', 'scales', 'Cups'] });
    expect((await list()).data).toMatchObject([{ name: 'Cups' }]);
    await client.put('/project-profile', {});
    expect((await list()).data).toEqual([]);
  });
});

describe('tag groups', () => {
  it('are listed, changed and deleted', async () => {
    const other = await service.createProject();
    const tag = async (name: string, group: string | null, color = 'gray') =>
      (await other.client.post('/tags', { name, group, color })).body.id;
    await tag('a', 'persona', 'blue');
    await tag('b', 'persona');
    await tag('c', 'stage');
    const lone = await tag('d', null);
    const list = async () => (await other.client.get('/tag-groups')).body.data;
    expect(await list()).toEqual([
      { group: 'persona', color: 'blue', tag_count: 2 },
      { group: 'stage', color: 'gray', tag_count: 1 },
    ]);
    const changes = { name: 'audience', color: 'stone' };
    expect((await other.client.patch('/tag-groups/persona', changes)).body).toEqual({ tag_count: 2 });
    expect((await list())[0]).toEqual({ group: 'audience', color: 'stone', tag_count: 2 });
    expect((await other.client.patch('/tag-groups/persona', changes)).status).toBe(404);
    expect((await other.client.delete('/tag-groups', { group: 'audience' })).body).toEqual({ tag_count: 2 });
    expect((await other.client.get('/tags')).body.total_count).toBe(4);
    const deleted = await other.client.delete('/tag-groups', { group: 'stage', delete_tags: true });
    expect(deleted.body).toEqual({ tag_count: 1 });
    expect(await list()).toEqual([]);
    const left = (await other.client.get('/tags')).body.data.map(({ id }: { id: string }) => id);
    expect(left).toHaveLength(3);
    expect(left).toContain(lone);
    expect((await other.client.delete('/tag-groups', { group: 'stage' })).status).toBe(404);
    expect((await other.client.delete('/tag-groups', {})).status).toBe(400);
  });
});

describe('what is not there yet', () => {
  it.each([
    ['/queries/shopping', { ...RANGE, filters: [{ field: 'model_channel_id', operator: 'in', values: ['famA-0'] }] }],
    ['/actions/list', { limit: 10 }],
  ])('%s is an empty list with totals', async (path, body) => {
    const answer = await client.post(path, body);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ data: [], totalCount: 0, total_count: 0 });
  });
});

describe('the content of a URL', () => {
  it('is null until pages are fetched, with all that is known about the page', async () => {
    const request = { url: 'https://www.news.example/best/?utm_source=x', max_length: 4000 };
    const { status, body } = await client.post('/sources/urls/content', request);
    expect(status).toBe(200);
    expect(body).toEqual({
      data: {
        url: 'https://news.example/best',
        title: 'Best',
        domain: 'news.example',
        channel_title: null,
        classification: expect.any(String),
        url_classification: expect.any(String),
        content: null,
        content_length: 0,
        truncated: false,
        content_updated_at: null,
      },
    });
    const [row] = (
      await client.post('/reports/urls', {
        ...RANGE,
        filters: [{ field: 'url', operator: 'in', values: [request.url] }],
      })
    ).body.data;
    expect(body.data.url_classification).toBe(row.classification);
  });

  it('is 404 for a URL that no answer used', async () => {
    const { status, body } = await client.post('/sources/urls/content', { url: 'https://unheard.example/1' });
    expect(status).toBe(404);
    expect(body.message).toBe('No answer used this URL as a source.');
  });
});

describe('the OpenAPI document', () => {
  it('is below the base path too, and needs no key', async () => {
    const { status, body } = await service.as(null).get('//v1/openapi/json');
    expect(status).toBe(200);
    expect(body).toEqual((await service.as(null).get('//openapi.json')).body);
  });
});

describe('countries beyond the list', () => {
  const kazakh = { text: 'Which?', country_code: 'KZ' };

  it('are refused', async () => {
    const { status, body } = await client.post('/prompts', kazakh);
    expect(status).toBe(400);
    expect(body.message).toMatch(/^country_code must be one of the 94 known values/);
  });

  it('are taken with the setting EXTRA_COUNTRIES', async () => {
    const wider = await startService({ EXTRA_COUNTRIES: 'KZ, LI,DE' });
    try {
      const { client: there } = await wider.createProject();
      await there.post('/brands', { name: 'Zorbix' });
      const { status, body } = await there.post('/prompts', kazakh);
      expect(status).toBe(201);
      const chat = { prompt_id: body.id, model_channel_id: 'famA-0', date: '2026-01-01', answer: 'Zorbix.' };
      expect((await there.post('/chats', { chats: [chat] })).body.accepted).toBe(1);
      const filters = [{ field: 'country_code', operator: 'in', values: ['KZ'] }];
      const report = await there.post('/reports/brands', { dimensions: ['country_code'], filters });
      expect(report.body.data).toMatchObject([{ country_code: 'KZ', visibility_total: 1 }]);
      const refused = await there.post('/prompts', { ...kazakh, country_code: 'ZW' });
      expect(refused.body.message).toMatch(/must be one of the 96 known values/);
      expect((await wider.as(null).get('//openapi.json')).text).toContain('"KZ"');
    } finally {
      await wider.close();
      await (await startService()).close();
    }
  });
});
