import { type RawBuilder, sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { Strict } from '../domain/paging.ts';
import { MENTION_SUM_NAMES } from '../store/daily-sums.ts';
import { isOneOf } from '../store/lists.ts';
import { findKeys } from '../store/queries/lookups.ts';
import { type BrandQuery, selectHits } from './brand-query.ts';
import { findChatPage } from './brands-by-chat.ts';
import { findRowsFromSums } from './brands-from-sums.ts';
import { addComparison } from './comparison.ts';
import { Changes, Previous, toComparisonQuery } from './comparison-request.ts';
import { all } from './conditions.ts';
import { DIMENSION_PROPERTIES } from './dimensions.ts';
import { columns, groupBy, sameGroup, selectTotals } from './groups.ts';
import { addIntervals } from './intervals.ts';
import { Intervals, toIntervalsQuery } from './intervals-request.ts';
import { toProperties } from './metric.ts';
import { BRAND_METRICS, FURTHER_BRAND_METRICS, LEADING_BRAND_METRICS } from './metrics.ts';
import type { Report } from './report.ts';
import type { ReportRequest } from './request.ts';
import { isShown } from './shown.ts';

export const BrandReportRow = Strict({
  brand: Strict({ id: Type.String(), name: Type.String() }),
  ...toProperties(LEADING_BRAND_METRICS),
  ...DIMENSION_PROPERTIES,
  ...toProperties(FURTHER_BRAND_METRICS),
  intervals: Type.Optional(Intervals),
  previous: Type.Optional(Previous),
  change: Type.Optional(Changes),
});
export type BrandReportRow = Static<typeof BrandReportRow>;

/** The brands report: one row for each group of chats and each tracked brand. */
export const BRANDS: Report<ReportRequest, BrandQuery, typeof BrandReportRow> = {
  row: BrandReportRow,
  metrics: BRAND_METRICS,
  listTables: () => ['daily_sums', 'monthly_prompts', 'monthly_sums', 'facts'],
  columns: { brand: sql`r.brand` },
  sortable: { brand_id: sql`r.brand`, brand_name: sql`r.brand_name collate "C"` },
  choosable: { brand_id: { column: sql`r.brand`, kind: 'brand' } },
  identity: sql`r.brand`,
  default_order: [
    { field: 'visibility', direction: 'desc' },
    { field: 'mention_count', direction: 'desc' },
  ],
  async resolve(db, query, request) {
    const { filters, intervals, dimensions } = request;
    let brands = [...query.shown.brands.keys()];
    for (const { field, operator, values } of filters) {
      if (field !== 'brand_id') continue;
      const keys = [...(await findKeys(db, query.project, { kind: 'brand', ids: values })).values()];
      brands = brands.filter((brand) => keys.includes(brand) === (operator === 'in'));
    }
    return {
      ...query,
      brands,
      intervals: toIntervalsQuery(intervals, dimensions),
      comparison: toComparisonQuery(request),
    };
  },
  withRows: (query) => sql`with totals as (${selectTotals(query, 'visibility_total')}), hits as (${selectHits(query)}),
    voices as (${selectVoices(query)}), r as (${joinRows(query)})`,
  listConditions: () => [],
  findPage: async (reader, search, options) =>
    (await findRowsFromSums(reader, search, options)) ?? findChatPage(reader, search, options),
  added: ['intervals', 'previous', 'change'],
  async estimate(reader, { query, rows }, options) {
    const { intervals, comparison } = query;
    if (intervals) await addIntervals(reader, { query, rows, intervals }, options);
    if (!comparison) return {};
    return { comparison: await addComparison(reader, { query: { ...query, comparison }, rows }, options) };
  },
  async fill(_reader, { query: { shown }, rows }) {
    const references = new Map([...shown.brands].map(([brand, { id, name }]) => [brand, { id, name }]));
    for (const row of rows) row.brand = references.get(row.brand as number);
  },
};

/** The mentions of all tracked brands in each group. */
function selectVoices({ dimensions, shown }: BrandQuery): RawBuilder<unknown> {
  const keys = columns(dimensions);
  return sql`select ${sql.join([...keys, sql`sum(mention_count)::bigint as voice`])} from hits
    where ${isShown(sql`brand`, shown)} ${groupBy(keys)}`;
}

/** A row for every group and brand, with zeros where they do not occur together. */
function joinRows({ project, dimensions, brands }: BrandQuery): RawBuilder<unknown> {
  const sums = MENTION_SUM_NAMES.map((name) => sql.raw(`coalesce(hits.${name}, 0) as ${name}`));
  const selected = [
    ...columns(dimensions, 'totals'),
    sql`b.brand, b.name as brand_name, totals.visibility_total`,
    ...sums,
    sql`coalesce(voices.voice, 0) as voice`,
  ];
  return sql`select ${sql.join(selected)} from totals
    join brands b on b.project = ${project} and ${isOneOf(sql`b.brand`, brands)}
    left join hits on ${all([sql`hits.brand = b.brand`, ...sameGroup(dimensions, ['hits', 'totals'])])}
    left join voices on ${all(sameGroup(dimensions, ['voices', 'totals']))}`;
}
