import fc from 'fast-check';
import type { TObject } from 'typebox';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BRANDS } from '../../src/reports/brands.ts';
import type { AnyRequest, Report, ReportQuery } from '../../src/reports/report.ts';
import { runReport } from '../../src/reports/run-report.ts';
import { DOMAINS, URLS } from '../../src/reports/sources.ts';
import type { TableSet } from '../../src/reports/tables.ts';
import { readGenerations, readShown } from '../../src/store/queries/extractions.ts';
import { claimMonth, completeMonth, MonthChanged, sumPart } from '../../src/store/queries/month-sums.ts';
import { listProjectKeys } from '../../src/store/queries/projects.ts';
import { compactDaily } from '../../src/store/queries/roll-ups.ts';
import { type Client, startService, type TestService } from '../harness/service.ts';
import { listSmallParts, sumMonths } from '../harness/sum-months.ts';
import { PAGES } from './dataset.ts';
import { assertUntil } from './random-reports.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const NAMES = ['Zorbix', 'Brumelle', 'Kestola'];
const chat = fc.record({
  id: fc.integer({ min: 0, max: 12 }),
  prompt: fc.integer({ min: 0, max: 2 }),
  month: fc.constantFrom('01', '02'),
  day: fc.integer({ min: 1, max: 9 }),
  channel: fc.constantFrom('famA-0', 'famC-0'),
  country: fc.constantFrom('US', 'DE'),
  words: fc.array(fc.constantFrom(...NAMES, 'is great', 'is terrible'), { maxLength: 6 }),
  isGiven: fc.boolean(),
  pages: fc.subarray(PAGES.slice(0, 4)),
});
type ChatArbitrary = typeof chat extends fc.Arbitrary<infer Value> ? Value : never;

const send = (atLeast: number) =>
  fc.record({
    kind: fc.constant('send' as const),
    chats: fc.array(chat, { minLength: atLeast, maxLength: 5 }),
    replace: fc.boolean(),
  });

/** What can happen to a project. */
const change = fc.oneof(
  { weight: 4, arbitrary: send(1) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('remove' as const),
      ids: fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 1, maxLength: 3 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('forget prompt' as const), place: fc.integer({ min: 0, max: 2 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('edit brand' as const),
      place: fc.integer({ min: 0, max: 2 }),
      alias: fc.constantFrom('great', 'terrible'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('delete brand' as const), place: fc.integer({ min: 0, max: 2 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('furniture' as const), text: fc.constantFrom('is great', 'Zorbix') }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('compact' as const) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('sum months' as const) }) },
);
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;

/** A change, and whether it happens while the months are being summed up. */
const step = fc.record({ change, isBeside: fc.boolean() });

/** Begins with answers, whose months are summed up: without any, there would be nothing to compare. */
const histories = fc
  .tuple(send(4), fc.array(step, { minLength: 4, maxLength: 8, size: 'max' }))
  .map(([first, later]) => [
    { change: first, isBeside: false },
    { change: { kind: 'sum months' } as const, isBeside: false },
    ...later,
  ]);

async function apply(
  client: Client,
  { change: made, brands, project }: { change: Change; brands: string[]; project: number },
): Promise<void> {
  switch (made.kind) {
    case 'send': {
      const chats = made.chats.map((entry) => toChat(entry, brands));
      await client.post('/chats', { chats }, { query: { on_duplicate: made.replace ? 'replace' : 'skip' } });
      return;
    }
    case 'remove':
      await client.delete('/chats', { external_ids: made.ids.map(String) });
      return;
    case 'forget prompt': {
      const { data } = (await client.get('/prompts')).body;
      if (data[made.place]) await client.delete(`/prompts/${data[made.place].id}`);
      return;
    }
    case 'edit brand':
      await client.patch(`/brands/${brands[made.place]}`, { aliases: [made.alias] });
      return;
    case 'delete brand':
      await client.delete(`/brands/${brands[made.place]}`);
      return;
    case 'furniture':
      await client.put('/model-channels/famA-0/furniture', { furniture: [{ text: made.text, cut: 'rest' }] });
      return;
    case 'compact':
      await service.context.store.write(project, ({ db }) => compactDaily(db, project));
      return;
    case 'sum months':
      await sumMonths(service.context.store, project);
  }
}

/** Makes a change after months were claimed and summed up in part, and before they are complete; returns whose sums count. */
async function applyBeside(project: number, makeChange: () => Promise<void>): Promise<string[]> {
  const { store } = service.context;
  const months = ['2026-01-01', '2026-02-01'];
  const begun = await store.write(project, async ({ db }) => {
    const generations = await readGenerations(db, project);
    return Promise.all(
      months.map(async (month) => {
        const claim = await claimMonth(db, project, { month, ...generations });
        const parts = await listSmallParts(db, project, month);
        for (const part of parts.splice(0, parts.length / 2)) await sumPart(db, project, { claim, part });
        return { claim, parts };
      }),
    );
  });
  await makeChange();
  const completed: string[] = [];
  for (const { claim, parts } of begun) {
    try {
      for (const part of parts) await store.write(project, ({ db }) => sumPart(db, project, { claim, part }));
      await store.write(project, ({ db }) => completeMonth(db, project, claim));
      completed.push(claim.month);
    } catch (error) {
      expect(error).toBeInstanceOf(MonthChanged);
    }
  }
  return completed;
}

function toChat({ id, prompt, month, day, channel, country, words, isGiven, pages }: ChatArbitrary, brands: string[]) {
  const mentions = [
    { brand_id: brands[id % 3], count: (day % 3) + 1, position: 1, ...(day % 2 ? { sentiment: (day - 5) / 10 } : {}) },
  ];
  return {
    prompt_text: `prompt ${prompt}`,
    country_code: country,
    model_channel_id: channel,
    date: `2026-${month}-0${day}`,
    answer: words.join(' '),
    external_id: String(id),
    sources: pages.map((url, index) => ({ url, citation_count: index })),
    ...(isGiven ? { mentions } : {}),
  };
}

const REQUEST = {
  start_date: '2026-01-01',
  end_date: '2026-02-28',
  filters: [],
  having: [],
  order_by: [],
  include_total_count: true,
  include_diagnostics: false,
  limit: 10_000,
  offset: 0,
};

/** Asks a report of some tables and of the facts. Returns its rows. */
async function compare<Request extends AnyRequest, Query extends ReportQuery, Schema extends TObject>(
  project: number,
  { report, tables, request }: { report: Report<Request, Query, Schema>; tables: TableSet; request: object },
): Promise<unknown[]> {
  const read = (set: TableSet) => {
    const running = {
      report,
      request: { ...REQUEST, ...request } as unknown as Request,
      options: { tables: set, signal: new AbortController().signal },
    };
    return service.context.store.read(project, (reader) => runReport(reader, project, running), { is_heavy: true });
  };
  const facts = await read('facts');
  expect(await read(tables)).toEqual(facts);
  return facts.data;
}

/** Cuts that each kind of sums can answer; after each change there is one of each kind. */
const CUTS: ((project: number) => Promise<unknown[]>)[][] = [
  [[], ['week'], ['month']].map((dimensions) => async (project) => {
    const order_by = [{ field: dimensions[0] ?? 'sentiment', direction: 'asc' }];
    const ask = (start_date: string) =>
      compare(project, { report: BRANDS, tables: 'daily_sums', request: { dimensions, order_by, start_date } });
    // What was remembered when others asked for other days answers the last one.
    await ask('2026-01-05');
    await ask('2026-01-03');
    return ask('2026-01-01');
  }),
  [
    ['topic_id', 'date'],
    ['week', 'tag_id'],
    ['language', 'month'],
    ['date', 'model_channel_id', 'country_code'],
    ['tag_id'],
    ['prompt_id', 'model_channel_id'],
  ].map((dimensions) => async (project) => {
    const order_by = [{ field: turn % 2 === 0 ? 'mention_count' : dimensions[0], direction: 'desc' }];
    const ask = (start_date: string, filters: object[] = []) =>
      compare(project, { report: BRANDS, tables: 'facts', request: { dimensions, order_by, start_date, filters } });
    await ask('2026-01-05');
    // Without time, what is remembered answers the same days only.
    await ask('2026-01-02');
    const remembered = await ask('2026-01-02');
    // What has filters is read each time, even if they leave nothing out.
    expect(remembered).toEqual(
      await ask('2026-01-02', [{ field: 'country_code', operator: 'not_in', values: ['JP'] }]),
    );
    return remembered;
  }),
  [
    (project) => compare(project, { report: BRANDS, tables: 'daily_sums', request: { dimensions: ['date'] } }),
    (project) => {
      const dimensions = ['model_channel_id', 'country_code'];
      return compare(project, { report: BRANDS, tables: 'daily_sums', request: { dimensions } });
    },
  ],
  (['population', 'panel'] as const).map((design) => (project) => {
    const request = { dimensions: design === 'panel' ? [] : ['month', 'country_code'], intervals: { design } };
    return compare(project, { report: BRANDS, tables: 'monthly_sums', request });
  }),
  [
    (project) => {
      const dimensions = ['prompt_id', 'model_channel_id'];
      return compare(project, { report: BRANDS, tables: 'monthly_sums', request: { dimensions } });
    },
  ],
  [
    (project) =>
      compare(project, { report: BRANDS, tables: 'monthly_prompts', request: { dimensions: ['prompt_id'] } }),
    (project) => {
      const dimensions = ['topic_id', 'month'];
      return compare(project, { report: BRANDS, tables: 'monthly_prompts', request: { dimensions } });
    },
    (project) => compare(project, { report: BRANDS, tables: 'monthly_prompts', request: { dimensions: ['tag_id'] } }),
  ],
  [
    (project) => compare(project, { report: DOMAINS, tables: 'monthly_pages', request: { dimensions: [] } }),
    (project) => compare(project, { report: URLS, tables: 'monthly_pages', request: { dimensions: ['month'] } }),
    (project) => compare(project, { report: DOMAINS, tables: 'monthly_pages', request: { dimensions: ['month'] } }),
  ],
];

let turn = 0;

async function expectEqual(project: number): Promise<number> {
  turn += 1;
  let rows = 0;
  for (const cuts of CUTS) rows += (await cuts[turn % cuts.length]!(project)).length;
  return rows;
}

async function countSummedMonths(project: number): Promise<number> {
  return (await readShown(service.context.store.db, project)).summed_months.length;
}

it('sums equal the facts through every history of changes', async () => {
  let compared = 0;
  let months = 0;
  const beside = { complete: 0, changed: 0 };
  const property = fc.asyncProperty(histories, async (history) => {
    const { client } = await service.createProject();
    const project = (await listProjectKeys(service.context.store.db)).at(-1)!;
    const brands: string[] = [];
    for (const name of NAMES) brands.push((await client.post('/brands', { name })).body.id);
    for (const { change: made, isBeside } of history) {
      const makeChange = async () => {
        await apply(client, { change: made, brands, project });
        // Two reports are compared, and the project must not switch over between them.
        await service.context.worker.idle();
      };
      if (isBeside) {
        const { length } = await applyBeside(project, makeChange);
        beside.complete += length;
        beside.changed += 2 - length;
      } else await makeChange();
      compared += await expectEqual(project);
      months += await countSummedMonths(project);
    }
  });
  const isEnough = () => compared > 300 && months > 10 && Math.min(beside.complete, beside.changed) > 0;
  await assertUntil(property, { runs: 4, isEnough, endOnFailure: true });
  expect(compared).toBeGreaterThan(300);
  expect(months).toBeGreaterThan(10);
  expect(Math.min(beside.complete, beside.changed)).toBeGreaterThan(0);
});
