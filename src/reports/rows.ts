import { sql } from 'kysely';
import type { QueryOptions, Store } from '../store/store.ts';
import { all } from './conditions.ts';
import { columns } from './groups.ts';
import { listSums } from './metric.ts';
import { cutPage, orderRows } from './page.ts';
import type { ReportQuery, Row, RowDefinition, SelectRows } from './report.ts';

/** The statement that ends every report: the keys, columns and sums of its rows `r`, in its order. */
export function createSelect<Query extends ReportQuery>(
  store: Store,
  { report, query }: { report: RowDefinition<Query>; query: Query },
  options: QueryOptions,
): SelectRows {
  const selected = [
    ...columns(query.dimensions, 'r'),
    ...Object.entries(report.columns).map(([field, value]) => sql`${value} as ${sql.raw(field)}`),
    // TRICKY: the DuckDB client makes a BigInt of every bigint, which costs more than the query; sums are exact as doubles.
    ...listSums(report.metrics).map((name) => sql.raw(`r.${name}::double precision as ${name}`)),
  ];
  return async (withRows, { where = [], page } = {}) => {
    const statement = sql<Row>`${withRows} select ${sql.join(selected)}
      from r where ${all(where)} ${orderRows(report, query)} ${cutPage(page)}`;
    return store.query(statement.compile(store.db), options);
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
