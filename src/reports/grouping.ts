import { type RawBuilder, sql } from 'kysely';
import { isOneOf } from '../store/lists.ts';
import { findIds } from '../store/queries/lookups.ts';
import type { Db } from '../store/schema.ts';
import { type Dimension, findDimension, toKeys } from './dimensions.ts';
import type { Metrics } from './metrics.ts';
import type { Having, OrderBy } from './request.ts';

export { isOneOf };

/** The column of the n-th requested dimension. */
export function column(index: number, table?: string): RawBuilder<unknown> {
  return sql.ref(table ? `${table}.d${index}` : `d${index}`);
}

export function selectKeys(dimensions: readonly Dimension[]): RawBuilder<unknown>[] {
  return dimensions.map(({ key }, index) => sql`${key} as ${column(index)}`);
}

/** Groups by the first columns of the select. */
export function groupBy(columns: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return columns.length === 0
    ? sql``
    : sql`group by ${sql.join(columns.map((_, index) => sql.raw(String(index + 1))))}`;
}

export function all(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  if (conditions.length === 0) return sql`true`;
  return sql.join(
    conditions.map((condition) => sql`(${condition})`),
    sql` and `,
  );
}

/** That two tables are in the same group. */
export function sameGroup(dimensions: readonly Dimension[], [left, right]: [string, string]): RawBuilder<unknown>[] {
  return dimensions.map((_, index) => sql`${column(index, left)} = ${column(index, right)}`);
}

export function isAny(
  key: RawBuilder<unknown>,
  { keys, type, operator }: { keys: readonly (number | string)[]; type: 'int' | 'date' | 'text'; operator: string },
): RawBuilder<unknown> {
  const condition = isOneOf(key, keys, type);
  return operator === 'in' ? condition : sql`not (${condition})`;
}

/** The comparisons of metrics with a value. */
const COMPARISONS: Record<string, RawBuilder<unknown>> = { gt: sql`>`, gte: sql`>=`, lt: sql`<`, lte: sql`<=` };

export function toComparison(operator: string): RawBuilder<unknown> | undefined {
  return COMPARISONS[operator];
}

/** Conditions on finished rows `r`: on metrics, on requested dimensions, and on what the report itself resolves. */
export async function toHavingConditions(
  db: Db,
  project: number,
  {
    having,
    dimensions,
    metrics,
    resolve,
  }: {
    having: readonly Having[];
    dimensions: readonly Dimension[];
    metrics: Metrics;
    resolve(field: string, values: readonly string[]): Promise<{ key: RawBuilder<unknown>; keys: number[] }>;
  },
): Promise<RawBuilder<unknown>[]> {
  const conditions: RawBuilder<unknown>[] = [];
  for (const { field, operator, value, values = [] } of having) {
    const comparison = COMPARISONS[operator];
    const dimension = findDimension(field);
    if (comparison) {
      conditions.push(sql`${metrics[field]!} ${comparison} ${value}::double precision`);
    } else if (dimension) {
      const keys = await toKeys(db, project, { dimension, values });
      conditions.push(isAny(column(dimensions.indexOf(dimension), 'r'), { keys, type: dimension.type, operator }));
    } else {
      const { key, keys } = await resolve(field, values);
      conditions.push(isAny(key, { keys, type: 'int', operator }));
    }
  }
  return conditions;
}

export interface SortKeys {
  dimensions: readonly Dimension[];
  metrics: Metrics;
  /** Fields of a row that are neither, such as names. */
  names: Metrics;
}

/** The order asked for, then the dimensions as requested and what tells rows of one group apart: no two rows are equal. */
export function toOrder(
  order: readonly OrderBy[],
  { last, ...keys }: SortKeys & { last: RawBuilder<unknown> },
): RawBuilder<unknown> {
  const asked = order.map(({ field, direction }) => sql`${toSortKey(field, keys)} ${sql.raw(direction)} nulls last`);
  const ties = keys.dimensions.map(({ name }) => sql`${toSortKey(name, keys)} asc nulls last`);
  return sql.join([...asked, ...ties, sql`${last} asc`]);
}

export function toSortKey(field: string, { dimensions, metrics, names }: SortKeys): RawBuilder<unknown> {
  const known = names[field] ?? metrics[field];
  if (known) return known;
  const index = dimensions.findIndex(({ name }) => name === field);
  const key = column(index, 'r');
  // The group without a topic or tag comes last.
  return dimensions[index]!.through ? sql`nullif(${key}, 0)` : key;
}

/** Functions that write each dimension's keys out; ids are looked up once for all rows. */
export async function loadFormats(
  db: Db,
  project: number,
  { rows, dimensions }: { rows: readonly { [key: `d${number}`]: number | string }[]; dimensions: readonly Dimension[] },
): Promise<((key: number | string) => unknown)[]> {
  return Promise.all(
    dimensions.map(async ({ kind, format }, index) => {
      if (!kind) return (format ?? ((key: unknown) => key)) as (key: number | string) => unknown;
      const keys = [...new Set(rows.map((row) => row[`d${index}`] as number))];
      const ids = await findIds(db, project, { kind, keys });
      return (key: number | string) => (key === 0 ? null : { id: ids.get(key as number)! });
    }),
  );
}

/** The dimension fields of a row. */
export function toCut(
  row: { [key: `d${number}`]: number | string },
  {
    dimensions,
    formats,
  }: { dimensions: readonly Dimension[]; formats: readonly ((key: number | string) => unknown)[] },
): Record<string, unknown> {
  const cut: Record<string, unknown> = {};
  for (let index = 0; index < dimensions.length; index += 1) {
    cut[dimensions[index]!.field] = formats[index]!(row[`d${index}`]!);
  }
  return cut;
}
