import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toPanelIntervals, toPopulationIntervals } from '../../src/statistics/intervals.ts';
import { type Stratum, toAnswerSums, toPromptSums } from '../../src/statistics/strata.ts';
import { listProjectKeys } from '../../src/store/queries/projects.ts';
import { startService, type TestProject, type TestService } from '../harness/service.ts';
import { sumMonths } from '../harness/sum-months.ts';
import { type Dataset, fillProject, type Ids } from './dataset.ts';
import { GOLDEN_DATA } from './golden-data.ts';
import { type Chat, computeReport, type PlainRequest, toGroups } from './oracle.ts';
import { assertUntil, BRAND_METRICS, dataset, requestFor, toBody } from './random-reports.ts';
import { collectStrata, toRounded } from './strata.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const RANGE = { start_date: '2026-01-01', end_date: '2026-02-28' };

/** The intervals of a group's brand, from its answers one by one. */
function computeIntervals(
  chats: readonly Chat[],
  { brand, brands, design, confidence }: { brand: number; brands: number; design: string; confidence: number },
) {
  const answers = chats.length;
  const prompts = new Set(chats.map(({ prompt }) => prompt)).size;
  const collect = <Sums>(toSums: (strata: Stratum[]) => Sums) =>
    collectStrata((toStrata) => toSums(toStrata(chats, brand)));
  if (design === 'population') {
    return toPopulationIntervals({ answers, prompts, measures: collect(toPromptSums) }, { confidence, brands });
  }
  const measures = collect(toAnswerSums);
  return toPanelIntervals({ answers, prompts, strata: measures.visibility.strata, measures }, { confidence, brands });
}

async function readReport({ client }: TestProject, body: object) {
  const { status, body: answer } = await client.post('/reports/brands', body);
  expect(status).toBe(200);
  return answer.data;
}

it('equal an independent computation, in random cuts, and change nothing else', async () => {
  const scenario = dataset.chain((data) =>
    fc.record({
      data: fc.constant(data),
      asked: fc.array(requestFor(data, { metrics: BRAND_METRICS, names: ['brand_id', 'brand_name'] }), {
        minLength: 12,
        maxLength: 12,
      }),
    }),
  );
  let compared = 0;
  const property = fc.asyncProperty(
    scenario,
    fc.constantFrom('population', 'panel'),
    async ({ data, asked }, design) => {
      const project = await service.createProject();
      const ids = await fillProject(project, data);
      await sumMonths(service.context.store, (await listProjectKeys(service.context.store.db)).at(-1)!, data.summed);
      for (const request of asked) compared += await compare(project, { data, ids, request, design });
    },
  );
  await assertUntil(property, { runs: 6, isEnough: () => compared > 100 });
  expect(compared).toBeGreaterThan(100);
});

async function compare(
  project: TestProject,
  { data, ids, request, design }: { data: Dataset; ids: Ids; request: PlainRequest; design: string },
): Promise<number> {
  const body = toBody(ids, request);
  const confidence = 0.9;
  const plain = await readReport(project, body);
  const rows = await readReport(project, { ...body, intervals: { design, confidence } });
  expect(rows.map(({ intervals: _, ...row }: Record<string, unknown>) => row)).toEqual(plain);
  const groups = new Map(toGroups(data, request).map(({ keys, chats }) => [JSON.stringify(keys), chats]));
  const used = request.dimensions.includes('prompt_id') ? 'panel' : design;
  const expected = computeReport(data, request).map(({ brand, keys }) => {
    if (request.dimensions.includes('chat_id')) return null;
    const chats = groups.get(JSON.stringify(keys))!;
    return computeIntervals(chats, { brand, brands: data.brands.length, design: used, confidence });
  });
  expect(toRounded(rows.map(({ intervals }: { intervals: unknown }) => intervals))).toEqual(toRounded(expected));
  return rows.length;
}

describe('a report with intervals', () => {
  let project: TestProject;
  beforeAll(async () => {
    project = await service.createProject();
    await fillProject(project, GOLDEN_DATA);
  });

  it('contains its values, and is wider with more confidence', async () => {
    const [narrow, wide] = await Promise.all(
      [0.5, 0.99].map((confidence) => readReport(project, { ...RANGE, intervals: { confidence } })),
    );
    for (const [index, row] of narrow.entries()) {
      const [inner, outer] = [row.intervals, wide[index].intervals];
      expect(inner.design).toBe('population');
      for (const name of ['visibility', 'share_of_voice', 'position', 'sentiment'] as const) {
        if (row[name] === undefined) expect(inner[name]).toBeNull();
        if (inner[name] === null) continue;
        expect(inner[name].low).toBeLessThanOrEqual(row[name]);
        expect(inner[name].high).toBeGreaterThanOrEqual(row[name]);
        expect(outer[name].low).toBeLessThanOrEqual(inner[name].low);
        expect(outer[name].high).toBeGreaterThanOrEqual(inner[name].high);
      }
    }
  });

  it('says true for population at 0.95, and nothing for false', async () => {
    const [short] = await readReport(project, { ...RANGE, intervals: true });
    const [long] = await readReport(project, { ...RANGE, intervals: { design: 'population', confidence: 0.95 } });
    expect(short).toEqual(long);
    expect((await readReport(project, { ...RANGE, intervals: false }))[0]).not.toHaveProperty('intervals');
    expect((await readReport(project, RANGE))[0]).not.toHaveProperty('intervals');
  });

  it('is a table with a column for each bound', async () => {
    const asking = { headers: { accept: 'text/csv' } };
    const { text } = await project.client.post('/reports/brands', { ...RANGE, intervals: true }, asking);
    const [head] = text.split('\r\n');
    expect(head).toContain(
      'visibility_low,visibility_high,share_of_voice_low,share_of_voice_high,position_low,position_high,sentiment_low,sentiment_high,design,answers,prompts,effective_answers',
    );
    const { text: plain } = await project.client.post('/reports/brands', RANGE, asking);
    expect(plain.split('\r\n')[0]).not.toContain('visibility_low');
  });

  it('refuses a confidence or a design that there is not', async () => {
    for (const intervals of [{ confidence: 0.4 }, { confidence: 1 }, { design: 'sample' }, 'yes', { other: 1 }]) {
      expect((await project.client.post('/reports/brands', { ...RANGE, intervals })).status).toBe(400);
    }
    const { status } = await project.client.post('/reports/domains', { ...RANGE, intervals: true });
    expect(status).toBe(400);
  });
});

describe('a plan', () => {
  /** Ten prompts on two channels over eight days; every prompt names the first brand in a part of its answers. */
  const data: Dataset = {
    brands: ['Acme', 'Brumelle'],
    topics: [],
    tags: [],
    prompts: Array.from({ length: 10 }, () => ({ country: 'US', topic: null, tags: [] })),
    chats: Array.from({ length: 160 }, (_, index) => ({
      prompt: index % 10,
      channel: index % 20 < 10 ? 'famA-0' : 'famB-0',
      date: `2026-01-0${1 + Math.floor(index / 20)}`,
      country: 'US',
      mentions: (index * index * 31 + index * 17) % 101 < 40 ? [{ brand: 0, count: 1, position: 1 }] : [],
    })),
  };
  let project: TestProject;
  let ids: Ids;
  beforeAll(async () => {
    project = await service.createProject();
    ids = await fillProject(project, data);
  });
  const plan = (body: object) =>
    project.client.post('/reports/brands/plan', { ...RANGE, brand_id: ids.brands[0], change: 0.03, ...body });

  it('says what could be noticed now, and what a smaller change takes', async () => {
    const { status, body } = await plan({});
    expect(status).toBe(200);
    expect(body).toMatchObject({ answers: 160, prompts: 10, channels: 2, days: 8 });
    expect(body.value).toBeCloseTo(0.4, 1);
    expect(body.detectable_change).toBeGreaterThan(0.03);
    expect(body.needed.days).toBeGreaterThan(8);
    expect(body.needed.prompts).toBeGreaterThan(10);
    expect(body.advice.join(' ')).toContain('change of 3 percentage points');
    const { body: large } = await plan({ change: 0.2 });
    expect(large.needed.answers).toBeLessThan(body.needed.answers);
    const { body: panel } = await plan({ design: 'panel' });
    expect(panel.needed.prompts).toBeNull();
    const { body: sure } = await plan({ power: 0.95 });
    expect(sure.detectable_change).toBeGreaterThan(body.detectable_change);
  });

  it('says so where there is nothing to plan with', async () => {
    const { body: empty } = await plan({ start_date: '2025-01-01', end_date: '2025-01-02' });
    expect(empty).toMatchObject({ value: null, answers: 0, detectable_change: null });
    const one = { filters: [{ field: 'prompt_id', operator: 'in', values: [ids.prompts[0]] }] };
    const { body: single } = await plan(one);
    expect(single).toMatchObject({ prompts: 1, detectable_change: null, needed: { days: null } });
    expect(single.advice[0]).toContain('two prompts');
    expect((await plan({ brand_id: 'kw_unknown' })).status).toBe(404);
    expect((await plan({ change: 0 })).status).toBe(400);
    expect((await plan({ metric: 'position' })).status).toBe(400);
  });
});
