import type { Static, TObject } from 'typebox';
import type { ModelIds } from '../domain/catalog.ts';
import { findCatalog } from '../store/queries/models.ts';
import type { QueryOptions, Reader } from '../store/store.ts';
import { checkRequest } from './check-request.ts';
import type { AnyRequest, Estimate, Report, ReportQuery, Unpaged } from './report.ts';
import { resolveQuery } from './resolve-query.ts';
import { countRows, findRows } from './rows.ts';
import { findShown } from './shown.ts';
import type { TableSet } from './tables.ts';
import { writeRows } from './write-rows.ts';

interface Answer<Schema extends TObject> extends Estimate {
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

/** A report: request → resolved query → rows of its groups → (how sure they are) → fields that go out. */
export async function runReport<Request extends AnyRequest, Query extends ReportQuery, Schema extends TObject>(
  reader: Reader,
  project: number,
  {
    report,
    request,
    options,
  }: { report: Report<Request, Query, Schema>; request: Unpaged<Request>; options: ReportOptions },
): Promise<Answer<Schema>> {
  const catalog = await findCatalog(reader, project);
  checkRequest(request, report, catalog);
  const shown = await findShown(reader, project);
  const query = await resolveQuery(reader.db, project, { report, request, shown, tables: options.tables });
  const rows = await findRows(reader, { report, query }, options);
  const estimate = await report.estimate?.(reader, { query, rows }, options);
  await report.fill(reader, { query, rows }, options);
  const { model_ids = 'specification' } = options;
  const data = await writeRows(reader.db, { report, query, rows, catalog, model_ids });
  if (!request.include_total_count) return { data, ...estimate };
  return { data, ...estimate, total: await countRows(reader, { report, query }, options) };
}
