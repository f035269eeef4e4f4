import { type RawBuilder, sql } from 'kysely';
import { isOneOf } from '../store/lists.ts';

export function all(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  if (conditions.length === 0) return sql`true`;
  return sql.join(
    conditions.map((condition) => sql`(${condition})`),
    sql` and `,
  );
}

export function any(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`;
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
