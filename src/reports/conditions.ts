import { type RawBuilder, sql } from 'kysely';

export function all(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  if (conditions.length === 0) return sql`true`;
  return sql.join(
    conditions.map((condition) => sql`(${condition})`),
    sql` and `,
  );
}

/** Up to this many values are compared one by one; more are looked up. */
const COMPARED_VALUES = 16;

/** TRICKY: DuckDB compares `= any(list)` with every element for every row; a list of its own rows is hashed once. */
export function isOneOf(
  key: RawBuilder<unknown>,
  values: readonly (number | string)[],
  type: 'int' | 'date' | 'text' = 'int',
): RawBuilder<unknown> {
  if (values.length === 0) return sql`false`;
  if (values.length > COMPARED_VALUES) return sql`${key} in (select unnest(${values}::${sql.raw(type)}[]))`;
  return sql`${key} in (${sql.join(values.map((value) => sql`${value}::${sql.raw(type)}`))})`;
}

/** The operators `in` and `not_in`. */
export function isAmong(
  key: RawBuilder<unknown>,
  { keys, type, operator }: { keys: readonly (number | string)[]; type: 'int' | 'date' | 'text'; operator: string },
): RawBuilder<unknown> {
  const condition = isOneOf(key, keys, type);
  return operator === 'in' ? condition : sql`not (${condition})`;
}

const COMPARISONS: Record<string, RawBuilder<unknown>> = { gt: sql`>`, gte: sql`>=`, lt: sql`<`, lte: sql`<=` };

/** The operators that compare a metric with a value; undefined for others. */
export function toComparison(operator: string): RawBuilder<unknown> | undefined {
  return COMPARISONS[operator];
}
