import { type RawBuilder, sql } from 'kysely';
import type { QueryOptions, Reader } from '../store/store.ts';
import { all } from './conditions.ts';
import { columns } from './groups.ts';
import { listSums } from './metric.ts';
import { cutPage, orderRows } from './page.ts';
import type { ReportQuery, Row, RowDefinition, SelectRows } from './report.ts';
import { toQueryOptions } from './tables.ts';

/** Which rows are wanted. */
interface Chosen {
  where: readonly RawBuilder<unknown>[];
  page: Parameters<typeof cutPage>[0];
}

interface Asked<Query extends ReportQuery> {
  report: RowDefinition<Query>;
  query: Query;
}

/** The rows of the page that is asked for, or all of them. */
export async function findRows<Query extends ReportQuery>(
  reader: Reader,
  { report, query }: Asked<Query>,
  options: QueryOptions,
): Promise<Row[]> {
  const { page } = query;
  const select = createSelect(reader, { report, query }, options);
  const where = listConditions({ report, query });
  const found = page && (await report.findPage?.(reader, { query, page, select }, options));
  return found ?? select(report.withRows(query), { where, page });
}

/** The same rows in small pieces, for more than should be in memory at once. */
export function streamRows<Query extends ReportQuery>(
  reader: Reader,
  { report, query }: Asked<Query>,
  options: QueryOptions,
): AsyncGenerator<Row[]> {
  const where = listConditions({ report, query });
  const statement = selectRows({ report, query }, { withRows: report.withRows(query), where, page: query.page });
  return reader.stream(statement.compile(reader.db), options);
}

/** How many rows there are, ignoring paging. */
export async function countRows<Query extends ReportQuery>(
  reader: Reader,
  { report, query }: Asked<Query>,
  options: QueryOptions,
): Promise<number> {
  const statement = sql<{ total: number }>`${report.withRows(query)} select count(*) as total
    from r where ${all(listConditions({ report, query }))}`;
  return (await reader.query(statement.compile(reader.db), toQueryOptions(query, options)))[0]!.total;
}

function listConditions<Query extends ReportQuery>({ report, query }: Asked<Query>) {
  return [...query.having, ...report.listConditions(query)];
}

export function createSelect<Query extends ReportQuery>(
  reader: Reader,
  asked: Asked<Query>,
  options: QueryOptions,
): SelectRows {
  return async (withRows, { where = [], page } = {}) =>
    reader.query(selectRows(asked, { withRows, where, page }).compile(reader.db), toQueryOptions(asked.query, options));
}

/** The statement that ends every report: the keys, columns and sums of its rows `r`, in its order. */
function selectRows<Query extends ReportQuery>(
  { report, query }: Asked<Query>,
  { withRows, where, page }: { withRows: RawBuilder<unknown> } & Chosen,
): RawBuilder<Row> {
  const selected = [
    ...columns(query.dimensions, 'r'),
    ...Object.entries(report.columns).map(([field, value]) => sql`${value} as ${sql.raw(field)}`),
    // TRICKY: the DuckDB client makes a BigInt of every bigint, which costs more than the query; sums are exact as doubles.
    ...listSums(report.metrics).map((name) => sql.raw(`r.${name}::double precision as ${name}`)),
  ];
  return sql<Row>`${withRows} select ${sql.join(selected)}
      from r where ${all(where)} ${orderRows(report, query)} ${cutPage(page)}`;
}
