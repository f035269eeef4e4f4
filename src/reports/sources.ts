import { type RawBuilder, sql } from 'kysely';
import { Type } from 'typebox';
import { Reference, Strict } from '../domain/paging.ts';
import { toNameKey } from '../domain/text.ts';
import { invalid } from '../errors.ts';
import { normalizeUrl } from '../extraction/normalize-url.ts';
import { findBrandNames, listTrackedBrands } from '../store/brands.ts';
import type { Shown } from '../store/extractions.ts';
import { findKeys } from '../store/lookups.ts';
import type { Db } from '../store/schema.ts';
import type { QueryOptions, Store } from '../store/store.ts';
import { isOfGeneration, isShown } from './brand-query.ts';
import { DIMENSIONS, type Dimension } from './dimensions.ts';
import { FACTS, type FactScope, fromFacts, resolveScope } from './fact-filters.ts';
import {
  all,
  column,
  groupBy,
  isAny,
  loadFormats,
  sameGroup,
  selectKeys,
  toComparison,
  toCut,
  toHavingConditions,
  toOrder,
} from './grouping.ts';
import { SOURCE_METRICS, type SourceSums, toSourceMetrics } from './metrics.ts';
import { checkRequest, type OrderBy, type SourceFilter, type SourceReportRequest, toDimensions } from './request.ts';
import { withShown } from './shown.ts';

export type SourceKind = 'domain' | 'url';

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

/** Conditions on the sources, by where they can be checked. None of them changes the number of chats. */
interface SourceConditions {
  /** On single pages, before they are summed up by domain. */
  pages: RawBuilder<unknown>[];
  /** On finished rows. */
  rows: RawBuilder<unknown>[];
  /** On the brands of every source, and not only of those on the page. */
  brands: RawBuilder<unknown>[];
}

interface SourceQuery {
  project: number;
  kind: SourceKind;
  dimensions: Dimension[];
  scope: FactScope;
  shown: Shown;
  conditions: SourceConditions;
  /** The order, or a condition, asks for what only the brands of all sources tell. */
  needsBrands: boolean;
  owners: { own: string[]; competitors: string[] };
  having: RawBuilder<unknown>[];
  order: readonly OrderBy[];
  limit: number;
  offset: number;
}

/** The domains and URLs reports: one row for each group of chats and each source that occurs in it. */
export async function reportSources(
  store: Store,
  project: number,
  { kind, request, options }: { kind: SourceKind; request: SourceReportRequest; options: QueryOptions },
) {
  checkRequest(request, { metrics: Object.keys(SOURCE_METRICS), names: [kind], sets: [] });
  return withShown(store.db, project, async (shown) => {
    const query = await resolveQuery(store.db, project, { kind, request, shown });
    const rows = await runQuery(store, query, options);
    const pairs = await findPairs(store, { query, rows }, options);
    const data = await toReportRows(store.db, { query, rows, pairs });
    return request.include_total_count ? { data, total: await countRows(store, query, options) } : { data };
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
  if (field === 'domain_classification')
    conditions.rows.push(isOne(sql`lower(${DOMAIN_CLASS})`, values.map(toNameKey)));
  if (field === 'url_classification') onPages.push(isOne(sql`lower(${URL_CLASS})`, values.map(toNameKey)));
  if (field === 'mentioned_brand_id') {
    const keys = [...(await findKeys(db, project, { kind: 'brand', ids: values })).values()];
    const isMentioned = sql`exists (select 1 from pairs where ${all([sql`pairs.source = r.source`, ...sameGroup(dimensions, ['pairs', 'r'])])}
      and pairs.brand = any(${keys}::int[]))`;
    conditions.brands.push(operator === 'in' ? isMentioned : sql`not ${isMentioned}`);
  }
}

/** Pages are named by any address that leads to them. */
function toAddress(url: string): string {
  return normalizeUrl(url.includes('://') ? url : `https://${url}`)?.url_normalized ?? url;
}

/** Classes by assignment, then by the brands' domains, then by rule. */
const DOMAIN_CLASS = sql`coalesce(dc.name, owner.class, d.class)`;
const URL_CLASS = sql`coalesce(uc.name, u.class)`;

/** The domains of our own brands and of the others; what is both is ours. */
async function findOwners(db: Db, project: number): Promise<{ own: string[]; competitors: string[] }> {
  const own = new Set<string>();
  const competitors = new Set<string>();
  for (const { domains, is_own } of await listTrackedBrands(db, project)) {
    for (const domain of domains) {
      const name = normalizeUrl(domain.includes('://') ? domain : `https://${domain}`)?.domain;
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

function withRows(query: SourceQuery): RawBuilder<unknown> {
  const pairs = query.needsBrands ? sql`pairs as (${selectPairs(query)}), gaps as (${selectGaps(query)}),` : sql``;
  return sql`with totals as (${selectTotals(query)}), sums as (${selectSums(query)}), ${withOwners(query)} ${pairs}
    r as (${joinRows(query)})`;
}

function selectTotals({ scope, dimensions }: SourceQuery) {
  const keys = selectKeys(dimensions);
  return sql`select ${sql.join([...keys, sql`count(*) as total_chat_count`])}
    ${fromFacts('chats', { scope, dimensions, and: FACTS.counted })}
    ${groupBy(keys)}`;
}

function sourceKey(kind: SourceKind): RawBuilder<unknown> {
  return kind === 'domain' ? sql`f.domain` : sql`f.url`;
}

function selectSums({ project, kind, scope, dimensions, conditions: { pages } }: SourceQuery) {
  const keys = [...selectKeys(dimensions), sql`${sourceKey(kind)} as source`];
  const isOfPage =
    pages.length === 0
      ? sql``
      : sql`and f.url in (select u.url from urls u ${joinUrlClass(project)} where u.project = ${project} and ${all(pages)})`;
  // The mark of a chat's first page of a domain only helps where all of its pages are counted.
  const chats =
    kind === 'url' ? sql`count(*)` : pages.length === 0 ? sql`sum(f.is_first)::bigint` : sql`count(distinct f.chat)`;
  return sql`select ${sql.join(keys)}, count(*) as retrieval_count, sum(f.citation_count)::bigint as citation_count,
      ${chats} as retrieved_chat_count
    ${fromFacts('sources', { scope, dimensions, and: isOfPage })}
    ${groupBy(keys)}`;
}

/** Custom names are looked up by assignment. */
function joinUrlClass(project: number): RawBuilder<unknown> {
  return sql`left join assignments ua on ua.project = ${project} and ua.kind = 'url' and ua.target = u.address
    left join classifications uc on uc.project = ${project} and uc.kind = 'url' and uc.name_key = ua.name_key`;
}

function joinDomainClass(project: number): RawBuilder<unknown> {
  return sql`left join owner on owner.name = d.name
    left join assignments da on da.project = ${project} and da.kind = 'domain' and da.target = d.name
    left join classifications dc on dc.project = ${project} and dc.kind = 'domain' and dc.name_key = da.name_key`;
}

function withOwners({ owners: { own, competitors } }: SourceQuery): RawBuilder<unknown> {
  return sql`owner as (select unnest(${own}::text[]) as name, 'OWN' as class
    union all select unnest(${competitors}::text[]) as name, 'COMPETITOR' as class),`;
}

function joinRows({ project, kind, dimensions, conditions, needsBrands }: SourceQuery) {
  const keys = dimensions.map((_, index) => sql`${column(index, 'sums')}, `);
  const tables =
    kind === 'domain'
      ? sql`join domains d on d.project = ${project} and d.domain = sums.source ${joinDomainClass(project)}`
      : sql`join urls u on u.project = ${project} and u.url = sums.source ${joinUrlClass(project)}
        join domains d on d.project = ${project} and d.domain = u.domain ${joinDomainClass(project)}`;
  const named =
    kind === 'domain'
      ? sql`d.name as name, '' as title, ${DOMAIN_CLASS} as classification`
      : sql`u.address as name, u.title as title, ${URL_CLASS} as classification`;
  const sameSource = all([sql`gaps.source = sums.source`, ...sameGroup(dimensions, ['gaps', 'sums'])]);
  return sql`select ${sql.join(keys, sql``)} sums.source, ${named}, sums.retrieval_count, sums.citation_count,
      sums.retrieved_chat_count, totals.total_chat_count, ${needsBrands ? sql`coalesce(gaps.gap, 0)` : sql`0`} as gap
    from sums join totals on ${all(sameGroup(dimensions, ['totals', 'sums']))} ${tables}
    ${needsBrands ? sql`left join gaps on ${sameSource}` : sql``}
    where ${all(conditions.rows)}`;
}

/** Which brands are mentioned where a source is retrieved, each once. */
function selectPairs(
  { project, kind, scope, dimensions, shown }: SourceQuery,
  among: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> {
  const keys = [...selectKeys(dimensions), sql`${sourceKey(kind)} as source`];
  const { start_date, end_date } = scope;
  return sql`select distinct ${sql.join(keys.map((_, index) => sql.ref(index < dimensions.length ? `s.d${index}` : 's.source')))}, m.brand
    from (select distinct ${sql.join([...keys, sql`f.chat as chat`])} ${fromFacts('sources', { scope, dimensions, and: among })}) s
    join (select f.chat, f.brand from mentions f where f.project = ${project} and f.date >= ${start_date}::date
      and f.date <= ${end_date}::date ${isOfGeneration(shown)} and ${isShown(sql`f.brand`, shown)}) m on m.chat = s.chat`;
}

function selectGaps({ project, dimensions }: SourceQuery): RawBuilder<unknown> {
  const keys = [...dimensions.map((_, index) => column(index, 'pairs')), sql`pairs.source`];
  return sql`select ${sql.join(keys)}, case when count(*) filter (where b.is_own) > 0 then 0 else count(*) end as gap
    from pairs join brands b on b.project = ${project} and b.brand = pairs.brand ${groupBy(keys)}`;
}

/** The brands of the sources on the page alone. */
async function findPairs(
  store: Store,
  { query, rows }: { query: SourceQuery; rows: readonly SqlRow[] },
  options: QueryOptions,
): Promise<Pair[]> {
  if (rows.length === 0) return [];
  const keys = [...new Set(rows.map(({ source }) => source))];
  const among = sql`and ${sourceKey(query.kind)} = any(${keys}::int[])`;
  return store.query(sql<Pair>`${selectPairs(query, among)}`.compile(store.db), options);
}

async function toReportRows(
  db: Db,
  { query, rows, pairs }: { query: SourceQuery; rows: readonly SqlRow[]; pairs: readonly Pair[] },
) {
  const { project, kind, dimensions } = query;
  const formats = await loadFormats(db, project, { rows, dimensions });
  const names = await findBrandNames(db, project);
  const toGroup = (row: SqlRow | Pair) => [...dimensions.map((_, index) => row[`d${index}`]), row.source].join(' ');
  const brandsOf = new Map<string, number[]>();
  for (const pair of pairs) {
    const group = toGroup(pair);
    const brands = brandsOf.get(group);
    if (brands) brands.push(pair.brand);
    else brandsOf.set(group, [pair.brand]);
  }
  return rows.map((row) => {
    const brands = (brandsOf.get(toGroup(row)) ?? []).sort((a, b) => a - b).flatMap((brand) => names.get(brand) ?? []);
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
