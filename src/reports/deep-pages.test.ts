import fc from 'fast-check';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDuckdb } from '../store/duckdb/store.ts';
import { INSTALLATION } from '../store/queries/counters.ts';
import type { Store } from '../store/store.ts';
import { findGroups, narrowPage, type SortKey } from './deep-pages.ts';

const ROWS = 2000;
const LIMITS = { shallow: 30, few: 100, range: 16 };
const options = { kind: 'report', signal: new AbortController().signal };
let store: Store;
beforeAll(async () => {
  store = await openDuckdb(':memory:', { memory_limit: '1GB', query_timeout_ms: 30_000, pool_size: 1 });
  const mentions = Array.from({ length: ROWS }, (_, row) => ({
    project: INSTALLATION,
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
  await store.write(INSTALLATION, ({ append }) => append('mentions', mentions));
});
afterAll(() => store.close());

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

it('a page far from the first row has the rows it has when all are sorted', async () => {
  const select = async (
    keys: readonly SortKey[],
    { limit, offset }: { limit: number; offset: number },
    where: readonly RawBuilder<unknown>[],
  ) => {
    const order = keys.map(({ key, direction }) => sql`${key} ${sql.raw(direction)} nulls last`);
    const statement = sql`select f.chat, f.brand ${selectFrom(where)} order by ${sql.join(order)}
      limit ${limit} offset ${offset}`;
    return store.query(statement.compile(store.db), options);
  };
  const selectFrom = (where: readonly RawBuilder<unknown>[]) =>
    sql`from mentions f where ${sql.join([sql`f.project = ${INSTALLATION}`, ...where], sql` and `)}`;
  let narrowed = 0;
  const anyPage = fc.record({ offset: fc.nat({ max: ROWS + 50 }), limit: fc.integer({ min: 1, max: 150 }) });
  await fc.assert(
    fc.asyncProperty(orders, anyPage, async (keys, page) => {
      const part = await narrowPage(store, { page, keys, selectFrom }, options, LIMITS);
      if (part.where.length > 0) narrowed += 1;
      expect(await select(keys, part.page, part.where)).toEqual(await select(keys, page, []));
    }),
    { numRuns: 200 },
  );
  expect(narrowed).toBeGreaterThan(100);
});

const groups = fc.array(
  fc.integer({ min: 1, max: 5 }).map((total) => ({ total })),
  { maxLength: 12 },
);
const page = fc.record({ offset: fc.nat({ max: 40 }), limit: fc.integer({ min: 1, max: 20 }) });

it('the groups of a page have just its rows, wherever it is', () => {
  let onSome = 0;
  fc.assert(
    fc.property(groups, page, (all, { offset, limit }) => {
      const rows = all.flatMap((group) => Array.from({ length: group.total }, () => group));
      const { found, before } = findGroups(all, { offset, limit });
      const expected = rows.slice(offset, offset + limit);
      expect(found).toEqual([...new Set(expected)]);
      if (expected.length === 0) return;
      onSome += 1;
      const ofFound = found.flatMap((group) => Array.from({ length: group.total }, () => group));
      expect(ofFound.slice(offset - before, offset - before + limit)).toEqual(expected);
    }),
  );
  expect(onSome).toBeGreaterThan(10);
});
