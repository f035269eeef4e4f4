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
// Latin, Greek, Cyrillic, Hebrew and Arabic first letters get a table; the others go through the edges.
const TABLE_UNITS = 0x700;
const ASCII_UNITS = 0x80;
const ASCII_SHIFT = 7;
const NONE = -2;
const WORD = -1;

/**
 * Keys are folded names (`foldText`); occurrences carry the key's place in the list, or a negative number for one of the
 * `words`, which are looked for beside them.
 */
export function createNameTrie(keys: readonly string[], words: readonly string[] = []): NameTrie {
  const { keyAt, follow, wordAt } = createEdges(keys, words);
  const firstNodes = Int32Array.from({ length: TABLE_UNITS }, (_, unit) => enter(unit));

  const pairs = createPairs();

  /** For two ASCII units, 1 where some key may start with them: most words end here. */
  function createPairs(): Uint8Array {
    const table = new Uint8Array(ASCII_UNITS * ASCII_UNITS);
    for (let unit = 0; unit < ASCII_UNITS; unit++) {
      const node = firstNodes[unit]!;
      if (node === 0) continue;
      const isWholeKey = keyAt[node] !== NONE;
      for (let next = 0; next < ASCII_UNITS; next++) {
        if (isWholeKey || follow(node, foldOf(next)) >= 0) table[(unit << ASCII_SHIFT) | next] = 1;
      }
    }
    return table;
  }

  /** The node that a text's unit leads to from the root, or 0. */
  function enter(unit: number): number {
    const fold = foldOf(unit);
    if (fold !== EXPANDED) return Math.max(0, follow(0, fold));
    const expansion = expansionOf(unit);
    let node = 0;
    for (let k = 0; k < expansion.length && node >= 0; k++) node = follow(node, expansion.charCodeAt(k));
    return Math.max(0, node);
  }

  function scanFrom(
    units: Uint16Array,
    place: { start: number; length: number; node: number },
    onOccurrence: OnOccurrence,
  ): void {
    const { start, length } = place;
    let { node } = place;
    let i = start + 1;
    for (;;) {
      const key = keyAt[node]!;
      if (key !== NONE && isWordEnd(units, i, length)) {
        let end = i;
        while (end < length && end - i < LONGEST_IGNORED_RUN && isAccent(units[end]!)) end++;
        if (key >= 0) onOccurrence(start, end, key);
        if (wordAt[node] === 1) onOccurrence(start, i, WORD);
      }
      let ignored = 0;
      let unit = 0;
      for (;;) {
        if (i >= length) return;
        unit = units[i]!;
        if (classOf(unit) !== IGNORED) break;
        i++;
        if (++ignored > LONGEST_IGNORED_RUN) return;
      }
      const fold = foldOf(unit);
      if (fold === EXPANDED) {
        const expansion = expansionOf(unit);
        for (let k = 0; k < expansion.length && node >= 0; k++) node = follow(node, expansion.charCodeAt(k));
      } else {
        node = follow(node, fold);
      }
      if (node < 0) return;
      i++;
    }
  }

  return {
    scan(text, onOccurrence) {
      const units = toUnits(text);
      const length = text.length;
      let before = OTHER;
      let i = 0;
      while (i < length) {
        let unit = 0;
        let step = PASS;
        let node = 0;
        // Without a call in it, this inner loop runs several times faster. Nearly all of a text is passed over here.
        for (; i < length; i++) {
          unit = units[i]!;
          const traits = traitsTable[unit]!;
          step = steps[(before << TRAIT_SHIFT) | traits]!;
          if (step === LOOK) break;
          before = traits;
          if (step === PASS) continue;
          node = unit < TABLE_UNITS ? firstNodes[unit]! : -1;
          if (node === 0) continue;
          const next = units[i + 1]!;
          if (unit >= ASCII_UNITS || next >= ASCII_UNITS || pairs[(unit << ASCII_SHIFT) | next] === 1) break;
        }
        if (i >= length) return;
        if (step === LOOK) {
          const traits = traitsOf(unit);
          if (traits !== IGNORED) {
            node = steps[(before << TRAIT_SHIFT) | traits] === START ? -1 : 0;
            before = traits;
          }
        }
        if (node === -1) node = enter(unit);
        if (node > 0) scanFrom(units, { start: i, length, node }, onOccurrence);
        i++;
      }
    },
  };
}

let scratch = Buffer.alloc(32 * 1024);
let scratchUnits = new Uint16Array(scratch.buffer, scratch.byteOffset, scratch.length / 2);

/** The code units of a text in an array that the next call reuses: reading them there costs a third of `charCodeAt`. */
function toUnits(text: string): Uint16Array {
  if (text.length >= scratchUnits.length) {
    scratch = Buffer.alloc((text.length + 1) * 2);
    scratchUnits = new Uint16Array(scratch.buffer, scratch.byteOffset, text.length + 1);
  }
  scratch.write(text, 'utf16le');
  scratchUnits[text.length] = 0;
  return scratchUnits;
}

/** A capital after a small letter or a digit is a place too: some channels run sentences and lists together. */
function isWordStart(before: number, traits: number): boolean {
  const kind = traits & CLASS_BITS;
  const kindBefore = before & CLASS_BITS;
  if (kind === OTHER || kind === UNSPACED || kindBefore === OTHER || kindBefore === UNSPACED) return true;
  return (traits & UPPER_CASE) !== 0 && (kindBefore === DIGIT || (before & UPPER_CASE) === 0);
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

  // Open addressing over (node, unit): the lookup is a few array reads, without an object for each node.
  const slots = 2 ** Math.ceil(Math.log2(children.length * 2 + 2));
  const mask = slots - 1;
  const slotNode = new Int32Array(slots).fill(-1);
  const slotUnit = new Uint16Array(slots);
  const slotNext = new Int32Array(slots);
  children.forEach((map, node) => {
    for (const [unit, next] of map) {
      let slot = (Math.imul(node, 0x9e3779b1) ^ Math.imul(unit, 0x85ebca6b)) & mask;
      while (slotNode[slot] !== -1) slot = (slot + 1) & mask;
      slotNode[slot] = node;
      slotUnit[slot] = unit;
      slotNext[slot] = next;
    }
  });

  function follow(node: number, unit: number): number {
    let slot = (Math.imul(node, 0x9e3779b1) ^ Math.imul(unit, 0x85ebca6b)) & mask;
    for (;;) {
      const owner = slotNode[slot]!;
      if (owner === -1) return -1;
      if (owner === node && slotUnit[slot] === unit) return slotNext[slot]!;
      slot = (slot + 1) & mask;
    }
  }

  return { keyAt: Int32Array.from(keyOf), wordAt, follow };
}
