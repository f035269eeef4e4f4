import { toCsvLine } from '../domain/csv.ts';
import type { Column } from '../operations/row-stream.ts';

/** Rows as CSV under a heading. */
export async function* toCsv(
  columns: readonly Column[],
  rows: AsyncIterable<Record<string, unknown>>,
): AsyncGenerator<string> {
  yield toCsvLine(columns.map(({ name }) => name));
  for await (const row of rows) yield toCsvLine(columns.map(({ read }) => read(row)));
}
