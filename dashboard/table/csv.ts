import { toCsvLine } from '../../src/domain/csv.ts';

export type Cell = string | number | boolean | null | undefined;

/** Spreadsheets read a file as UTF-8 if it starts with this. */
const BYTE_ORDER_MARK = '\uFEFF';

/** A CSV file of rows under a heading. */
export function toCsv(heading: readonly string[], rows: readonly (readonly Cell[])[]): Blob {
  return new Blob([BYTE_ORDER_MARK, ...[heading, ...rows].map(toCsvLine)], { type: 'text/csv;charset=utf-8' });
}
