import { type RawBuilder, sql } from 'kysely';
import { all } from './conditions.ts';
import type { Dimension } from './dimension.ts';
import { fromFacts, type Scope } from './scope.ts';
import type { Tables } from './tables.ts';

/** The column of the n-th requested dimension. */
export function column(index: number, table?: string): RawBuilder<unknown> {
  return sql.ref(table ? `${table}.d${index}` : `d${index}`);
}

/** The columns of all requested dimensions in a table. */
export function columns(dimensions: readonly Dimension[], table?: string): RawBuilder<unknown>[] {
  return dimensions.map((_, index) => column(index, table));
}

/** The keys of the groups over facts `f`, under the names of their columns. */
export function selectKeys(dimensions: readonly Dimension[]): RawBuilder<unknown>[] {
  return dimensions.map(({ key }, index) => sql`${key} as ${column(index)}`);
}

/** The same, and the prompt and channel of a fact. */
export function selectPair(dimensions: readonly Dimension[]): RawBuilder<unknown>[] {
  return [...selectKeys(dimensions), sql`f.prompt as prompt`, sql`f.channel as channel`];
}

/** Groups by the first columns of the select. */
export function groupBy(selected: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return selected.length === 0
    ? sql``
    : sql`group by ${sql.join(selected.map((_, index) => sql.raw(String(index + 1))))}`;
}

/** That two tables are in the same group. */
export function sameGroup(dimensions: readonly Dimension[], [left, right]: [string, string]): RawBuilder<unknown>[] {
  return dimensions.map((_, index) => sql`${column(index, left)} = ${column(index, right)}`);
}

/** That rows of two tables are in the same group, and have the same values in these columns. */
export function sameRow(
  dimensions: readonly Dimension[],
  { of: [left, right], by }: { of: [string, string]; by: readonly string[] },
): RawBuilder<unknown> {
  const own = by.map((name) => sql.raw(`${left}.${name} = ${right}.${name}`));
  return all([...sameGroup(dimensions, [left, right]), ...own]);
}

/** How many chats are in each group. */
export function selectTotals(
  { scope, tables, dimensions }: { scope: Scope; tables: Tables; dimensions: readonly Dimension[] },
  name: string,
): RawBuilder<unknown> {
  const keys = selectKeys(dimensions);
  return sql`select ${sql.join([...keys, sql`${tables.total} as ${sql.raw(name)}`])}
    ${fromFacts(tables.chats, { scope, dimensions, where: tables.counted })}
    ${groupBy(keys)} having ${tables.total} > 0`;
}
