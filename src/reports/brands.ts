import { type RawBuilder, sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { COUNTED_STATUSES } from '../domain/chat.ts';
import { Strict } from '../domain/paging.ts';
import { toId } from '../ids.ts';
import type { Shown } from '../store/extractions.ts';
import { findIds, findKeys } from '../store/lookups.ts';
import { type Db, GIVEN } from '../store/schema.ts';
import type { QueryOptions, Store } from '../store/store.ts';
import { DIMENSIONS, type Dimension, findDimension, toKeys } from './dimensions.ts';
import { type FactScope, fromFacts, resolveScope } from './fact-filters.ts';
import { BRAND_METRICS, type BrandSums, toBrandMetrics } from './metrics.ts';
import { checkRequest, type Having, type OrderBy, type ReportRequest, toDimensions } from './request.ts';
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

const NAMES = ['brand_id', 'brand_name'];
const DEFAULT_ORDER: OrderBy[] = [
  { field: 'visibility', direction: 'desc' },
  { field: 'mention_count', direction: 'desc' },
];

/** The brands report: one row for each group of chats and each tracked brand. */
export async function reportBrands(
  store: Store,
  project: number,
  { request, options }: { request: ReportRequest; options: QueryOptions },
): Promise<BrandReportRow[]> {
  checkRequest(request, { metrics: Object.keys(BRAND_METRICS), names: NAMES });
  return withShown(store.db, project, (shown) => runReport(store, project, { request, options, shown }));
}

async function runReport(
  store: Store,
  project: number,
  { request, options, shown }: { request: ReportRequest; options: QueryOptions; shown: Shown },
): Promise<BrandReportRow[]> {
  const dimensions = toDimensions(request);
  const scope = await resolveScope(store.db, project, request);
  const query = sql<SqlRow>`
    with totals as (${selectTotals(scope, dimensions)}),
    hits as (${selectHits(scope, { dimensions, shown })}),
    voices as (${selectVoices(dimensions, shown)}),
    r as (${joinRows(project, { dimensions, brands: [isShown(sql`b.brand`, shown), ...(await toBrandConditions(store.db, project, request))] })})
    select r.* from r
    where ${all(await toHavingConditions(store.db, project, { having: request.having, dimensions }))}
    order by ${toOrder(request.order_by.length === 0 ? DEFAULT_ORDER : request.order_by, dimensions)}
    limit ${request.limit} offset ${request.offset}`;
  const rows = await store.query(query.compile(store.db), options);
  return toReportRows(store.db, project, { rows, dimensions });
}

interface SqlRow extends BrandSums {
  [dimensionKey: `d${number}`]: number | string;
  brand: number;
  brand_uuid: string;
  brand_name: string;
}

/** The column of the n-th requested dimension. */
function column(index: number): RawBuilder<unknown> {
  return sql.ref(`d${index}`);
}

function selectKeys(dimensions: readonly Dimension[]): RawBuilder<unknown>[] {
  return dimensions.map(({ key }, index) => sql`${key} as ${column(index)}`);
}

function groupBy(columns: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return columns.length === 0
    ? sql``
    : sql`group by ${sql.join(columns.map((_, index) => sql.raw(String(index + 1))))}`;
}

/** How many chats are in each group. */
function selectTotals(scope: FactScope, dimensions: readonly Dimension[]) {
  const keys = selectKeys(dimensions);
  const counted = sql`and f.status in (${sql.join(COUNTED_STATUSES)})`;
  return sql`select ${sql.join([...keys, sql`count(*) as visibility_total`])}
    ${fromFacts('chats', { scope, dimensions, and: counted })}
    ${groupBy(keys)} having count(*) > 0`;
}

/** The sums of each group and brand that occur together. Only chats that are counted have mentions. */
function selectHits(scope: FactScope, { dimensions, shown }: { dimensions: readonly Dimension[]; shown: Shown }) {
  const keys = [...selectKeys(dimensions), sql`f.brand as brand`];
  return sql`select ${sql.join(keys)},
      count(*) as visibility_count,
      sum(f.mention_count)::bigint as mention_count,
      sum(f.position)::bigint as position_sum,
      coalesce(sum(f.sentiment), 0)::bigint as sentiment_thousandths,
      count(f.sentiment) as sentiment_count
    ${fromFacts('mentions', { scope, dimensions, and: sql`and f.generation in (${GIVEN}, ${shown.generation})` })}
    ${groupBy(keys)}`;
}

/** The mentions of all tracked brands in each group. */
function selectVoices(dimensions: readonly Dimension[], shown: Shown) {
  const keys = dimensions.map((_, index) => column(index));
  return sql`select ${sql.join([...keys, sql`sum(mention_count)::bigint as voice`])} from hits
    where ${isShown(sql`brand`, shown)} ${groupBy(keys)}`;
}

/** A brand that was just added is not shown before its mentions are. */
function isShown(brand: RawBuilder<unknown>, { brands }: Shown) {
  return sql`${brand} = any(${brands}::int[])`;
}

function joinRows(
  project: number,
  { dimensions, brands }: { dimensions: readonly Dimension[]; brands: RawBuilder<unknown>[] },
) {
  const same = (table: string) =>
    dimensions.map((_, index) => sql`${sql.ref(`${table}.d${index}`)} = ${sql.ref(`totals.d${index}`)}`);
  const keys = dimensions.map((_, index) => sql`${sql.ref(`totals.d${index}`)}, `);
  return sql`select ${sql.join(keys, sql``)} b.brand, b.id as brand_uuid, b.name as brand_name,
      totals.visibility_total,
      coalesce(hits.visibility_count, 0) as visibility_count,
      coalesce(hits.mention_count, 0) as mention_count,
      coalesce(hits.position_sum, 0) as position_sum,
      coalesce(hits.visibility_count, 0) as position_count,
      coalesce(hits.sentiment_thousandths, 0) as sentiment_thousandths,
      coalesce(hits.sentiment_count, 0) as sentiment_count,
      coalesce(voices.voice, 0) as voice
    from totals
    join brands b on ${all([sql`b.project = ${project}`, ...brands])}
    left join hits on ${all([sql`hits.brand = b.brand`, ...same('hits')])}
    left join voices on ${all(same('voices'))}`;
}

function all(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return conditions.length === 0
    ? sql`true`
    : sql.join(
        conditions.map((condition) => sql`(${condition})`),
        sql` and `,
      );
}

/** Filters on brands choose rows and move no number. */
async function toBrandConditions(db: Db, project: number, { filters }: ReportRequest) {
  const conditions: RawBuilder<unknown>[] = [];
  for (const { field, operator, values } of filters) {
    if (field !== 'brand_id') continue;
    const keys = [...(await findKeys(db, project, { kind: 'brand', ids: values })).values()];
    conditions.push(isAny(sql`b.brand`, { keys, type: 'int', operator }));
  }
  return conditions;
}

const COMPARISONS: Record<string, RawBuilder<unknown>> = { gt: sql`>`, gte: sql`>=`, lt: sql`<`, lte: sql`<=` };

async function toHavingConditions(
  db: Db,
  project: number,
  { having, dimensions }: { having: readonly Having[]; dimensions: readonly Dimension[] },
) {
  const conditions: RawBuilder<unknown>[] = [];
  for (const { field, operator, value, values = [] } of having) {
    const comparison = COMPARISONS[operator];
    if (comparison) {
      conditions.push(sql`${BRAND_METRICS[field]!} ${comparison} ${value}::double precision`);
    } else if (field === 'brand_id') {
      const keys = [...(await findKeys(db, project, { kind: 'brand', ids: values })).values()];
      conditions.push(isAny(sql`r.brand`, { keys, type: 'int', operator }));
    } else {
      const dimension = findDimension(field)!;
      const keys = await toKeys(db, project, { dimension, values });
      const key = sql.ref(`r.d${dimensions.indexOf(dimension)}`);
      conditions.push(isAny(key, { keys, type: dimension.type, operator }));
    }
  }
  return conditions;
}

function isAny(
  column: RawBuilder<unknown>,
  { keys, type, operator }: { keys: readonly (number | string)[]; type: 'int' | 'date'; operator: string },
): RawBuilder<unknown> {
  const condition = sql`${column} = any(${keys}::${sql.raw(type)}[])`;
  return operator === 'in' ? condition : sql`not (${condition})`;
}

/** The order asked for, then the dimensions as requested and the brand, so that no two rows are equal. */
function toOrder(order: readonly OrderBy[], dimensions: readonly Dimension[]): RawBuilder<unknown> {
  const asked = order.map(
    ({ field, direction }) => sql`${toSortKey(field, dimensions)} ${sql.raw(direction)} nulls last`,
  );
  const ties = dimensions.map(({ name }) => sql`${toSortKey(name, dimensions)} asc nulls last`);
  return sql.join([...asked, ...ties, sql`r.brand asc`]);
}

function toSortKey(field: string, dimensions: readonly Dimension[]): RawBuilder<unknown> {
  if (field === 'brand_id') return sql`r.brand`;
  if (field === 'brand_name') return sql`r.brand_name collate "C"`;
  const metric = BRAND_METRICS[field];
  if (metric) return metric;
  const index = dimensions.findIndex(({ name }) => name === field);
  const key = sql.ref(`r.d${index}`);
  return dimensions[index]!.through ? sql`nullif(${key}, 0)` : key;
}

async function toReportRows(
  db: Db,
  project: number,
  { rows, dimensions }: { rows: readonly SqlRow[]; dimensions: readonly Dimension[] },
): Promise<BrandReportRow[]> {
  const formats = await Promise.all(
    dimensions.map(async ({ kind, format }, index) => {
      if (!kind) return (format ?? ((key: unknown) => key)) as (key: number | string) => unknown;
      const keys = [...new Set(rows.map((row) => row[`d${index}`] as number))];
      const ids = await findIds(db, project, { kind, keys });
      return (key: number | string) => (key === 0 ? null : { id: ids.get(key as number)! });
    }),
  );
  return rows.map((row) => {
    const { mention_count, visibility, visibility_count, visibility_total, ...metrics } = toBrandMetrics(row);
    const cut: Record<string, unknown> = {};
    dimensions.forEach(({ field }, index) => {
      cut[field] = formats[index]!(row[`d${index}`]!);
    });
    return {
      brand: { id: toId('brand', row.brand_uuid), name: row.brand_name },
      mention_count,
      visibility,
      visibility_count,
      visibility_total,
      ...cut,
      ...metrics,
    };
  });
}
