import type { Catalog } from '../domain/catalog.ts';
import { invalid } from '../errors.ts';
import { findDimension } from './dimensions.ts';
import type { AnyRequest, Report, Unpaged } from './report.ts';
import type { Having } from './request.ts';

/** Refuses what a schema cannot say: fields that belong to this very request, and values outside an enumeration. */
export function checkRequest(
  { dimensions, filters, having, order_by }: Unpaged<AnyRequest>,
  report: Pick<Report<never, never, never>, 'metrics' | 'sortable' | 'choosable'>,
  catalog: Catalog,
): void {
  const metrics = Object.keys(report.metrics);
  checkFilters(filters, catalog);
  having.forEach((entry, index) => {
    const choosable = [...Object.keys(report.choosable), ...dimensions];
    checkHaving(entry, { path: `having[${index}]`, metrics, choosable, catalog });
  });
  const sortable = [...metrics, ...Object.keys(report.sortable), ...dimensions];
  order_by.forEach(({ field }, index) => {
    const path = `order_by[${index}].field`;
    if (findDimension(field) && !dimensions.includes(field)) {
      throw invalid(path, `${field} can be used only when it is one of the dimensions.`);
    }
    if (!sortable.includes(field)) throw invalid(path, `must be one of ${sortable.join(', ')}.`);
    if (order_by.findIndex((other) => other.field === field) < index) throw invalid(path, `${field} is named twice.`);
  });
}

function checkHaving(
  { field, operator, value, values }: Having,
  {
    path,
    metrics,
    choosable,
    catalog,
  }: { path: string; metrics: readonly string[]; choosable: readonly string[]; catalog: Catalog },
): void {
  const takesValues = operator === 'in' || operator === 'not_in';
  const fields = takesValues ? choosable : metrics;
  if (!fields.includes(field)) {
    throw invalid(`${path}.field`, `with the operator ${operator} must be one of ${fields.join(', ')}.`);
  }
  const [given, other] = takesValues ? [values, value] : [value, values];
  if (given === undefined || other !== undefined) {
    const taken = takesValues ? 'values, not value' : 'value, not values';
    throw invalid(path, `with the operator ${operator} takes ${taken}.`);
  }
  if (takesValues) checkValues({ field, values: values!, path: `${path}.values` }, catalog);
}

export function checkFilters(filters: readonly { field: string; values?: string[] }[], catalog: Catalog): void {
  filters.forEach(({ field, values = [] }, index) => {
    checkValues({ field, values, path: `filters[${index}].values` }, catalog);
  });
}

function checkValues(
  { field, values, path }: { field: string; values: string[]; path: string },
  catalog: Catalog,
): void {
  const dimension = findDimension(field);
  if (!dimension?.isAllowed) return;
  const unknown = values.find((value) => !dimension.isAllowed!(value, catalog));
  if (unknown !== undefined) throw invalid(path, `"${unknown.slice(0, 100)}" is not a known ${field}.`);
}
