import type { ReactNode } from 'react';
import type { Cell } from './csv.ts';

export interface Column<Row> {
  id: string;
  name: string;
  /** What the heading explains on hover. */
  meaning?: string;
  /** A track of the grid, such as `6rem` or `minmax(14rem, 1fr)`. */
  width: string;
  isNumber?: boolean;
  /** Left out on a phone. */
  isExtra?: boolean;
  /** Left out on all but wide screens. */
  isLuxury?: boolean;
  /** The heading says nothing to those who see the column. */
  isUnnamed?: boolean;
  cell(row: Row): ReactNode;
  /** What rows are ordered by; without it the column cannot be sorted. Rows without a value come last. */
  sortBy?(row: Row): string | number | undefined;
  /** What stands in the exported file; without it the column is left out there. */
  file?(row: Row): Cell;
}

export interface Sorting {
  column: string;
  isDescending: boolean;
}

/** `visibility.desc`, as it stands in the address. */
export function parseSorting(text: string | null, fallback: Sorting): Sorting {
  if (!text) return fallback;
  const [column = '', direction] = text.split('.');
  return { column, isDescending: direction === 'desc' };
}

export function formatSorting({ column, isDescending }: Sorting): string {
  return isDescending ? `${column}.desc` : column;
}

export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { column, isDescending }: Sorting,
): readonly Row[] {
  const sortBy = columns.find(({ id }) => id === column)?.sortBy;
  if (!sortBy) return rows;
  const sign = isDescending ? -1 : 1;
  const compare = new Intl.Collator(undefined, { numeric: true }).compare;
  const valued = rows.map((row) => ({ row, value: sortBy(row) }));
  valued.sort(({ value: a }, { value: b }) => {
    if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
    if (typeof a === 'string' && typeof b === 'string') return sign * compare(a, b);
    return sign * (Number(a) - Number(b));
  });
  return valued.map(({ row }) => row);
}
