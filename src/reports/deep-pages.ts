import { type RawBuilder, sql } from 'kysely';
import type { Page } from '../domain/paging.ts';
import { isOneOf } from '../store/lists.ts';
import type { QueryOptions, Reader } from '../store/store.ts';
import { countAsks } from './count-asks.ts';
import type { Dimension, Key } from './dimension.ts';
import type { OrderBy } from './request.ts';

export const DEEP_PAGES = {
  /** The first rows are found without sorting all others. */
  shallow: 5000,
  /** Sorting this many rows takes less time than counting them again. */
  few: 100_000,
  /** Answers are counted in ranges of `2 ** range_bits` keys. */
  range_bits: 13,
  /** How many far pages come from an index, where there is one, before rows are counted. */
  from_index: 2,
};

/** What rows are sorted by where earlier keys are the same. */
export interface SortKey extends Pick<Dimension, 'key' | 'type' | 'is_answer'>, Pick<OrderBy, 'direction'> {}

interface Group {
  value: Key | null;
  total: number;
}

export interface Part {
  page: Page;
  /** Conditions that every row of the page meets. */
  where: readonly RawBuilder<unknown>[];
}

/**
 * Narrows rows down to those around a page that is far from the first row. Counting all rows by what they are sorted by takes a
 * tenth of the time of sorting them, and the counts are remembered for the next page. Where an index has the rows in their order,
 * counting takes longer than skipping a million of them, so it is only done for whoever asks again.
 */
export async function narrowPage(
  reader: Reader,
  {
    page,
    keys,
    has_index,
    selectFrom,
  }: {
    page: Page;
    keys: readonly SortKey[];
    has_index: boolean;
    selectFrom(where: Part['where']): RawBuilder<unknown>;
  },
  options: QueryOptions,
  { shallow, few, range_bits, from_index } = DEEP_PAGES,
): Promise<Part> {
  let part: Part = { page, where: [] };
  if (page.offset + page.limit <= shallow) return part;
  for (const { key, direction, type, is_answer } of keys) {
    const value = is_answer ? sql`(${key} >> ${sql.lit(range_bits)})` : key;
    const counts = sql<Group>`select ${value} as value, count(*) as total ${selectFrom(part.where)}
      group by 1 order by 1 ${sql.raw(direction)} nulls last`.compile(reader.db);
    const name = `rows by what they are sorted by: ${JSON.stringify([counts.sql, counts.parameters])}`;
    const mayUseIndex = has_index && part.where.length === 0;
    if (mayUseIndex && (await countAsks(reader, { what: name, from: selectFrom([]) })) <= from_index) return part;
    const groups = await reader.remember(name, (inner) => inner.query(counts, options));
    if (groups.reduce((sum, { total }) => sum + total, 0) <= few) break;
    const { found, before } = findGroups(groups, part.page);
    const isFound = is_answer ? isInRanges(key, found, 2 ** range_bits) : isOneOfGroups(key, { found, type });
    part = { page: { ...page, offset: part.page.offset - before }, where: [...part.where, isFound] };
    // Later keys only matter where this one is the same for all.
    if (is_answer || found.length !== 1) break;
  }
  return part;
}

/** The groups, of all in their order, that have the rows of a page, and how many rows come before them. */
export function findGroups<Counted extends { total: number }>(
  groups: readonly Counted[],
  { offset, limit }: Page,
): { found: Counted[]; before: number } {
  const found: Counted[] = [];
  let before = 0;
  let end = 0;
  for (const group of groups) {
    if (end >= offset + limit) break;
    end += group.total;
    if (end > offset) found.push(group);
    else before = end;
  }
  return { found, before };
}

/** The keys of answers are compared with numbers, so that the engine can skip blocks of other answers. */
function isInRanges(key: RawBuilder<unknown>, found: readonly Group[], range: number): RawBuilder<unknown> {
  if (found.length === 0) return sql`false`;
  const values = found.map(({ value }) => value as number);
  return sql`${key} >= ${Math.min(...values) * range} and ${key} < ${(Math.max(...values) + 1) * range}`;
}

function isOneOfGroups(
  value: RawBuilder<unknown>,
  { found, type }: { found: readonly Group[]; type: Dimension['type'] },
): RawBuilder<unknown> {
  const values = found.flatMap((group) => group.value ?? []);
  const isValue = isOneOf(value, values, type);
  return values.length < found.length ? sql`(${isValue} or ${value} is null)` : isValue;
}
