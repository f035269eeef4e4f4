import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../store/schema.ts';
import type { QueryOptions, Store } from '../store/store.ts';
import { all } from './conditions.ts';
import type { Key } from './dimension.ts';
import { DIMENSION_PROPERTIES } from './dimensions.ts';
import { column } from './groups.ts';
import { listAbsentable, toNumberSql } from './metric.ts';
import { cutPage, orderRows } from './page.ts';
import type { ReportQuery, Row, RowDefinition, SelectRows } from './report.ts';

/** The statement that ends every report: its fields, in its order, from rows `r`. */
export function createSelect<Query extends ReportQuery>(
  store: Store,
  { report, query }: { report: RowDefinition<Query>; query: Query },
  options: QueryOptions,
): SelectRows {
  const absentable = listAbsentable(report.metrics);
  return async (withRows, { where = [], page } = {}) => {
    const statement = sql<Row>`${withRows} select ${sql.join(selectFields(report, query))}
      from r where ${all(where)} ${orderRows(report, query)} ${cutPage(page)}`;
    const rows = await store.query(statement.compile(store.db), options);
    // What is undefined is absent in JSON; deleting it would make every row slow to write.
    for (const name of absentable) for (const row of rows) row[name] ??= undefined;
    return rows;
  };
}

export async function countRows<Query extends ReportQuery>(
  store: Store,
  { report, query }: { report: RowDefinition<Query>; query: Query },
  options: QueryOptions,
): Promise<number> {
  const statement = sql<{ total: number }>`${report.withRows(query)} select count(*) as total
    from r where ${all([...query.having, ...report.listConditions(query)])}`;
  return (await store.query(statement.compile(store.db), options))[0]!.total;
}

/** The fields as the schema has them. Dimensions stand where the first of them does, as they were requested. */
function selectFields(
  { row, metrics, columns }: Pick<RowDefinition<never>, 'row' | 'metrics' | 'columns'>,
  { dimensions }: Pick<ReportQuery, 'dimensions'>,
): RawBuilder<unknown>[] {
  const [firstDimension] = Object.keys(DIMENSION_PROPERTIES);
  return Object.keys(row.properties).flatMap((field) => {
    const value = metrics[field] ? toNumberSql(metrics[field]) : columns[field];
    if (value) return [sql`${value} as ${sql.ref(field)}`];
    if (field !== firstDimension) return [];
    return dimensions.map((dimension, index) => sql`${column(index, 'r')} as ${sql.ref(dimension.field)}`);
  });
}

/** Replaces the keys of dimensions by their values; ids are looked up once for all rows. */
export async function fillDimensions(
  db: Db,
  { query: { project, dimensions }, rows }: { query: ReportQuery; rows: readonly Row[] },
): Promise<void> {
  await Promise.all(
    dimensions.map(async ({ field, values }) => {
      const format = await values.loadFormat(db, project, () => [...new Set(rows.map((row) => row[field] as Key))]);
      if (format) for (const row of rows) row[field] = format(row[field] as never);
    }),
  );
}
