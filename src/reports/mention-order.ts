import { type RawBuilder, sql } from 'kysely';
import { MENTION_SUMS, type MentionSum } from '../store/daily-sums.ts';
import type { BrandQuery } from './brand-query.ts';
import type { SortKey } from './deep-pages.ts';
import type { Metric } from './metric.ts';
import { BRAND_METRICS, type BrandSum } from './metrics.ts';
import type { OrderBy } from './request.ts';

/**
 * Where zeros stand in a report by chat. A group of one chat has the total 1, so that a row is either one mention, or the
 * zeros of a brand that the chat does not mention. Undefined where the order mixes the two, or needs more than one mention.
 */
export function placeZeros(order: readonly OrderBy[]): 'first' | 'last' | undefined {
  const metrics = order.map(({ field }) => BRAND_METRICS[field]);
  if (metrics.some((metric) => !metric || !canSort(metric))) return undefined;
  for (const [index, { direction }] of order.entries()) {
    const { numerator, denominator, when_empty } = metrics[index]!;
    if (when_empty === 'absent' && denominator && isPositive(denominator)) return 'last';
    // The number of chats is the same for both.
    if (numerator === 'visibility_total' && denominator === undefined) continue;
    if (!isPositive(numerator)) return undefined;
    return direction === 'asc' ? 'first' : 'last';
  }
  return undefined;
}

/** What mentions `f` are sorted by: first what was asked for, then what tells rows apart. */
export function listSortKeys({ order, dimensions }: Pick<BrandQuery, 'order' | 'dimensions'>): SortKey[] {
  const asked = order.flatMap(({ field, direction }): SortKey[] => {
    const key = toSortKey(BRAND_METRICS[field]!);
    return key === 'constant' ? [] : [{ key: key!, direction, type: 'int' }];
  });
  const ties = dimensions.map((dimension): SortKey => ({ ...dimension, direction: 'asc' }));
  return [...asked, ...ties, { key: sql`f.brand`, direction: 'asc', type: 'int' }];
}

/** Whether the most mentions of a brand come first, and then the first answers. */
export function isByMentions({ order, dimensions }: Pick<BrandQuery, 'order' | 'dimensions'>): boolean {
  const [first, ...others] = order.filter(({ field }) => toSortKey(BRAND_METRICS[field]!) !== 'constant');
  const isFirst = first?.field === 'mention_count' && first.direction === 'desc' && others.length === 0;
  return isFirst && dimensions[0]?.is_answer === true;
}

/** The same in SQL. */
export function orderMentions(query: Pick<BrandQuery, 'order' | 'dimensions'>): RawBuilder<unknown> {
  const keys = listSortKeys(query).map(({ key, direction }) => sql`${key} ${sql.raw(direction)} nulls last`);
  return sql`order by ${sql.join(keys)}`;
}

function canSort(metric: Metric<BrandSum>): boolean {
  return toSortKey(metric) !== undefined;
}

/** What sorts mentions `f` as the metric does; undefined where the metric needs more than one mention. */
function toSortKey({
  numerator,
  denominator,
  when_empty,
}: Metric<BrandSum>): RawBuilder<unknown> | 'constant' | undefined {
  const value = findSum(numerator);
  if (denominator === undefined || isOne(denominator)) {
    if (isOne(numerator)) return 'constant';
    return value?.ofRow('f');
  }
  // The mean of one value is the value, and no value where there is none.
  const isMean = value?.adds !== undefined && value.adds === findSum(denominator)?.counts && when_empty === 'absent';
  return isMean ? sql.ref(`f.${value.adds}`) : undefined;
}

/** The mentions of other brands in the chat are not known from one mention. */
function findSum(name: BrandSum): MentionSum | undefined {
  return name === 'visibility_total' || name === 'voice' ? undefined : MENTION_SUMS[name];
}

/** It is 1 for every mention. */
function isOne(name: BrandSum): boolean {
  return name === 'visibility_total' || findSum(name)?.counts === 'rows';
}

function isPositive(name: BrandSum): boolean {
  return findSum(name)?.is_positive ?? false;
}
