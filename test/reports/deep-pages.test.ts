import fc from 'fast-check';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { narrowPage, type SortKey } from '../../src/reports/deep-pages.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Reader, Store } from '../../src/store/store.ts';
import { addProject } from '../harness/add-project.ts';
import { createDatabase, type TestDatabase } from '../harness/databases.ts';

const ROWS = 2000;
const LIMITS = { shallow: 30, few: 100, range_bits: 4, direct: 1 };
const options = { kind: 'report', signal: new AbortController().signal };

let database: TestDatabase;
let store: Store;
let project: number;
beforeAll(async () => {
  database = await createDatabase();
  store = await openStore(database.url, { memory_limit: '1GB', query_timeout_ms: 30_000, pool_size: 6 });
  project = await addProject(store);
  const mentions = Array.from({ length: ROWS }, (_, row) => ({
    project,
    date: `2026-01-${10 + (row % 20)}`,
    prompt: 1,
    channel: 1 + (row % 3),
    country: 1,
    chat: row % 700,
    brand: 1 + Math.floor(row / 700),
    mention_count: 1 + ((row * 7) % 4),
    position: 1 + ((row * row) % 5),
    sentiment: row % 6 === 0 ? null : (row * 13) % 9,
    generation: 1,
  }));
  await store.write(project, ({ append }) => append('mentions', mentions));
});
afterAll(async () => {
  await store.close();
  await database.drop();
});

const column = (name: string, type: SortKey['type'] = 'int') => ({ key: sql.raw(`f.${name}`), type });
const answer = { ...column('chat'), is_answer: true as const };
const directions = fc.constantFrom('asc' as const, 'desc' as const);
/** As reports by chat have them: some metrics and dimensions, and what tells rows apart at the end. */
const orders = fc
  .tuple(
    fc.subarray([column('mention_count'), column('position'), column('sentiment')]),
    fc.subarray([column('date', 'date'), column('channel')]),
    directions,
    directions,
  )
  .map(([metrics, dimensions, first, other]): SortKey[] => [
    ...metrics.map((key, index) => ({ ...key, direction: index === 0 ? first : other })),
    ...[...dimensions, answer, column('brand')].map((key) => ({ ...key, direction: 'asc' as const })),
  ]);
const pages = fc.record({ offset: fc.nat({ max: ROWS + 50 }), limit: fc.integer({ min: 1, max: 150 }) });

const selectFrom = (where: readonly RawBuilder<unknown>[]) =>
  sql`from mentions f where ${sql.join([sql`f.project = ${project}`, ...where], sql` and `)}`;

interface Search {
  keys: readonly SortKey[];
  page: { limit: number; offset: number };
}

async function select(reader: Reader, { keys, page }: Search, where: readonly RawBuilder<unknown>[] = []) {
  const order = keys.map(({ key, direction }) => sql`${key} ${sql.raw(direction)} nulls last`);
  const statement = sql`select f.chat, f.brand ${selectFrom(where)} order by ${sql.join(order)}
    limit ${page.limit} offset ${page.offset}`;
  return reader.query(statement.compile(reader.db), options);
}

it('a page far from the first row has the rows that it has when all are sorted', async () => {
  let narrowed = 0;
  await fc.assert(
    fc.asyncProperty(orders, pages, async (keys, page) => {
      const read = <Result>(work: (reader: Reader) => Promise<Result>) => store.read(project, work, { is_heavy: true });
      const expected = await read((reader) => select(reader, { keys, page }));
      const narrow = () =>
        read(async (reader) => {
          const part = await narrowPage(reader, { page, keys, selectFrom }, options, LIMITS);
          if (part.where.length > 0) narrowed += 1;
          return select(reader, { keys, page: part.page }, part.where);
        });
      expect(await narrow()).toEqual(expected);
      // Where an index has the rows in their order, the first page is found with it.
      expect(await narrow()).toEqual(expected);
    }),
    { numRuns: 100 },
  );
  expect(narrowed).toBeGreaterThan(80);
});
