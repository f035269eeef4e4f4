import { type RawBuilder, sql } from 'kysely';
import type { Page } from '../domain/paging.ts';
import { isOneOf } from '../store/lists.ts';
import type { QueryOptions, Reader } from '../store/store.ts';
import type { Dimension, Key } from './dimension.ts';
import type { OrderBy } from './request.ts';

const LIMITS = {
  /** The first rows are found without sorting all others. */
  shallow: 5000,
  /** So many rows are sorted in less time than another look takes. */
  few: 100_000,
  /** Answers are counted in ranges of this many keys, to the power of two. */
  range_bits: 13,
  /** How many pages are found through the index where there is one, after each change, before all rows are counted. */
  direct: 2,
};

/** What rows are sorted by where earlier keys are the same. */
export interface SortKey extends Pick<Dimension, 'key' | 'type' | 'is_answer'>, Pick<OrderBy, 'direction'> {}

interface Group {
  value: Key | null;
  total: number;
}

export interface Part {
  page: Page;
  /** What all rows of the page have in common. */
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
    selectFrom,
  }: { page: Page; keys: readonly SortKey[]; selectFrom(where: Part['where']): RawBuilder<unknown> },
  options: QueryOptions,
  { shallow, few, range_bits, direct } = LIMITS,
): Promise<Part> {
  let part: Part = { page, where: [] };
  if (page.offset + page.limit <= shallow) return part;
  for (const { key, direction, type, is_answer } of keys) {
    const value = is_answer ? sql`(${key} >> ${sql.lit(range_bits)})` : key;
    const counts = sql<Group>`select ${value} as value, count(*) as total ${selectFrom(part.where)}
      group by 1 order by 1 ${sql.raw(direction)} nulls last`.compile(reader.db);
    const name = `rows by what they are sorted by: ${JSON.stringify([counts.sql, counts.parameters])}`;
    const isFirst = part.where.length === 0;
    if (isFirst && reader.has_order && !(await isAskedMore(reader, { name, direct }))) return part;
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

/** Whether the same was asked as often as this since the last change. */
async function isAskedMore(reader: Reader, { name, direct }: { name: string; direct: number }): Promise<boolean> {
  for (let asked = 1; asked <= direct; asked += 1) {
    let isNew = false;
    await reader.remember(`asked ${asked} times: ${name}`, async () => {
      isNew = true;
      return true;
    });
    if (isNew) return false;
  }
  return true;
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

/** The keys of answers are compared with numbers, so that the engine skips all that is stored of others. */
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
