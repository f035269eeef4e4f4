import type { AsyncBuffer, FileMetaData, RowGroup } from 'hyparquet';
import { parquetHeader } from 'hyparquet/src/column.js';
import type { ByteSource } from './byte-source.ts';
import { ImportError } from './import-error.ts';

/** A group of rows is read as a whole. */
const MAX_GROUP_BYTES = 512 * 1024 * 1024;
const MAX_PAGE_BYTES = 256 * 1024 * 1024;

/** Real files grow to a few dozen times their size. One that grows far more when it is unpacked is made to exhaust its reader. */
const MAX_RATIO = 200;
const UNCHECKED_BYTES = 256 * 1024 * 1024;
/** The least memory of a row and of a value. In the file they can take less: a million equal values take nothing. */
const ROW_BYTES = 64;
const VALUE_BYTES = 8;

/** Counts what a file unpacks to. Throws once it is more than that of any real file. */
export type Meter = (bytes: number) => void;

export function createMeter(source: ByteSource): Meter {
  let unpacked = 0;
  return (bytes) => {
    unpacked += toSize(bytes);
    if (unpacked > UNCHECKED_BYTES && unpacked > MAX_RATIO * source.size) throw growsTooMuch(source);
  };
}

/** Refuses a file that says itself that it unpacks to too much. */
export function checkDeclared(source: ByteSource, { row_groups }: FileMetaData): void {
  const unpack = createMeter(source);
  for (const { columns, num_rows } of row_groups) {
    unpack(Number(num_rows) * ROW_BYTES);
    for (const { meta_data } of columns) {
      const { num_values = 0, total_uncompressed_size = 0, size_statistics } = meta_data ?? {};
      const texts = size_statistics?.unencoded_byte_array_data_bytes ?? 0;
      unpack(Math.max(toSize(total_uncompressed_size), toSize(texts), toSize(num_values) * VALUE_BYTES));
    }
  }
}

/** Refuses a group of rows whose pages unpack to too much, whatever the file says about it. */
export async function checkPages(
  source: ByteSource,
  { file, group, unpack }: { file: AsyncBuffer; group: RowGroup; unpack: Meter },
): Promise<void> {
  unpack(Number(group.num_rows) * ROW_BYTES);
  let groupBytes = 0;
  for (const { meta_data } of group.columns) {
    const { dictionary_page_offset, data_page_offset, total_compressed_size } = meta_data!;
    const start = Number(dictionary_page_offset || data_page_offset);
    const buffer = await file.slice(start, start + Number(total_compressed_size));
    for (const { bytes, values } of listPages(new DataView(buffer))) {
      groupBytes += bytes;
      if (bytes > MAX_PAGE_BYTES || groupBytes > MAX_GROUP_BYTES) throw groupTooLarge(source);
      unpack(Math.max(bytes, values * VALUE_BYTES));
    }
  }
}

/** Lists the sizes in the headers of a column's pages, up to the first header that cannot be read. */
function* listPages(view: DataView): Generator<{ bytes: number; values: number }> {
  const reader = { view, offset: 0 };
  while (reader.offset < view.byteLength - 1) {
    const header = readHeader(reader);
    if (header === undefined) return;
    const { data_page_header, data_page_header_v2, dictionary_page_header } = header;
    const { num_values = 0 } = data_page_header ?? data_page_header_v2 ?? dictionary_page_header ?? {};
    yield { bytes: toSize(header.uncompressed_page_size), values: toSize(num_values) };
    reader.offset += toSize(header.compressed_page_size);
  }
}

function readHeader(reader: { view: DataView; offset: number }) {
  try {
    return parquetHeader(reader);
  } catch {
    // Reading the page fails here as well, if it is needed.
    return undefined;
  }
}

/** A damaged file may have anything in the place of a size. */
function toSize(size: number | bigint): number {
  const number = Number(size);
  if (!Number.isInteger(number) || number < 0) throw new Error(`the size ${size} is none`);
  return number;
}

function groupTooLarge({ name }: ByteSource): ImportError {
  return new ImportError(
    'too_large',
    `${name} has groups of rows that are larger than ${MAX_GROUP_BYTES / 1024 / 1024} MB. Write it with smaller row groups, or as CSV.`,
  );
}

function growsTooMuch({ name }: ByteSource): ImportError {
  return new ImportError(
    'too_large',
    `${name} unpacks to more than ${MAX_RATIO} times its size, which no real table does. Export it again, or as CSV.`,
  );
}
