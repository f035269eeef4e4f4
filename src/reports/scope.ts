import { type RawBuilder, sql } from 'kysely';
import { isOneOf } from '../store/lists.ts';
import type { Db } from '../store/schema.ts';
import type { Dimension, Through } from './dimension.ts';
import { findDimension } from './dimensions.ts';

/** Which rows of facts a report is made of, with every id resolved to its key. */
export interface Scope {
  project: number;
  start_date: string;
  end_date: string;
  conditions: RawBuilder<unknown>[];
  /** The dimensions that filters name. */
  filtered: Dimension[];
  /** The keys that may form groups, where filters choose among several keys of one fact. */
  grouped: ReadonlyMap<Through, number[]>;
}

export interface ScopeRequest {
  start_date: string;
  end_date: string;
  filters: readonly { field: string; operator: string; values?: string[] }[];
}

/** Filters on fields that are no dimensions choose no chats, and are left to the report. */
export async function resolveScope(db: Db, project: number, request: ScopeRequest): Promise<Scope> {
  const { start_date, end_date } = request;
  const conditions: RawBuilder<unknown>[] = [];
  const filtered: Dimension[] = [];
  const grouped = new Map<Through, number[]>();
  for (const { field, operator, values = [] } of request.filters) {
    const dimension = findDimension(field);
    if (!dimension) continue;
    const { key, through } = dimension;
    const keys = (await dimension.values.toKeys(db, project, values)) as number[];
    const condition = through ? through.hasOneOf(project, keys) : isOneOf(key, keys);
    conditions.push(operator === 'in' ? condition : sql`not (${condition})`);
    filtered.push(dimension);
    if (through?.has_several && operator === 'in') grouped.set(through, [...(grouped.get(through) ?? []), ...keys]);
  }
  return { project, start_date, end_date, conditions, filtered, grouped };
}

/** The chats in scope, as a query of their keys. */
export function selectInScope(scope: Scope): RawBuilder<unknown> {
  return sql`select f.chat ${fromFacts('chats', { scope })}`;
}

/** `from … where …` of rows `f` in scope: those of a fact table, or of what has the same columns, joined to what the dimensions need. */
export function fromFacts(
  rows: 'chats' | 'mentions' | 'sources' | RawBuilder<unknown>,
  {
    scope: { project, start_date, end_date, conditions, grouped },
    dimensions = [],
    join = sql``,
    where = [],
  }: {
    scope: Scope;
    dimensions?: readonly Dimension[];
    join?: RawBuilder<unknown>;
    where?: readonly RawBuilder<unknown>[];
  },
): RawBuilder<unknown> {
  const through = new Set(dimensions.flatMap((dimension) => dimension.through ?? []));
  const joins = [...through].map((table) => table.join(project, grouped.get(table)));
  const further = [...where, ...conditions].map((condition) => sql` and ${condition}`);
  const from = typeof rows === 'string' ? sql.table(rows) : rows;
  return sql`from ${from} f ${join} ${sql.join(joins, sql` `)}
    where f.project = ${project} and f.date >= ${start_date}::date and f.date <= ${end_date}::date
    ${sql.join(further, sql``)}`;
}
