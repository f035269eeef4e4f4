import { pipeline, Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
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
  const tail = toBuffer(
    await source.read(Math.max(0, source.size - END_RECORD_BYTES - MAX_COMMENT_BYTES), source.size),
  );
  let at = tail.length - END_RECORD_BYTES;
  while (at >= 0 && tail.readUInt32LE(at) !== END_RECORD) at -= 1;
  if (at < 0) throw damaged(source);
  const size = tail.readUInt32LE(at + 12);
  const start = tail.readUInt32LE(at + 16);
  if (size > MAX_DIRECTORY_BYTES || start + size > source.size) throw damaged(source);
  return parseDirectory(source, toBuffer(await source.read(start, start + size)));
}

function parseDirectory(source: ByteSource, directory: Buffer): Map<string, ZipEntry> {
  const entries = new Map<string, ZipEntry>();
  let at = 0;
  while (at + DIRECTORY_RECORD_BYTES <= directory.length && directory.readUInt32LE(at) === DIRECTORY_RECORD) {
    const nameBytes = directory.readUInt16LE(at + 28);
    const isEncrypted = (directory.readUInt16LE(at + 8) & 1) === 1;
    if (isEncrypted) throw encrypted(source);
    const name = directory.toString('utf8', at + DIRECTORY_RECORD_BYTES, at + DIRECTORY_RECORD_BYTES + nameBytes);
    entries.set(name, {
      method: directory.readUInt16LE(at + 10),
      compressedSize: directory.readUInt32LE(at + 20),
      size: directory.readUInt32LE(at + 24),
      start: directory.readUInt32LE(at + 42),
    });
    at += DIRECTORY_RECORD_BYTES + nameBytes + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return entries;
}

async function* readEntry(source: ByteSource, { method, compressedSize, start }: ZipEntry): AsyncGenerator<Uint8Array> {
  const header = toBuffer(await source.read(start, start + LOCAL_RECORD_BYTES));
  if (header.length < LOCAL_RECORD_BYTES || (method !== 0 && method !== 8)) throw damaged(source);
  const from = start + LOCAL_RECORD_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28);
  const stored = readChunks(source, { start: from, end: Math.min(source.size, from + compressedSize) });
  let bytes = 0;
  try {
    for await (const chunk of method === 0 ? stored : inflate(stored)) {
      bytes += chunk.length;
      if (bytes > MAX_BYTES || (bytes > UNCHECKED_BYTES && bytes > MAX_RATIO * compressedSize)) throw tooLarge(source);
      yield chunk;
    }
  } catch (error) {
    if (String((error as { code?: string }).code).startsWith('Z_')) throw damaged(source);
    throw error;
  }
}

function inflate(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const output = createInflateRaw();
  // Whoever reads the output hears of errors.
  pipeline(Readable.from(chunks), output, () => {});
  return output;
}

function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
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
