import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import { invalid } from '../errors.ts';
import type { ByteSource } from '../importing/byte-source.ts';
import type { Records } from '../importing/records.ts';
import { openTableFile } from '../store/table-file.ts';

/** A file on this machine that is to be imported. */
export interface LocalFile extends ByteSource {
  openParquet(): Promise<Records>;
  close(): Promise<void>;
}

export async function openLocalFile(path: string): Promise<LocalFile> {
  const handle = await open(path).catch(() => undefined);
  const stats = await handle?.stat();
  if (!handle || !stats?.isFile()) {
    await handle?.close();
    throw invalid('FILE', `${path} is not a file. Check the path.`);
  }
  return {
    name: basename(path),
    size: stats.size,
    read: (start, end) => readBytes(handle, { start, end }),
    openParquet: () => openParquet(path),
    close: () => handle.close(),
  };
}

async function readBytes(handle: FileHandle, { start, end }: { start: number; end: number }): Promise<Uint8Array> {
  const buffer = Buffer.allocUnsafe(Math.max(0, end - start));
  let filled = 0;
  while (filled < buffer.length) {
    const { bytesRead } = await handle.read(buffer, filled, buffer.length - filled, start + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

/** The database engine reads the file; it is opened anew for each pass. */
async function openParquet(path: string): Promise<Records> {
  const { columns, close } = await openTableFile(path);
  close();
  return { format: 'parquet', unit: 'row', columns, notices: [], read: () => readParquet(path) };
}

async function* readParquet(path: string): ReturnType<Records['read']> {
  const table = await openTableFile(path);
  try {
    let place = 0;
    for await (const rows of table.rows()) {
      for (const values of rows) {
        place += 1;
        yield { place, values, progress: place / Math.max(1, table.total) };
      }
    }
  } finally {
    table.close();
  }
}
