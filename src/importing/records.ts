import { ImportError } from './import-error.ts';

export const FILE_FORMATS = ['csv', 'tsv', 'ndjson', 'json', 'xlsx', 'parquet'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

/** One entry of a file, before its columns have a meaning. */
export interface SourceRecord {
  /** Where it begins: the line of a text file, the row of a table, counted from 1 as people see them. */
  place: number;
  /** By column. Empty cells are left out. */
  values: Record<string, unknown>;
  /** Why it cannot be read. */
  problem?: string;
  /** What stands there, where it has no values. */
  text?: string;
  /** How much of the file was read up to here, from 0 to 1. */
  progress: number;
}

/** The entries of a file. */
export interface Records {
  format: FileFormat;
  /** What messages call a place. */
  unit: 'line' | 'row';
  /** The names of the columns; undefined where every entry names its own. */
  columns: string[] | undefined;
  /** Of a CSV file. */
  delimiter?: string;
  /** Of a workbook. */
  sheets?: { names: string[]; chosen: string };
  /** What the user should know about how the file is read. */
  notices: string[];
  /** All entries, from the first one on. Throws an `ImportError` where the rest of the file cannot be read. */
  read(): AsyncGenerator<SourceRecord>;
}

/** An entry may have as many characters as a line that the service takes. */
export const MAX_RECORD_CHARACTERS = 4 * 1024 * 1024;
export const TOO_LONG = `It is longer than ${MAX_RECORD_CHARACTERS / 1024 / 1024} million characters. Shorten it, or leave it out.`;

const MAX_COLUMNS = 1000;

/** Refuses a file that is too wide. Readers call it as soon as they can, before they have read all of the file. */
export function checkColumnCount(count: number): void {
  if (count <= MAX_COLUMNS) return;
  throw new ImportError(
    'too_many_columns',
    `The file has more than ${MAX_COLUMNS.toLocaleString('en')} columns, which is the maximum. Delete the columns that you do not need.`,
  );
}

/** Names for the cells of a header: every column gets one, and no two the same. */
export function toColumnNames(header: readonly string[]): string[] {
  checkColumnCount(header.length);
  const names: string[] = [];
  const taken = new Set<string>();
  for (const [index, cell] of header.entries()) {
    const name = cell.trim() || `Column ${index + 1}`;
    let unique = name;
    for (let copy = 2; taken.has(unique); copy += 1) unique = `${name} (${copy})`;
    taken.add(unique);
    names.push(unique);
  }
  return names;
}

/** The cells of a row by column. Empty ones are left out. */
export function toValues(columns: readonly string[], cells: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(columns.flatMap((column, index) => (cells[index] ? [[column, cells[index]]] : [])));
}
