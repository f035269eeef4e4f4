import { type RawBuilder, sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { Strict } from '../domain/paging.ts';
import type { Shown } from '../store/queries/extractions.ts';
import { findKeys } from '../store/queries/lookups.ts';
import type { Db } from '../store/schema.ts';
import type { QueryOptions, Store } from '../store/store.ts';
import { type BrandQuery, isOfGeneration, isShown, type SqlRow } from './brand-query.ts';
import { findChatPage } from './brands-by-chat.ts';
import { DIMENSIONS } from './dimensions.ts';
import { FACTS, fromFacts, isDaily, ROLL_UPS, resolveScope } from './fact-filters.ts';
import {
  all,
  column,
  groupBy,
  isOneOf,
  loadFormats,
  sameGroup,
  selectKeys,
  toCut,
  toHavingConditions,
  toOrder,
} from './grouping.ts';
import { BRAND_METRICS, type BrandSums, toBrandRow } from './metrics.ts';
import { checkRequest, type OrderBy, type ReportRequest, toDimensions } from './request.ts';
import { withShown } from './shown.ts';

export const BrandReportRow = Strict({
  brand: Strict({ id: Type.String(), name: Type.String() }),
  mention_count: Type.Integer(),
  visibility: Type.Number({ minimum: 0, maximum: 1 }),
  visibility_count: Type.Integer(),
  visibility_total: Type.Integer(),
  ...Object.fromEntries(DIMENSIONS.map(({ field, schema }) => [field, Type.Optional(schema)])),
  share_of_voice: Type.Number({ minimum: 0, maximum: 1 }),
  sentiment: Type.Optional(Type.Number({ minimum: 0, maximum: 100 })),
  sentiment_sum: Type.Number(),
  sentiment_count: Type.Integer(),
  position: Type.Optional(Type.Number({ minimum: 1 })),
  position_sum: Type.Integer(),
  position_count: Type.Integer(),
});
export type BrandReportRow = Static<typeof BrandReportRow>;

const NAMES = { brand_id: sql`r.brand`, brand_name: sql`r.brand_name collate "C"` };
const DEFAULT_ORDER: OrderBy[] = [
  { field: 'visibility', direction: 'desc' },
  { field: 'mention_count', direction: 'desc' },
];

const SUMS = [
  'visibility_total',
  'visibility_count',
  'mention_count',
  'position_sum',
  'position_count',
  'sentiment_thousandths',
  'sentiment_count',
  'voice',
] as const satisfies (keyof BrandSums)[];

interface BrandReport {
  data: BrandReportRow[];
  /** All rows ignoring paging, where that was asked for. */
  total?: number;
}

interface ReportOptions extends QueryOptions {
  /** Which tables to read; by default the smaller ones that can answer. */
  source?: 'facts' | 'roll-ups';
}

/** The brands report: one row for each group of chats and each tracked brand. */
export async function reportBrands(
  store: Store,
  project: number,
  { request, options }: { request: ReportRequest; options: ReportOptions },
): Promise<BrandReport> {
  checkRequest(request, { metrics: Object.keys(BRAND_METRICS), names: Object.keys(NAMES), sets: ['brand_id'] });
  return withShown<BrandReport>(store, project, async (shown) => {
    const query = await resolveQuery(store.db, project, { request, shown, source: options.source });
    const byChat = await findChatPage(store, query, options);
    const rows = byChat ?? (await runQuery(store, query, options));
    const data = await toReportRows(store.db, { query, rows });
    if (!request.include_total_count) return { result: { data }, generation: rows[0]?.generation };
    return { result: { data, total: await countRows(store, query, options) } };
  });
}

async function resolveQuery(
  db: Db,
  project: number,
  { request, shown, source }: { request: ReportRequest; shown: Shown; source: 'facts' | 'roll-ups' | undefined },
): Promise<BrandQuery> {
  const dimensions = toDimensions(request);
  const canRollUp = isDaily(request);
  const having = await toHavingConditions(db, project, {
    having: request.having,
    dimensions,
    metrics: BRAND_METRICS,
    resolve: async (_field, values) => ({ key: sql`r.brand`, keys: await findBrandKeys(db, project, values) }),
  });
  let brands = [...shown.brands.keys()];
  for (const { field, operator, values } of request.filters) {
    if (field !== 'brand_id') continue;
    const keys = await findBrandKeys(db, project, values);
    brands = brands.filter((brand) => keys.includes(brand) === (operator === 'in'));
  }
  return {
    project,
    dimensions,
    scope: await resolveScope(db, project, request),
    source: canRollUp && source !== 'facts' ? ROLL_UPS : FACTS,
    shown,
    brands,
    having,
    order: request.order_by.length === 0 ? DEFAULT_ORDER : request.order_by,
    limit: request.limit,
    offset: request.offset,
  };
}

async function findBrandKeys(db: Db, project: number, ids: readonly string[]): Promise<number[]> {
  return [...(await findKeys(db, project, { kind: 'brand', ids })).values()];
}

async function runQuery(store: Store, query: BrandQuery, options: QueryOptions): Promise<SqlRow[]> {
  const { dimensions, having, order, limit, offset } = query;
  // TRICKY: the client makes a BigInt of every bigint, which costs more than the query; these sums are exact as doubles.
  const sums = SUMS.map((name) => sql`${sql.ref(`r.${name}`)}::double precision as ${sql.ref(name)}`);
  const keys = dimensions.map((_, index) => column(index, 'r'));
  const statement = sql<SqlRow>`${withRows(query)}
    select ${sql.join([...keys, sql`r.brand`, ...sums])},
      (select generation from projects where project = ${query.project}) as generation
    from r where ${all(having)}
    order by ${toOrder(order, { dimensions, metrics: BRAND_METRICS, names: NAMES, last: sql`r.brand` })}
    limit ${limit} offset ${offset}`;
  return store.query(statement.compile(store.db), options);
}

async function countRows(store: Store, query: BrandQuery, options: QueryOptions): Promise<number> {
  const statement = sql<{
    total: number;
  }>`${withRows(query)} select count(*) as total from r where ${all(query.having)}`;
  return (await store.query(statement.compile(store.db), options))[0]!.total;
}

/** The finished rows `r`, before anything is taken away. */
function withRows(query: BrandQuery): RawBuilder<unknown> {
  return sql`with totals as (${selectTotals(query)}), hits as (${selectHits(query)}), voices as (${selectVoices(query)}),
    r as (${joinRows(query)})`;
}

/** How many chats are in each group. */
function selectTotals({ scope, source, dimensions }: BrandQuery) {
  const keys = selectKeys(dimensions);
  return sql`select ${sql.join([...keys, sql`${source.total} as visibility_total`])}
    ${fromFacts(source.chats, { scope, dimensions, and: source.counted })}
    ${groupBy(keys)} having ${source.total} > 0`;
}

/** The sums of each group and brand that occur together. Only chats that are counted have mentions. */
function selectHits({ scope, source, dimensions, shown }: BrandQuery) {
  const keys = [...selectKeys(dimensions), sql`f.brand as brand`];
  return sql`select ${sql.join(keys)}, ${source.sums}
    ${fromFacts(source.mentions, { scope, dimensions, and: isOfGeneration(shown) })}
    ${groupBy(keys)}`;
}

/** The mentions of all tracked brands in each group. */
function selectVoices({ dimensions, shown }: BrandQuery) {
  const keys = dimensions.map((_, index) => column(index));
  return sql`select ${sql.join([...keys, sql`sum(mention_count)::bigint as voice`])} from hits
    where ${isShown(sql`brand`, shown)} ${groupBy(keys)}`;
}

function joinRows({ project, dimensions, brands }: BrandQuery) {
  const keys = dimensions.map((_, index) => sql`${column(index, 'totals')}, `);
  return sql`select ${sql.join(keys, sql``)} b.brand, b.name as brand_name,
      totals.visibility_total,
      coalesce(hits.visibility_count, 0) as visibility_count,
      coalesce(hits.mention_count, 0) as mention_count,
      coalesce(hits.position_sum, 0) as position_sum,
      coalesce(hits.visibility_count, 0) as position_count,
      coalesce(hits.sentiment_thousandths, 0) as sentiment_thousandths,
      coalesce(hits.sentiment_count, 0) as sentiment_count,
      coalesce(voices.voice, 0) as voice
    from totals
    join brands b on b.project = ${project} and ${isOneOf(sql`b.brand`, brands)}
    left join hits on ${all([sql`hits.brand = b.brand`, ...sameGroup(dimensions, ['hits', 'totals'])])}
    left join voices on ${all(sameGroup(dimensions, ['voices', 'totals']))}`;
}

async function toReportRows(
  db: Db,
  { query: { project, dimensions, shown }, rows }: { query: BrandQuery; rows: readonly SqlRow[] },
): Promise<BrandReportRow[]> {
  const formats = await loadFormats(db, project, { rows, dimensions });
  const references = new Map([...shown.brands].map(([brand, { id, name }]) => [brand, { id, name }]));
  return rows.map((row) =>
    toBrandRow(row, { brand: references.get(row.brand)!, cut: toCut(row, { dimensions, formats }) }),
  );
}
