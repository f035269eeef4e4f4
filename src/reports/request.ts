import { type Static, Type } from 'typebox';
import { DateRange } from '../domain/date-schemas.ts';
import { Paging, Strict } from '../domain/paging.ts';
import { Defaulted } from '../domain/schema.ts';
import { COMPARISON_PROPERTIES } from './comparison-request.ts';
import type { Dimension } from './dimension.ts';
import { DIMENSIONS } from './dimensions.ts';
import { IntervalsRequest } from './intervals-request.ts';
import { BRAND_COUNTS } from './metrics.ts';

/** Time is chosen by start_date and end_date, not by filters. */
const CHAT_FIELDS = DIMENSIONS.filter(({ ofDay }: Dimension) => !ofDay).map(({ name }) => name);

/** Further fields of filters that choose sources. */
const SOURCE_FIELDS = [
  'domain',
  'url',
  'domain_classification',
  'url_classification',
  'mentioned_brand_id',
  ...BRAND_COUNTS,
];

const Values = Type.Array(Type.String(), { minItems: 1, maxItems: 10_000 });

const Filter = Strict({
  field: Type.String({
    enum: ['brand_id', ...CHAT_FIELDS],
    description: 'model_id is deprecated in favor of model_channel_id.',
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
    Type.Array(Type.String({ enum: DIMENSIONS.map(({ name }) => name) }), {
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
  intervals: Type.Optional(IntervalsRequest),
  ...COMPARISON_PROPERTIES,
});
export type ReportRequest = Static<typeof ReportRequest>;

/** Asks for all rows, neither cut nor filtered. */
export const WHOLE_REPORT = {
  dimensions: [],
  filters: [],
  having: [],
  order_by: [],
  include_total_count: false,
  include_diagnostics: false,
} satisfies Partial<ReportRequest>;

export const SourceFilter = Strict({
  field: Type.String({ enum: [...CHAT_FIELDS, ...SOURCE_FIELDS] }),
  operator: Type.String({ enum: ['in', 'not_in', 'gt', 'gte', 'lt', 'lte'] }),
  values: Type.Optional(Values),
  value: Type.Optional(Type.Number({ description: 'For gap and mentioned_brand_count.' })),
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
