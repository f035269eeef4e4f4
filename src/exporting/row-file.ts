import type { Column, Row } from './columns.ts';

/** Rows on their way into a file, which can be read while it is still being written. */
export interface RowFile {
  /** Adds rows. */
  write(rows: readonly Row[]): Promise<void>;
  /** Says that there are no more rows. */
  end(): Promise<void>;
  /** Says that the rows cannot be completed: whoever reads gets this error. */
  fail(error: unknown): void;
  /** The bytes of the file, from its beginning to its end. Waits for bytes that are not there yet. */
  read(): AsyncIterable<Uint8Array>;
  /** Gives back the disk space. */
  close(): Promise<void>;
}

export interface FileOptions {
  /** Where rows wait that do not fit in memory. */
  folder: string;
  /** Counts the bytes that a file takes on disk, or gives back. Throws if there are too many. */
  reserve(bytes: number): void;
}

export type OpenRowFile = (columns: readonly Column[], options: FileOptions) => Promise<RowFile>;
