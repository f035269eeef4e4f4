import { type ByteSource, readChunks } from './byte-source.ts';
import { ImportError } from './import-error.ts';

interface ZipEntry {
  method: number;
  compressedSize: number;
  /** As the archive says; it may be wrong. */
  size: number;
  /** Where its local header is. */
  start: number;
}

export interface ZipFile {
  has(path: string): boolean;
  /** How many bytes a file has uncompressed, as the archive says. It may be wrong. */
  sizeOf(path: string): number;
  /** The content of a file in the archive, uncompressed, in chunks. */
  read(path: string): AsyncGenerator<Uint8Array>;
}

const END_RECORD = 0x06054b50;
const END_RECORD_BYTES = 22;
const MAX_COMMENT_BYTES = 65_535;
const DIRECTORY_RECORD = 0x02014b50;
const DIRECTORY_RECORD_BYTES = 46;
const LOCAL_RECORD_BYTES = 30;
/** A spreadsheet has a few dozen parts. */
const MAX_DIRECTORY_BYTES = 16 * 1024 * 1024;

/** Real sheets shrink to a fiftieth at most. A file that grows far more when it is unpacked is made to exhaust its reader. */
const MAX_RATIO = 200;
const UNCHECKED_BYTES = 64 * 1024 * 1024;
const MAX_BYTES = 4 * 1024 * 1024 * 1024;
/** Browsers unpack all of a piece at once, and a byte grows to a thousand at most. */
const INFLATED_PIECE_BYTES = 16 * 1024;

/** Opens a ZIP archive by the directory at its end. */
export async function openZip(source: ByteSource): Promise<ZipFile> {
  const entries = await readDirectory(source);
  return {
    has: (path) => entries.has(path),
    sizeOf: (path) => entries.get(path)?.size ?? 0,
    async *read(path) {
      const entry = entries.get(path);
      if (!entry) throw damaged(source);
      yield* readEntry(source, entry);
    },
  };
}

async function readDirectory(source: ByteSource): Promise<Map<string, ZipEntry>> {
  const tail = toView(await source.read(Math.max(0, source.size - END_RECORD_BYTES - MAX_COMMENT_BYTES), source.size));
  let at = tail.byteLength - END_RECORD_BYTES;
  while (at >= 0 && tail.getUint32(at, true) !== END_RECORD) at -= 1;
  if (at < 0) throw damaged(source);
  const size = tail.getUint32(at + 12, true);
  const start = tail.getUint32(at + 16, true);
  if (size > MAX_DIRECTORY_BYTES || start + size > source.size) throw damaged(source);
  return parseDirectory(source, await source.read(start, start + size));
}

function parseDirectory(source: ByteSource, directory: Uint8Array): Map<string, ZipEntry> {
  const entries = new Map<string, ZipEntry>();
  const view = toView(directory);
  const decoder = new TextDecoder();
  let at = 0;
  while (at + DIRECTORY_RECORD_BYTES <= directory.length && view.getUint32(at, true) === DIRECTORY_RECORD) {
    const nameBytes = view.getUint16(at + 28, true);
    const isEncrypted = (view.getUint16(at + 8, true) & 1) === 1;
    if (isEncrypted) throw encrypted(source);
    const nameStart = at + DIRECTORY_RECORD_BYTES;
    entries.set(decoder.decode(directory.subarray(nameStart, nameStart + nameBytes)), {
      method: view.getUint16(at + 10, true),
      compressedSize: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      start: view.getUint32(at + 42, true),
    });
    at = nameStart + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

async function* readEntry(source: ByteSource, { method, compressedSize, start }: ZipEntry): AsyncGenerator<Uint8Array> {
  const header = toView(await source.read(start, start + LOCAL_RECORD_BYTES));
  if (header.byteLength < LOCAL_RECORD_BYTES || (method !== 0 && method !== 8)) throw damaged(source);
  const from = start + LOCAL_RECORD_BYTES + header.getUint16(26, true) + header.getUint16(28, true);
  const stored = readChunks(source, { start: from, end: Math.min(source.size, from + compressedSize) });
  let bytes = 0;
  for await (const chunk of method === 0 ? stored : inflate(source, stored)) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES || (bytes > UNCHECKED_BYTES && bytes > MAX_RATIO * compressedSize)) throw tooLarge(source);
    yield chunk;
  }
}

async function* inflate(source: ByteSource, chunks: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { readable, writable } = new DecompressionStream('deflate-raw');
  const writer = writable.getWriter();
  const reader = readable.getReader();
  let readError: unknown;
  const written = (async () => {
    try {
      for await (const chunk of chunks) {
        for (let at = 0; at < chunk.length; at += INFLATED_PIECE_BYTES) {
          await writer.ready;
          // Whoever reads the output hears of errors.
          writer.write(chunk.subarray(at, at + INFLATED_PIECE_BYTES) as Uint8Array<ArrayBuffer>).catch(() => {});
        }
      }
      await writer.close();
    } catch (error) {
      readError = error;
      await writer.abort(error).catch(() => {});
    }
  })();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value as Uint8Array;
  } catch {
    await written;
    throw readError instanceof ImportError ? readError : damaged(source);
  } finally {
    await reader.cancel().catch(() => {});
    await written;
  }
}

function toView({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

function damaged({ name }: ByteSource): ImportError {
  return new ImportError('unreadable', `${name} is damaged or not a spreadsheet. Save it again as .xlsx, or as CSV.`);
}

function encrypted({ name }: ByteSource): ImportError {
  return new ImportError('unreadable', `${name} is protected with a password. Save it without one, or as CSV.`);
}

export function tooLarge({ name }: ByteSource): ImportError {
  return new ImportError('too_large', `${name} is too large for a spreadsheet when it is unpacked. Save it as CSV.`);
}
