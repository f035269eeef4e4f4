import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../src/domain/dates.ts';
import { type Change, comparePanel, comparePopulation } from '../../src/statistics/comparison.ts';
import { findDiscoveryLimit } from '../../src/statistics/false-discovery.ts';
import { MEASURE_NAMES, type MeasureName } from '../../src/statistics/measures.ts';
import { findShared, toAnswerChangeSums, toPromptChangeSums } from '../../src/statistics/strata.ts';
import { listProjectKeys } from '../../src/store/queries/projects.ts';
import { startService, type TestProject, type TestService } from '../harness/service.ts';
import { sumMonths } from '../harness/sum-months.ts';
import { type Dataset, fillProject, type Ids } from './dataset.ts';
import { type Chat, computeReport, type PlainRequest, type PlainRow, toGroups } from './oracle.ts';
import { assertUntil, BRAND_METRICS, dataset, period, requestFor, toBody } from './random-reports.ts';
import { collectStrata, toRounded } from './strata.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

interface Period {
  start_date: string;
  end_date: string;
}

const CONFIDENCE = 0.9;
const INCOMPARABLE = ['date', 'week', 'month', 'chat_id'];
const PREVIOUS = [
  'visibility',
  'visibility_count',
  'visibility_total',
  'mention_count',
  'share_of_voice',
  'position',
  'sentiment',
  'sentiment_count',
];

/** Chats of each group, by its keys. */
function toChats(data: Dataset, request: PlainRequest): Map<string, Chat[]> {
  return new Map(toGroups(data, request).map(({ keys, chats }) => [JSON.stringify(keys), chats]));
}

/** What changed, answer by answer; null: no prompt has answers from the same channel in both periods. */
function computeChanges(
  [now, before]: [Chat[], Chat[]],
  { brand, brands, design }: { brand: number; brands: number; design: string },
): Record<MeasureName, Change | null> | null {
  let isShared = true;
  const changes = collectStrata((toStrata, name) => {
    const pairs = findShared(toStrata(now, brand), toStrata(before, brand));
    if (pairs.length === 0) {
      isShared = false;
      return null;
    }
    const count = (period: 'now' | 'before') => pairs.reduce((sum, pair) => sum + pair[period].answers, 0);
    const limits = { confidence: CONFIDENCE, brands };
    if (design === 'population') {
      const answers = { answers_now: count('now'), answers_before: count('before') };
      return comparePopulation(name, toPromptChangeSums(pairs), { ...answers, ...limits });
    }
    const sums = toAnswerChangeSums(pairs);
    return comparePanel(name, sums, { degrees: sums.degrees, ...limits });
  });
  return isShared ? changes : null;
}

/** The answers of both periods, and which of them have a counterpart. */
function computeBasket(data: Dataset, request: PlainRequest, before: Period) {
  const all = (period: Period) =>
    toGroups(data, { ...request, ...period, dimensions: [] }).flatMap(({ chats }) => chats);
  const [now, earlier] = [all(request), all(before)];
  const toPair = ({ prompt, channel }: Chat) => `${prompt} ${channel}`;
  const [pairs, earlierPairs] = [new Set(now.map(toPair)), new Set(earlier.map(toPair))];
  const distinct = [...new Set([...now, ...earlier])];
  const share = (isCounted: (pair: string) => boolean) =>
    distinct.length === 0 ? 0 : distinct.filter((chat) => isCounted(toPair(chat))).length / distinct.length;
  return {
    shared: share((pair) => pairs.has(pair) && earlierPairs.has(pair)),
    only_now: share((pair) => !earlierPairs.has(pair)),
    only_before: share((pair) => !pairs.has(pair)),
  };
}

it('a comparison equals an independent computation, in random cuts, and changes nothing else', async () => {
  const scenario = dataset.chain((data) => {
    const request = requestFor(data, { metrics: BRAND_METRICS, names: ['brand_id', 'brand_name'] }).filter(
      ({ dimensions }) => !dimensions.some((name) => INCOMPARABLE.includes(name)),
    );
    return fc.record({
      data: fc.constant(data),
      asked: fc.array(fc.record({ request, before: period }), { minLength: 8, maxLength: 8 }),
    });
  });
  let compared = 0;
  const property = fc.asyncProperty(
    scenario,
    fc.constantFrom('population', 'panel'),
    async ({ data, asked }, design) => {
      const project = await service.createProject();
      const ids = await fillProject(project, data);
      await sumMonths(service.context.store, (await listProjectKeys(service.context.store.db)).at(-1)!, data.summed);
      for (const { request, before } of asked)
        compared += await compare(project, { data, ids, request, before, design });
    },
  );
  await assertUntil(property, { runs: 6, isEnough: () => compared > 50 });
  expect(compared).toBeGreaterThan(50);
});

/** Returns how many changes were compared. */
async function compare(
  project: TestProject,
  {
    data,
    ids,
    request,
    before,
    design,
  }: { data: Dataset; ids: Ids; request: PlainRequest; before: Period; design: string },
): Promise<number> {
  const body = toBody(ids, request);
  const asking = { ...body, intervals: { design, confidence: CONFIDENCE } };
  const plain = (await project.client.post('/reports/brands', asking)).body;
  const { status, body: answer } = await project.client.post('/reports/brands', { ...asking, compare: before });
  expect(status).toBe(200);
  const { data: rows, comparison, ...rest } = answer;
  expect({ ...rest, data: rows.map(({ previous: _, change: __, ...row }: Record<string, unknown>) => row) }).toEqual(
    plain,
  );

  const used = request.dimensions.includes('prompt_id') ? 'panel' : design;
  const [groups, earlier] = [toChats(data, request), toChats(data, { ...request, ...before })];
  const earlierRows = new Map(
    computeReport(data, { ...request, ...before, having: [], limit: 1e9, offset: 0 }).map((row) => [toName(row), row]),
  );
  const toExpected = (row: PlainRow) => {
    const name = JSON.stringify(row.keys);
    const chats: [Chat[], Chat[]] = [groups.get(name)!, earlier.get(name) ?? []];
    return computeChanges(chats, { brand: row.brand, brands: data.brands.length, design: used });
  };
  const all = computeReport(data, { ...request, having: [], limit: 1e9, offset: 0 }).map(toExpected);
  const tested = (name: MeasureName) =>
    all.flatMap((changes) => (changes?.[name]?.is_test ? [changes[name].p_value!] : []));
  const limitOf = (name: MeasureName) => findDiscoveryLimit(tested(name), 1 - CONFIDENCE);
  const expected = computeReport(data, request).map((row) => {
    const changes = toExpected(row);
    const earlierRow = earlierRows.get(toName(row));
    return {
      previous: earlierRow ? Object.fromEntries(PREVIOUS.map((name) => [name, earlierRow[name] ?? null])) : null,
      change:
        changes &&
        Object.fromEntries(
          MEASURE_NAMES.map((name) => {
            if (changes[name] === null) return [name, null];
            const { is_test, ...shown } = changes[name];
            return [name, { ...shown, significant: is_test && shown.p_value! <= limitOf(name) * (1 + 1e-9) }];
          }),
        ),
    };
  });
  const shown = rows.map(({ previous, change }: Record<string, unknown>) => ({ previous, change }));
  expect(toRounded(shown)).toEqual(toRounded(expected));
  expect(comparison.tests).toBe(MEASURE_NAMES.reduce((sum, name) => sum + tested(name).length, 0));
  const discoveries = MEASURE_NAMES.map((name) => {
    const limit = limitOf(name) * (1 + 1e-9);
    return tested(name).filter((value) => value <= limit).length;
  });
  expect(comparison.significant).toBe(discoveries.reduce((sum, count) => sum + count, 0));
  const { shared, only_now, only_before } = comparison;
  expect({ shared, only_now, only_before }).toEqual(computeBasket(data, request, before));
  return rows.filter(({ change }: { change: unknown }) => change !== null).length;
}

function toName({ brand, keys }: PlainRow): string {
  return JSON.stringify([brand, keys]);
}

describe('a comparison', () => {
  const NOW = { start_date: '2026-02-08', end_date: '2026-02-14' };
  const BEFORE = { start_date: '2026-02-01', end_date: '2026-02-07' };

  /** Forty prompts on two channels over two weeks; in the second, the first brand is named everywhere. */
  const data: Dataset = {
    brands: ['Acme', 'Brumelle', 'Corvane'],
    topics: ['old', 'new'],
    tags: [],
    prompts: Array.from({ length: 41 }, (_, index) => ({ country: 'US', topic: index === 40 ? 1 : 0, tags: [] })),
    chats: Array.from({ length: 40 * 2 * 14 }, (_, index) => {
      const [prompt, day] = [index % 40, Math.floor(index / 80)];
      const chance = (index * index * 31 + index * 17) % 101;
      const isNamed = day >= 7 ? chance < 90 : chance < 30;
      return {
        prompt,
        channel: index % 80 < 40 ? 'famA-0' : 'famB-0',
        date: addDays('2026-02-01', day),
        country: 'US',
        mentions: [
          ...(isNamed ? [{ brand: 0, count: 1, position: 1 }] : []),
          ...(chance % 2 === 0 ? [{ brand: 1, count: 1, position: isNamed ? 2 : 1 }] : []),
        ],
      };
    }).concat([
      {
        prompt: 40,
        channel: 'famA-0',
        date: '2026-02-09',
        country: 'US',
        mentions: [{ brand: 1, count: 1, position: 1 }],
      },
    ]),
  };
  let project: TestProject;
  let ids: Ids;
  beforeAll(async () => {
    project = await service.createProject();
    ids = await fillProject(project, data);
  });
  const ask = (body: object) => project.client.post('/reports/brands', { ...NOW, ...body });

  it('finds what changed and leaves alone what did not', async () => {
    const { body } = await ask({ compare: BEFORE });
    const [acme, brumelle, corvane] = ids.brands.map((id) =>
      body.data.find(({ brand }: { brand: { id: string } }) => brand.id === id),
    );
    expect(acme.change.visibility).toMatchObject({ significant: true });
    // All pairs have as many answers in both periods, so the weights leave the share of hits as it is.
    const count = ({ start_date, end_date }: Period) =>
      data.chats.filter(({ prompt, date, mentions }) => {
        return prompt < 40 && date >= start_date && date <= end_date && mentions!.some(({ brand }) => brand === 0);
      }).length;
    expect(acme.change.visibility.difference).toBeCloseTo((count(NOW) - count(BEFORE)) / 560, 8);
    expect(acme.change.sentiment).toBeNull();
    expect(brumelle.change.visibility.significant).toBe(false);
    expect(corvane.previous).toMatchObject({ visibility: 0, visibility_total: 560, position: null });
    expect(corvane.change.visibility).toMatchObject({ difference: 0, p_value: 1, significant: false });
    expect(body.comparison).toMatchObject({ only_before: 0, warnings: [] });
    expect(body.comparison.shared).toBeCloseTo(1120 / 1121, 12);
    expect(body.comparison.tests).toBeGreaterThan(3);
  });

  it('has nothing to say about what is new, and says what both periods lack', async () => {
    const { body } = await ask({ compare: BEFORE, dimensions: ['topic_id'] });
    const rows = body.data.filter(({ topic }: { topic: { id: string } }) => topic.id === ids.topics[1]);
    expect(rows).toHaveLength(3);
    for (const row of rows) expect(row).toMatchObject({ previous: null, change: null });
    const only = { filters: [{ field: 'prompt_id', operator: 'in', values: [ids.prompts[40]] }] };
    const { body: nothing } = await ask({ compare: BEFORE, ...only });
    expect(nothing.comparison).toMatchObject({ tests: 0, significant: 0, shared: 0, only_now: 1 });
    expect(nothing.comparison.warnings).toEqual([
      'No prompt has answers from the same channel in both periods, so nothing can be compared.',
    ]);
  });

  it('controls false discoveries over all rows, whatever is shown of them', async () => {
    const { body: whole } = await ask({ compare: BEFORE, dimensions: ['model_channel_id'] });
    const { body: page } = await ask({ compare: BEFORE, dimensions: ['model_channel_id'], limit: 1, offset: 2 });
    expect(page.data).toEqual(whole.data.slice(2, 3));
    expect(page.comparison).toEqual(whole.comparison);
    const { body: own } = await ask({
      compare: BEFORE,
      dimensions: ['model_channel_id'],
      filters: [{ field: 'brand_id', operator: 'in', values: [ids.brands[0]] }],
    });
    expect(own.comparison.tests).toBeLessThan(whole.comparison.tests);
  });

  it('is asked for in the words of the hosted API too', async () => {
    const { body: expected } = await ask({ compare: BEFORE });
    expect((await ask({ include_previous_period: true })).body).toEqual(expected);
    const dates = { previous_start_date: BEFORE.start_date, previous_end_date: BEFORE.end_date };
    expect((await ask({ include_previous_period: true, ...dates })).body).toEqual(expected);
    expect((await ask(dates)).body).toEqual(expected);
    const { body: without } = await ask({ include_previous_period: false, ...dates });
    expect(without).not.toHaveProperty('comparison');
    expect(without.data[0]).not.toHaveProperty('change');
  });

  it('may share days with the other period', async () => {
    const { status, body } = await ask({ compare: NOW });
    expect(status).toBe(200);
    expect(body.comparison).toMatchObject({ significant: 0, shared: 1 });
    for (const row of body.data) {
      expect(row.previous.visibility).toBe(row.visibility);
      expect(row.change.visibility.difference).toBe(0);
    }
  });

  it('is a table with a column for each number', async () => {
    const asking = { headers: { accept: 'text/csv' } };
    const { text } = await project.client.post('/reports/brands', { ...NOW, compare: BEFORE }, asking);
    const [head] = text.split('\r\n');
    expect(head).toContain('previous_visibility,previous_visibility_count');
    expect(head).toContain('change_visibility_difference,change_visibility_low,change_visibility_high');
    const { text: plain } = await project.client.post('/reports/brands', NOW, asking);
    expect(plain.split('\r\n')[0]).not.toContain('previous');
  });

  it('refuses what cannot be compared', async () => {
    for (const name of INCOMPARABLE) {
      const { status, body } = await ask({ compare: BEFORE, dimensions: ['topic_id', name] });
      expect(status).toBe(400);
      expect(JSON.stringify(body)).toContain(`${name} cannot be compared with another period.`);
    }
    for (const bad of [
      { compare: true },
      { compare: { start_date: '2026-02-01' } },
      { compare: { start_date: '2026-02-07', end_date: '2026-02-01' } },
      { compare: BEFORE, include_previous_period: true },
      { include_previous_period: true, previous_start_date: '2026-02-01' },
      { start_date: '0001-01-02', include_previous_period: true },
    ]) {
      expect((await ask(bad)).status).toBe(400);
    }
    expect((await project.client.post('/reports/domains', { ...NOW, compare: BEFORE })).status).toBe(400);
  });
});
