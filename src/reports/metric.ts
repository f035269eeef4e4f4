import { type RawBuilder, sql } from 'kysely';
import { type TOptional, type TSchema, Type } from 'typebox';

/**
 * A number of a row, made of integer sums: `plus + numerator / (times × denominator)`, or the numerator alone where nothing
 * divides it. A ratio is one division, so that equal fractions are equal numbers on every engine.
 */
export interface Metric<Sum extends string = string> {
  schema: TSchema;
  numerator: Sum;
  denominator?: Sum;
  times?: number;
  plus?: number;
  /** What the row has where the denominator is 0; omitted where it never is. */
  when_empty?: 'absent' | 'zero';
}

/** Metrics by the name of their field. */
export type Metrics<Sum extends string = string> = Readonly<Record<string, Metric<Sum>>>;

type MetricProperties<Entries extends Metrics> = {
  [Name in keyof Entries]: Entries[Name] extends { when_empty: 'absent' }
    ? TOptional<Entries[Name]['schema']>
    : Entries[Name]['schema'];
};

/** The fields of a row's schema that metrics fill. */
export function toProperties<Entries extends Metrics>(metrics: Entries): MetricProperties<Entries> {
  const properties = Object.entries(metrics).map(([name, { schema, when_empty }]) => [
    name,
    when_empty === 'absent' ? Type.Optional(schema) : schema,
  ]);
  return Object.fromEntries(properties);
}

/** The metrics that a row may lack. */
export function listAbsentable(metrics: Metrics): string[] {
  return Object.keys(metrics).filter((name) => metrics[name]!.when_empty === 'absent');
}

/** A metric over a row `r` with its sums. */
export function toSql(metric: Metric): RawBuilder<unknown> {
  return sql.raw(toText(metric));
}

/**
 * TRICKY: the same as a double, for rows that go out. The DuckDB client makes a BigInt of every bigint, which costs more than
 * the query; sums are exact as doubles.
 */
export function toNumberSql(metric: Metric): RawBuilder<unknown> {
  return sql.raw(isSum(metric) ? `${toText(metric)}::double precision` : toText(metric));
}

export function isSum({ denominator, times }: Metric): boolean {
  return denominator === undefined && times === undefined;
}

function toText(metric: Metric): string {
  const { numerator, denominator, times, plus, when_empty } = metric;
  if (isSum(metric)) return `r.${numerator}`;
  const factors = [...(times === undefined ? [] : [times]), ...(denominator === undefined ? [] : [`r.${denominator}`])];
  const divisor = when_empty === 'absent' ? `nullif(${factors.join(' * ')}, 0)` : factors.join(' * ');
  const value = `${plus === undefined ? '' : `${plus} + `}r.${numerator}::double precision / ${divisor}`;
  return when_empty === 'zero' ? `case when r.${denominator} = 0 then 0 else ${value} end` : value;
}
