/** A file, wherever it is. It can be read more than once and from any place. */
export interface ByteSource {
  /** The name of the file. Its extension is a hint at the format. */
  name: string;
  size: number;
  /** The bytes from `start` up to `end`, which is not included; fewer at the end of the file. */
  read(start: number, end: number): Promise<Uint8Array>;
}

const CHUNK_BYTES = 256 * 1024;

/** A part of the file in chunks. */
export async function* readChunks(
  source: ByteSource,
  { start = 0, end = source.size }: { start?: number; end?: number } = {},
): AsyncGenerator<Uint8Array> {
  for (let at = start; at < end; at += CHUNK_BYTES) {
    const chunk = await source.read(at, Math.min(end, at + CHUNK_BYTES));
    if (chunk.length === 0) return;
    yield chunk;
  }
}

export function toByteSource(name: string, bytes: Uint8Array | string): ByteSource {
  const all = typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes;
  return { name, size: all.length, read: async (start, end) => all.subarray(start, end) };
}
