import type { Dimension } from './dimension.ts';
import type { Row } from './report.ts';

/** Sums of a group, and of a group and brand, as a statement gives them; `brand` is null for a group without mentions. */
export type SumRow = Record<string, number> & { brand: number | null };

/** Finds the sums of a report's rows: those of its group, with zeros for what a brand does not have. */
export function createSumFinder(sums: readonly SumRow[], dimensions: readonly Dimension[]) {
  const toGroup = (row: Row | SumRow) => dimensions.map((_, index) => (row as Row)[`d${index}`]).join('\u0000');
  const groups = new Map<string, SumRow>();
  const brands = new Map<string, SumRow>();
  for (const row of sums) {
    groups.set(toGroup(row), row);
    if (row.brand !== null) brands.set(`${toGroup(row)}\u0000${row.brand}`, row);
  }
  return (row: Row): { group: SumRow; own: SumRow | undefined } => ({
    group: groups.get(toGroup(row))!,
    own: brands.get(`${toGroup(row)}\u0000${row.brand}`),
  });
}
