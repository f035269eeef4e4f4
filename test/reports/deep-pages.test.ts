import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BRANDS } from '../../src/reports/brands.ts';
import { findChatPage } from '../../src/reports/brands-by-chat.ts';
import { DEEP_PAGES } from '../../src/reports/deep-pages.ts';
import { WHOLE_REPORT } from '../../src/reports/request.ts';
import { resolveQuery } from '../../src/reports/resolve-query.ts';
import { createSelect } from '../../src/reports/rows.ts';
import { findShown } from '../../src/reports/shown.ts';
import { listProjectKeys } from '../../src/store/queries/projects.ts';
import type { Reader } from '../../src/store/store.ts';
import { startService, type TestService } from '../harness/service.ts';
import { type Dataset, fillProject } from './dataset.ts';
import { assertUntil } from './random-reports.ts';

const CHATS = 400;
const DATA: Dataset = {
  brands: ['Zorbix', 'Brumelle', 'Kestola'],
  topics: [],
  tags: [],
  prompts: ['US', 'DE', 'FR'].map((country) => ({ country, topic: null, tags: [] })),
  chats: Array.from({ length: CHATS }, (_, chat) => ({
    prompt: chat % 3,
    channel: `fam${'ABC'[chat % 3]}-0`,
    date: `2026-0${1 + (chat % 2)}-${10 + (chat % 19)}`,
    country: ['US', 'DE', 'FR'][chat % 3]!,
    mentions: [0, 1, 2]
      .filter((brand) => (chat + brand) % 4 > 0)
      .map((brand) => ({
        brand,
        count: 1 + ((chat * 7 + brand) % 4),
        position: 1 + ((chat * chat + brand) % 5),
        ...((chat + brand) % 3 === 0 ? {} : { sentiment: (((chat * 13) % 9) - 4) / 10 }),
      })),
  })),
};
/** So small that these few rows are counted, again and again. */
const TINY = { shallow: 10, few: 40, range_bits: 3, from_index: 1 };
const options = { signal: new AbortController().signal };

let service: TestService;
let project: number;
beforeAll(async () => {
  service = await startService();
  await fillProject(await service.createProject(), DATA);
  project = (await listProjectKeys(service.context.store.db)).at(-1)!;
});
afterAll(() => service.close());

interface Search {
  dimensions: string[];
  order_by: { field: string; direction: 'asc' | 'desc' }[];
  limit: number;
  offset: number;
}

async function findPage(reader: Reader, { limit, offset, ...asked }: Search, deepPages = DEEP_PAGES) {
  const request = { ...WHOLE_REPORT, start_date: '2026-01-01', end_date: '2026-12-31', ...asked };
  const shown = await findShown(reader, project);
  const query = await resolveQuery(reader.db, project, { report: BRANDS, request, shown });
  const select = createSelect(reader, { report: BRANDS, query }, options);
  return findChatPage(reader, { query, page: { limit, offset }, select }, options, deepPages);
}

function read(search: Search, deepPages?: typeof DEEP_PAGES) {
  return service.context.store.read(project, (reader) => findPage(reader, search, deepPages), { is_heavy: true });
}

const directions = fc.constantFrom('asc' as const, 'desc' as const);
const orders = fc
  .subarray(['mention_count', 'position', 'sentiment', 'visibility', 'visibility_count'])
  .chain((fields) =>
    fc.tuple(...fields.map((field) => fc.record({ field: fc.constant(field), direction: directions }))),
  );
const searches = fc.record({
  dimensions: fc
    .subarray(['date', 'month', 'prompt_id', 'model_id', 'country_code'])
    .chain((names) => fc.shuffledSubarray([...names, 'chat_id'], { minLength: names.length + 1 })),
  order_by: orders,
  limit: fc.integer({ min: 1, max: 150 }),
  offset: fc.nat({ max: 1250 }),
});

it('a page far from the first row has the rows that it has when all are sorted', async () => {
  let far = 0;
  const property = fc.asyncProperty(searches, async (search) => {
    const expected = await read(search);
    // Where an index has the rows in their order, the first page comes from it.
    for (let asked = 1; asked <= 2; asked += 1) expect(await read(search, TINY)).toEqual(expected);
    if (expected && expected.length > 0 && search.offset > TINY.shallow) far += 1;
  });
  await assertUntil(property, { runs: 40, isEnough: () => far > 8 });
  expect(far).toBeGreaterThan(8);
});

it('the default order is answered from the index first, then by counting', async () => {
  const search = { dimensions: ['chat_id'], order_by: [], limit: 20, offset: 500 };
  const expected = await read(search);
  expect(expected).toHaveLength(20);
  for (let asked = 1; asked <= 4; asked += 1) {
    expect(await read({ ...search, offset: search.offset + asked }, TINY)).toEqual(
      await read({ ...search, offset: search.offset + asked }),
    );
  }
});
