import { sql } from 'kysely';
import { createBreath } from '../breath.ts';
import { countDays, toMonth, toMonthEnd } from '../domain/dates.ts';
import { MENTION_SUM_NAMES } from '../store/daily-sums.ts';
import type { QueryOptions, Reader } from '../store/store.ts';
import { isTimeout } from '../store/turns.ts';
import { type BrandQuery, selectHits } from './brand-query.ts';
import { countAsks } from './count-asks.ts';
import type { Dimension, Key } from './dimension.ts';
import { toDimensions } from './dimensions.ts';
import { columns, selectTotals } from './groups.ts';
import type { Sums } from './metric.ts';
import type { Period } from './parts.ts';
import { fromFacts } from './scope.ts';
import { toQueryOptions } from './tables.ts';

/** How many numbers each brand has in each group. */
export const WIDTH = MENTION_SUM_NAMES.length;

/** The sums of each brand in each group that has chats, in arrays of numbers: objects would take ten times as long. */
export interface GroupSums {
  /** The keys of each group, one for each dimension. */
  groups: readonly (readonly Key[])[];
  /** How many chats each group has. */
  totals: Float64Array;
  /** In the order of their keys. */
  brands: readonly number[];
  /** By group, then brand, then as in `MENTION_SUM_NAMES`. */
  sums: Float64Array;
}

/** What is remembered has at most so many groups, and so many groups times brands: they take 10 MB. */
const MAXIMUM_GROUPS = 10_000;
const MAXIMUM_REMEMBERED = 150_000;
/** How many reports after each change get just what they ask for. */
const DIRECT_REPORTS = 2;
/** How many times as many days as were asked for may be read, so that reports of other days need not be. */
const MOST_DAYS = 2;
const ROWS_PER_BREATH = 512;
const ALL_TIME = { start_date: '0001-01-01', end_date: '9999-12-31' };
const [DAY] = toDimensions(['date']) as [Dimension];

/** Sums that are remembered, and by which dimensions they are. */
export interface Remembered {
  by: readonly Dimension[];
  sums: GroupSums;
}

/**
 * What is remembered for a report without filters on answers. Undefined for the first reports after a change in the
 * project, which read just what they need, and where there are too many sums. So a project that changes all the time is seldom summed
 * up in vain.
 */
export async function recallSums(
  reader: Reader,
  query: BrandQuery,
  options: QueryOptions,
): Promise<Remembered | undefined> {
  const { project, shown, tables } = query;
  const { by, period } = toRemembered(query);
  const remembered = { ...query, dimensions: by, scope: { ...query.scope, ...period } };
  const names = by.map(({ name }) => name).join(', ');
  const what = `sums by ${names} from ${period.start_date} to ${period.end_date} of project ${project}, generation ${shown.generation}`;
  const hasMentions = sql`exists (select 1 from ${tables.mentions} m where m.project = ${project})`;
  const from = fromFacts(tables.chats, { scope: remembered.scope, dimensions: by, where: [hasMentions] });
  if ((await countAsks(reader, { what, from })) <= DIRECT_REPORTS) return undefined;
  let failure: unknown;
  const sums = await reader.remember(what, (inner) =>
    readFewSums(inner, remembered, options).catch((error: unknown) => {
      if (!isTimeout(error)) throw error;
      // It would be so for everybody after this one.
      failure = error;
      return null;
    }),
  );
  if (failure) throw failure;
  return sums ? { by, sums } : undefined;
}

/**
 * Sums by day where there are few of them, or where the report reads every day anyway: reports of other days, weeks and months can be
 * made from those. Otherwise just what the report asks for, so that its other orders and pages can.
 */
function toRemembered({ dimensions, tables, scope }: BrandQuery): { by: readonly Dimension[]; period: Period } {
  const others = listOthers({ dimensions });
  const hasTime = others.length < dimensions.length;
  const isByDay = others.length === 0 ? tables.are_small : hasTime && tables.are_by_day;
  if (!isByDay) return { by: inOrder(dimensions), period: scope };
  const period = others.length === 0 ? ALL_TIME : toWholeMonths(scope);
  return { by: [DAY, ...others], period };
}

/** What a report is broken down by besides time, in an order that does not depend on the request. */
export function listOthers({ dimensions }: Pick<BrandQuery, 'dimensions'>): Dimension[] {
  return inOrder(dimensions.filter(({ ofDay }) => !ofDay));
}

function inOrder(dimensions: readonly Dimension[]): Dimension[] {
  return [...dimensions].sort((left, right) => (left.name < right.name ? -1 : 1));
}

/** The whole months around the days of a report, if they are not many more. */
function toWholeMonths({ start_date, end_date }: Period): Period {
  const months = { start_date: toMonth(start_date), end_date: toMonthEnd(end_date) };
  const isMuchMore = countDays(months.start_date, months.end_date) > MOST_DAYS * countDays(start_date, end_date);
  return isMuchMore ? { start_date, end_date } : months;
}

type SqlRow = Sums & { brand: number | null } & Record<`d${number}`, Key>;

export async function readSums(reader: Reader, query: BrandQuery, options: QueryOptions): Promise<GroupSums> {
  return toSums(await readRows(reader, { query, limit: null }, options), query);
}

/** Null if there are too many to remember. */
async function readFewSums(reader: Reader, query: BrandQuery, options: QueryOptions): Promise<GroupSums | null> {
  const rows = await readRows(reader, { query, limit: MAXIMUM_REMEMBERED + 1 }, options);
  if (rows.length > MAXIMUM_REMEMBERED) return null;
  // Before there are arrays for them: a few mentions of many brands in many groups would take gigabytes.
  let groups = 0;
  const brands = new Set<number>();
  for (const { brand } of rows) {
    if (brand === null) groups += 1;
    else brands.add(brand);
  }
  if (groups > MAXIMUM_GROUPS || groups * brands.size > MAXIMUM_REMEMBERED) return null;
  return toSums(rows, query);
}

/** The sums of each brand, and rows without a brand for the chats. */
async function readRows(
  reader: Reader,
  { query, limit }: { query: BrandQuery; limit: number | null },
  options: QueryOptions,
): Promise<SqlRow[]> {
  const keys = columns(query.dimensions);
  const sums = MENTION_SUM_NAMES.map((name) => sql.raw(`${name}::double precision as ${name}`));
  const zeros = MENTION_SUM_NAMES.map(() => sql`0`);
  const hits = [...keys, sql`brand`, sql`0::double precision as visibility_total`, ...sums];
  const totals = [...keys, sql`null`, sql`visibility_total::double precision`, ...zeros];
  const statement = sql<SqlRow>`select ${sql.join(hits)} from (${selectHits(query)}) hits
    union all select ${sql.join(totals)} from (${selectTotals(query, 'visibility_total')}) totals
    ${limit === null ? sql`` : sql`limit ${limit}`}`;
  return reader.query(statement.compile(reader.db), toQueryOptions(query, options));
}

async function toSums(rows: readonly SqlRow[], { dimensions }: Pick<BrandQuery, 'dimensions'>): Promise<GroupSums> {
  const toKeys = (row: SqlRow) => dimensions.map((_, index) => row[`d${index}`]!);
  const ofGroups = rows.filter(({ brand }) => brand === null);
  const ofBrands = rows.filter(({ brand }) => brand !== null);
  const result = createSums({
    groups: ofGroups.map(toKeys),
    brands: [...new Set(ofBrands.map(({ brand }) => brand!))].sort((left, right) => left - right),
  });
  for (const [group, { visibility_total }] of ofGroups.entries()) result.totals[group] = visibility_total!;
  const groupOf = toPlaces(result.groups.map(toName));
  const brandOf = toPlaces(result.brands);
  const breathe = createBreath();
  for (const [index, row] of ofBrands.entries()) {
    if (index % ROWS_PER_BREATH === 0) await breathe();
    const group = groupOf.get(toName(toKeys(row)));
    // A group without chats has no mentions either, though it may have had some.
    if (group === undefined) continue;
    const start = (group * result.brands.length + brandOf.get(row.brand!)!) * WIDTH;
    for (let place = 0; place < WIDTH; place += 1) result.sums[start + place] = row[MENTION_SUM_NAMES[place]!]!;
  }
  return result;
}

function createSums({ groups, brands }: Pick<GroupSums, 'groups' | 'brands'>): GroupSums {
  const totals = new Float64Array(groups.length);
  return { groups, totals, brands, sums: new Float64Array(groups.length * brands.length * WIDTH) };
}

export function toPlaces<Value>(values: readonly Value[]): Map<Value, number> {
  return new Map(values.map((value, place) => [value, place]));
}

function toName(keys: readonly Key[]): string {
  return keys.join(' ');
}

/** Adds up what is remembered into the groups of a query. */
export function addUp(
  { by, sums: from }: Remembered,
  { scope: { start_date, end_date }, dimensions }: Pick<BrandQuery, 'scope' | 'dimensions'>,
): GroupSums {
  const isByDay = by[0] === DAY;
  const times = new Map<string, readonly string[]>();
  const toTimes = (date: string) => {
    const known = times.get(date) ?? dimensions.map(({ ofDay }) => ofDay?.(date) ?? '');
    times.set(date, known);
    return known;
  };
  /** Where the key of each dimension is; -1: it is made from the day. */
  const placeOf = dimensions.map(({ name }) => by.findIndex((dimension) => dimension.name === name));
  const groups: Key[][] = [];
  const groupOf = new Map<string, number>();
  /** The group of each group that is remembered; -1: its day is not asked for. */
  const targets = Int32Array.from(from.groups, (keys) => {
    const date = keys[0] as string;
    if (isByDay && (date < start_date || date > end_date)) return -1;
    const own = placeOf.map((place, index) => (place === -1 ? toTimes(date)[index]! : keys[place]!));
    const name = toName(own);
    const known = groupOf.get(name);
    if (known !== undefined) return known;
    groupOf.set(name, groups.length);
    return groups.push(own) - 1;
  });
  const result = createSums({ groups, brands: from.brands });
  const size = from.brands.length * WIDTH;
  for (let group = 0; group < targets.length; group += 1) {
    const to = targets[group]!;
    if (to === -1) continue;
    result.totals[to]! += from.totals[group]!;
    for (let place = 0; place < size; place += 1) result.sums[to * size + place]! += from.sums[group * size + place]!;
  }
  return result;
}
