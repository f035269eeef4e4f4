import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listProjectKeys } from '../../src/store/queries/projects.ts';
import { startService, type TestProject, type TestService } from '../harness/service.ts';
import { sumMonths } from '../harness/sum-months.ts';
import { type Dataset, fillProject, type Ids } from './dataset.ts';
import { computeReport, type PlainRequest, type PlainRow } from './oracle.ts';
import { assertUntil, BRAND_METRICS, dataset, requestFor, SOURCE_METRICS, toBody, toCut } from './random-reports.ts';
import { computeSources, type SourceKind, type SourceRow } from './source-oracle.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

async function readPages(
  project: TestProject,
  { path, body, size }: { path: string; body: object; size: number },
): Promise<unknown[]> {
  const rows: unknown[] = [];
  for (let offset = 0; ; offset += size) {
    const page = (await project.client.post(path, { ...body, limit: size, offset })).body.data;
    rows.push(...page);
    if (page.length < size) return rows;
  }
}

/** Asks random projects eight random questions each, and a few more projects until enough rows are compared. */
async function compareReports({
  path,
  runs,
  rows: enough,
  requests,
  expect: expected,
}: {
  path: string;
  runs: number;
  rows: number;
  requests(data: Dataset): ReturnType<typeof requestFor>;
  expect(data: Dataset, ids: Ids, request: PlainRequest): unknown[];
}): Promise<void> {
  const scenario = dataset.chain((data) =>
    fc.record({ data: fc.constant(data), asked: fc.array(requests(data), { minLength: 8, maxLength: 8 }) }),
  );
  let compared = 0;
  const property = fc.asyncProperty(scenario, fc.integer({ min: 3, max: 40 }), async ({ data, asked }, size) => {
    const project = await service.createProject();
    const ids = await fillProject(project, data);
    await sumMonths(service.context.store, (await listProjectKeys(service.context.store.db)).at(-1)!, data.summed);
    for (const request of asked) {
      const rows = expected(data, ids, request);
      const got = (await project.client.post(path, toBody(ids, request))).body.data;
      expect(got).toEqual(rows);
      compared += rows.length;
    }
    const whole = toBody(ids, { ...asked[0]!, limit: 10_000, offset: 0 });
    const all = (await project.client.post(path, whole)).body.data;
    expect(await readPages(project, { path, body: whole, size })).toEqual(all);
  });
  await assertUntil(property, { runs, isEnough: () => compared > enough });
  expect(compared).toBeGreaterThan(enough);
}

function toBrandRow(
  ids: Ids,
  { row, data, dimensions }: { row: PlainRow; data: Dataset; dimensions: string[] },
): object {
  const { brand, keys, ...metrics } = row;
  const present = Object.entries(metrics).filter(([, value]) => value !== undefined);
  return {
    brand: { id: ids.brands[brand], name: data.brands[brand] },
    ...toCut(ids, { keys, dimensions }),
    ...Object.fromEntries(present),
  };
}

function toSourceRow(
  ids: Ids,
  { row, kind, dimensions }: { row: SourceRow; kind: SourceKind; dimensions: string[] },
): object {
  const { name, brands, keys, ...metrics } = row;
  return {
    ...(kind === 'domain' ? { domain: name } : { url: name, title: expect.any(String), channel_title: null }),
    classification: expect.any(String),
    mentioned_brands: brands.map((brand) => ({ id: ids.brands[brand] })),
    ...toCut(ids, { keys, dimensions }),
    ...metrics,
    ...(kind === 'domain'
      ? { usage_rate: metrics.retrieval_rate }
      : { retrievals: metrics.retrieval_count, usage_count: metrics.retrieval_count }),
    citation_avg: metrics.citation_rate,
  };
}

it('on brands equals a slow re-computation from the raw chats, and its pages put together equal the whole', async () => {
  await compareReports({
    path: '/reports/brands',
    runs: 50,
    rows: 800,
    requests: (data) => requestFor(data, { metrics: BRAND_METRICS, names: ['brand_id', 'brand_name'] }),
    expect: (data, ids, request) =>
      computeReport(data, request).map((row) => toBrandRow(ids, { row, data, dimensions: request.dimensions })),
  });
}, 180_000);

it.each(['domain', 'url'] as const)(
  'on each %s equals one too',
  async (kind) => {
    await compareReports({
      path: `/reports/${kind}s`,
      runs: 25,
      rows: 300,
      requests: (data) => requestFor(data, { metrics: SOURCE_METRICS, names: [kind] }),
      expect: (data, ids, request) =>
        computeSources(data, { kind, request }).map((row) =>
          toSourceRow(ids, { row, kind, dimensions: request.dimensions }),
        ),
    });
  },
  180_000,
);
