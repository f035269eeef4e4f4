/** Spreadsheets take a text that begins so for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

export type Cell = string | number | boolean | null | undefined;

/** Rows as CSV (RFC 4180), a heading first; the mark at the beginning tells spreadsheets that it is UTF-8. */
export function toCsv(heading: readonly string[], rows: readonly (readonly Cell[])[]): Blob {
  const lines = [heading, ...rows].map((cells) => `${cells.map(toCell).join(',')}\r\n`);
  return new Blob(['\uFEFF', ...lines], { type: 'text/csv;charset=utf-8' });
}

function toCell(value: Cell): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
