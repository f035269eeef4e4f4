import type { Column } from '../operations/row-stream.ts';

/** Spreadsheets take a text that begins so for a formula, and answers are hostile text. */
const FORMULA = /^[=+\-@\t\r]/;

/** Rows as CSV (RFC 4180), a heading first. */
export async function* toCsv(
  columns: readonly Column[],
  rows: AsyncIterable<Record<string, unknown>>,
): AsyncGenerator<string> {
  yield toLine(columns.map(({ name }) => name));
  for await (const row of rows) yield toLine(columns.map(({ read }) => read(row)));
}

function toLine(values: readonly unknown[]): string {
  return `${values.map(toCell).join(',')}\r\n`;
}

function toCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
