import { sql } from 'kysely';
import { type Static, type TObject, Type } from 'typebox';
import { Reference, Strict } from '../domain/paging.ts';
import { isOneOf } from '../store/lists.ts';
import type { QueryOptions, Reader } from '../store/store.ts';
import { DIMENSION_PROPERTIES } from './dimensions.ts';
import { toProperties, toSql } from './metric.ts';
import { FURTHER_SOURCE_METRICS, LEADING_SOURCE_METRICS, SOURCE_ALIASES, SOURCE_METRICS } from './metrics.ts';
import type { SourceKind } from './page-sums.ts';
import type { Report, Row } from './report.ts';
import type { SourceReportRequest } from './request.ts';
import { isBrandCount, resolveSourceFilters } from './source-filters.ts';
import { findOwners, type SourceQuery, selectPairs, sourceKey, withSources } from './source-query.ts';

const shared = {
  classification: Type.String(),
  ...toProperties(LEADING_SOURCE_METRICS),
  mentioned_brands: Type.Array(Reference),
  ...toProperties(FURTHER_SOURCE_METRICS),
  ...DIMENSION_PROPERTIES,
};
export const DomainReportRow = Strict({
  domain: Type.String(),
  ...shared,
  ...toProperties(SOURCE_ALIASES.domain),
});
export type DomainReportRow = Static<typeof DomainReportRow>;
export const UrlReportRow = Strict({
  url: Type.String(),
  title: Type.String(),
  channel_title: Type.Null({ description: 'Not known yet: pages are not fetched.' }),
  ...shared,
  ...toProperties(SOURCE_ALIASES.url),
});
export type UrlReportRow = Static<typeof UrlReportRow>;

/** The rows of both reports are sorted by this name, though only those of URLs carry it. */
const SORTABLE_ALIASES = { domain: { retrievals: toSql(SOURCE_ALIASES.url.retrievals) }, url: {} };

/** The domains report: one row for each group of chats and each domain that their answers retrieved. */
export const DOMAINS = createSourceReport('domain', DomainReportRow);
/** The URLs report: the same for single pages. */
export const URLS = createSourceReport('url', UrlReportRow);

function createSourceReport<Schema extends TObject>(
  kind: SourceKind,
  row: Schema,
): Report<SourceReportRequest, SourceQuery, Schema> {
  const name = sql`r.name collate "C"`;
  return {
    row,
    metrics: { ...SOURCE_METRICS, ...SOURCE_ALIASES[kind] },
    tables: ['facts'],
    columns: {
      [kind]: sql`r.name`,
      ...(kind === 'url' ? { title: sql`r.title`, channel_title: sql`null` } : {}),
      classification: sql`r.classification`,
      // The source's key, until its brands are looked up.
      mentioned_brands: sql`r.source`,
    },
    sortable: { [kind]: name, ...SORTABLE_ALIASES[kind] },
    choosable: {},
    identity: name,
    default_order: [{ field: 'retrieval_count', direction: 'desc' }],
    async resolve(db, query, { filters, having }) {
      const conditions = await resolveSourceFilters(db, query, { kind, filters });
      const asksForCount = [...query.order, ...having].some(({ field }) => isBrandCount(field));
      const needs_brands = asksForCount || conditions.brands.length > 0;
      return { ...query, kind, conditions, needs_brands, owners: await findOwners(db, query.project) };
    },
    withRows: withSources,
    listConditions: ({ conditions }) => conditions.brands,
    fill: fillBrands,
  };
}

/** A brand that is mentioned where a source is retrieved. */
interface Pair {
  [dimensionKey: `d${number}`]: number | string;
  source: number;
  brand: number;
}

/** Looks up the mentioned brands of the sources on the page alone, and the counts that follow from them. */
async function fillBrands(
  reader: Reader,
  { query, rows }: { query: SourceQuery; rows: readonly Row[] },
  options: QueryOptions,
): Promise<void> {
  if (rows.length === 0) return;
  const { dimensions, shown } = query;
  const sources = [...new Set(rows.map(({ mentioned_brands }) => mentioned_brands as number))];
  const statement = sql<Pair>`${selectPairs(query, [isOneOf(sourceKey(query.kind), sources)])}`;
  const brandsOf = new Map<string, number[]>();
  for (const pair of await reader.query(statement.compile(reader.db), options)) {
    const group = [...dimensions.map((_, index) => pair[`d${index}`]), pair.source].join(' ');
    const brands = brandsOf.get(group);
    if (brands) brands.push(pair.brand);
    else brandsOf.set(group, [pair.brand]);
  }
  for (const row of rows) {
    const group = [...dimensions.map((_, index) => row[`d${index}`]), row.mentioned_brands].join(' ');
    const brands = (brandsOf.get(group) ?? []).sort((a, b) => a - b).flatMap((brand) => shown.brands.get(brand) ?? []);
    row.mentioned_brands = brands.map(({ id }) => ({ id }));
    row.mentioned_brand_count = brands.length;
    row.gap = brands.some(({ is_own }) => is_own) ? 0 : brands.length;
  }
}
