import { EXPANDED, expansionOf, foldOf } from './character-folding.ts';

/** Folded names, letter by letter. It is built once for a set of brands and then only read. */
export interface NameTrie {
  /** For each node: the key that ends there, `WORD` if only a word does, or `NONE`. */
  keyAt: Int32Array;
  /** For each node: 1 if one of the words ends there. */
  wordAt: Uint8Array;
  /** A hash table over (node, unit). A slot has node, unit, next node and padding, so a step reads one cache line. */
  slots: Int32Array;
  slotMask: number;
  /** `POSSIBLE` for every opening (see `toOpening`) of a key, otherwise 0. Most words are ruled out here. */
  openings: Uint8Array;
  /** For openings of three letters: the node they lead to, or 0. Null for a trie that fits the processor's cache. */
  jumps: Int32Array | null;
}

export const NONE = -2;
export const WORD = -1;
const POSSIBLE = 1;
const SLOT_WORDS = 4;
const FIRST_SLOTS = 1024;
const OPENING_MASK = 31;
const OPENINGS = 2 ** 15;
// With this many keys the trie no longer fits the processor's cache, and skipping its first levels saves time.
const LARGE_KEY_COUNT = 2000;

/** Keys are folded names (`foldText`). Words are found in the same pass. */
export function createNameTrie(keys: readonly string[], words: readonly string[] = []): NameTrie {
  const nodes = createNodes();
  const keyNodes = keys.map(nodes.insert);
  const wordNodes = words.map(nodes.insert);
  const { count, slots, slotMask } = nodes.end();
  const keyAt = new Int32Array(count).fill(NONE);
  const wordAt = new Uint8Array(count);
  keyNodes.forEach((node, key) => {
    keyAt[node] = key;
  });
  for (const node of wordNodes) {
    wordAt[node] = 1;
    if (keyAt[node] === NONE) keyAt[node] = WORD;
  }
  keyAt[0] = NONE;
  const trie = { keyAt, wordAt, slots, slotMask, openings: createOpenings([...keys, ...words]), jumps: null };
  return keys.length < LARGE_KEY_COUNT ? trie : { ...trie, jumps: createJumps(trie) };
}

/** The nodes of a trie while it is built. There may be millions, so they are no objects. */
function createNodes() {
  let count = 1;
  let capacity = FIRST_SLOTS;
  let slots = new Int32Array(capacity * SLOT_WORDS).fill(-1);

  /** The slot of a child, or the free one where it would be. */
  function find(node: number, unit: number): number {
    let slot = toSlot(node, unit) & (capacity - 1);
    for (;;) {
      const at = slot * SLOT_WORDS;
      const owner = slots[at]!;
      if (owner === -1 || (owner === node && slots[at + 1] === unit)) return at;
      slot = (slot + 1) & (capacity - 1);
    }
  }

  function set(at: number, node: number, unit: number, child: number): void {
    slots[at] = node;
    slots[at + 1] = unit;
    slots[at + 2] = child;
  }

  function grow(): void {
    const before = slots;
    capacity *= 2;
    slots = new Int32Array(capacity * SLOT_WORDS).fill(-1);
    for (let at = 0; at < before.length; at += SLOT_WORDS) {
      const node = before[at]!;
      if (node !== -1) set(find(node, before[at + 1]!), node, before[at + 1]!, before[at + 2]!);
    }
  }

  return {
    /** Adds what is missing on the way of a key, and returns the node where it ends. */
    insert(key: string): number {
      let node = 0;
      for (let i = 0; i < key.length; i++) {
        const unit = key.charCodeAt(i);
        let at = find(node, unit);
        if (slots[at] === -1) {
          // At least half of the slots stay free.
          if ((count + 1) * 2 > capacity) {
            grow();
            at = find(node, unit);
          }
          set(at, node, unit, count++);
        }
        node = slots[at + 2]!;
      }
      return node;
    },
    end: () => ({ count, slots, slotMask: capacity - 1 }),
  };
}

/** The child of `node` for a folded unit, or -1. */
function follow(trie: NameTrie, node: number, unit: number): number {
  const { slots, slotMask } = trie;
  let slot = toSlot(node, unit) & slotMask;
  for (;;) {
    const at = slot * SLOT_WORDS;
    const owner = slots[at]!;
    if (owner === -1) return -1;
    if (owner === node && slots[at + 1] === unit) return slots[at + 2]!;
    slot = (slot + 1) & slotMask;
  }
}

/** The node that a unit of a text leads to, or -1. A unit can fold to several. */
export function followFolded(trie: NameTrie, node: number, unit: number): number {
  const fold = foldOf(unit);
  if (fold !== EXPANDED) return follow(trie, node, fold);
  const expansion = expansionOf(unit);
  let next = node;
  for (let k = 0; k < expansion.length && next >= 0; k++) next = follow(trie, next, expansion.charCodeAt(k));
  return next;
}

/** Three ASCII units in 15 bits. Upper and lower case have the same bits. */
export function toOpening(first: number, second: number, third: number): number {
  return ((first & OPENING_MASK) << 10) | ((second & OPENING_MASK) << 5) | (third & OPENING_MASK);
}

function toSlot(node: number, unit: number): number {
  const mixed = Math.imul(node, 0x9e3779b1) ^ Math.imul(unit, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}

function createOpenings(keys: readonly string[]): Uint8Array {
  const openings = new Uint8Array(OPENINGS);
  const allUnits = Array.from({ length: OPENING_MASK + 1 }, (_, unit) => unit);
  for (const key of keys) {
    const [firsts, seconds, thirds] = [0, 1, 2].map((at) => (at < key.length ? toAsciiSpellings(key[at]!) : allUnits));
    for (const first of firsts!) {
      for (const second of seconds!) for (const third of thirds!) openings[toOpening(first, second, third)] = POSSIBLE;
    }
  }
  return openings;
}

/** The ASCII units that fold to a key's unit. Units outside ASCII are always checked. */
function toAsciiSpellings(folded: string): number[] {
  if (folded === ' ') return [...' -\n\t'].map((character) => character.charCodeAt(0));
  return folded === "'" ? [0x27, 0x60] : [folded.charCodeAt(0)];
}

/** Openings in which a shorter key ends have no jump, because the jump would miss that key. */
function createJumps(trie: NameTrie): Int32Array {
  const jumps = new Int32Array(OPENINGS);
  for (let first = 0x61; first <= 0x7a; first++) {
    const one = follow(trie, 0, first);
    for (let second = 0x61; one > 0 && trie.keyAt[one] === NONE && second <= 0x7a; second++) {
      const two = follow(trie, one, second);
      for (let third = 0x61; two > 0 && trie.keyAt[two] === NONE && third <= 0x7a; third++) {
        jumps[toOpening(first, second, third)] = Math.max(0, follow(trie, two, third));
      }
    }
  }
  return jumps;
}
