import { type RawBuilder, sql } from 'kysely';
import { MEASURE_NAMES, type MeasureName } from '../statistics/measures.ts';
import { type BrandQuery, toPlaceByPrompt, toPlaceOfProducts } from './brand-query.ts';
import type { ComparisonQuery } from './comparison-request.ts';
import type { Place } from './month-rows.ts';
import type { Period } from './parts.ts';
import type { Scope } from './scope.ts';
import { add, type RowSums, type SumColumns, type SumRow } from './sum-finder.ts';

/** A brands report that compares two periods. */
export type ChangeQuery = BrandQuery & { comparison: ComparisonQuery };

/** Columns of the period that is asked for end in 1, those of the earlier one in 0. */
export const PERIODS = [1, 0] as const;
export type PeriodNumber = (typeof PERIODS)[number];

/**
 * The columns that a metric divides: hits (v) by answers (n), mentions (m) by those of all brands (x), added positions (p) by
 * hits, added scores (s) by their number (c).
 */
export const RATIOS: Record<MeasureName, { a: string; b: string }> = {
  visibility: { a: 'v', b: 'n' },
  share_of_voice: { a: 'm', b: 'x' },
  position: { a: 'p', b: 'v' },
  sentiment: { a: 's', b: 'c' },
};

/** What a group has, whether its brands are named or not. */
const OF_GROUP = ['n', 'x'];

/** That columns such as `n1` are the same for all brands of a group. */
function isOfGroup(columns: readonly string[]): boolean {
  return columns.every((column) => OF_GROUP.includes(column.slice(0, -1)));
}

/** Sums that metrics need of some columns, by name; metrics share some of them. */
export type NeededSums = Readonly<Record<string, { of: readonly string[]; value: string }>>;

/** The sums of the group, and those of its brands. */
export function separate(sums: NeededSums): { group: SumColumns; own: SumColumns } {
  const pick = (wanted: boolean) =>
    Object.fromEntries(
      Object.entries(sums)
        .filter(([, { of }]) => isOfGroup(of) === wanted)
        .map(([name, { value }]) => [name, value]),
    );
  return { group: pick(true), own: pick(false) };
}

/** Reads a sum of a row: the group's, or the brand's own, which is 0 where it is not named. */
export function createReader(ofGroup: SumColumns): (sums: RowSums) => (name: string) => number {
  return ({ group, own }) =>
    (name) =>
      (name in ofGroup ? group[name] : own?.[name]) ?? 0;
}

/** What sums by prompt of both periods are taken from. */
export function toPlaceOfChanges(query: ChangeQuery): Place {
  return toPlaceByPrompt(query, [query.comparison.now, query.comparison.before]);
}

/** The same with products by prompt and channel. */
export function toPlaceOfProductChanges(query: ChangeQuery): Place {
  return toPlaceOfProducts({ ...query, scope: toScope(query) }, [query.comparison.now, query.comparison.before]);
}

/** Facts of both periods, which may have days in common. */
export function toScope({ scope, comparison: { now, before } }: ChangeQuery): Scope {
  const [start_date] = [now.start_date, before.start_date].sort();
  const [, end_date] = [now.end_date, before.end_date].sort();
  const conditions = [...scope.conditions, sql`(${isWithin(now)} or ${isWithin(before)})`];
  return { ...scope, start_date: start_date!, end_date: end_date!, conditions };
}

/** The periods that a fact `f` is in, as `is_1` and `is_0`. */
export function selectPeriods({ comparison: { now, before } }: ChangeQuery): RawBuilder<unknown>[] {
  return [sql`${isWithin(now)} as is_1`, sql`${isWithin(before)} as is_0`];
}

function isWithin({ start_date, end_date }: Period): RawBuilder<unknown> {
  return sql`(f.date >= ${start_date}::date and f.date <= ${end_date}::date)`;
}

/** Each of these sums once for each period, over rows that have `is_1` and `is_0`. */
export function selectByPeriod(sums: Readonly<Record<string, string>>): RawBuilder<unknown>[] {
  return PERIODS.flatMap((period) =>
    Object.entries(sums).map(([name, aggregate]) =>
      sql.raw(`coalesce(${aggregate} filter (where is_${period}), 0)::bigint as ${name}${period}`),
    ),
  );
}

/** What the earlier period adds up to, under the names of the sums of reports. */
export const BEFORE_SUMS = {
  visibility_count: 'v0',
  mention_count: 'm0',
  position_sum: 'p0',
  sentiment_thousandths: 's0',
  sentiment_count: 'c0',
} as const;

export const BEFORE_GROUP_SUMS = { visibility_total: 'n0', voice: 'x0' } as const;

/** The sums of the earlier period that metrics are read from. */
export function toSumsBefore({ group, own }: RowSums): Record<string, number> {
  const read = (names: object, row: SumRow | undefined) =>
    Object.fromEntries(Object.keys(names).map((name) => [name, row?.[`before_${name}`] ?? 0]));
  return { ...read(BEFORE_GROUP_SUMS, group), ...read(BEFORE_SUMS, own) };
}

/** Adds these columns up under the names that `toSumsBefore` looks for. */
export function addBefore(names: Readonly<Record<string, string>>): SumColumns {
  return Object.fromEntries(Object.entries(names).map(([name, column]) => [`before_${name}`, add(column)]));
}

/** The answers in pairs that both periods have. */
export const SHARED_ANSWERS: SumColumns = {
  answers1: add('case when n0 > 0 then n1 else 0 end'),
  answers0: add('case when n1 > 0 then n0 else 0 end'),
};

/** The sums of parts, added up to those of the whole. */
export function addAgain(columns: SumColumns): SumColumns {
  return Object.fromEntries(Object.keys(columns).map((name) => [name, add(name)]));
}

export function collectMeasures<Sums>(read: (name: MeasureName) => Sums): Record<MeasureName, Sums> {
  return Object.fromEntries(MEASURE_NAMES.map((name) => [name, read(name)])) as Record<MeasureName, Sums>;
}
