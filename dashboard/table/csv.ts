import { toCsvLine } from '../../src/domain/csv.ts';

export type Cell = string | number | boolean | null | undefined;

/** A CSV file with a heading; the mark at its beginning tells spreadsheets that it is UTF-8. */
export function toCsv(heading: readonly string[], rows: readonly (readonly Cell[])[]): Blob {
  return new Blob(['\uFEFF', ...[heading, ...rows].map(toCsvLine)], { type: 'text/csv;charset=utf-8' });
}
