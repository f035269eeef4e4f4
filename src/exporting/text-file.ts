import { createBreath } from '../breath.ts';
import { toCsvLine } from '../domain/csv.ts';
import type { Row } from './columns.ts';
import type { FileOptions, OpenRowFile, RowFile } from './row-file.ts';
import { createSpool } from './spool.ts';

/** So few take no more than a millisecond or two. */
const ROWS_AT_ONCE = 100;

/** One line per row, under a line with the names of the columns. */
export const openCsv: OpenRowFile = async (columns, options) => {
  const header = toCsvLine(columns.map(({ name }) => name));
  return openTextFile(options, { header, toLine: (row) => toCsvLine(columns.map(({ read }) => read(row))) });
};

/** One JSON object per line: rows as they are, with objects inside them. */
export const openNdjson: OpenRowFile = async (_columns, options) =>
  openTextFile(options, { header: '', toLine: (row) => `${JSON.stringify(row)}\n` });

function openTextFile(options: FileOptions, { header, toLine }: { header: string; toLine(row: Row): string }): RowFile {
  const spool = createSpool(options);
  const breathe = createBreath();
  let isStarted = false;
  const start = async () => {
    if (!isStarted) await spool.write(header);
    isStarted = true;
  };
  return {
    ...spool,
    async write(rows) {
      await start();
      // A promise for each row would take longer than the row.
      for (let first = 0; first < rows.length; first += ROWS_AT_ONCE) {
        let text = '';
        for (const row of rows.slice(first, first + ROWS_AT_ONCE)) text += toLine(row);
        await spool.write(text);
        await breathe();
      }
    },
    async end() {
      await start();
      await spool.end();
    },
  };
}
