import type { Static, TObject } from 'typebox';
import { createBreath } from '../breath.ts';
import type { ModelIds } from '../domain/catalog.ts';
import { findCatalog } from '../store/queries/models.ts';
import type { QueryOptions, Reader } from '../store/store.ts';
import { checkRequest } from './check-request.ts';
import type { AnyRequest, Estimate, Report, ReportQuery, Row, Unpaged } from './report.ts';
import { resolveQuery } from './resolve-query.ts';
import { countRows, findRows, streamRows } from './rows.ts';
import { findShown } from './shown.ts';
import type { TableSet } from './tables.ts';
import { loadWriter } from './write-rows.ts';

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

interface Running<Request extends AnyRequest, Query extends ReportQuery, Schema extends TObject> {
  report: Report<Request, Query, Schema>;
  request: Unpaged<Request>;
  options: ReportOptions;
}

/** A report: request → resolved query → rows of its groups → (how sure they are) → fields that go out. */
export async function runReport<Request extends AnyRequest, Query extends ReportQuery, Schema extends TObject>(
  reader: Reader,
  project: number,
  running: Running<Request, Query, Schema>,
): Promise<Answer<Schema>> {
  const { report, request, options } = running;
  const { catalog, query } = await resolve(reader, project, running);
  const rows = await findRows(reader, { report, query }, options);
  const estimate = await report.estimate?.(reader, { query, rows }, options);
  await report.fill(reader, { query, rows }, options);
  const { model_ids = 'specification' } = options;
  const data = await writeRows(rows, await loadWriter(reader.db, { report, query, rows, catalog, model_ids }));
  if (!request.include_total_count) return { data, ...estimate };
  return { data, ...estimate, total: await countRows(reader, { report, query }, options) };
}

/** Others have their turn between pieces, and before all of it is sent. */
async function writeRows<Written>(rows: readonly Row[], write: (row: Row) => Written): Promise<Written[]> {
  const written: Written[] = [];
  const breathe = createBreath();
  for (let first = 0; first < rows.length; first += ROWS_PER_PIECE) {
    for (const row of rows.slice(first, first + ROWS_PER_PIECE)) written.push(write(row));
    await breathe();
  }
  return written;
}

/** What rows refer to is looked up for so many at once: each time costs a query. */
const ROWS_PER_LOOKUP = 10_000;
const ROWS_PER_PIECE = 2000;

/** All rows of a report in small pieces, for more than should be in memory at once. Rows are not estimated. */
export async function* streamReport<Request extends AnyRequest, Query extends ReportQuery, Schema extends TObject>(
  reader: Reader,
  project: number,
  running: Running<Request, Query, Schema>,
): AsyncGenerator<Static<Schema>[]> {
  const { report, options } = running;
  const { catalog, query } = await resolve(reader, project, running);
  const { model_ids = 'specification' } = options;
  for await (const rows of gather(streamRows(reader, { report, query }, options))) {
    await report.fill(reader, { query, rows }, options);
    const write = await loadWriter(reader.db, { report, query, rows, catalog, model_ids });
    for (let first = 0; first < rows.length; first += ROWS_PER_PIECE) {
      yield rows.slice(first, first + ROWS_PER_PIECE).map(write);
    }
  }
}

async function resolve<Request extends AnyRequest, Query extends ReportQuery, Schema extends TObject>(
  reader: Reader,
  project: number,
  { report, request, options }: Running<Request, Query, Schema>,
) {
  const catalog = await findCatalog(reader, project);
  checkRequest(request, report, catalog);
  const shown = await findShown(reader, project);
  const query = await resolveQuery(reader.db, project, { report, request, shown, tables: options.tables });
  return { catalog, query };
}

async function* gather(pieces: AsyncIterable<Row[]>): AsyncGenerator<Row[]> {
  let rows: Row[] = [];
  for await (const piece of pieces) {
    rows.push(...piece);
    if (rows.length < ROWS_PER_LOOKUP) continue;
    yield rows;
    rows = [];
  }
  if (rows.length > 0) yield rows;
}
