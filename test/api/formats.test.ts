import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toColumns } from '../../src/exporting/columns.ts';
import { OPERATIONS } from '../../src/operations/index.ts';
import type { Operation } from '../../src/operations/operation.ts';
import { hasRows } from '../../src/operations/row-stream.ts';
import { readParquet } from '../harness/parquet.ts';
import { type Client, startService, type TestService } from '../harness/service.ts';

let service: TestService;
let client: Client;
let brand: string;

const csv = { headers: { accept: 'text/csv' } };
const parquet = { headers: { accept: 'application/vnd.apache.parquet' } };
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

describe('Parquet', () => {
  it('has the numbers of the report, digit by digit, with types', async () => {
    const request = { ...RANGE, dimensions: ['date', 'model_id'], order_by: [{ field: 'date', direction: 'asc' }] };
    const { status, headers, raw } = await client.post('/reports/brands', request, parquet);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/vnd.apache.parquet');
    const { rows, types } = await readParquet(raw);
    const { data } = (await client.post('/reports/brands', { ...request, limit: 10_000 })).body;
    expect(rows).toHaveLength(60);
    expect(rows).toEqual(
      // biome-ignore lint/suspicious/noExplicitAny: rows of a report.
      data.map(({ brand: { id, name }, model, ...numbers }: any) => ({
        ...Object.fromEntries(Object.entries(numbers).map(([field, value]) => [field, toWritten(field, value)])),
        brand_id: id,
        brand_name: name,
        model_id: model.id,
        position: numbers.position ?? null,
        sentiment: numbers.sentiment ?? null,
      })),
    );
    expect(types).toMatchObject({ brand_id: 'VARCHAR', visibility: 'DOUBLE', mention_count: 'BIGINT', date: 'DATE' });
  });

  /** DuckDB writes 64-bit integers as text. */
  const toWritten = (field: string, value: unknown) =>
    /(count|total|position_sum)$/.test(field) ? String(value) : value;

  it('has lists and objects as JSON text, and texts as they are', async () => {
    const { rows } = await readParquet((await client.get('/brands', parquet)).raw);
    const { data } = (await client.get('/brands')).body;
    expect(rows.map(({ name }) => name)).toEqual(data.map(({ name }: { name: string }) => name));
    expect(rows[0]).toMatchObject({ name: '=HYPERLINK("x"), Inc', aliases: '[]', is_own: false });
  });

  it('of an empty report has its columns', async () => {
    const { rows, types } = await readParquet((await client.post('/reports/urls', {}, parquet)).raw);
    expect(rows).toEqual([]);
    expect(types).toMatchObject({ url: 'VARCHAR', retrieval_count: 'BIGINT', mentioned_brands: 'VARCHAR' });
  });

  it('is refused as JSON would be', async () => {
    const { status, body } = await client.post('/reports/brands', { dimensions: ['nonsense'] }, parquet);
    expect([status, body.code]).toEqual([400, 'invalid_request']);
  });
});

describe('every list and report', () => {
  const listed = (OPERATIONS as readonly Operation[]).filter(hasRows);

  it('has columns with names of their own', () => {
    expect(listed.length).toBeGreaterThan(20);
    for (const { id, output } of listed) {
      const { data } = (output as unknown as { properties: { data: { items: object } } }).properties;
      const names = toColumns(data.items).map(({ name }) => name.toLowerCase());
      expect(names.length, id).toBeGreaterThan(0);
      expect(new Set(names).size, id).toBe(names.length);
    }
  });

  it('comes in every format, with the same number of rows', async () => {
    for (const { id, method, path, scope } of listed) {
      if (path.includes('{') || scope !== 'project') continue;
      const ask = (asking: object) =>
        method === 'GET'
          ? client.get(path, { query: path === '/chats' ? RANGE : {}, ...asking })
          : client.post(path, {}, asking);
      const { body, status } = await ask({});
      expect(status, id).toBe(200);
      const answers = { csv: await ask(csv), ndjson: await ask(ndjson), parquet: await ask(parquet) };
      for (const answer of Object.values(answers)) expect(answer.status, id).toBe(200);
      const { rows } = await readParquet(answers.parquet.raw);
      expect(rows.length, id).toBe(body.data.length);
      expect(answers.ndjson.text.split('\n').length - 1, id).toBe(body.data.length);
      expect(answers.csv.text.split('\r\n').length - 2, id).toBe(body.data.length);
    }
  });

  it('without a limit has the order of its pages', async () => {
    for (const request of [
      { dimensions: ['chat_id'] },
      { dimensions: ['chat_id', 'date'], order_by: [{ field: 'visibility', direction: 'asc' }] },
      { dimensions: ['date'], having: [{ field: 'mention_count', operator: 'gt', value: 0 }] },
      { dimensions: ['tag_id'], intervals: true },
    ]) {
      const asked = { ...RANGE, ...request };
      const { data } = (await client.post('/reports/brands', { ...asked, limit: 10_000 })).body;
      const toRows = ({ text }: { text: string }) =>
        text
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line));
      expect(toRows(await client.post('/reports/brands', asked, ndjson))).toEqual(data);
      const rest = data.slice(1);
      if (rest.length > 0) {
        expect(toRows(await client.post('/reports/brands', { ...asked, offset: 1 }, ndjson))).toEqual(rest);
      }
    }
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
