import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, startService, type TestService } from '../harness/service.ts';

let service: TestService;
let client: Client;
let ids: Record<string, string>;

const RANGE = { start_date: '2026-01-01', end_date: '2026-01-31' };

/** Three answers: own brand Zorbix, competitors Brumelle and Kestola. */
const CHATS = [
  {
    external_id: 'a',
    date: '2026-01-01',
    model_channel_id: 'famA-0',
    answer: 'Zorbix and Brumelle, says [a test](https://www.news.example/best-grinders?utm_source=x).',
    sources: [
      { url: 'https://news.example/best-grinders', title: 'Best grinders' },
      { url: 'https://news.example/other' },
      { url: 'https://zorbix.example/' },
    ],
    queries: ['first', 'second'],
  },
  {
    external_id: 'b',
    date: '2026-01-02',
    model_channel_id: 'famB-0',
    answer: 'Brumelle and Kestola.',
    sources: [{ url: 'https://forum.example/t/1', citation_count: 2 }, { url: 'https://news.example/other' }],
    queries: ['third'],
  },
  {
    external_id: 'c',
    date: '2026-01-02',
    model_channel_id: 'famA-0',
    answer: 'Nobody.',
    sources: [{ url: 'https://shop.brumelle.example/p/1' }],
  },
  {
    external_id: 'd',
    date: '2026-01-02',
    model_channel_id: 'famA-0',
    answer: '',
    sources: [{ url: 'https://news.example/other' }],
    queries: ['unheard'],
  },
];

beforeAll(async () => {
  service = await startService();
  ({ client } = await service.createProject());
  const create = async (path: string, body: object) => (await client.post(path, body)).body.id;
  ids = {
    zorbix: await create('/brands', { name: 'Zorbix', is_own: true, domains: ['https://www.zorbix.example/home'] }),
    brumelle: await create('/brands', { name: 'Brumelle', domains: ['brumelle.example'] }),
    kestola: await create('/brands', { name: 'Kestola' }),
    topic: await create('/topics', { name: 'topic' }),
  };
  ids.prompt = await create('/prompts', { text: 'Which?', country_code: 'US', topic_id: ids.topic });
  const chats = CHATS.map((chat) => ({ ...chat, prompt_id: ids.prompt }));
  expect((await client.post('/chats', { chats })).body.accepted).toBe(4);
});
afterAll(() => service.close());

async function report(path: string, request: object = {}) {
  const { status, body } = await client.post(path, { ...RANGE, ...request });
  expect(status).toBe(200);
  return body.data as Record<string, never>[];
}

const names = (rows: Record<string, never>[], field = 'domain') => rows.map((row) => row[field]);

describe('the domains report', () => {
  it('counts pages, citations and chats, and says who is mentioned there', async () => {
    const [news, ...others] = await report('/reports/domains');
    expect(news).toEqual({
      domain: 'news.example',
      classification: expect.any(String),
      retrieval_count: 3,
      citation_count: 1,
      retrieved_chat_count: 2,
      total_chat_count: 3,
      retrieved_percentage: 2 / 3,
      retrieval_rate: 1,
      citation_rate: 1 / 3,
      mentioned_brands: [{ id: ids.zorbix }, { id: ids.brumelle }, { id: ids.kestola }],
      mentioned_brand_count: 3,
      gap: 0,
      usage_rate: 1,
      citation_avg: 1 / 3,
    });
    expect(names(others)).toEqual(['brumelle.example', 'forum.example', 'zorbix.example']);
    expect(others.map(({ classification }) => classification)).toEqual(['COMPETITOR', expect.any(String), 'OWN']);
    expect(others.map(({ gap }) => gap)).toEqual([0, 2, 0]);
    expect(others.map(({ citation_count }) => citation_count)).toEqual([0, 2, 0]);
  });

  it('is cut by dimensions, each with its own chats', async () => {
    const rows = await report('/reports/domains', {
      dimensions: ['date', 'topic_id'],
      order_by: [{ field: 'date', direction: 'asc' }],
    });
    expect(
      rows.map(({ date, domain, retrieval_count, total_chat_count }) => [
        date,
        domain,
        retrieval_count,
        total_chat_count,
      ]),
    ).toEqual([
      ['2026-01-01', 'news.example', 2, 1],
      ['2026-01-01', 'zorbix.example', 1, 1],
      ['2026-01-02', 'brumelle.example', 1, 2],
      ['2026-01-02', 'forum.example', 1, 2],
      ['2026-01-02', 'news.example', 1, 2],
    ]);
    expect(rows[0]).toMatchObject({
      topic: { id: ids.topic },
      mentioned_brands: [{ id: ids.zorbix }, { id: ids.brumelle }],
    });
    expect(rows[4]).toMatchObject({ mentioned_brands: [{ id: ids.brumelle }, { id: ids.kestola }], gap: 2 });
  });

  it.each([
    [{ field: 'domain', operator: 'in', values: ['news.example'] }, ['news.example']],
    [
      { field: 'domain', operator: 'not_in', values: ['news.example', 'forum.example'] },
      ['brumelle.example', 'zorbix.example'],
    ],
    [{ field: 'url', operator: 'in', values: ['https://www.news.example/other/'] }, ['news.example']],
    [
      { field: 'domain_classification', operator: 'in', values: ['own', 'COMPETITOR'] },
      ['brumelle.example', 'zorbix.example'],
    ],
    [{ field: 'mentioned_brand_id', operator: 'in', values: ['$kestola'] }, ['news.example', 'forum.example']],
    [{ field: 'mentioned_brand_id', operator: 'not_in', values: ['$kestola'] }, ['brumelle.example', 'zorbix.example']],
    [{ field: 'gap', operator: 'gte', value: 1 }, ['forum.example']],
    [{ field: 'mentioned_brand_count', operator: 'lt', value: 2 }, ['brumelle.example']],
    [{ field: 'model_channel_id', operator: 'in', values: ['famB-0'] }, ['forum.example', 'news.example']],
    [{ field: 'url_classification', operator: 'in', values: ['HOMEPAGE'] }, ['zorbix.example']],
  ])('with the filter %j shows the right domains', async (filter, expected) => {
    const filled = JSON.parse(JSON.stringify(filter).replace(/\$(\w+)/g, (_, name) => ids[name]!));
    const rows = await report('/reports/domains', { filters: [filled] });
    expect(names(rows)).toEqual(expected);
    const total = filter.field === 'model_channel_id' ? 1 : 3;
    expect(rows.every(({ total_chat_count }) => total_chat_count === total)).toBe(true);
  });

  it('counts chats once though only some of their pages are asked for', async () => {
    const [row] = await report('/reports/domains', {
      filters: [{ field: 'url', operator: 'in', values: ['https://news.example/other'] }],
    });
    expect(row).toMatchObject({ retrieval_count: 2, retrieved_chat_count: 2, citation_count: 0 });
  });

  it('sorts, pages and counts its rows', async () => {
    const order_by = [
      { field: 'gap', direction: 'desc' },
      { field: 'domain', direction: 'desc' },
    ];
    const { body } = await client.post('/reports/domains', {
      ...RANGE,
      order_by,
      limit: 2,
      offset: 1,
      include_total_count: true,
    });
    expect(names(body.data)).toEqual(['zorbix.example', 'news.example']);
    expect(body).toMatchObject({ totalCount: 4, total_count: 4 });
    expect(
      names(await report('/reports/domains', { having: [{ field: 'retrieval_rate', operator: 'gte', value: 0.5 }] })),
    ).toEqual(['news.example']);
  });

  it('follows assignments and the brands of today', async () => {
    await client.post('/classifications/domains', { name: 'Partner' });
    await client.put('/classifications/domain-assignments', { domain: 'forum.example', classification: 'partner' });
    const filters = [{ field: 'domain_classification', operator: 'in', values: ['Partner'] }];
    expect(await report('/reports/domains', { filters })).toMatchObject([
      { domain: 'forum.example', classification: 'Partner' },
    ]);
    await client.delete('/classifications/domains', { name: 'Partner' });
    expect(await report('/reports/domains', { filters })).toEqual([]);
  });

  it.each([
    { filters: [{ field: 'gap', operator: 'in', values: ['1'] }] },
    { filters: [{ field: 'domain', operator: 'gte', value: 1 }] },
    { filters: [{ field: 'domain', operator: 'in' }] },
    { filters: [{ field: 'brand_id', operator: 'in', values: ['x'] }] },
    { filters: [{ field: 'prompt_id', operator: 'gt', value: 1 }] },
    { order_by: [{ field: 'url' }] },
    { order_by: [{ field: 'visibility' }] },
    { having: [{ field: 'domain', operator: 'in', values: ['x'] }] },
  ])('refuses %j', async (request) => {
    expect((await client.post('/reports/domains', request)).status).toBe(400);
  });
});

describe('the URLs report', () => {
  it('has a row for each page, with its title and class', async () => {
    const rows = await report('/reports/urls');
    expect(names(rows, 'url')).toEqual([
      'https://news.example/other',
      'https://forum.example/t/1',
      'https://news.example/best-grinders',
      'https://shop.brumelle.example/p/1',
      'https://zorbix.example',
    ]);
    expect(rows[0]).toMatchObject({
      retrieval_count: 2,
      retrieved_chat_count: 2,
      total_chat_count: 3,
      citation_rate: 0,
      gap: 0,
    });
    expect(rows[2]).toMatchObject({ title: 'Best grinders', classification: 'LISTICLE', citation_count: 1 });
    expect(rows[4]).toMatchObject({ classification: 'HOMEPAGE', title: '' });
  });

  it('takes filters on domains too', async () => {
    const filters = [{ field: 'domain_classification', operator: 'in', values: ['OWN'] }];
    expect(names(await report('/reports/urls', { filters }), 'url')).toEqual(['https://zorbix.example']);
    const gap = [{ field: 'gap', operator: 'gt', value: 1 }];
    expect(names(await report('/reports/urls', { filters: gap }), 'url')).toEqual(['https://forum.example/t/1']);
  });
});

describe('the search of queries', () => {
  it('lists the searches of counted chats in order, in pages that lose nothing', async () => {
    const { body } = await client.post('/queries/search', RANGE);
    expect(body.data.map(({ query, date }: { query: object; date: string }) => [date, query])).toEqual([
      ['2026-01-01', { index: 0, text: 'first' }],
      ['2026-01-01', { index: 1, text: 'second' }],
      ['2026-01-02', { index: 0, text: 'third' }],
    ]);
    expect(body.total_count).toBe(3);
    expect(body.data[0]).toMatchObject({
      prompt: { id: ids.prompt },
      model: { id: 'famA-scraper' },
      model_channel: { id: 'famA-0' },
    });
    const pages = [];
    for (const offset of [0, 1, 2, 3])
      pages.push(...(await client.post('/queries/search', { ...RANGE, limit: 1, offset })).body.data);
    expect(pages).toEqual(body.data);
    const filters = [{ field: 'model_channel_id', operator: 'in', values: ['famB-0'] }];
    expect((await client.post('/queries/search', { ...RANGE, filters })).body.total_count).toBe(1);
    expect(
      (await client.post('/queries/search', { filters: [{ field: 'brand_id', operator: 'in', values: ['x'] }] }))
        .status,
    ).toBe(400);
  });
});
