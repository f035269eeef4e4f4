import type { Store } from './store.ts';

const MAXIMUM_REMEMBERED = 10_000;

interface Remembered {
  revision: number;
  value: unknown;
}

const memories = new WeakMap<Store, Map<string, Remembered>>();

/**
 * Remembers the results of small reads until something is written: most requests need the same key, project and settings.
 * Nothing is remembered if other processes may write to the store.
 */
export async function remember<Value>(store: Store, key: string, read: () => Promise<Value>): Promise<Value> {
  if (store.is_shared) return read();
  const { revision } = store;
  let memory = memories.get(store);
  if (!memory) {
    memory = new Map();
    memories.set(store, memory);
  }
  const known = memory.get(key);
  if (known && known.revision === revision) return known.value as Value;
  const value = await read();
  // Something may have been written during the read.
  if (store.revision === revision) memory.set(key, { revision, value });
  if (memory.size > MAXIMUM_REMEMBERED) memory.clear();
  return value;
}
