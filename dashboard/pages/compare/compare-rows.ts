import type { BrandRow } from '../../api/types.ts';
import type { Metric } from '../../metrics.ts';
import type { Grouping } from './groupings.ts';

/** One row of a comparison: a channel, a country and so on. */
export interface CompareRow {
  id: string;
  name: string;
  /** How many answers it has. */
  answers: number;
  /** The rows of the report by brand. */
  brands: ReadonlyMap<string, BrandRow>;
}

/** Puts the rows of a report, one for each group and brand, side by side. Groups without answers are left out. */
export function toCompareRows(
  rows: readonly BrandRow[],
  { grouping, nameOf }: { grouping: Grouping; nameOf(id: string): string },
): CompareRow[] {
  const groups = new Map<string, Map<string, BrandRow>>();
  for (const row of rows) {
    const id = grouping.toId(row);
    const group = groups.get(id) ?? new Map<string, BrandRow>();
    groups.set(id, group.set(row.brand.id, row));
  }
  return [...groups]
    .map(([id, brands]) => ({
      id,
      name: nameOf(id),
      answers: Math.max(...[...brands.values()].map(({ visibility_total }) => visibility_total)),
      brands,
    }))
    .filter(({ answers }) => answers > 0);
}

/** The value of a brand in a row; undefined if no answer has one. */
export function readValue({ brands }: CompareRow, { brand, metric }: { brand: string; metric: Metric }) {
  const row = brands.get(brand);
  return row && readCounted(row, metric);
}

function readCounted(row: BrandRow, metric: Metric): number | undefined {
  return metric.count(row) > 0 ? metric.read(row) : undefined;
}

/** The values of all brands in a row that have one. */
function listValues({ brands }: CompareRow, metric: Metric): number[] {
  return [...brands.values()].flatMap((row) => readCounted(row, metric) ?? []);
}

/** The best value in a row; undefined if there is nothing to be better than. */
export function findBest(row: CompareRow, metric: Metric): number | undefined {
  const values = listValues(row, metric);
  if (new Set(values).size < 2) return undefined;
  return metric.isSmallerBetter ? Math.min(...values) : Math.max(...values);
}

/**
 * How long the bars of values are, from 0 to 1. The longest is that of the largest possible value, or of the largest in the
 * table if there is no limit. Where smaller values are better, it is that of the smallest possible one.
 */
export function toBarLength(rows: readonly CompareRow[], metric: Metric): (value: number) => number {
  const largest = Math.max(...rows.flatMap((row) => listValues(row, metric)), 0);
  if (metric.isSmallerBetter) {
    const min = metric.min ?? 0;
    return (value) => (largest <= min ? 1 : 1 - (0.9 * (value - min)) / (largest - min));
  }
  const full = metric.max ?? largest;
  return (value) => (full === 0 ? 0 : value / full);
}
