import {
  CLASS_BITS,
  classOf,
  DIGIT,
  EXPANDED,
  expansionOf,
  foldOf,
  IGNORED,
  isAccent,
  isUpperCase,
  knownTraits,
  LETTER,
  OTHER,
  TRAIT_BITS,
  traitsOf,
  UNSPACED,
  UPPER_CASE,
} from './character-folding.ts';

// The hot loop reads only constants of this module: V8 reads imports, and what a closure captures, far slower.
const TRAIT_SHIFT = TRAIT_BITS;
const traitsTable = knownTraits;
// What to do at a unit, by the traits of the one before and its own: one table instead of a dozen comparisons.
const PASS = 0;
const START = 1;
const LOOK = 2;
const ANY = START | LOOK;

function createSteps(): Uint8Array {
  const steps = new Uint8Array(2 ** (2 * TRAIT_BITS));
  for (let before = 0; before < 2 ** TRAIT_BITS; before++) {
    for (let traits = 0; traits < 2 ** TRAIT_BITS; traits++) {
      const isUnclear = traits === 0 || traits === IGNORED;
      steps[(before << TRAIT_BITS) | traits] = isUnclear ? LOOK : isWordStart(before, traits) ? START : PASS;
    }
  }
  return steps;
}

const steps = createSteps();

/** Called for every occurrence of a key: where it starts and ends, and which key it is. */
export type OnOccurrence = (start: number, end: number, key: number) => void;

export interface NameTrie {
  /**
   * Reports every key that occurs in `text` between word boundaries. One pass, whatever the number of keys; each
   * place costs at most the length of the longest key.
   */
  scan(text: string, onOccurrence: OnOccurrence): void;
}

// More than this many accents or invisible characters in a row are no spelling of a name, and skipping them at every
// place would cost a hostile text quadratic time.
const LONGEST_IGNORED_RUN = 8;
const LAST_ASCII = 0x7f;
const SLOT_WORDS = 4;
// From this many keys on, the trie no longer fits the processor's cache, and skipping its first levels pays.
const LARGE = 2000;
const NONE = -2;
const WORD = -1;

/**
 * Keys are folded names (`foldText`); occurrences carry the key's place in the list, or a negative number for one of the
 * `words`, which are looked for beside them.
 */
export function createNameTrie(keys: readonly string[], words: readonly string[] = []): NameTrie {
  const { keyAt, follow, wordAt } = createEdges(keys, words);
  const openings = createOpenings([...keys, ...words]);
  const jumps = keys.length < LARGE ? null : createJumps();

  /** For three small letters, the node that they lead to; 0 where a key ends on the way and would be passed over. */
  function createJumps(): Int32Array {
    const table = new Int32Array(2 ** 15);
    for (let first = 0x61; first <= 0x7a; first++) {
      const one = Math.max(0, follow(0, first));
      for (let second = 0x61; one > 0 && keyAt[one] === NONE && second <= 0x7a; second++) {
        const two = follow(one, second);
        for (let third = 0x61; two > 0 && keyAt[two] === NONE && third <= 0x7a; third++) {
          table[toOpening(first, second, third)] = Math.max(0, follow(two, third));
        }
      }
    }
    return table;
  }

  function jumpFrom(first: number, second: number, third: number): number {
    if (jumps === null || !isAsciiLetter(first) || !isAsciiLetter(second) || !isAsciiLetter(third)) return 0;
    return jumps[toOpening(first, second, third)]!;
  }

  /** The node that a text's unit leads to from the root, or 0. */
  function enter(unit: number): number {
    const fold = foldOf(unit);
    if (fold !== EXPANDED) return Math.max(0, follow(0, fold));
    return Math.max(0, followAll(0, expansionOf(unit)));
  }

  function scanFrom(
    units: Uint16Array,
    place: { start: number; end: number; length: number; node: number },
    onOccurrence: OnOccurrence,
  ): void {
    const { start, length } = place;
    let { node } = place;
    let i = place.end;
    for (;;) {
      if (keyAt[node] !== NONE) report(units, { start, end: i, length, node }, onOccurrence);
      let unit = units[i]!;
      if (unit > LAST_ASCII && classOf(unit) === IGNORED) {
        i = skipIgnored(units, i, length);
        unit = units[i]!;
      }
      if (i >= length) return;
      const fold = foldOf(unit);
      node = fold === EXPANDED ? followAll(node, expansionOf(unit)) : follow(node, fold);
      if (node < 0) return;
      i++;
    }
  }

  function report(
    units: Uint16Array,
    place: { start: number; end: number; length: number; node: number },
    onOccurrence: OnOccurrence,
  ): void {
    const { start, length, node } = place;
    if (!isWordEnd(units, place.end, length)) return;
    let { end } = place;
    while (end < length && end - place.end < LONGEST_IGNORED_RUN && isAccent(units[end]!)) end++;
    const key = keyAt[node]!;
    if (key >= 0) onOccurrence(start, end, key);
    if (wordAt[node] === 1) onOccurrence(start, end, WORD);
  }

  function followAll(from: number, expansion: string): number {
    let node = from;
    for (let k = 0; k < expansion.length && node >= 0; k++) node = follow(node, expansion.charCodeAt(k));
    return node;
  }

  return {
    scan(text, onOccurrence) {
      const units = toUnits(text);
      const length = text.length;
      let before = OTHER;
      let i = 0;
      while (i < length) {
        let unit = units[i]!;
        let second = units[i + 1]!;
        // Nearly all of a text is passed over here, without a call and without a branch that depends on the letters.
        while (i < length) {
          const third = units[i + 2]!;
          const traits = traitsTable[unit]!;
          const isBeyondAscii = (unit | second | third) > LAST_ASCII;
          const mask = isBeyondAscii ? ANY : openings[toOpening(unit, second, third)]!;
          if ((steps[(before << TRAIT_SHIFT) | traits]! & mask) !== 0) break;
          before = traits;
          unit = second;
          second = third;
          i++;
        }
        if (i >= length) return;
        const traits = traitsOf(unit);
        if (traits !== IGNORED) {
          if (steps[(before << TRAIT_SHIFT) | traits] === START) {
            const jump = jumpFrom(unit, second, units[i + 2]!);
            const node = jump > 0 ? jump : enter(unit);
            if (node > 0) scanFrom(units, { start: i, end: jump > 0 ? i + 3 : i + 1, length, node }, onOccurrence);
          }
          before = traits;
        }
        i++;
      }
    },
  };
}

function isAsciiLetter(unit: number): boolean {
  const small = unit | 0x20;
  return small >= 0x61 && small <= 0x7a && unit <= LAST_ASCII;
}

/** Three ASCII units in 15 bits: a capital and its small letter are the same there. */
function toOpening(first: number, second: number, third: number): number {
  return ((first & 31) << 10) | ((second & 31) << 5) | (third & 31);
}

/** For every opening, whether a key may start with it: this spares nearly all words the way into the trie. */
function createOpenings(keys: readonly string[]): Uint8Array {
  const openings = new Uint8Array(2 ** 15).fill(LOOK);
  const every = Array.from({ length: 32 }, (_, unit) => unit);
  for (const key of keys) {
    const [firsts, seconds, thirds] = [0, 1, 2].map((place) =>
      place < key.length ? toAsciiSpellings(key[place]!) : every,
    );
    for (const first of firsts!) {
      for (const second of seconds!) for (const third of thirds!) openings[toOpening(first, second, third)] = ANY;
    }
  }
  return openings;
}

/** The ASCII units that fold to a key's unit; texts with others are looked at anyway. */
function toAsciiSpellings(folded: string): number[] {
  if (folded === ' ') return [...' -\n\t'].map((character) => character.charCodeAt(0));
  return folded === "'" ? [0x27, 0x60] : [folded.charCodeAt(0)];
}

let scratch = Buffer.alloc(32 * 1024);
let scratchUnits = new Uint16Array(scratch.buffer, scratch.byteOffset, scratch.length / 2);

/** The code units of a text in an array that the next call reuses: reading them there costs a third of `charCodeAt`. */
function toUnits(text: string): Uint16Array {
  if (text.length + 2 > scratchUnits.length) {
    scratch = Buffer.alloc((text.length + 2) * 2);
    scratchUnits = new Uint16Array(scratch.buffer, scratch.byteOffset, text.length + 2);
  }
  scratch.write(text, 'utf16le');
  scratchUnits[text.length] = 0;
  scratchUnits[text.length + 1] = 0;
  return scratchUnits;
}

/** A capital after a small letter or a digit is a place too: some channels run sentences and lists together. */
function isWordStart(before: number, traits: number): boolean {
  const kind = traits & CLASS_BITS;
  const kindBefore = before & CLASS_BITS;
  if (kind === OTHER || kind === UNSPACED || kindBefore === OTHER || kindBefore === UNSPACED) return true;
  return (traits & UPPER_CASE) !== 0 && (kindBefore === DIGIT || (before & UPPER_CASE) === 0);
}

/** The next unit that counts, or `length` where too many in a row do not. */
function skipIgnored(units: Uint16Array, from: number, length: number): number {
  let i = from;
  while (i < length && classOf(units[i]!) === IGNORED) if (++i - from > LONGEST_IGNORED_RUN) return length;
  return i;
}

/** Whether a word may end before `i`: also before a capital, which the caller has to judge. */
function isWordEnd(units: Uint16Array, i: number, length: number): boolean {
  let last = i - 1;
  while (last > 0 && classOf(units[last]!) === IGNORED) last--;
  const inside = classOf(units[last]!);
  if (inside === OTHER || inside === UNSPACED) return true;
  for (let k = i; k < length && k - i <= LONGEST_IGNORED_RUN; k++) {
    const kind = classOf(units[k]!);
    if (kind === IGNORED) continue;
    if (kind === OTHER || kind === UNSPACED) return true;
    return kind === LETTER && isUpperCase(units[k]!) && !isUpperCase(units[last]!);
  }
  return true;
}

function createEdges(keys: readonly string[], words: readonly string[]) {
  const children: Map<number, number>[] = [new Map()];
  const keyOf: number[] = [NONE];
  function insert(key: string): number {
    let node = 0;
    for (let i = 0; i < key.length; i++) {
      const unit = key.charCodeAt(i);
      let next = children[node]!.get(unit);
      if (next === undefined) {
        next = children.length;
        children.push(new Map());
        keyOf.push(NONE);
        children[node]!.set(unit, next);
      }
      node = next;
    }
    return node;
  }
  keys.forEach((key, index) => {
    keyOf[insert(key)] = index;
  });
  const wordNodes = words.map(insert);
  const wordAt = new Uint8Array(children.length);
  for (const node of wordNodes) {
    wordAt[node] = 1;
    if (keyOf[node] === NONE) keyOf[node] = WORD;
  }
  keyOf[0] = NONE;

  // Open addressing over (node, unit), node, unit and next node side by side: a step down costs one cache line.
  const slots = 2 ** Math.ceil(Math.log2(children.length * 2 + 2));
  const mask = slots - 1;
  const table = new Int32Array(slots * SLOT_WORDS).fill(-1);
  children.forEach((map, node) => {
    for (const [unit, next] of map) {
      let slot = toSlot(node, unit) & mask;
      while (table[slot * SLOT_WORDS] !== -1) slot = (slot + 1) & mask;
      table.set([node, unit, next], slot * SLOT_WORDS);
    }
  });

  function follow(node: number, unit: number): number {
    let slot = toSlot(node, unit) & mask;
    for (;;) {
      const at = slot * SLOT_WORDS;
      const owner = table[at]!;
      if (owner === -1) return -1;
      if (owner === node && table[at + 1] === unit) return table[at + 2]!;
      slot = (slot + 1) & mask;
    }
  }

  return { keyAt: Int32Array.from(keyOf), wordAt, follow };
}

function toSlot(node: number, unit: number): number {
  const mixed = Math.imul(node, 0x9e3779b1) ^ Math.imul(unit, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}
