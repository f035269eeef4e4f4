import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import { invalid } from '../../errors.ts';
import type { ByteSource } from '../../importing/byte-source.ts';

/** A file on this machine that is to be imported. */
export interface LocalFile extends ByteSource {
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
