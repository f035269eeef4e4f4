import { type RawBuilder, sql } from 'kysely';
import { all } from './conditions.ts';
import type { Dimension } from './dimension.ts';
import { sameGroup } from './groups.ts';
import type { Row } from './report.ts';

/** Sums of a group, and of a group and brand, as a statement gives them; `brand` is null for a group without mentions. */
export type SumRow = Record<string, number> & { brand: number | null };

/** The sums of a row's group, and its brand's own; undefined: the group has no mention of it. */
export interface RowSums {
  group: SumRow;
  own: SumRow | undefined;
}

/** Finds the sums of a report's rows: those of its group, with zeros for what a brand does not have. */
export function createSumFinder(sums: readonly SumRow[], dimensions: readonly Dimension[]) {
  const toGroup = (row: Row | SumRow) => dimensions.map((_, index) => (row as Row)[`d${index}`]).join('\u0000');
  const groups = new Map<string, SumRow>();
  const brands = new Map<string, SumRow>();
  for (const row of sums) {
    groups.set(toGroup(row), row);
    if (row.brand !== null) brands.set(`${toGroup(row)}\u0000${row.brand}`, row);
  }
  return (row: Row): RowSums => ({
    group: groups.get(toGroup(row))!,
    own: brands.get(`${toGroup(row)}\u0000${row.brand}`),
  });
}

/** Sums of a statement: the SQL of each by the name of its column. */
export type SumColumns = Readonly<Record<string, string>>;

/** Doubles add up whole numbers exactly up to 2⁵³, and far faster than the engines add up large integers. */
export function add(value: string): string {
  return `sum((${value})::double precision)`;
}

/** The sums of these columns of rows `f`, under their own names. */
export function addColumns(columns: Readonly<Record<string, string>>): RawBuilder<unknown>[] {
  return Object.entries(columns).map(([name, column]) => sql.raw(`sum(f.${column})::bigint as ${name}`));
}

export function selectSums(columns: SumColumns): RawBuilder<unknown>[] {
  return Object.entries(columns).map(([name, value]) => sql.raw(`${value} as ${name}`));
}

/** The end of a statement: `group_sums`, each with the `brand_sums` of its brands. */
export function selectBoth(dimensions: readonly Dimension[], own: SumColumns): RawBuilder<unknown> {
  return sql`select group_sums.*, ${selectOwn(own)}
    from group_sums left join brand_sums on ${all(sameGroup(dimensions, ['brand_sums', 'group_sums']))}`;
}

/** What a statement takes from `brand_sums`, which is joined to the sums of the groups. */
export function selectOwn(columns: SumColumns): RawBuilder<unknown> {
  return sql.join(['brand', ...Object.keys(columns)].map((name) => sql.raw(`brand_sums.${name}`)));
}
