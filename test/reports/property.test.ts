import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { listProjectKeys } from '../../src/store/queries/projects.ts';
import { coverPairs, listPairs } from '../../stress/covering-requests.mjs';
import { startService, type TestProject, type TestService } from '../harness/service.ts';
import { sumMonths } from '../harness/sum-months.ts';
import { type Dataset, fillProject, type Ids } from './dataset.ts';
import { computeReport, type PlainRequest, type PlainRow } from './oracle.ts';
import {
  BRAND_METRICS,
  dataset,
  listFields,
  MOST_ROUNDS,
  requestOf,
  SOURCE_METRICS,
  toBody,
  toCut,
} from './random-reports.ts';
import { computeSources, type SourceKind, type SourceRow } from './source-oracle.ts';

const REQUESTS_PER_PROJECT = 12;

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

interface Comparison {
  path: string;
  metrics: readonly string[];
  /** What rows can be ordered by besides metrics and dimensions. */
  names: readonly string[];
  /** How many rows there are to compare at least. */
  rows: number;
  compute(data: Dataset, ids: Ids, request: PlainRequest): unknown[];
}

/**
 * Asks random projects requests in which every dimension, metric, filter and order meets each other one, each with random
 * values. In each round the values and the projects are others.
 */
async function compareReports({ path, metrics, names, rows: enough, compute }: Comparison): Promise<void> {
  const fields = listFields({ metrics, names });
  const shapes = coverPairs(fields);
  const asked = new Set<string>();
  let compared = 0;
  const rounds = inject('reportRounds');
  // Random projects can be so small that one round has too little to compare.
  for (let round = 0; round < rounds || (compared <= enough && round < rounds + MOST_ROUNDS); round += 1) {
    for (let from = 0; from < shapes.length; from += REQUESTS_PER_PROJECT) {
      const part = shapes.slice(from, from + REQUESTS_PER_PROJECT);
      const scenario = dataset.chain((data) =>
        fc.tuple(fc.constant(data), ...part.map((shape) => requestOf(data, shape))),
      );
      const property = fc.asyncProperty(
        scenario,
        fc.integer({ min: 3, max: 40 }),
        async ([data, ...requests], size) => {
          const project = await service.createProject();
          const ids = await fillProject(project, data);
          await sumMonths(
            service.context.store,
            (await listProjectKeys(service.context.store.db)).at(-1)!,
            data.summed,
          );
          for (const request of requests) {
            const expected = compute(data, ids, request);
            expect((await project.client.post(path, toBody(ids, request))).body.data).toEqual(expected);
            compared += expected.length;
          }
          const whole = toBody(ids, { ...requests[0]!, limit: 10_000, offset: 0 });
          const all = (await project.client.post(path, whole)).body.data;
          expect(await readPages(project, { path, body: whole, size })).toEqual(all);
        },
      );
      await fc.assert(property, { numRuns: 1, endOnFailure: true });
      for (const shape of part) for (const pair of listPairs(shape)) asked.add(pair);
    }
  }
  expect([...asked].sort()).toEqual(listPairs(fields).sort());
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

describe('a report equals a slow re-computation from the raw chats, and its pages put together equal the whole', () => {
  it('on brands', async () => {
    await compareReports({
      path: '/reports/brands',
      metrics: BRAND_METRICS,
      names: ['brand_id', 'brand_name'],
      rows: 300,
      compute: (data, ids, request) =>
        computeReport(data, request).map((row) => toBrandRow(ids, { row, data, dimensions: request.dimensions })),
    });
  });

  it.each(['domain', 'url'] as const)('on each %s', async (kind) => {
    await compareReports({
      path: `/reports/${kind}s`,
      metrics: SOURCE_METRICS,
      names: [kind],
      rows: 100,
      compute: (data, ids, request) =>
        computeSources(data, { kind, request }).map((row) =>
          toSourceRow(ids, { row, kind, dimensions: request.dimensions }),
        ),
    });
  });
});
