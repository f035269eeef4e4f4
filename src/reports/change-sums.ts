import { type RawBuilder, sql } from 'kysely';
import { MEASURE_NAMES, type MeasureName } from '../statistics/measures.ts';
import type { BrandQuery } from './brand-query.ts';
import type { ComparisonQuery } from './comparison-request.ts';
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

/** The names of sums, in the shape of what is made of their values. */
export type NamesOf<Shape> = { [Key in keyof Shape]: Shape[Key] extends number ? string : NamesOf<Shape[Key]> };

/** The values of sums in the shape of their names. Names are put together once: for each row, that takes longer than all else. */
export function readNames<Shape>(names: NamesOf<Shape>, of: (name: string) => number): Shape {
  const values: Record<string, unknown> = {};
  for (const key in names) {
    const name = names[key];
    values[key] = typeof name === 'string' ? of(name) : readNames(name as NamesOf<unknown>, of);
  }
  return values as Shape;
}

/** The same query of one of the periods. */
function toPeriodQuery(query: ChangeQuery, period: PeriodNumber): BrandQuery {
  const { start_date, end_date } = period === 1 ? query.comparison.now : query.comparison.before;
  return { ...query, scope: { ...query.scope, start_date, end_date } };
}

/**
 * The rows of both periods side by side, which a statement for each gives. They have the same keys, and of these columns one
 * for each period, with zeros where a period has no row. It is faster than to tell the periods apart in one statement.
 */
export function joinPeriods(
  query: ChangeQuery,
  {
    keys,
    values,
    select,
  }: {
    keys: readonly RawBuilder<unknown>[];
    values: readonly string[];
    select(query: BrandQuery): RawBuilder<unknown>;
  },
): RawBuilder<unknown> {
  const columns = PERIODS.flatMap((period) =>
    values.map((name) => sql.raw(`coalesce(of_${period}.${name}, 0) as ${name}${period}`)),
  );
  return sql`select ${sql.join([...keys, ...columns])} from (${select(toPeriodQuery(query, 1))}) of_1
    full join (${select(toPeriodQuery(query, 0))}) of_0 using (${sql.join(keys)})`;
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
