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

/** A project with more days times brands than this is not remembered. */
const MAXIMUM_REMEMBERED = 50_000;
/** How many reports after each change get just what they ask for. */
const DIRECT_REPORTS = 2;
const ALL_TIME = { start_date: '0001-01-01', end_date: '9999-12-31' };

/**
 * Sums by the time dimension of a query, or of all time together. The first reports after a change in the project read just what they
 * need. If more are asked for, for whatever days, the sums of all days are remembered, and answer every further one. So a project that
 * changes all the time is seldom summed up in vain.
 */
export async function findSumsByTime(reader: Reader, query: BrandQuery, options: QueryOptions): Promise<SumsByTime> {
  const { project, scope, shown } = query;
  if (scope.conditions.length > 0) return readSums(reader, query, options);
  const of = `project ${project}, generation ${shown.generation}`;
  for (let report = 1; report <= DIRECT_REPORTS; report += 1) {
    let found: SumsByTime | undefined;
    await reader.remember(`report ${report} of sums by time, ${of}`, async (inner) => {
      found = await readSums(inner, query, options);
      return true;
    });
    if (found) return found;
  }
  const days = await reader.remember(`sums by day, ${of}`, async (inner) => {
    const whole = { ...query, dimensions: toDimensions(['date']), scope: { ...scope, ...ALL_TIME } };
    if ((await countDaysWithChats(inner, whole)) * shown.brands.size > MAXIMUM_REMEMBERED) return null;
    return readSums(inner, whole, options);
  });
  return days ? addUp(days, query) : readSums(reader, query, options);
}

async function countDaysWithChats({ db }: Reader, query: BrandQuery): Promise<number> {
  const statement = sql<{ days: number }>`select count(*)::integer as days
    from (${selectTotals(query, 'visibility_total')}) totals`;
  return (await statement.execute(db)).rows[0]!.days;
}

type SqlRow = Sums & { d0?: string; brand: number | null };

async function readSums(reader: Reader, query: BrandQuery, options: QueryOptions): Promise<SumsByTime> {
  return toSums(await readRows(reader, query, options));
}

/** The sums of each brand, and rows without a brand for the chats. */
async function readRows(reader: Reader, query: BrandQuery, options: QueryOptions): Promise<SqlRow[]> {
  const keys = columns(query.dimensions);
  const sums = MENTION_SUM_NAMES.map((name) => sql.raw(`${name}::double precision as ${name}`));
  const zeros = MENTION_SUM_NAMES.map(() => sql`0`);
  const hits = [...keys, sql`brand`, sql`0::double precision as visibility_total`, ...sums];
  const totals = [...keys, sql`null`, sql`visibility_total::double precision`, ...zeros];
  const statement = sql<SqlRow>`select ${sql.join(hits)} from (${selectHits(query)}) hits
    union all select ${sql.join(totals)} from (${selectTotals(query, 'visibility_total')}) totals`;
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
