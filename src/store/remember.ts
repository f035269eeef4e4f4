import type { Store } from './store.ts';

const KEPT = 10_000;

interface Remembered {
  revision: number;
  value: unknown;
}

const memories = new WeakMap<Store, Map<string, Remembered>>();

/**
 * Remembers what small reads gave until anything is written: most requests ask for the same key, project and settings.
 * Where others may write too, nothing is remembered.
 */
export async function remember<Value>(store: Store, key: string, read: () => Promise<Value>): Promise<Value> {
  const { revision } = store;
  if (revision === null) return read();
  let memory = memories.get(store);
  if (!memory) {
    memory = new Map();
    memories.set(store, memory);
  }
  const known = memory.get(key);
  if (known && known.revision === revision) return known.value as Value;
  const value = await read();
  // Something may have been written while it was read.
  if (store.revision === revision) memory.set(key, { revision, value });
  if (memory.size > KEPT) memory.clear();
  return value;
}
