/** In bytes, as far as they can be estimated. What is sent of a value is kept beside it, and takes about as much again. */
const MAXIMUM_SIZE = 48 * 1024 * 1024;
const MAXIMUM_VALUE = 12 * 1024 * 1024;
const SMALLEST = 16;

/** Keeps entries until their values exceed a total size: the oldest go first. Those with a very large value are not kept. */
export function createKeptValues<Kept>(toValue: (kept: Kept) => unknown) {
  const all = new Map<string, { kept: Kept; size: number }>();
  let total = 0;

  function forget(key: string): void {
    total -= all.get(key)?.size ?? 0;
    all.delete(key);
  }

  return {
    find: (key: string): Kept | undefined => all.get(key)?.kept,
    forget,
    keep(key: string, kept: Kept): void {
      forget(key);
      const size = key.length + estimateSize(toValue(kept), MAXIMUM_VALUE);
      if (size > MAXIMUM_VALUE) return;
      all.set(key, { kept, size });
      total += size;
      for (const oldest of all.keys()) {
        if (total <= MAXIMUM_SIZE) break;
        forget(oldest);
      }
    },
    /** Each with its key, the oldest first. */
    *entries(): Generator<[string, Kept]> {
      for (const [key, { kept }] of all) yield [key, kept];
    },
    count: (): number => all.size,
  };
}

/** About how many bytes a value takes; more than the maximum if it is more. */
function estimateSize(value: unknown, maximum: number): number {
  if (typeof value === 'string') return SMALLEST + 2 * value.length;
  if (typeof value !== 'object' || value === null) return SMALLEST;
  if (ArrayBuffer.isView(value)) return SMALLEST + value.byteLength;
  let size = SMALLEST;
  const isIterable = Array.isArray(value) || value instanceof Map || value instanceof Set;
  const parts: Iterable<unknown> = isIterable ? value : Object.values(value);
  for (const part of parts) {
    size += estimateSize(part, maximum - size);
    if (size > maximum) break;
  }
  return size;
}
