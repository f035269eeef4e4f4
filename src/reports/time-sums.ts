import { sql } from 'kysely';
import { MENTION_SUM_NAMES } from '../store/daily-sums.ts';
import type { QueryOptions, Reader } from '../store/store.ts';
import { type BrandQuery, selectHits } from './brand-query.ts';
import { toDimensions } from './dimensions.ts';
import { columns, selectTotals } from './groups.ts';
import type { Sums } from './metric.ts';

/** How many numbers each brand has at each time. */
const WIDTH = MENTION_SUM_NAMES.length;

/** The sums of each brand at each time that has chats, in arrays of numbers: objects would take ten times as long. */
export interface SumsByTime {
  /** Days, weeks or months in order, or one empty text for all time together. */
  times: readonly string[];
  /** How many chats there are at each time. */
  totals: Float64Array;
  /** In the order of their keys. */
  brands: readonly number[];
  /** By time, then brand, then as in `MENTION_SUM_NAMES`. */
  sums: Float64Array;
}

/** How many sums by day and brand are remembered; a project may have more. */
const MAXIMUM_REMEMBERED = 50_000;
const ALL_TIME = { start_date: '0001-01-01', end_date: '9999-12-31' };

/**
 * Sums by the time dimension of a query, or of all time together. Who asks first after the project has changed gets just what was
 * asked for. If somebody asks again, for whatever days, the sums of all days are remembered, and there is nothing left to ask the
 * store: a project that changes all the time is not summed up in vain.
 */
export async function findSumsByTime(reader: Reader, query: BrandQuery, options: QueryOptions): Promise<SumsByTime> {
  const { scope, shown } = query;
  if (scope.conditions.length > 0) return readSums(reader, query, options);
  let found: SumsByTime | undefined;
  await reader.remember(`sums of generation ${shown.generation} were asked for`, async (inner) => {
    found = await readSums(inner, query, options);
    return true;
  });
  if (found) return found;
  const days = await reader.remember(`sums by day of generation ${shown.generation}`, async (inner) => {
    const whole = { ...query, dimensions: toDimensions(['date']), scope: { ...scope, ...ALL_TIME } };
    const rows = await readRows(inner, whole, { ...options, limit: MAXIMUM_REMEMBERED + 1 });
    return rows.length > MAXIMUM_REMEMBERED ? null : toSums(rows);
  });
  return days ? addUp(days, query) : readSums(reader, query, options);
}

type SqlRow = Sums & { d0?: string; brand: number | null };

async function readSums(reader: Reader, query: BrandQuery, options: QueryOptions): Promise<SumsByTime> {
  return toSums(await readRows(reader, query, options));
}

/** The sums of each brand, and rows without a brand for the chats. */
async function readRows(
  reader: Reader,
  query: BrandQuery,
  { limit, ...options }: QueryOptions & { limit?: number },
): Promise<SqlRow[]> {
  const keys = columns(query.dimensions);
  const sums = MENTION_SUM_NAMES.map((name) => sql.raw(`${name}::double precision as ${name}`));
  const zeros = MENTION_SUM_NAMES.map(() => sql`0`);
  const hits = [...keys, sql`brand`, sql`0::double precision as visibility_total`, ...sums];
  const totals = [...keys, sql`null`, sql`visibility_total::double precision`, ...zeros];
  const statement = sql<SqlRow>`select ${sql.join(hits)} from (${selectHits(query)}) hits
    union all select ${sql.join(totals)} from (${selectTotals(query, 'visibility_total')}) totals
    ${limit === undefined ? sql`` : sql`limit ${limit}`}`;
  return reader.query(statement.compile(reader.db), { ...options, is_small: true });
}

function toSums(rows: readonly SqlRow[]): SumsByTime {
  const ofTimes = rows.filter(({ brand }) => brand === null).sort((left, right) => (left.d0! < right.d0! ? -1 : 1));
  const ofBrands = rows.filter(({ brand }) => brand !== null);
  const result = createSums({
    times: ofTimes.map(({ d0 = '' }) => d0),
    brands: [...new Set(ofBrands.map(({ brand }) => brand!))].sort((left, right) => left - right),
  });
  for (const [time, { visibility_total }] of ofTimes.entries()) result.totals[time] = visibility_total!;
  const timeOf = toPlaces(result.times);
  const brandOf = toPlaces(result.brands);
  for (const row of ofBrands) {
    const time = timeOf.get(row.d0 ?? '');
    // A time without chats has no mentions either, though it may have had some.
    if (time === undefined) continue;
    const start = (time * result.brands.length + brandOf.get(row.brand!)!) * WIDTH;
    for (let place = 0; place < WIDTH; place += 1) result.sums[start + place] = row[MENTION_SUM_NAMES[place]!]!;
  }
  return result;
}

function createSums({ times, brands }: Pick<SumsByTime, 'times' | 'brands'>): SumsByTime {
  const totals = new Float64Array(times.length);
  return { times, totals, brands, sums: new Float64Array(times.length * brands.length * WIDTH) };
}

export function toPlaces<Value>(values: readonly Value[]): Map<Value, number> {
  return new Map(values.map((value, place) => [value, place]));
}

function addUp(
  days: SumsByTime,
  { scope: { start_date, end_date }, dimensions: [dimension] }: Pick<BrandQuery, 'scope' | 'dimensions'>,
): SumsByTime {
  const toTime = (date: string) => (dimension ? dimension.ofDay!(date) : '');
  const wanted = [...days.times.entries()].filter(([, date]) => date >= start_date && date <= end_date);
  const timeOf = toPlaces([...new Set(wanted.map(([, date]) => toTime(date)))]);
  const result = createSums({ times: [...timeOf.keys()], brands: days.brands });
  const size = days.brands.length * WIDTH;
  for (const [day, date] of wanted) {
    const time = timeOf.get(toTime(date))!;
    result.totals[time]! += days.totals[day]!;
    for (let place = 0; place < size; place += 1) result.sums[time * size + place]! += days.sums[day * size + place]!;
  }
  return result;
}
