import { createBreath } from '../breath.ts';
import { countDays } from '../domain/dates.ts';
import type { Page } from '../domain/paging.ts';
import { MENTION_SUM_NAMES } from '../store/daily-sums.ts';
import type { QueryOptions, Reader } from '../store/store.ts';
import type { BrandQuery } from './brand-query.ts';
import type { Dimension, Key } from './dimension.ts';
import { type GroupSums, listOthers, readSums, recallSums, toPlaces, WIDTH } from './group-sums.ts';
import { toRatio } from './metric.ts';
import { BRAND_METRICS, type BrandSum } from './metrics.ts';
import type { Row } from './report.ts';
import { sortPart } from './sort-part.ts';

const SUMS: readonly BrandSum[] = [...MENTION_SUM_NAMES, 'visibility_total', 'voice'];
/** More are joined and sorted by the store. */
const MAXIMUM_ROWS = 150_000;
/** So few rows take less time here than in the store, even if their sums have to be read first. */
const FEW_ROWS = 20_000;

/**
 * The rows of reports by day, week or month, or without dimensions, joined and sorted here. Few of them take the engines longer to plan
 * than to add up, and the sums of many are remembered. Undefined where the report is another one.
 */
export async function findRowsFromSums(
  reader: Reader,
  { query, page, findAll }: { query: BrandQuery; page: Page; findAll(from: Reader): Promise<Row[]> },
  options: QueryOptions,
): Promise<Row[] | undefined> {
  if (!canAddUp(query)) return undefined;
  const isShort = countExpected(query) <= FEW_ROWS;
  const readDirectly = isShort
    ? async (from: Reader) => cutRows(await readSums(from, query, options), { query, page })
    : findAll;
  if (query.scope.conditions.length > 0) return readDirectly(reader);
  const breathe = createBreath();
  const found = await recallSums(reader, { query, readDirectly }, options);
  await breathe();
  if ('direct' in found) return found.direct;
  const rows = found.sums.groups.length * query.brands.length;
  return rows > MAXIMUM_ROWS ? findAll(reader) : cutRows(found.sums, { query, page });
}

/** Whether sums by day are all it takes, and there may be few of them. */
function canAddUp({ dimensions, having, tables }: BrandQuery): boolean {
  const times = dimensions.filter(({ ofDay }) => ofDay);
  const others = listOthers({ dimensions });
  if (having.length > 0 || times.length > 1 || others.some(({ is_answer }) => is_answer)) return false;
  return others.length === 0 ? tables.are_small === true : times.length === 1 && tables.have_days === true;
}

/** At most how many rows it takes to read them directly. */
function countExpected({ dimensions, scope, shown }: BrandQuery): number {
  if (listOthers({ dimensions }).length > 0) return Number.POSITIVE_INFINITY;
  const times = dimensions.length === 0 ? 1 : countDays(scope.start_date, scope.end_date);
  // The brands that a filter leaves out are read too.
  return times * shown.brands.size;
}

function cutRows(found: GroupSums, { query, page: { limit, offset } }: { query: BrandQuery; page: Page }): Row[] {
  const rows = listRows(query, found);
  const places = sortPart(rows.count, { from: offset, to: offset + limit }, compareRows(rows, query));
  return toRows(rows, places);
}

/** A row for every group with chats and every brand, by group and brand. */
interface Rows {
  count: number;
  groups: readonly (readonly Key[])[];
  brands: readonly number[];
  /** One sum of one row, zero where a brand is not mentioned. */
  toReader(name: BrandSum): (row: number) => number;
  /** The same of all rows. */
  readAll(name: BrandSum): Float64Array;
}

function listRows({ brands, shown, dimensions }: BrandQuery, found: GroupSums): Rows {
  const groups = Uint32Array.from(found.groups.keys()).sort((left, right) =>
    compareKeys(dimensions, found.groups[left]!, found.groups[right]!),
  );
  const inOrder = [...brands].sort((left, right) => left - right);
  const placeOf = toPlaces(found.brands);
  const places = Int32Array.from(inOrder, (brand) => placeOf.get(brand) ?? -1);
  const ofBrands = found.brands.length;
  const ofVoice = MENTION_SUM_NAMES.indexOf('mention_count');
  const isShown = found.brands.map((brand) => shown.brands.has(brand));
  const count = groups.length * places.length;
  const voices = new Float64Array(found.groups.length);
  for (let at = 0; at < voices.length * ofBrands; at += 1) {
    if (isShown[at % ofBrands]) voices[Math.floor(at / ofBrands)]! += found.sums[at * WIDTH + ofVoice]!;
  }

  /** Where a sum is: its numbers, which of them each group has first, and how far those of its brands lie apart. */
  function locate(name: BrandSum) {
    if (name === 'visibility_total') return { numbers: found.totals, first: 0, ofGroup: 1, ofBrand: 0 };
    if (name === 'voice') return { numbers: voices, first: 0, ofGroup: 1, ofBrand: 0 };
    const first = MENTION_SUM_NAMES.indexOf(name);
    return { numbers: found.sums, first, ofGroup: ofBrands * WIDTH, ofBrand: WIDTH };
  }

  function toReader(name: BrandSum): (row: number) => number {
    const { numbers, first, ofGroup, ofBrand } = locate(name);
    return (row) => {
      const place = places[row % places.length]!;
      if (place === -1 && ofBrand > 0) return 0;
      return numbers[groups[Math.floor(row / places.length)]! * ofGroup + place * ofBrand + first]!;
    };
  }

  /** Loops by place: there may be a hundred thousand rows. */
  function readAll(name: BrandSum): Float64Array {
    const { numbers, first, ofGroup, ofBrand } = locate(name);
    const column = new Float64Array(count);
    let row = 0;
    for (let group = 0; group < groups.length; group += 1) {
      const start = groups[group]! * ofGroup + first;
      for (let brand = 0; brand < places.length; brand += 1) {
        const place = places[brand]!;
        if (place !== -1 || ofBrand === 0) column[row] = numbers[start + place * ofBrand]!;
        row += 1;
      }
    }
    return column;
  }

  return {
    count,
    groups: Array.from(groups, (group) => found.groups[group]!),
    brands: inOrder,
    toReader,
    readAll,
  };
}

function compareKeys(dimensions: readonly Dimension[], left: readonly Key[], right: readonly Key[]): number {
  for (const [index, dimension] of dimensions.entries()) {
    const [a, b] = [left[index]!, right[index]!];
    if (a === b) continue;
    if (isAbsent(dimension, a) || isAbsent(dimension, b)) return isAbsent(dimension, a) ? 1 : -1;
    return a < b ? -1 : 1;
  }
  return 0;
}

function isAbsent({ zero_is_null }: Dimension, key: Key): boolean {
  return zero_is_null === true && key === 0;
}

/** The order asked for, and of rows that are equal in it the order they have. What is absent comes last. */
function compareRows(rows: Rows, { order, dimensions, shown }: BrandQuery): (left: number, right: number) => number {
  const keys = order.map(({ field, direction }) => ({
    values: toSortKey(field, { rows, dimensions, shown }),
    sign: direction === 'asc' ? 1 : -1,
  }));
  return (left, right) => {
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
  };
}

/** A number for each row that sorts as its field does; NaN where that is absent. */
function toSortKey(
  field: string,
  { rows, dimensions, shown }: { rows: Rows } & Pick<BrandQuery, 'dimensions' | 'shown'>,
): Float64Array {
  const { count, groups, brands, readAll } = rows;
  const fill = (toValue: (place: number) => number) => {
    const values = new Float64Array(count);
    for (let place = 0; place < values.length; place += 1) values[place] = toValue(place);
    return values;
  };
  const index = dimensions.findIndex(({ name }) => name === field);
  if (index !== -1) {
    const dimension = dimensions[index]!;
    const inOrder = [...new Set(groups.map((keys) => keys[index]!))].sort((a, b) => compareKeys([dimension], [a], [b]));
    const rankOf = toPlaces(inOrder);
    const ranks = groups.map((keys) => (isAbsent(dimension, keys[index]!) ? Number.NaN : rankOf.get(keys[index]!)!));
    return fill((place) => ranks[Math.floor(place / brands.length)]!);
  }
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
  const [numerators, denominators, toValue] = [readAll(numerator), readAll(denominator), toRatio(metric)];
  return fill((place) => toValue(numerators[place]!, denominators[place]!) ?? Number.NaN);
}

function toRows({ groups, brands, toReader }: Rows, places: Uint32Array): Row[] {
  const sums = SUMS.map((name) => [name, toReader(name)] as const);
  return Array.from(places, (place) => {
    const row: Row = { brand: brands[place % brands.length] };
    const keys = groups[Math.floor(place / brands.length)]!;
    for (let index = 0; index < keys.length; index += 1) row[`d${index}`] = keys[index];
    for (const [name, read] of sums) row[name] = read(place);
    return row;
  });
}
