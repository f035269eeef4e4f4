import { createBreath } from '../breath.ts';
import { toCsvLine } from '../domain/csv.ts';
import type { Row } from './columns.ts';
import type { FileOptions, OpenRowFile, RowFile } from './row-file.ts';
import { createSpool } from './spool.ts';

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
      for (const row of rows) {
        await spool.write(toLine(row));
        await breathe();
      }
    },
    async end() {
      await start();
      await spool.end();
    },
  };
}
