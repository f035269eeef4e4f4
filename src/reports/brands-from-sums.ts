import { setImmediate } from 'node:timers/promises';
import { createBreath } from '../breath.ts';
import { countDays } from '../domain/dates.ts';
import type { Page } from '../domain/paging.ts';
import { MENTION_SUM_NAMES } from '../store/daily-sums.ts';
import type { QueryOptions, Reader } from '../store/store.ts';
import { createTurns } from '../store/turns.ts';
import type { BrandQuery } from './brand-query.ts';
import type { Dimension, Key } from './dimension.ts';
import { addUp, type GroupSums, listOthers, readSums, recallSums, toPlaces, WIDTH } from './group-sums.ts';
import { toRatio } from './metric.ts';
import { BRAND_METRICS, type BrandSum } from './metrics.ts';
import type { Row } from './report.ts';
import { sortPart } from './sort-part.ts';

const SUMS: readonly BrandSum[] = [...MENTION_SUM_NAMES, 'visibility_total', 'voice'];
/** More are joined and sorted by the store. */
const MAXIMUM_ROWS = 150_000;
/** So few rows take less time here than in the store, even if their sums have to be read first. */
const FEW_ROWS = 20_000;
/** Fewer are joined and sorted in a few milliseconds. */
const MANY_ROWS = 5000;
const ROWS_PER_BREATH = 512;
const WAIT_MS = 30_000;

/** One at a time: many together would take the memory of all of them, and leave no time for anybody else. */
const turnsOfMany = createTurns({ places: 1, timeoutMs: WAIT_MS, refusesEarly: true });

/**
 * The rows of a report that is not by answer. For few rows, planning takes the engines longer than adding up; the sums of many are
 * remembered. Undefined where the store has to make them.
 */
export async function findRowsFromSums(
  reader: Reader,
  { query, page }: { query: BrandQuery; page: Page },
  options: QueryOptions,
): Promise<Row[] | undefined> {
  if (query.having.length > 0 || query.dimensions.some(({ is_answer }) => is_answer)) return undefined;
  const remembered = query.scope.conditions.length === 0 ? await recallSums(reader, query, options) : undefined;
  if (!remembered) {
    if (countMostRows(query) > FEW_ROWS) return undefined;
    return cutRows(await readSums(reader, query, options), { query, page }, options);
  }
  const mostRows = remembered.sums.groups.length * query.brands.length;
  if (mostRows > MAXIMUM_ROWS) return undefined;
  const cut = () => cutRows(addUp(remembered, query), { query, page }, options);
  if (mostRows <= MANY_ROWS) return cut();
  return turnsOfMany.take({ owner: query.project, signal: options.signal }, async () => {
    await setImmediate();
    return cut();
  });
}

/** The maximum number of rows that a direct read returns, as far as it is known and small. */
function countMostRows({ dimensions, scope, shown, tables }: BrandQuery): number {
  if (!tables.are_small || listOthers({ dimensions }).length > 0) return Number.POSITIVE_INFINITY;
  const times = dimensions.length === 0 ? 1 : countDays(scope.start_date, scope.end_date);
  // The brands that a filter leaves out are read too.
  return times * shown.brands.size;
}

async function cutRows(
  found: GroupSums,
  { query, page: { limit, offset } }: { query: BrandQuery; page: Page },
  { signal }: QueryOptions,
): Promise<Row[]> {
  const rows = listRows(query, found);
  const compare = await compareRows(rows, query);
  signal.throwIfAborted();
  const places = await sortPart(rows.count, { from: offset, to: offset + limit }, compare);
  signal.throwIfAborted();
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
  const groups = sortGroups(found.groups, dimensions);
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

  /** The array that has a sum, where it begins, and the steps from group to group and from brand to brand. */
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

/** The places of groups in the order of their keys. */
function sortGroups(groups: GroupSums['groups'], dimensions: readonly Dimension[]): Uint32Array {
  const positions = new Float64Array(groups.length);
  for (const [index, dimension] of dimensions.entries()) {
    const ranks = rankKeys(groups, { index, dimension });
    for (const [group, keys] of groups.entries()) {
      positions[group] = positions[group]! * ranks.size + ranks.get(keys[index]!)!;
    }
  }
  return Uint32Array.from(groups.keys()).sort((left, right) => positions[left]! - positions[right]!);
}

/** The keys of a dimension in their order; what is absent comes last. */
function rankKeys(
  groups: GroupSums['groups'],
  { index, dimension }: { index: number; dimension: Dimension },
): Map<Key, number> {
  const keys = [...new Set(groups.map((group) => group[index]!))];
  return toPlaces(
    keys.sort((left, right) => {
      if (isAbsent(dimension, left) || isAbsent(dimension, right)) return isAbsent(dimension, left) ? 1 : -1;
      return left < right ? -1 : 1;
    }),
  );
}

function isAbsent({ zero_is_null }: Dimension, key: Key): boolean {
  return zero_is_null === true && key === 0;
}

/** The order asked for, and of rows that are equal in it the order they have. What is absent comes last. */
async function compareRows(
  rows: Rows,
  { order, dimensions, shown }: BrandQuery,
): Promise<(left: number, right: number) => number> {
  const breathe = createBreath();
  const keys: { values: Float64Array; sign: number }[] = [];
  for (const { field, direction } of order) {
    keys.push({ values: toSortKey(field, { rows, dimensions, shown }), sign: direction === 'asc' ? 1 : -1 });
    await breathe();
  }
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
    const rankOf = rankKeys(groups, { index, dimension });
    const ranks = groups.map((keys) => (isAbsent(dimension, keys[index]!) ? Number.NaN : rankOf.get(keys[index]!)!));
    return fill((place) => ranks[Math.floor(place / brands.length)]!);
  }
  if (field === 'brand_id') return fill((place) => place % brands.length);
  if (field === 'brand_name') {
    // By bytes, as the engines sort names.
    const names = brands.map((brand) => Buffer.from(shown.brands.get(brand)!.name));
    const inOrder = [...names.keys()].sort((left, right) => names[left]!.compare(names[right]!));
    const rankOf = new Uint32Array(names.length);
    for (const [rank, brand] of inOrder.entries()) {
      const before = inOrder[rank - 1];
      // A brand may have the name of one that is being deleted.
      const isTie = before !== undefined && names[before]!.equals(names[brand]!);
      rankOf[brand] = isTie ? rankOf[before]! : rank;
    }
    return fill((place) => rankOf[place % brands.length]!);
  }
  const metric = BRAND_METRICS[field]!;
  const { numerator, denominator = numerator } = metric;
  const [numerators, denominators, toValue] = [readAll(numerator), readAll(denominator), toRatio(metric)];
  return fill((place) => toValue(numerators[place]!, denominators[place]!) ?? Number.NaN);
}

async function toRows({ groups, brands, toReader }: Rows, places: Uint32Array): Promise<Row[]> {
  const breathe = createBreath();
  const sums = SUMS.map((name) => [name, toReader(name)] as const);
  const rows: Row[] = [];
  for (const [index, place] of places.entries()) {
    if (index % ROWS_PER_BREATH === 0) await breathe();
    const row: Row = { brand: brands[place % brands.length] };
    const keys = groups[Math.floor(place / brands.length)]!;
    for (const [position, key] of keys.entries()) row[`d${position}`] = key;
    for (const [name, read] of sums) row[name] = read(place);
    rows.push(row);
  }
  return rows;
}
