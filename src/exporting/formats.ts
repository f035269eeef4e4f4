import type { OpenRowFile } from './row-file.ts';

/** A format that rows can be exported in. Everything that knows formats goes by this list. */
export interface RowFormat {
  /** Its flag on the command line, and the ending of its files. */
  name: string;
  media_type: string;
  content_type: string;
  /** What the command line says about it. */
  summary: string;
  is_text: boolean;
  /** Loads what writes it. */
  load(): Promise<OpenRowFile>;
}

export const NDJSON = 'application/x-ndjson';

export const ROW_FORMATS: readonly RowFormat[] = [
  {
    name: 'csv',
    media_type: 'text/csv',
    content_type: 'text/csv; charset=utf-8',
    summary: 'all rows as CSV',
    is_text: true,
    load: async () => (await import('./text-file.ts')).openCsv,
  },
  {
    name: 'ndjson',
    media_type: NDJSON,
    content_type: NDJSON,
    summary: 'all rows as JSON, one per line',
    is_text: true,
    load: async () => (await import('./text-file.ts')).openNdjson,
  },
  {
    name: 'parquet',
    media_type: 'application/vnd.apache.parquet',
    content_type: 'application/vnd.apache.parquet',
    summary: 'all rows as a Parquet file',
    is_text: false,
    load: async () => (await import('./parquet-file.ts')).openParquetFile,
  },
];
