import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, startService, type TestService } from '../harness/service.ts';

let service: TestService;
let client: Client;
let brand: string;

const csv = { headers: { accept: 'text/csv' } };
const ndjson = { headers: { accept: 'application/x-ndjson' } };

beforeAll(async () => {
  service = await startService();
  ({ client } = await service.createProject());
  brand = (await client.post('/brands', { name: '=HYPERLINK("x"), Inc' })).body.id;
  await client.post('/brands', { name: 'Plain' });
  const chats = Array.from({ length: 30 }, (_, index) => ({
    prompt_text: 'Which?',
    country_code: 'US',
    model_id: 'famA-scraper',
    date: `2026-01-${String(index + 1).padStart(2, '0')}`,
    external_id: String(index),
    mentions: index % 2 ? [{ brand_id: brand, count: 1, position: 1, sentiment: -0.5 }] : [],
  }));
  await client.post('/chats', { chats });
});
afterAll(() => service.close());

const RANGE = { start_date: '2026-01-01', end_date: '2026-01-31' };

describe('CSV', () => {
  it('has the fields of a report with the dimensions asked for, and takes no name for a formula', async () => {
    const { status, headers, text } = await client.post('/reports/brands', { ...RANGE, dimensions: ['model_id'] }, csv);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    const lines = text.trimEnd().split('\r\n');
    expect(lines[0]).toBe(
      'brand_id,brand_name,mention_count,visibility,visibility_count,visibility_total,model_id,share_of_voice,sentiment,sentiment_sum,sentiment_count,sentiment_positive_count,sentiment_negative_count,position,position_sum,position_count',
    );
    expect(lines[1]).toBe(`${brand},"'=HYPERLINK(""x""), Inc",15,0.5,15,30,famA-scraper,1,25,-7.5,15,0,15,1,15,15`);
    expect(lines[2]).toMatch(/,Plain,0,0,0,30,famA-scraper,0,,0,0,0,0,,0,0$/);
    expect(lines).toHaveLength(3);
  });

  it('of an empty report is its heading', async () => {
    const { text } = await client.post('/reports/domains', { start_date: '2020-01-01' }, csv);
    expect(text).toBe(
      'domain,classification,retrieval_count,citation_count,retrieved_chat_count,total_chat_count,retrieved_percentage,retrieval_rate,citation_rate,mentioned_brands,mentioned_brand_count,gap\r\n',
    );
  });

  it('comes for every list, all rows without a limit', async () => {
    const { text } = await client.get('/chats', { ...csv, query: RANGE });
    expect(text.trimEnd().split('\r\n')).toHaveLength(31);
    for (const path of [
      '/prompts',
      '/topics',
      '/tags',
      '/brands',
      '/models',
      '/runs',
      '/classifications/domains',
      '/prompts/suggestions',
    ]) {
      const answer = await client.get(path, csv);
      expect(answer.status, path).toBe(200);
      expect(answer.headers['content-type'], path).toContain('text/csv');
    }
  });

  it('is refused as JSON would be', async () => {
    const { status, body } = await client.post('/reports/brands', { dimensions: ['nonsense'] }, csv);
    expect(status).toBe(400);
    expect(body.code).toBe('invalid_request');
  });
});

describe('NDJSON', () => {
  it('has the same rows as JSON, and keeps limit and offset', async () => {
    const request = { ...RANGE, dimensions: ['date'] };
    const all = (await client.post('/reports/brands', { ...request, limit: 10_000 })).body.data;
    const lines = (await client.post('/reports/brands', request, ndjson)).text.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual(all);
    const some = (await client.post('/reports/brands', { ...request, limit: 7, offset: 3 }, ndjson)).text
      .trimEnd()
      .split('\n');
    expect(some.map((line) => JSON.parse(line))).toEqual(all.slice(3, 10));
  });
});

describe('diagnostics', () => {
  const ask = async (request: object, by = client) => {
    const { body } = await by.post('/reports/brands', { include_diagnostics: true, ...request });
    return body.diagnostics.map(({ code }: { code: string }) => code);
  };

  it('come only on request', async () => {
    expect((await client.post('/reports/brands', RANGE)).body.diagnostics).toBeUndefined();
    expect(await ask(RANGE)).toEqual([]);
  });

  it('say why a report is empty', async () => {
    const { client: fresh } = await service.createProject();
    expect(await ask({}, fresh)).toEqual(['no_chats', 'no_brands']);
    expect(await ask({ start_date: '2025-01-01', end_date: '2025-12-31' })).toEqual(['no_chats_in_dates']);
    const filter = (field: string, ...values: string[]) => ({ field, operator: 'in', values });
    expect(await ask({ ...RANGE, filters: [filter('prompt_id', 'pr_x')] })).toEqual([
      'unknown_value',
      'filter_matches_nothing',
    ]);
    expect(await ask({ ...RANGE, filters: [filter('model_channel_id', 'famB-0')] })).toEqual([
      'filter_matches_nothing',
    ]);
    await fresh.post('/brands', { name: 'Plain' });
    await fresh.post('/chats', {
      chats: [{ prompt_text: 'x', country_code: 'US', model_id: 'famA-scraper', date: '2026-01-01', answer: '' }],
    });
    expect(await ask({}, fresh)).toEqual(['no_answers_in_dates']);
  });

  it('and the number of rows come for all three reports', async () => {
    for (const path of ['/reports/brands', '/reports/domains', '/reports/urls']) {
      const { body } = await client.post(path, {
        ...RANGE,
        include_total_count: true,
        include_diagnostics: true,
        limit: 1,
      });
      expect(body.total_count, path).toBe(path === '/reports/brands' ? 2 : 0);
      expect(body.diagnostics, path).toEqual([]);
    }
  });
});
