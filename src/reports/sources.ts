import { type RawBuilder, sql } from 'kysely';
import { Type } from 'typebox';
import { Reference, Strict } from '../domain/paging.ts';
import { toNameKey } from '../domain/text.ts';
import { invalid } from '../errors.ts';
import { normalizeWritten } from '../extraction/normalize-url.ts';
import { listTrackedBrands } from '../store/queries/brands.ts';
import type { Shown } from '../store/queries/extractions.ts';
import { findKeys } from '../store/queries/lookups.ts';
import type { Db } from '../store/schema.ts';
import type { QueryOptions, Store } from '../store/store.ts';
import { DIMENSIONS, type Dimension } from './dimensions.ts';
import { resolveScope } from './fact-filters.ts';
import {
  all,
  isAny,
  isOneOf,
  loadFormats,
  sameGroup,
  toComparison,
  toCut,
  toHavingConditions,
  toOrder,
} from './grouping.ts';
import { SOURCE_METRICS, type SourceSums, toSourceMetrics } from './metrics.ts';
import { checkRequest, type OrderBy, type SourceFilter, type SourceReportRequest, toDimensions } from './request.ts';
import { withShown } from './shown.ts';
import {
  DOMAIN_CLASS_KEY,
  type SourceConditions,
  type SourceKind,
  type SourceQuery,
  selectPairs,
  sourceKey,
  URL_CLASS_KEY,
  withRows,
} from './source-query.ts';

const shared = {
  classification: Type.String(),
  retrieval_count: Type.Integer(),
  citation_count: Type.Integer(),
  retrieved_chat_count: Type.Integer(),
  total_chat_count: Type.Integer(),
  retrieved_percentage: Type.Number({ minimum: 0, maximum: 1 }),
  retrieval_rate: Type.Number({ minimum: 0 }),
  citation_rate: Type.Number({ minimum: 0 }),
  mentioned_brands: Type.Array(Reference),
  gap: Type.Integer(),
  ...Object.fromEntries(DIMENSIONS.map(({ field, schema }) => [field, Type.Optional(schema)])),
};
export const DomainReportRow = Strict({ domain: Type.String(), ...shared });
export const UrlReportRow = Strict({ url: Type.String(), title: Type.String(), ...shared });

const DEFAULT_ORDER: OrderBy[] = [{ field: 'retrieval_count', direction: 'desc' }];
/** The source's own name on a row; it is what tells rows of one group apart. */
const NAME = sql`r.name collate "C"`;

interface SqlRow extends SourceSums {
  [dimensionKey: `d${number}`]: number | string;
  source: number;
  name: string;
  title: string;
  classification: string;
}

/** A brand that is mentioned where a source is retrieved. */
interface Pair {
  [dimensionKey: `d${number}`]: number | string;
  source: number;
  brand: number;
}

/** The domains and URLs reports: one row for each group of chats and each source that occurs in it. */
export async function reportSources(
  store: Store,
  project: number,
  { kind, request, options }: { kind: SourceKind; request: SourceReportRequest; options: QueryOptions },
) {
  checkRequest(request, { metrics: Object.keys(SOURCE_METRICS), names: [kind], sets: [] });
  return withShown(store, project, async (shown) => {
    const query = await resolveQuery(store.db, project, { kind, request, shown });
    const rows = await runQuery(store, query, options);
    const pairs = await findPairs(store, { query, rows }, options);
    const data = await toReportRows(store.db, { query, rows, pairs });
    return { result: request.include_total_count ? { data, total: await countRows(store, query, options) } : { data } };
  });
}

async function resolveQuery(
  db: Db,
  project: number,
  { kind, request, shown }: { kind: SourceKind; request: SourceReportRequest; shown: Shown },
): Promise<SourceQuery> {
  const dimensions = toDimensions(request);
  const conditions: SourceConditions = { pages: [], rows: [], brands: [] };
  for (const [index, filter] of request.filters.entries()) {
    await addCondition(db, project, { conditions, kind, dimensions, filter, path: `filters[${index}]` });
  }
  const order = request.order_by.length === 0 ? DEFAULT_ORDER : request.order_by;
  const asksForGap = [...order, ...request.having].some(({ field }) => field === 'gap');
  return {
    project,
    kind,
    dimensions,
    scope: await resolveScope(db, project, request),
    shown,
    conditions,
    needsBrands: asksForGap || conditions.brands.length > 0,
    owners: await findOwners(db, project),
    having: await toHavingConditions(db, project, {
      having: request.having,
      dimensions,
      metrics: SOURCE_METRICS,
      resolve: async () => ({ key: sql`r.source`, keys: [] }),
    }),
    order,
    limit: request.limit,
    offset: request.offset,
  };
}

/** Sorts a filter to where it can be checked; filters that choose chats are in the scope already. */
async function addCondition(
  db: Db,
  project: number,
  {
    conditions,
    kind,
    dimensions,
    filter: { field, operator, values = [], value },
    path,
  }: {
    conditions: SourceConditions;
    kind: SourceKind;
    dimensions: readonly Dimension[];
    filter: SourceFilter;
    path: string;
  },
): Promise<void> {
  const comparison = toComparison(operator);
  if (field === 'gap') {
    if (!comparison || value === undefined) throw invalid(path, 'on gap takes gt, gte, lt or lte and a value.');
    conditions.brands.push(sql`r.gap ${comparison} ${value}::double precision`);
    return;
  }
  if (comparison || value !== undefined || values.length === 0) {
    throw invalid(path, `on ${field} takes in or not_in and values.`);
  }
  const isOne = (key: RawBuilder<unknown>, keys: readonly string[] = values) =>
    isAny(key, { keys, type: 'text', operator });
  const onPages = kind === 'domain' ? conditions.pages : conditions.rows;
  if (field === 'domain') conditions.rows.push(isOne(sql`d.name`));
  if (field === 'url') onPages.push(isOne(sql`u.address`, values.map(toAddress)));
  if (field === 'domain_classification') conditions.rows.push(isOne(DOMAIN_CLASS_KEY, values.map(toNameKey)));
  if (field === 'url_classification') onPages.push(isOne(URL_CLASS_KEY, values.map(toNameKey)));
  if (field === 'mentioned_brand_id') {
    const keys = [...(await findKeys(db, project, { kind: 'brand', ids: values })).values()];
    const isMentioned = sql`exists (select 1 from pairs where ${all([sql`pairs.source = r.source`, ...sameGroup(dimensions, ['pairs', 'r'])])}
      and ${isOneOf(sql`pairs.brand`, keys)})`;
    conditions.brands.push(operator === 'in' ? isMentioned : sql`not ${isMentioned}`);
  }
}

/** Pages are named by any address that leads to them. */
function toAddress(url: string): string {
  return normalizeWritten(url)?.url_normalized ?? url;
}

/** The domains of our own brands and of the others; what is both is ours. */
async function findOwners(db: Db, project: number): Promise<{ own: string[]; competitors: string[] }> {
  const own = new Set<string>();
  const competitors = new Set<string>();
  for (const { domains, is_own } of await listTrackedBrands(db, project)) {
    for (const domain of domains) {
      const name = normalizeWritten(domain)?.domain;
      if (name) (is_own ? own : competitors).add(name);
    }
  }
  return { own: [...own], competitors: [...competitors].filter((name) => !own.has(name)) };
}

async function runQuery(store: Store, query: SourceQuery, options: QueryOptions): Promise<SqlRow[]> {
  const { kind, dimensions, order, limit, offset } = query;
  const names = { [kind]: NAME };
  const statement = sql<SqlRow>`${withRows(query)} select r.* from r where ${isWanted(query)}
    order by ${toOrder(order, { dimensions, metrics: SOURCE_METRICS, names, last: NAME })}
    limit ${limit} offset ${offset}`;
  return store.query(statement.compile(store.db), options);
}

async function countRows(store: Store, query: SourceQuery, options: QueryOptions): Promise<number> {
  const statement = sql<{ total: number }>`${withRows(query)} select count(*) as total from r where ${isWanted(query)}`;
  return (await store.query(statement.compile(store.db), options))[0]!.total;
}

function isWanted({ having, conditions }: SourceQuery): RawBuilder<unknown> {
  return all([...having, ...conditions.brands]);
}

/** The brands of the sources on the page alone. */
async function findPairs(
  store: Store,
  { query, rows }: { query: SourceQuery; rows: readonly SqlRow[] },
  options: QueryOptions,
): Promise<Pair[]> {
  if (rows.length === 0) return [];
  const keys = [...new Set(rows.map(({ source }) => source))];
  const among = sql`and ${isOneOf(sourceKey(query.kind), keys)}`;
  return store.query(sql<Pair>`${selectPairs(query, among)}`.compile(store.db), options);
}

async function toReportRows(
  db: Db,
  { query, rows, pairs }: { query: SourceQuery; rows: readonly SqlRow[]; pairs: readonly Pair[] },
) {
  const { project, kind, dimensions, shown } = query;
  const formats = await loadFormats(db, project, { rows, dimensions });
  const toGroup = (row: SqlRow | Pair) => [...dimensions.map((_, index) => row[`d${index}`]), row.source].join(' ');
  const brandsOf = new Map<string, number[]>();
  for (const pair of pairs) {
    const group = toGroup(pair);
    const brands = brandsOf.get(group);
    if (brands) brands.push(pair.brand);
    else brandsOf.set(group, [pair.brand]);
  }
  return rows.map((row) => {
    const brands = (brandsOf.get(toGroup(row)) ?? [])
      .sort((a, b) => a - b)
      .flatMap((brand) => shown.brands.get(brand) ?? []);
    const hasOwn = brands.some(({ is_own }) => is_own);
    return {
      ...(kind === 'domain' ? { domain: row.name } : { url: row.name, title: row.title }),
      classification: row.classification,
      ...toSourceMetrics(row),
      mentioned_brands: brands.map(({ id }) => ({ id })),
      gap: hasOwn ? 0 : brands.length,
      ...toCut(row, { dimensions, formats }),
    };
  });
}
