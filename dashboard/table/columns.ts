import type { ReactNode } from 'react';
import type { Cell } from './csv.ts';

export interface Column<Row> {
  id: string;
  name: string;
  /** Shown when the pointer rests on the heading. */
  description?: string;
  /** In rem: the width of the column, or its minimum if it grows. */
  width: number;
  /** The column's share of the space that is left over; without it the column does not grow. */
  grow?: number;
  isNumber?: boolean;
  /** The first click on the heading puts the smallest numbers first. */
  isSmallerBetter?: boolean;
  /** The first click on the heading puts the newest first. */
  isNewestFirst?: boolean;
  /** A brand's color, shown beside its name. */
  color?: string | undefined;
  /**
   * The order in which a narrow table hides columns: 1 goes first. Columns without it always stay. Stacked rows have room for
   * columns with 3.
   */
  hideOrder?: 1 | 2 | 3;
  /** The heading is only for screen readers. */
  isHeadingHidden?: boolean;
  /** The column is part of the exported file, not of the page. */
  isFileOnly?: boolean;
  cell(row: Row): ReactNode;
  /** The value to sort by. A column without it cannot be sorted. Rows without a value come last. */
  sortBy?(row: Row): string | number | undefined;
  /** The value in the exported file. A column without it is not exported. */
  file?(row: Row): Cell;
}

export interface Sorting {
  column: string;
  isDescending: boolean;
}

/** Reads an order such as `visibility.desc` from the URL. */
export function parseSorting(text: string | null, fallback: Sorting): Sorting {
  if (!text) return fallback;
  const [column = '', direction] = text.split('.');
  return { column, isDescending: direction === 'desc' };
}

export function formatSorting({ column, isDescending }: Sorting): string {
  return isDescending ? `${column}.desc` : column;
}

/** The order after a click on a heading: the best first, then the other way around. */
export function toNextSorting<Row>(
  { id, isNumber = false, isSmallerBetter = false, isNewestFirst = false }: Column<Row>,
  current: Sorting,
): Sorting {
  const isDescendingFirst = isNewestFirst || (isNumber && !isSmallerBetter);
  return { column: id, isDescending: current.column === id ? !current.isDescending : isDescendingFirst };
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

/** In rem, as in table.css. */
const COLUMN_GAP = 0.9;
const ROW_PADDING = 1.2;

export interface Fit<Row> {
  columns: readonly Column<Row>[];
  /** Even the columns that always stay are too wide: each row becomes a block of lines. */
  isStacked: boolean;
}

/** Chooses the columns that fit into a table of this width, in rem. */
export function fitColumns<Row>(columns: readonly Column<Row>[], width: number): Fit<Row> {
  const onPage = columns.filter(({ isFileOnly }) => !isFileOnly);
  const hide = (upTo: number) => onPage.filter(({ hideOrder = Number.POSITIVE_INFINITY }) => hideOrder > upTo);
  const fitting = [0, 1, 2, 3].map(hide).find((candidate) => toMinWidth(candidate) <= width);
  return { columns: fitting ?? hide(2), isStacked: fitting === undefined };
}

function toMinWidth(columns: readonly { width: number }[]): number {
  return columns.reduce((sum, { width }) => sum + width + COLUMN_GAP, ROW_PADDING - COLUMN_GAP);
}

/** The value of `grid-template-columns` for the rows of a table. */
export function toGridTemplate(columns: readonly { width: number; grow?: number }[]): string {
  return columns.map(({ width, grow }) => (grow ? `minmax(${width}rem, ${grow}fr)` : `${width}rem`)).join(' ');
}
