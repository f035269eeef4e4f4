import type { Static, TObject } from 'typebox';
import type { QueryOptions, Store } from '../store/store.ts';
import { checkRequest } from './check-request.ts';
import type { AnyRequest, Report, ReportQuery, Row, Unpaged } from './report.ts';
import { resolveQuery } from './resolve-query.ts';
import { countRows, createSelect } from './rows.ts';
import { isStillShown, withShown } from './shown.ts';
import type { TableSet } from './tables.ts';
import { writeRows } from './write-rows.ts';

interface Answer<Schema extends TObject> {
  data: Static<Schema>[];
  /** The number of all rows ignoring paging, where the request asks for it. */
  total?: number;
}

interface ReportOptions extends QueryOptions {
  /** Which tables to read; by default the smallest that can answer. */
  tables?: TableSet;
}

/** A report, from the request to its rows. */
export async function runReport<Request extends AnyRequest, Query extends ReportQuery, Schema extends TObject>(
  store: Store,
  project: number,
  {
    report,
    request,
    options,
  }: { report: Report<Request, Query, Schema>; request: Unpaged<Request>; options: ReportOptions },
): Promise<Answer<Schema>> {
  checkRequest(request, report);
  return withShown<Answer<Schema>>(store, project, async (shown) => {
    const query = await resolveQuery(store.db, project, { report, request, shown, tables: options.tables });
    const { rows, is_confirmed } = await findRows(store, { report, query }, options);
    await report.fill(store, { query, rows }, options);
    const data = await writeRows(store.db, { report, query, rows });
    if (!request.include_total_count) return { result: { data }, is_confirmed };
    const total = await countRows(store, { report, query }, options);
    return { result: { data, total }, is_confirmed: false };
  });
}

/** The rows of the page that is asked for, or all of them, with keys where values will be. */
async function findRows<Request extends AnyRequest, Query extends ReportQuery, Schema extends TObject>(
  store: Store,
  { report, query }: { report: Report<Request, Query, Schema>; query: Query },
  options: QueryOptions,
): Promise<{ rows: Row[]; is_confirmed: boolean }> {
  const select = createSelect(store, { report, query }, options);
  const { page } = query;
  const found = page && (await report.findPage?.(store, { query, page, select }, options));
  if (found) return { rows: found, is_confirmed: false };
  const conditions = [...query.having, ...report.listConditions(query)];
  if (!report.is_one_statement) {
    return { rows: await select(report.withRows(query), { where: conditions, page }), is_confirmed: false };
  }
  const where = [...conditions, isStillShown(query.project, query.shown)];
  const rows = await select(report.withRows(query), { where, page });
  // Without rows nobody knows whether there are none, or another generation is shown by now.
  return { rows, is_confirmed: rows.length > 0 };
}
