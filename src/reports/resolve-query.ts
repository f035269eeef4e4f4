import { type RawBuilder, sql } from 'kysely';
import type { TObject } from 'typebox';
import type { Shown } from '../store/queries/extractions.ts';
import { findKeys } from '../store/queries/lookups.ts';
import type { Db } from '../store/schema.ts';
import { isAmong, toComparison } from './conditions.ts';
import type { Dimension } from './dimension.ts';
import { findDimension, toDimensions } from './dimensions.ts';
import { column } from './groups.ts';
import { toSql } from './metric.ts';
import type { AnyRequest, Report, ReportQuery, Unpaged } from './report.ts';
import type { Having } from './request.ts';
import { resolveScope } from './scope.ts';
import { planTables, type TableSet, toTables } from './tables.ts';

/** Looks up every id that a request names, and chooses the tables that answer it. */
export async function resolveQuery<Request extends AnyRequest, Query extends ReportQuery, Schema extends TObject>(
  db: Db,
  project: number,
  {
    report,
    request,
    shown,
    tables,
  }: {
    report: Report<Request, Query, Schema>;
    request: Unpaged<Request>;
    shown: Shown;
    /** By default the smallest that can answer. */
    tables?: TableSet | undefined;
  },
): Promise<Query> {
  const { having, order_by, limit, offset = 0 } = request as Unpaged<AnyRequest>;
  const dimensions = toDimensions(request.dimensions);
  const scope = await resolveScope(db, project, request);
  const asked = [...(tables ? [{ tables: [tables] }] : []), ...dimensions, ...scope.filtered];
  const { set, parts } = planTables([{ tables: report.listTables(request) }, ...asked], {
    period: scope,
    summed: shown.summed_months,
  });
  const query: ReportQuery = {
    project,
    dimensions,
    scope,
    asked,
    tables: toTables(set, { project, shown, parts }),
    shown,
    having: await toConditions(db, project, { having, dimensions, report }),
    order: order_by.length === 0 ? report.default_order : order_by,
    page: limit === undefined ? undefined : { limit, offset },
  };
  return report.resolve(db, query, request);
}

/** `having` as conditions on finished rows `r`. */
async function toConditions(
  db: Db,
  project: number,
  {
    having,
    dimensions,
    report: { metrics, choosable },
  }: {
    having: readonly Having[];
    dimensions: readonly Dimension[];
    report: Pick<Report<never, never, never>, 'metrics' | 'choosable'>;
  },
): Promise<RawBuilder<unknown>[]> {
  const conditions: RawBuilder<unknown>[] = [];
  for (const { field, operator, value, values = [] } of having) {
    const comparison = toComparison(operator);
    const dimension = findDimension(field);
    if (comparison) {
      conditions.push(sql`${toSql(metrics[field]!)} ${comparison} ${value}::double precision`);
    } else if (dimension) {
      const keys = await dimension.values.toKeys(db, project, values);
      conditions.push(isAmong(column(dimensions.indexOf(dimension), 'r'), { keys, type: dimension.type, operator }));
    } else {
      const { column: chosen, kind } = choosable[field]!;
      const keys = [...(await findKeys(db, project, { kind, ids: values })).values()];
      conditions.push(isAmong(chosen, { keys, type: 'int', operator }));
    }
  }
  return conditions;
}
