import { type RawBuilder, sql } from 'kysely';
import { column } from './groups.ts';
import { toSql } from './metric.ts';
import type { ReportQuery, RowDefinition } from './report.ts';

type Sorted = Pick<RowDefinition<never>, 'metrics' | 'sortable' | 'identity'>;

/** The order asked for, then the dimensions as requested and what tells rows of one group apart: no two rows are equal. */
export function orderRows(
  report: Sorted,
  { order, dimensions }: Pick<ReportQuery, 'order' | 'dimensions'>,
): RawBuilder<unknown> {
  const toKey = (field: string) => toSortKey(field, { report, dimensions });
  const asked = order.map(({ field, direction }) => sql`${toKey(field)} ${sql.raw(direction)} nulls last`);
  const ties = dimensions.map(({ name }) => sql`${toKey(name)} asc nulls last`);
  return sql`order by ${sql.join([...asked, ...ties, sql`${report.identity} asc`])}`;
}

function toSortKey(
  field: string,
  { report: { metrics, sortable }, dimensions }: { report: Sorted } & Pick<ReportQuery, 'dimensions'>,
): RawBuilder<unknown> {
  if (sortable[field]) return sortable[field];
  if (metrics[field]) return toSql(metrics[field]);
  const index = dimensions.findIndex(({ name }) => name === field);
  const key = column(index, 'r');
  return dimensions[index]!.zero_is_null ? sql`nullif(${key}, 0)` : key;
}

/** A part of the rows in order, or all of them. */
export function cutPage(
  page: { limit: number; offset: number | RawBuilder<unknown> } | undefined,
): RawBuilder<unknown> {
  return page ? sql`limit ${page.limit} offset ${page.offset}` : sql``;
}
