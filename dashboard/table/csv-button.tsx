import { useEffect, useRef, useState } from 'react';
import { Icon } from '../controls/icon.tsx';
import { Failure } from '../controls/notices.tsx';
import { formatCount, formatWhole } from '../format.ts';
import type { Collected } from './collect-pages.ts';
import type { Column } from './columns.ts';
import { toCsv } from './csv.ts';
import { saveFile } from './save-file.ts';

/** Loads every row of a table for a file, including those that the page has not loaded. */
export type LoadRows<Row> = (options: {
  signal: AbortSignal;
  onProgress(count: number): void;
}) => Promise<Collected<Row>>;

interface CsvButtonProps<Row> {
  fileName: string;
  columns: readonly Column<Row>[];
  /** The rows in the order of the page. */
  rows: readonly Row[];
  loadRows?: LoadRows<Row> | undefined;
}

/** Downloads all rows of a table. */
export function CsvButton<Row>({ fileName, columns, rows, loadRows }: CsvButtonProps<Row>) {
  const [progress, setProgress] = useState<number | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [cut, setCut] = useState<{ rows: number; total: number } | null>(null);
  const loading = useRef<AbortController>(null);
  useEffect(() => () => loading.current?.abort(), []);
  const saveAll = async (load: LoadRows<Row>) => {
    const controller = new AbortController();
    loading.current = controller;
    setProgress(0);
    setError(null);
    setCut(null);
    try {
      const all = await load({ signal: controller.signal, onProgress: setProgress });
      saveRows(all.rows, { columns, fileName });
      if (all.rows.length < all.total) setCut({ rows: all.rows.length, total: all.total });
    } catch (problem) {
      if (!controller.signal.aborted) setError(problem);
    } finally {
      setProgress(null);
    }
  };
  const isBusy = progress !== null;
  return (
    <>
      <button
        type="button"
        className="button is-plain table-export"
        onClick={() => (loadRows ? void saveAll(loadRows) : saveRows(rows, { columns, fileName }))}
        disabled={rows.length === 0 || isBusy}
        aria-busy={isBusy}
      >
        <Icon name="download" /> {isBusy ? `Loading… ${progress > 0 ? formatCount(progress, 'row') : ''}` : 'CSV'}
      </button>
      {cut ? (
        <p className="notice table-message" role="status">
          The file has the first {formatWhole(cut.rows)} of {formatWhole(cut.total)} rows. Narrow the dates or filters
          to export the rest.
        </p>
      ) : null}
      {error === null ? null : (
        <div className="table-message">
          <Failure error={error} title="The file was not created." />
        </div>
      )}
    </>
  );
}

function saveRows<Row>(
  rows: readonly Row[],
  { columns, fileName }: { columns: readonly Column<Row>[]; fileName: string },
): void {
  const exported = columns.filter(({ file }) => file);
  const heading = exported.map(({ name }) => name);
  const lines = rows.map((row) => exported.map(({ file }) => file!(row)));
  saveFile(toCsv(heading, lines), `${fileName}.csv`);
}
