import { type Compressors, parquetMetadataAsync, parquetReadObjects, parquetSchema, snappyUncompress } from 'hyparquet';
import {
  decompressBrotli,
  decompressGzip,
  decompressLz4,
  decompressLz4Raw,
  decompressZstd,
} from 'hyparquet-compressors';
import { DAY_MS } from '../domain/dates.ts';
import type { ByteSource } from './byte-source.ts';
import { ImportError } from './import-error.ts';
import { checkColumnCount, type Records, type SourceRecord } from './records.ts';

/** A group of rows is read as a whole. */
const MAX_GROUP_BYTES = 512 * 1024 * 1024;
const MAX_PAGE_BYTES = 256 * 1024 * 1024;

/** Our own list: that of the package needs WebAssembly, which the policy of the dashboard does not allow. */
const COMPRESSORS: Compressors = Object.fromEntries(
  Object.entries({
    SNAPPY: unpackSnappy,
    GZIP: decompressGzip,
    BROTLI: decompressBrotli,
    ZSTD: (input: Uint8Array, bytes: number) => decompressZstd(input, new Uint8Array(bytes)),
    LZ4: decompressLz4,
    LZ4_RAW: decompressLz4Raw,
  }).map(([name, decompress]) => [
    name,
    (input: Uint8Array, bytes: number) => {
      if (bytes > MAX_PAGE_BYTES) throw new Error('one of its pages is too large');
      return decompress(input, bytes);
    },
  ]),
);

const PARSERS = {
  dateFromDays: (days: number) => toIso(days * DAY_MS)?.slice(0, 10),
  timestampFromMilliseconds: (time: bigint) => toIso(Number(time)),
  timestampFromMicroseconds: (time: bigint) => toIso(Number(time / 1000n)),
  timestampFromNanoseconds: (time: bigint) => toIso(Number(time / 1_000_000n)),
};

/** Opens a Parquet file. Its groups of rows are read one after the other. */
export async function openParquet(source: ByteSource): Promise<Records> {
  const file = { byteLength: source.size, slice: (start: number, end?: number) => readBuffer(source, { start, end }) };
  const metadata = await parquetMetadataAsync(file, { geoparquet: false }).catch((error) => {
    throw unreadable(source, error);
  });
  const columns = parquetSchema(metadata).children.map(({ element }) => element.name);
  // Fields inside of columns are columns of their own in the file.
  checkColumnCount(metadata.schema.filter(({ num_children }) => !num_children).length);
  const total = Math.max(1, Number(metadata.num_rows));

  async function* read(): AsyncGenerator<SourceRecord> {
    let place = 0;
    for (const group of metadata.row_groups) {
      if (group.total_byte_size > MAX_GROUP_BYTES) throw tooLarge(source);
      const [rowStart, rowEnd] = [place, place + Number(group.num_rows)];
      const rows = await parquetReadObjects({
        file,
        metadata,
        rowStart,
        rowEnd,
        compressors: COMPRESSORS,
        parsers: PARSERS,
        geoparquet: false,
      }).catch((error) => {
        throw unreadable(source, error);
      });
      for (const row of rows) {
        place += 1;
        yield { place, values: toPlain(row) as Record<string, unknown>, progress: place / total };
      }
      if (place !== rowEnd) throw unreadable(source, new Error(`it ends after row ${place}`));
    }
  }
  return { format: 'parquet', unit: 'row', columns, notices: [], read };
}

async function readBuffer(
  source: ByteSource,
  { start, end = source.size }: { start: number; end?: number | undefined },
): Promise<ArrayBuffer> {
  const from = start < 0 ? Math.max(0, source.size + start) : start;
  const bytes = await source.read(from, Math.min(end, source.size));
  return new Uint8Array(bytes).buffer;
}

function unpackSnappy(input: Uint8Array, bytes: number): Uint8Array {
  const output = new Uint8Array(bytes);
  snappyUncompress(input, output);
  return output;
}

function toIso(time: number): string | undefined {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/** Values as JSON has them. Integers that a number cannot hold exactly become texts; bytes are left out. */
function toPlain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date) return toIso(value.getTime());
  if (Array.isArray(value)) return value.map(toPlain);
  if (ArrayBuffer.isView(value)) return value instanceof Uint8Array ? undefined : Array.from(value as never, toPlain);
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => {
      const plain = toPlain(item);
      return plain === undefined || plain === null ? [] : [[key, plain]];
    }),
  );
}

function unreadable({ name }: ByteSource, error: unknown): ImportError {
  if (error instanceof ImportError) return error;
  const reason = String((error as Error).message)
    .split('\n')[0]!
    .slice(0, 300);
  return new ImportError('unreadable', `${name} cannot be read as Parquet: ${reason}. Export it again, or as CSV.`);
}

function tooLarge({ name }: ByteSource): ImportError {
  return new ImportError(
    'too_large',
    `${name} has groups of rows that are larger than ${MAX_GROUP_BYTES / 1024 / 1024} MB. Write it with smaller row groups, or as CSV.`,
  );
}
