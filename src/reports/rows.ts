import { sql } from 'kysely';
import type { QueryOptions, Store } from '../store/store.ts';
import { all } from './conditions.ts';
import { columns } from './groups.ts';
import { listSums } from './metric.ts';
import { cutPage, orderRows } from './page.ts';
import type { ReportQuery, Row, RowDefinition, SelectRows } from './report.ts';
import { isStillShown } from './shown.ts';

interface Asked<Query extends ReportQuery> {
  report: RowDefinition<Query>;
  query: Query;
}

interface Found {
  rows: Row[];
  /** The rows are of the generation that was shown when they were read. */
  is_confirmed: boolean;
}

/** The rows of the page that is asked for, or all of them. */
export async function findRows<Query extends ReportQuery>(
  store: Store,
  { report, query }: Asked<Query>,
  options: QueryOptions,
): Promise<Found> {
  const { project, shown, page } = query;
  const select = createSelect(store, { report, query }, options);
  const found = page && (await report.findPage?.(store, { query, page, select }, options));
  if (found) return { rows: found, is_confirmed: false };
  const { is_one_statement } = report;
  const where = [...listConditions({ report, query }), ...(is_one_statement ? [isStillShown(project, shown)] : [])];
  const rows = await select(report.withRows(query), { where, page });
  // No rows may also mean that another generation is shown by now.
  return { rows, is_confirmed: is_one_statement && rows.length > 0 };
}

/** How many rows there are, ignoring paging. */
export async function countRows<Query extends ReportQuery>(
  store: Store,
  { report, query }: Asked<Query>,
  options: QueryOptions,
): Promise<number> {
  const statement = sql<{ total: number }>`${report.withRows(query)} select count(*) as total
    from r where ${all(listConditions({ report, query }))}`;
  return (await store.query(statement.compile(store.db), options))[0]!.total;
}

function listConditions<Query extends ReportQuery>({ report, query }: Asked<Query>) {
  return [...query.having, ...report.listConditions(query)];
}

/** The statement that ends every report: the keys, columns and sums of its rows `r`, in its order. */
function createSelect<Query extends ReportQuery>(
  store: Store,
  { report, query }: Asked<Query>,
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
