import { MAX_ROWS_PER_PAGE } from '../../src/domain/limits.ts';

/** How many rows a file has at most: more take a browser minutes, and most spreadsheets refuse them. */
const MAX_ROWS = 100_000;

export interface Collected<Row> {
  rows: readonly Row[];
  /** How many rows there are, including those beyond the maximum. */
  total: number;
}

interface CollectOptions<Row> {
  toId(row: Row): string;
  /** Called after each page with the number of rows so far. */
  onProgress?(count: number): void;
  perPage?: number;
  maximum?: number;
}

/** Loads all rows of a list page by page, up to a maximum. */
export async function collectPages<Row>(
  load: (page: { offset: number; limit: number }) => Promise<{ data: readonly Row[]; total_count?: number }>,
  { toId, onProgress, perPage = MAX_ROWS_PER_PAGE, maximum = MAX_ROWS }: CollectOptions<Row>,
): Promise<Collected<Row>> {
  // New rows move the others to later pages, where they are found a second time.
  const rows = new Map<string, Row>();
  let total = 0;
  for (let offset = 0; offset < maximum; offset += perPage) {
    const limit = Math.min(perPage, maximum - offset);
    const { data, total_count = total } = await load({ offset, limit });
    total = total_count;
    for (const row of data) rows.set(toId(row), row);
    onProgress?.(rows.size);
    if (data.length < limit) return { rows: [...rows.values()], total: rows.size };
  }
  return { rows: [...rows.values()], total: Math.max(total, rows.size) };
}
