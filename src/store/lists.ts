import { type Expression, expressionBuilder, type RawBuilder, sql } from 'kysely';
import type { Schema } from './schema.ts';

/** Up to this many values are compared one by one; more are looked up in a list. */
const MAXIMUM_COMPARED = 16;

/** The function that each engine writes in its own way. */
export const IS_IN_LIST = 'is_in_list';

/** How an engine looks a key up in a list. */
export interface ListDialect {
  /** True where the list, an array of any length, contains the key. */
  isInList(key: Expression<unknown>, list: Expression<unknown>): RawBuilder<unknown>;
}

type ListType = 'int' | 'date' | 'text' | 'uuid';

const { fn } = expressionBuilder<Schema>();

/** The list is one parameter, so the statement is the same, and is prepared once, whatever the number of values. */
export function isInList(
  key: RawBuilder<unknown>,
  values: readonly (number | string)[],
  type: ListType,
): RawBuilder<unknown> {
  return sql`${fn(IS_IN_LIST, [key, sql`${values}::${sql.raw(type)}[]`])}`;
}

/** For reports, which are planned each time: engines estimate a few values better if they see each of them. */
export function isOneOf(
  key: RawBuilder<unknown>,
  values: readonly (number | string)[],
  type: ListType = 'int',
): RawBuilder<unknown> {
  if (values.length === 0) return sql`false`;
  if (values.length > MAXIMUM_COMPARED) return isInList(key, values, type);
  return sql`${key} in (${sql.join(values.map((value) => sql`${value}::${sql.raw(type)}`))})`;
}

type ColumnType = ListType | 'bigint' | 'boolean' | 'timestamptz';
type ColumnValue = string | number | boolean | null;

/** A column of rows that a statement is given: its type, and how it is read from an item. */
export type GivenColumn<Item> = readonly [type: ColumnType, read: (item: Item) => ColumnValue];

/** Items as the rows of a table. Each column is one parameter, so the statement is the same whatever the number of rows. */
export function toGivenRows<Item>(
  items: readonly Item[],
  columns: Record<string, GivenColumn<Item>>,
): RawBuilder<unknown> {
  const selected = Object.entries(columns).map(([name, [type, read]]) => {
    const texts = items.map((item) => {
      const value = read(item);
      return value === null ? null : String(value);
    });
    return sql`unnest(${texts}::text[])::${sql.raw(type)} as ${sql.ref(name)}`;
  });
  return sql`(select ${sql.join(selected)})`;
}
