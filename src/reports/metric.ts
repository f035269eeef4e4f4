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

/** The sums of one row, by their names. */
export type Sums = Readonly<Record<string, number>>;

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

/** The sums that metrics are made of, each once. */
export function listSums(metrics: Metrics): string[] {
  const sums = Object.values(metrics).flatMap(({ numerator, denominator }) => [numerator, denominator ?? numerator]);
  return [...new Set(sums)];
}

/** A metric over a row `r` with its sums. */
export function toSql({ numerator, denominator, times, plus, when_empty }: Metric): RawBuilder<unknown> {
  const factors = [...(times === undefined ? [] : [times]), ...(denominator === undefined ? [] : [`r.${denominator}`])];
  if (factors.length === 0) return sql.raw(`r.${numerator}`);
  const divisor = when_empty === 'absent' ? `nullif(${factors.join(' * ')}, 0)` : factors.join(' * ');
  const value = `${plus === undefined ? '' : `${plus} + `}r.${numerator}::double precision / ${divisor}`;
  return sql.raw(when_empty === 'zero' ? `case when r.${denominator} = 0 then 0 else ${value} end` : value);
}

/** The same in JavaScript, of a numerator and what divides it; undefined where it is absent. */
export function toRatio({
  denominator,
  times = 1,
  plus = 0,
  when_empty,
}: Metric): (numerator: number, divisor: number) => number | undefined {
  if (denominator === undefined) return times === 1 ? (numerator) => numerator : (numerator) => numerator / times;
  const empty = when_empty === 'zero' ? 0 : undefined;
  return (numerator, divisor) => (divisor === 0 ? empty : plus + numerator / (times * divisor));
}

/** The same of the sums of a row that goes out. */
export function toReader(metric: Metric): (sums: Sums) => number | undefined {
  // Where nothing divides it, the second number does not matter.
  const { numerator, denominator = numerator } = metric;
  const toValue = toRatio(metric);
  return (sums) => toValue(sums[numerator]!, sums[denominator]!);
}
