/**
 * A table from hashes to small numbers. A `Map` would put most hashes on the heap as numbers of their own, because they do not
 * fit into a small integer, and looking one up would take ten times as long.
 */
export interface HashTable {
  /** The value of a hash; 0 if there is none. */
  get(hash: number): number;
  set(hash: number, value: number): void;
  readonly size: number;
  clear(): void;
}

/** Holds up to half as many hashes as it has slots, 2 to the power of `bits`. */
export function createHashTable(bits: number): HashTable {
  const mask = (1 << bits) - 1;
  // Hash and value are next to each other, so that the processor fetches both at once. The value 0 marks a free slot.
  const slots = new Int32Array(2 << bits);
  let size = 0;

  function findSlot(hash: number): number {
    let slot = (hash ^ (hash >>> 15)) & mask;
    while (slots[2 * slot + 1] !== 0 && slots[2 * slot] !== hash) slot = (slot + 1) & mask;
    return 2 * slot;
  }

  return {
    get: (hash) => slots[findSlot(hash | 0) + 1]!,
    set(hash, value) {
      const slot = findSlot(hash | 0);
      if (slots[slot + 1] === 0) size++;
      slots[slot] = hash;
      slots[slot + 1] = value;
    },
    get size() {
      return size;
    },
    clear() {
      slots.fill(0);
      size = 0;
    },
  };
}
