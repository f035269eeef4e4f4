import { afterAll, beforeAll, expect, it } from 'vitest';
import { BRANDS } from '../../src/reports/brands.ts';
import { BRAND_METRICS } from '../../src/reports/metrics.ts';
import type { OrderBy } from '../../src/reports/request.ts';
import { runReport } from '../../src/reports/run-report.ts';
import { DOMAINS } from '../../src/reports/sources.ts';
import { listProjectKeys } from '../../src/store/queries/projects.ts';
import { startService, type TestProject, type TestService } from '../harness/service.ts';
import { fillProject } from './dataset.ts';
import { GOLDEN_DATA } from './golden-data.ts';

const RANGE = { start_date: '2026-01-01', end_date: '2026-02-28' };
const UNPAGED = {
  ...RANGE,
  filters: [],
  having: [],
  order_by: [],
  include_total_count: false,
  include_diagnostics: false,
};
const options = { signal: new AbortController().signal };

let service: TestService;
let project: TestProject;
let key: number;

beforeAll(async () => {
  service = await startService();
  project = await service.createProject();
  key = (await listProjectKeys(service.context.store.db)).at(-1)!;
  await fillProject(project, {
    ...GOLDEN_DATA,
    chats: GOLDEN_DATA.chats.map((chat, index) => ({ ...chat, sources: [{ page: index % 5, citation_count: 1 }] })),
  });
});
afterAll(() => service.close());

it.each([['date'], ['chat_id'], ['tag_id', 'chat_id']])(
  'without a limit gives all rows, by %s',
  async (...dimensions) => {
    const { data } = await runReport(service.context.store, key, {
      report: BRANDS,
      request: { ...UNPAGED, dimensions },
      options,
    });
    const paged = (await project.client.post('/reports/brands', { ...RANGE, dimensions, limit: 10_000 })).body.data;
    expect(paged.length).toBeGreaterThan(10);
    expect(data).toEqual(paged);
  },
);

it('without a limit gives all domains', async () => {
  const { data } = await runReport(service.context.store, key, {
    report: DOMAINS,
    request: { ...UNPAGED, dimensions: ['date'] },
    options,
  });
  expect(data.length).toBeGreaterThan(3);
  expect(data).toEqual((await project.client.post('/reports/domains', { ...RANGE, dimensions: ['date'] })).body.data);
});

it('writes fields in one order, and dimensions as they were requested', async () => {
  const request = { ...RANGE, dimensions: ['week', 'prompt_id'] };
  const [brand] = (await project.client.post('/reports/brands', { ...request, order_by: [{ field: 'sentiment' }] }))
    .body.data;
  expect(Object.keys(brand)).toEqual([
    'brand',
    'mention_count',
    'visibility',
    'visibility_count',
    'visibility_total',
    'week',
    'prompt',
    'share_of_voice',
    'sentiment',
    'sentiment_sum',
    'sentiment_count',
    'sentiment_positive_count',
    'sentiment_negative_count',
    'position',
    'position_sum',
    'position_count',
  ]);
  const [url] = (await project.client.post('/reports/urls', request)).body.data;
  expect(Object.keys(url)).toEqual([
    'url',
    'title',
    'channel_title',
    'classification',
    'retrieval_count',
    'citation_count',
    'retrieved_chat_count',
    'total_chat_count',
    'retrieved_percentage',
    'retrieval_rate',
    'citation_rate',
    'mentioned_brands',
    'mentioned_brand_count',
    'gap',
    'week',
    'prompt',
    'retrievals',
    'usage_count',
    'citation_avg',
  ]);
});

/** What needs few rows: all of them from the engine, and pages that are joined and sorted here. */
async function comparePages(dimensions: string[], order_by: OrderBy[]) {
  const request = { ...UNPAGED, dimensions, order_by };
  const run = async (page: { limit: number; offset: number } | object) => {
    const running = { report: BRANDS, request: { ...request, ...page }, options };
    const read = service.context.store.read(key, (reader) => runReport(reader, key, running), { is_heavy: true });
    return (await read).data;
  };
  const whole = await run({});
  expect(await run({ limit: 100, offset: 0 })).toEqual(whole.slice(0, 100));
  expect(await run({ limit: 2, offset: 1 })).toEqual(whole.slice(1, 3));
  return whole;
}

const BY_TIME = [[], ['date'], ['week'], ['month']];

it('by time has the same rows in the same order, wherever they are put together', async () => {
  for (const dimensions of BY_TIME) {
    for (const field of [...Object.keys(BRAND_METRICS), 'brand_id', 'brand_name', ...dimensions]) {
      for (const direction of ['asc', 'desc'] as const) {
        const rows = await comparePages(dimensions, [{ field, direction }]);
        expect(rows.length, `${dimensions} ${field} ${direction}`).toBeGreaterThan(2);
      }
    }
  }
});

it('by time takes brands of the same name as equal, such as one that is being deleted and its successor', async () => {
  const brands = await service.context.store.db
    .selectFrom('brands')
    .select(['brand', 'name'])
    .where('project', '=', key)
    .execute();
  const rename = (toName: (name: string) => string) =>
    service.context.store.write(key, async ({ db }) => {
      for (const { brand, name } of brands) {
        const of = db.updateTable('brands').set({ name: toName(name) });
        await of.where('project', '=', key).where('brand', '=', brand).execute();
      }
    });
  await rename(() => 'The same');
  for (const dimensions of BY_TIME) {
    for (const direction of ['asc', 'desc'] as const) {
      const order_by = [
        { field: 'brand_name', direction } as const,
        { field: 'mention_count', direction: 'desc' } as const,
      ];
      const counts = (await comparePages(dimensions, order_by)).map(({ mention_count }) => mention_count);
      expect(counts).toEqual([...counts].sort((left, right) => right - left));
    }
  }
  await rename((name) => name);
});

it('by time counts no brand that is not shown yet', async () => {
  const order_by = [{ field: 'mention_count', direction: 'desc' } as const];
  const [brand, ...others] = await comparePages([], order_by);
  await service.context.store.write(key, async ({ db }) => {
    const brands = await db.selectFrom('brands').select(['brand', 'name']).where('project', '=', key).execute();
    const shown = brands.filter(({ name }) => name !== brand!.brand.name).map((other) => other.brand);
    await db
      .updateTable('extractions')
      .set({ brands: JSON.stringify(shown) })
      .where('project', '=', key)
      .execute();
  });
  for (const dimensions of BY_TIME) await comparePages(dimensions, order_by);
  const rest = await comparePages([], order_by);
  expect(rest.map((row) => row.mention_count)).toEqual(others.map((row) => row.mention_count));
  expect(rest.reduce((sum, row) => sum + row.share_of_voice, 0)).toBeCloseTo(1);
});

it('counts refusals like answers, and error pages not, whichever sums a report is made from', async () => {
  const { client } = await service.createProject();
  await client.post('/brands', { name: 'Zorbix' });
  const answers = ['Buy the Zorbix.', "I'm sorry, but I can't help with that.", ''];
  const chats = answers.map((answer, index) => ({
    prompt_text: 'Which one?',
    country_code: 'US',
    model_id: 'famA-scraper',
    date: '2026-01-05',
    external_id: String(index),
    answer,
  }));
  expect((await client.post('/chats', { chats })).body.accepted).toBe(3);
  // From the sums of days, and from the facts.
  for (const dimensions of [[], ['date'], ['prompt_id'], ['topic_id', 'date']]) {
    const { data } = (await client.post('/reports/brands', { ...RANGE, dimensions })).body;
    expect(data, dimensions.join(', ')).toMatchObject([{ visibility_count: 1, visibility_total: 2 }]);
  }
});
