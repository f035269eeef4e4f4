import {
  type AsyncBuffer,
  type Compressors,
  parquetMetadataAsync,
  parquetReadObjects,
  parquetSchema,
  snappyUncompress,
} from 'hyparquet';
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
import { checkDeclared, checkPages, createMeter } from './parquet-bounds.ts';
import { checkColumnCount, type Records, type SourceRecord } from './records.ts';

/** Our own list: that of the package needs WebAssembly, which the policy of the dashboard does not allow. */
const COMPRESSORS: Compressors = {
  SNAPPY: unpackSnappy,
  GZIP: decompressGzip,
  BROTLI: decompressBrotli,
  ZSTD: (input, bytes) => decompressZstd(input, new Uint8Array(bytes)),
  LZ4: decompressLz4,
  LZ4_RAW: decompressLz4Raw,
};

const PARSERS = {
  dateFromDays: (days: number) => toIso(days * DAY_MS)?.slice(0, 10),
  timestampFromMilliseconds: (time: bigint) => toIso(Number(time)),
  timestampFromMicroseconds: (time: bigint) => toIso(Number(time / 1000n)),
  timestampFromNanoseconds: (time: bigint) => toIso(Number(time / 1_000_000n)),
};

/** Opens a Parquet file. Its groups of rows are read one after the other. */
export async function openParquet(source: ByteSource): Promise<Records> {
  const file = { byteLength: source.size, slice: (start: number, end?: number) => readBuffer(source, { start, end }) };
  const { metadata, columns } = await readMetadata(source, file).catch((error) => {
    throw unreadable(source, error);
  });
  const total = Math.max(1, Number(metadata.num_rows));

  async function* read(): AsyncGenerator<SourceRecord> {
    const [unpack, unpackTexts] = [createMeter(source), createMeter(source)];
    let place = 0;
    for (const group of metadata.row_groups) {
      const [rowStart, rowEnd] = [place, place + Number(group.num_rows)];
      const readGroup = async () => {
        await checkPages(source, { file, group, unpack });
        const options = { file, metadata, rowStart, rowEnd, compressors: COMPRESSORS, parsers: PARSERS };
        const rows = await parquetReadObjects({ ...options, geoparquet: false });
        if (rows.length < rowEnd - rowStart) throw new Error('rows are missing');
        // Rows share a text that is in the file once, but everything that comes after them goes through it once for each.
        for (const row of rows) unpackTexts(countCharacters(row));
        return rows;
      };
      const rows = await readGroup().catch((error) => {
        throw unreadable(source, error, { place });
      });
      for (const row of rows) {
        place += 1;
        yield { place, values: toPlain(row) as Record<string, unknown>, progress: place / total };
      }
    }
  }
  return { format: 'parquet', unit: 'row', columns, notices: [], read };
}

async function readMetadata(source: ByteSource, file: AsyncBuffer) {
  const metadata = await parquetMetadataAsync(file, { geoparquet: false });
  const columns = parquetSchema(metadata).children.map(({ element }) => element.name);
  // Fields inside of columns are columns of their own in the file.
  checkColumnCount(metadata.schema.filter(({ num_children }) => !num_children).length);
  checkDeclared(source, metadata);
  return { metadata, columns };
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

function countCharacters(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return 0;
  let count = 0;
  for (const item of Object.values(value)) count += countCharacters(item);
  return count;
}

/** The library's messages are about its own insides, so they only decide between two sentences. */
function unreadable({ name }: ByteSource, error: unknown, { place = 0 }: { place?: number } = {}): ImportError {
  if (error instanceof ImportError) return error;
  if (/^parquet unsupported (compression codec|encoding): \w*[A-Z]/.test(String((error as Error)?.message))) {
    return new ImportError(
      'unreadable',
      `${name} is compressed or encoded in a way that Overheard does not read. Export it with Snappy or Zstandard, or as CSV.`,
    );
  }
  const from = place === 0 ? '' : ` from row ${place + 1} on`;
  return new ImportError(
    'unreadable',
    `${name} cannot be read as Parquet${from}: it is damaged, or not all of it was downloaded. Export it again, or as CSV.`,
  );
}
