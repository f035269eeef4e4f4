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

/** The same in JavaScript, for the row that goes out; undefined where it is absent. */
export function toReader({
  numerator,
  denominator,
  times = 1,
  plus = 0,
  when_empty,
}: Metric): (sums: Sums) => number | undefined {
  if (denominator === undefined) return times === 1 ? (sums) => sums[numerator]! : (sums) => sums[numerator]! / times;
  const empty = when_empty === 'zero' ? 0 : undefined;
  return (sums) => {
    const divisor = sums[denominator]!;
    return divisor === 0 ? empty : plus + sums[numerator]! / (times * divisor);
  };
}
