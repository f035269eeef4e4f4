import { countDays } from '../domain/dates.ts';
import type { Page } from '../domain/paging.ts';
import { MENTION_SUM_NAMES } from '../store/daily-sums.ts';
import type { QueryOptions, Reader } from '../store/store.ts';
import type { BrandQuery } from './brand-query.ts';
import { toRatio } from './metric.ts';
import { BRAND_METRICS, type BrandSum } from './metrics.ts';
import type { Row } from './report.ts';
import { findSumsByTime, type SumsByTime, toPlaces } from './time-sums.ts';

/** More are left to the store. */
const MAXIMUM_ROWS = 20_000;

/**
 * The report that is broken down by one piece of time or not at all has so few rows that they are joined and sorted here: from small
 * tables, the engines take longer to plan that than to add up the sums. Undefined where the report is another one.
 */
export async function findRowsByTime(
  reader: Reader,
  { query, page: { limit, offset } }: { query: BrandQuery; page: Page },
  options: QueryOptions,
): Promise<Row[] | undefined> {
  const { dimensions, having, tables, scope, shown } = query;
  if (!dimensions.every(({ ofDay }) => ofDay) || dimensions.length > 1) return undefined;
  if (having.length > 0 || !tables.are_small) return undefined;
  const times = dimensions.length === 0 ? 1 : countDays(scope.start_date, scope.end_date);
  // The brands that a filter leaves out are read too.
  if (times * shown.brands.size > MAXIMUM_ROWS) return undefined;
  const rows = listRows(query, await findSumsByTime(reader, query, options));
  const page = sortRows(rows, query).subarray(offset, offset + limit);
  return Array.from(page, (place) => toRow(rows, { place, dimensions }));
}

/** A row for every time with chats and every brand, by time and brand, as columns. */
interface Rows {
  times: readonly string[];
  brands: readonly number[];
  sums: Readonly<Record<BrandSum, Float64Array>>;
}

/** There are zeros where there are no mentions. */
function listRows({ brands, shown }: BrandQuery, found: SumsByTime): Rows {
  const inOrder = [...brands].sort((left, right) => left - right);
  const placeOf = toPlaces(found.brands);
  const isShown = found.brands.map((brand) => shown.brands.has(brand));
  const createColumn = () => new Float64Array(found.times.length * inOrder.length);
  const columns = MENTION_SUM_NAMES.map((name) => [name, createColumn()] as const);
  const sums = {
    ...Object.fromEntries(columns),
    visibility_total: createColumn(),
    voice: createColumn(),
  } as Rows['sums'];
  const width = MENTION_SUM_NAMES.length;
  const ofVoice = MENTION_SUM_NAMES.indexOf('mention_count');
  let row = 0;
  for (const [time, total] of found.totals.entries()) {
    const start = time * found.brands.length;
    let voice = 0;
    for (const [place, counts] of isShown.entries()) {
      if (counts) voice += found.sums[(start + place) * width + ofVoice]!;
    }
    for (const brand of inOrder) {
      const place = placeOf.get(brand);
      sums.visibility_total[row] = total;
      sums.voice[row] = voice;
      if (place !== undefined) {
        for (let sum = 0; sum < width; sum += 1) columns[sum]![1][row] = found.sums[(start + place) * width + sum]!;
      }
      row += 1;
    }
  }
  return { times: found.times, brands: inOrder, sums };
}

/** The rows in the order asked for, and those that are equal in it by time and brand. What is absent comes last. */
function sortRows(rows: Rows, { order, dimensions, shown }: BrandQuery): Uint32Array {
  const keys = order.map(({ field, direction }) => {
    const isTime = dimensions.some(({ name }) => name === field);
    return { values: toSortKey(isTime ? 'time' : field, { rows, shown }), sign: direction === 'asc' ? 1 : -1 };
  });
  return Uint32Array.from(rows.sums.voice.keys()).sort((left, right) => {
    // A loop by place: this is called a hundred thousand times.
    for (let key = 0; key < keys.length; key += 1) {
      const { values, sign } = keys[key]!;
      const [a, b] = [values[left]!, values[right]!];
      if (a === b) continue;
      if (Number.isNaN(a) || Number.isNaN(b)) {
        if (Number.isNaN(a) && Number.isNaN(b)) continue;
        return Number.isNaN(a) ? 1 : -1;
      }
      return a < b ? -sign : sign;
    }
    return left - right;
  });
}

/** A number for each row that sorts as its field does; NaN where that is absent. */
function toSortKey(field: string, { rows, shown }: { rows: Rows; shown: BrandQuery['shown'] }): Float64Array {
  const { brands, sums } = rows;
  const fill = (read: (place: number) => number) => {
    const values = new Float64Array(sums.voice.length);
    for (let place = 0; place < values.length; place += 1) values[place] = read(place);
    return values;
  };
  if (field === 'time') return fill((place) => Math.floor(place / brands.length));
  if (field === 'brand_id') return fill((place) => place % brands.length);
  if (field === 'brand_name') {
    // By bytes, as the engines sort names.
    const names = brands.map((brand) => Buffer.from(shown.brands.get(brand)!.name));
    const inOrder = [...names.keys()].sort((left, right) => names[left]!.compare(names[right]!));
    const rankOf = toPlaces(inOrder);
    return fill((place) => rankOf.get(place % brands.length)!);
  }
  const metric = BRAND_METRICS[field]!;
  const { numerator, denominator = numerator } = metric;
  const toValue = toRatio(metric);
  return fill((place) => toValue(sums[numerator][place]!, sums[denominator][place]!) ?? Number.NaN);
}

function toRow(
  { times, brands, sums }: Rows,
  { place, dimensions }: { place: number } & Pick<BrandQuery, 'dimensions'>,
): Row {
  const row: Row = { brand: brands[place % brands.length] };
  if (dimensions.length > 0) row.d0 = times[Math.floor(place / brands.length)];
  for (const [name, values] of Object.entries(sums)) row[name] = values[place];
  return row;
}
