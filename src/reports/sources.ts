import { type RawBuilder, sql } from 'kysely';
import { type Static, type TObject, Type } from 'typebox';
import { createBreath } from '../breath.ts';
import { Reference, Strict } from '../domain/paging.ts';
import { isOneOf } from '../store/lists.ts';
import type { Shown } from '../store/queries/extractions.ts';
import type { QueryOptions, Reader } from '../store/store.ts';
import { DIMENSION_PROPERTIES } from './dimensions.ts';
import { selectKeys } from './groups.ts';
import { toProperties, toSql } from './metric.ts';
import { FURTHER_SOURCE_METRICS, LEADING_SOURCE_METRICS, SOURCE_ALIASES, SOURCE_METRICS } from './metrics.ts';
import { isIn } from './month-rows.ts';
import type { SourceKind } from './page-sums.ts';
import type { Report, Row } from './report.ts';
import type { SourceReportRequest } from './request.ts';
import { isOfBrands, isOfPage, resolveSourceFilters } from './source-filters.ts';
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
    // Sums of pages know neither the brands of all sources, nor which chats have pages that a filter chooses.
    listTables: ({ filters, having, order_by }) => {
      const needsFacts =
        needsBrands({ filters, having, order_by }) ||
        (kind === 'domain' && filters.some(({ field }) => isOfPage(field)));
      return needsFacts ? ['facts'] : ['monthly_pages', 'facts'];
    },
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
    async resolve(db, query, request) {
      const conditions = await resolveSourceFilters(db, query, { kind, filters: request.filters });
      const owners = await findOwners(db, query.project);
      return { ...query, kind, conditions, needs_brands: needsBrands(request), owners };
    },
    withRows: withSources,
    listConditions: ({ conditions }) => conditions.brands,
    fill: fillBrands,
  };
}

/** That a condition, or the order, needs the brands of all sources. */
function needsBrands({
  filters,
  having,
  order_by,
}: Pick<SourceReportRequest, 'filters' | 'having' | 'order_by'>): boolean {
  return [...filters, ...having, ...order_by].some(({ field }) => isOfBrands(field));
}

/** How the brands of sources are found: those of each row as a list of keys, such as `1,5,12`. */
interface BrandSearch {
  select(sources: readonly number[]): RawBuilder<Row>;
  toList(row: Row): string;
}

/** In whole months, where they are kept, and then in single answers. */
function listSearches(query: SourceQuery): BrandSearch[] {
  const { project, kind, dimensions, tables } = query;
  const key = sourceKey(kind);
  const inAnswers: BrandSearch = {
    select: (sources) => sql<Row>`${selectPairs(query, [isOneOf(key, sources)])}`,
    toList: ({ brand }) => String(brand),
  };
  if (!tables.pages) return [inAnswers];
  const { months, days } = tables.pages;
  const inMonths: BrandSearch = {
    select: (
      sources,
    ) => sql<Row>`select ${sql.join([...selectKeys(dimensions), sql`${key} as source`, sql`f.brands as brands`])}
      from ${sql.table(`monthly_${kind}s`)} f
      where f.project = ${project} and ${isIn(months)} and ${isOneOf(key, sources)} and f.brands <> ''`,
    toList: ({ brands }) => brands as string,
  };
  return days.length === 0 ? [inMonths] : [inMonths, inAnswers];
}

/** What rows show of the brands that are mentioned with a source. */
interface MentionedBrands {
  references: readonly Static<typeof Reference>[];
  gap: number;
}

/** Puts lists of brands together. Most sources have a single list, and many of them the same. */
function createUnion({ brands: shown }: Shown): (lists: ReadonlySet<string>) => MentionedBrands {
  const known = new Map<string, MentionedBrands>();
  const read = (lists: Iterable<string>): MentionedBrands => {
    const keys = new Set([...lists].flatMap((list) => list.split(',').map(Number)));
    const brands = [...keys].sort((a, b) => a - b).flatMap((brand) => shown.get(brand) ?? []);
    const gap = brands.some(({ is_own }) => is_own) ? 0 : brands.length;
    return { references: brands.map(({ id }) => ({ id })), gap };
  };
  return (lists) => {
    if (lists.size !== 1) return read(lists);
    const [list] = [...lists] as [string];
    const union = known.get(list) ?? read(lists);
    known.set(list, union);
    return union;
  };
}

/** Looks up the mentioned brands of the sources on the page alone, and the counts that follow from them. */
async function fillBrands(
  reader: Reader,
  { query, rows }: { query: SourceQuery; rows: readonly Row[] },
  options: QueryOptions,
): Promise<void> {
  const { dimensions, shown } = query;
  const breathe = createBreath();
  const unite = createUnion(shown);
  const toGroup = (row: Row, source: unknown) => [...dimensions.map((_, index) => row[`d${index}`]), source].join(' ');
  const found = rows.map((row) => {
    const source = row.mentioned_brands as number;
    return { row, source, group: toGroup(row, source), lists: new Set<string>() };
  });
  const listsOf = new Map(found.map(({ group, lists }) => [group, lists]));
  for (const { select, toList } of listSearches(query)) {
    // With a source that all brands are mentioned with, there is nothing left to find.
    const sources = new Set<number>();
    for (const { source, lists } of found) {
      await breathe();
      if (unite(lists).references.length < shown.brands.size) sources.add(source);
    }
    if (sources.size === 0) break;
    for (const row of await reader.query(select([...sources]).compile(reader.db), options)) {
      await breathe();
      listsOf.get(toGroup(row, row.source))?.add(toList(row));
    }
  }
  for (const { row, lists } of found) {
    await breathe();
    const { references, gap } = unite(lists);
    row.mentioned_brands = references;
    row.mentioned_brand_count = references.length;
    row.gap = gap;
  }
}
