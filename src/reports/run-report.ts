import type { Static, TObject } from 'typebox';
import type { ModelIds } from '../domain/catalog.ts';
import { findCatalog } from '../store/queries/models.ts';
import type { QueryOptions, Store } from '../store/store.ts';
import { checkRequest } from './check-request.ts';
import type { AnyRequest, Report, ReportQuery, Unpaged } from './report.ts';
import { resolveQuery } from './resolve-query.ts';
import { countRows, findRows } from './rows.ts';
import { withShown } from './shown.ts';
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
  /** Which ids of models rows carry. */
  model_ids?: ModelIds;
}

/** A report: request → resolved query → rows of its groups → fields that go out. */
export async function runReport<Request extends AnyRequest, Query extends ReportQuery, Schema extends TObject>(
  store: Store,
  project: number,
  {
    report,
    request,
    options,
  }: { report: Report<Request, Query, Schema>; request: Unpaged<Request>; options: ReportOptions },
): Promise<Answer<Schema>> {
  const catalog = await findCatalog(store, project);
  checkRequest(request, report, catalog);
  return withShown<Answer<Schema>>(store, project, async (shown) => {
    const query = await resolveQuery(store.db, project, { report, request, shown, tables: options.tables });
    const { rows, is_confirmed } = await findRows(store, { report, query }, options);
    await report.fill(store, { query, rows }, options);
    const data = await writeRows(store.db, {
      report,
      query,
      rows,
      catalog,
      model_ids: options.model_ids ?? 'specification',
    });
    if (!request.include_total_count) return { result: { data }, is_confirmed };
    const total = await countRows(store, { report, query }, options);
    return { result: { data, total }, is_confirmed: false };
  });
}
