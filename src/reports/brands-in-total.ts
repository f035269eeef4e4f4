import { sql } from 'kysely';
import type { Page } from '../domain/paging.ts';
import { MENTION_SUM_NAMES } from '../store/daily-sums.ts';
import type { QueryOptions, Reader } from '../store/store.ts';
import { type BrandQuery, selectHits } from './brand-query.ts';
import { selectTotals } from './groups.ts';
import { type Sums, toReader } from './metric.ts';
import { BRAND_METRICS } from './metrics.ts';
import type { Row } from './report.ts';
import type { OrderBy } from './request.ts';

type Value = number | Buffer | undefined;

/**
 * The report that is not broken down has one row for each brand, so few that they are joined and sorted here: from small tables,
 * the engines take longer to plan that than to add up the sums. Undefined where the report is another one.
 */
export async function findTotals(
  reader: Reader,
  { query, page }: { query: BrandQuery; page: Page },
  options: QueryOptions,
): Promise<Row[] | undefined> {
  const { dimensions, having, tables, shown, brands, order } = query;
  if (dimensions.length > 0 || having.length > 0 || !tables.are_small) return undefined;
  const sums = MENTION_SUM_NAMES.map((name) => sql.raw(`${name}::double precision as ${name}`));
  const zeros = MENTION_SUM_NAMES.map(() => sql`0`);
  const statement = sql<Sums & { brand: number | null }>`
    select brand, 0::double precision as visibility_total, ${sql.join(sums)} from (${selectHits(query)}) hits
    union all
    select null, visibility_total::double precision, ${sql.join(zeros)} from (${selectTotals(query, 'visibility_total')}) totals`;
  const found = await reader.query(statement.compile(reader.db), { ...options, is_small: true });
  const total = found.find(({ brand }) => brand === null);
  if (!total) return [];
  const { visibility_total } = total;
  const hits = new Map(found.map((row) => [row.brand, row]));
  let voice = 0;
  for (const { brand, mention_count } of found) if (brand !== null && shown.brands.has(brand)) voice += mention_count!;
  // The row of the total has zeros.
  const rows = brands.map((brand) => ({ ...(hits.get(brand) ?? total), brand, visibility_total, voice }));
  return rows.sort(compareBy(order, query)).slice(page.offset, page.offset + page.limit);
}

/** The order asked for, then by brand: no two rows are equal. What is absent comes last. */
function compareBy(order: readonly OrderBy[], { shown }: BrandQuery) {
  const keys = order.map(({ field, direction }) => ({
    read: toSortKey(field, shown),
    sign: direction === 'asc' ? 1 : -1,
  }));
  return (left: Row, right: Row): number => {
    for (const { read, sign } of keys) {
      const [a, b] = [read(left), read(right)];
      const compared = compare(a, b);
      if (compared !== 0) return a === undefined || b === undefined ? compared : sign * compared;
    }
    return (left.brand as number) - (right.brand as number);
  };
}

function toSortKey(field: string, { brands }: BrandQuery['shown']): (row: Row) => Value {
  if (field === 'brand_id') return ({ brand }) => brand as number;
  if (field === 'brand_name') {
    // By bytes, as the engines sort names.
    const names = new Map([...brands].map(([brand, { name }]) => [brand, Buffer.from(name)]));
    return ({ brand }) => names.get(brand as number);
  }
  return toReader(BRAND_METRICS[field]!) as (row: Row) => Value;
}

function compare(left: Value, right: Value): number {
  if (left === undefined || right === undefined) return Number(left === undefined) - Number(right === undefined);
  if (typeof left === 'object') return left.compare(right as Buffer);
  return left - (right as number);
}
