import { type Static, Type } from 'typebox';
import { DateRange } from '../domain/dates.ts';
import { Paging, Strict } from '../domain/paging.ts';
import { Defaulted } from '../domain/schema.ts';
import { AppError, invalid } from '../errors.ts';
import { DIMENSIONS, type Dimension, findDimension } from './dimensions.ts';

const DIMENSION_NAMES = DIMENSIONS.map(({ name }) => name);
/** Dates are chosen by start_date and end_date, so they are no filters. */
const CHAT_FIELDS = DIMENSIONS.filter(({ type }) => type === 'int').map(({ name }) => name);

/** Further fields of filters that choose sources. */
const SOURCE_FIELDS = ['domain', 'url', 'domain_classification', 'url_classification', 'mentioned_brand_id', 'gap'];

const Values = Type.Array(Type.String(), { minItems: 1, maxItems: 10_000 });

export const Filter = Strict({
  field: Type.String({
    enum: ['brand_id', ...CHAT_FIELDS],
    description: 'model_id is deprecated in favour of model_channel_id.',
  }),
  operator: Type.String({ enum: ['in', 'not_in'] }),
  values: Values,
});
export type Filter = Static<typeof Filter>;

/** A filter that chooses chats. */
export const ChatFilter = Strict({ ...Filter.properties, field: Type.String({ enum: CHAT_FIELDS }) });

const Having = Strict({
  field: Type.String(),
  operator: Type.String({ enum: ['gt', 'gte', 'lt', 'lte', 'in', 'not_in'] }),
  value: Type.Optional(Type.Number()),
  values: Type.Optional(Values),
});
export type Having = Static<typeof Having>;

const OrderBy = Strict({
  field: Type.String(),
  direction: Defaulted(Type.String({ enum: ['asc', 'desc'] }), 'desc'),
});
export type OrderBy = Static<typeof OrderBy>;

const shared = {
  ...Paging,
  ...DateRange,
  dimensions: Defaulted(
    Type.Array(Type.String({ enum: DIMENSION_NAMES }), {
      uniqueItems: true,
      description: 'How the report is broken down.',
    }),
    [],
  ),
  having: Defaulted(
    Type.Array(Having, { maxItems: 100, description: 'Which finished rows are shown; changes no number.' }),
    [],
  ),
  order_by: Defaulted(
    Type.Array(OrderBy, { maxItems: 100, description: 'Several entries sort by the first, then the next.' }),
    [],
  ),
  include_total_count: Defaulted(Type.Boolean({ description: 'Also count all rows, ignoring paging.' }), false),
  include_diagnostics: Defaulted(Type.Boolean({ description: 'Also say why a report may be empty.' }), false),
};

export const ReportRequest = Strict({
  ...shared,
  filters: Defaulted(
    Type.Array(Filter, {
      maxItems: 100,
      description: 'Which chats are counted, and which brands shown; combined with AND.',
    }),
    [],
  ),
});
export type ReportRequest = Static<typeof ReportRequest>;

export const SourceFilter = Strict({
  field: Type.String({ enum: [...CHAT_FIELDS, ...SOURCE_FIELDS] }),
  operator: Type.String({ enum: ['in', 'not_in', 'gt', 'gte', 'lt', 'lte'] }),
  values: Type.Optional(Values),
  value: Type.Optional(Type.Number({ description: 'For gap.' })),
});
export type SourceFilter = Static<typeof SourceFilter>;

export const SourceReportRequest = Strict({
  ...shared,
  filters: Defaulted(
    Type.Array(SourceFilter, {
      maxItems: 100,
      description: 'Which chats are counted, and which sources shown; combined with AND.',
    }),
    [],
  ),
});
export type SourceReportRequest = Static<typeof SourceReportRequest>;

export function toDimensions(request: Pick<ReportRequest, 'dimensions'>): Dimension[] {
  return request.dimensions.map((name) => findDimension(name)!);
}

/** Refuses what a schema cannot say: fields that belong to this very request, and values outside an enumeration. */
export function checkRequest(
  { dimensions, filters, having, order_by }: ReportRequest | SourceReportRequest,
  {
    metrics,
    names,
    sets,
  }: {
    metrics: readonly string[];
    /** Fields of a row beside metrics and dimensions. */
    names: readonly string[];
    /** Those that `having` takes with `in` and `not_in`, beside dimensions. */
    sets: readonly string[];
  },
): void {
  filters.forEach(({ field, values = [] }, index) => {
    checkValues({ field, values, path: `filters[${index}].values` });
  });
  having.forEach((entry, index) => {
    checkHaving(entry, { path: `having[${index}]`, metrics, sets: [...sets, ...dimensions] });
  });
  const sortable = [...metrics, ...names, ...dimensions];
  order_by.forEach(({ field }, index) => {
    const path = `order_by[${index}].field`;
    if (DIMENSION_NAMES.includes(field) && !dimensions.includes(field)) {
      throw invalid(path, `${field} can be sorted by only where it is among the dimensions.`);
    }
    if (!sortable.includes(field)) throw invalid(path, `must be one of ${sortable.join(', ')}.`);
    if (order_by.findIndex((other) => other.field === field) < index) throw invalid(path, `${field} is named twice.`);
  });
}

function checkHaving(
  { field, operator, value, values }: Having,
  { path, metrics, sets }: { path: string; metrics: readonly string[]; sets: readonly string[] },
): void {
  const isSet = operator === 'in' || operator === 'not_in';
  const fields = isSet ? sets : metrics;
  if (!fields.includes(field)) {
    throw invalid(`${path}.field`, `with the operator ${operator} must be one of ${fields.join(', ')}.`);
  }
  if (isSet ? values === undefined || value !== undefined : value === undefined || values !== undefined) {
    throw invalid(path, `with the operator ${operator} takes ${isSet ? 'values, not value' : 'value, not values'}.`);
  }
  if (isSet) checkValues({ field, values: values!, path: `${path}.values` });
}

export function checkValues({ field, values, path }: { field: string; values: string[]; path: string }): void {
  const dimension = findDimension(field);
  if (!dimension?.isAllowed) return;
  const bad = values.find((value) => !dimension.isAllowed!(value));
  if (bad === undefined) return;
  throw new AppError('invalid_request', `${path}: "${bad.slice(0, 100)}" is not a known ${field}.`, {
    details: [{ path, message: `"${bad.slice(0, 100)}" is not a known ${field}.` }],
  });
}
