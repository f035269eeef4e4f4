import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, startService, type TestService } from '../harness/service.ts';

/** Clients that were written for other services of this API: the calls they make, and the fields they read. */

const RANGE = { start_date: '2026-01-01', end_date: '2026-01-31' };

let service: TestService;
let client: Client;

beforeAll(async () => {
  service = await startService();
  ({ client } = await service.createProject());
  const create = async (path: string, body: object): Promise<string> => {
    const answer = await client.post(path, body);
    expect(answer.status).toBe(201);
    return answer.body.id;
  };
  await create('/brands', { name: 'Zorbix', is_own: true });
  await create('/brands', { name: 'Brumelle' });
  const tag = await create('/tags', { name: 'starter', group: 'persona' });
  const topic = await create('/topics', { name: 'Grinders' });
  const prompt = await create('/prompts', { text: 'Which?', country_code: 'US', topic_id: topic, tag_ids: [tag] });
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
