import { type Static, Type } from 'typebox';
import { DateRange } from '../domain/dates.ts';
import { Paging, Strict } from '../domain/paging.ts';
import { DIMENSIONS } from './dimensions.ts';

/** Dates are chosen by start_date and end_date, not by filters. */
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
  direction: Type.String({ enum: ['asc', 'desc'], default: 'desc' }),
});
export type OrderBy = Static<typeof OrderBy>;

const shared = {
  ...Paging,
  ...DateRange,
  dimensions: Type.Array(Type.String({ enum: DIMENSIONS.map(({ name }) => name) }), {
    uniqueItems: true,
    default: [],
    description: 'How the report is broken down.',
  }),
  having: Type.Array(Having, {
    maxItems: 100,
    default: [],
    description: 'Which finished rows are shown; changes no number.',
  }),
  order_by: Type.Array(OrderBy, {
    maxItems: 100,
    default: [],
    description: 'Several entries sort by the first, then the next.',
  }),
  include_total_count: Type.Boolean({ default: false, description: 'Also count all rows, ignoring paging.' }),
  include_diagnostics: Type.Boolean({ default: false, description: 'Also say why a report may be empty.' }),
};

export const ReportRequest = Strict({
  ...shared,
  filters: Type.Array(Filter, {
    maxItems: 100,
    default: [],
    description: 'Which chats are counted, and which brands shown; combined with AND.',
  }),
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
  filters: Type.Array(SourceFilter, {
    maxItems: 100,
    default: [],
    description: 'Which chats are counted, and which sources shown; combined with AND.',
  }),
});
export type SourceReportRequest = Static<typeof SourceReportRequest>;
