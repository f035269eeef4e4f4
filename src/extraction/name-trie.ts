import {
  classOf,
  DIGIT,
  EXPANDED,
  expansionOf,
  foldOf,
  IGNORED,
  isUpperCase,
  LETTER,
  OTHER,
  UNSPACED,
} from './character-folding.ts';

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
// First letters of the Latin, Greek, Cyrillic, Hebrew and Arabic scripts get a table; the others go through the edges.
const ROOT_UNITS = 0x700;

/** Keys are folded names (`foldText`); occurrences carry the key's place in the list. */
export function createNameTrie(keys: readonly string[]): NameTrie {
  const edges = createEdges(keys);
  const { rootByUnit, keyAt, follow } = edges;

  function scanFrom(text: string, start: number, firstNode: number, onOccurrence: OnOccurrence): void {
    let node = firstNode;
    let i = start + 1;
    const length = text.length;
    for (;;) {
      const key = keyAt[node]!;
      if (key >= 0 && isWordEnd(text, i)) onOccurrence(start, i, key);
      let ignored = 0;
      let unit = 0;
      let kind = 0;
      for (;;) {
        if (i >= length) return;
        unit = text.charCodeAt(i);
        kind = classOf(unit);
        if (kind !== IGNORED) break;
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
      let before = OTHER;
      let beforeUnit = 0;
      for (let i = 0; i < text.length; i++) {
        const unit = text.charCodeAt(i);
        const kind = classOf(unit);
        if (kind === IGNORED) continue;
        if (isWordStart(before, beforeUnit, kind, unit)) {
          const fold = foldOf(unit);
          const node =
            fold === EXPANDED
              ? edges.enter(expansionOf(unit))
              : fold < ROOT_UNITS
                ? rootByUnit[fold]!
                : follow(0, fold);
          if (node > 0) scanFrom(text, i, node, onOccurrence);
        }
        before = kind;
        beforeUnit = unit;
      }
    },
  };
}

/** A capital after a small letter or a digit is a place too: some channels run sentences and lists together. */
function isWordStart(before: number, beforeUnit: number, kind: number, unit: number): boolean {
  if (before === OTHER || before === UNSPACED || kind === OTHER || kind === UNSPACED) return true;
  return isUpperCase(unit) && (before === DIGIT || !isUpperCase(beforeUnit));
}

/** Whether a word may end before `i`: also before a capital, which the caller has to judge. */
function isWordEnd(text: string, i: number): boolean {
  const inside = classOf(lastUnit(text, i));
  if (inside === OTHER || inside === UNSPACED) return true;
  for (let k = i; k < text.length && k - i <= LONGEST_IGNORED_RUN; k++) {
    const kind = classOf(text.charCodeAt(k));
    if (kind === IGNORED) continue;
    if (kind === OTHER || kind === UNSPACED) return true;
    return kind === LETTER && isUpperCase(text.charCodeAt(k)) && !isUpperCase(lastUnit(text, i));
  }
  return true;
}

function lastUnit(text: string, end: number): number {
  let i = end - 1;
  while (i > 0 && classOf(text.charCodeAt(i)) === IGNORED) i--;
  return text.charCodeAt(i);
}

function createEdges(keys: readonly string[]) {
  const children: Map<number, number>[] = [new Map()];
  const keyOf: number[] = [-1];
  keys.forEach((key, index) => {
    let node = 0;
    for (let i = 0; i < key.length; i++) {
      const unit = key.charCodeAt(i);
      let next = children[node]!.get(unit);
      if (next === undefined) {
        next = children.length;
        children.push(new Map());
        keyOf.push(-1);
        children[node]!.set(unit, next);
      }
      node = next;
    }
    if (node > 0) keyOf[node] = index;
  });

  // Open addressing over (node, unit): the lookup is a few array reads, without an object for each node.
  const slots = 2 ** Math.ceil(Math.log2(children.length * 2 + 2));
  const mask = slots - 1;
  const slotNode = new Int32Array(slots).fill(-1);
  const slotUnit = new Uint16Array(slots);
  const slotNext = new Int32Array(slots);
  const rootByUnit = new Int32Array(ROOT_UNITS);
  children.forEach((map, node) => {
    for (const [unit, next] of map) {
      if (node === 0 && unit < ROOT_UNITS) rootByUnit[unit] = next;
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

  function enter(expansion: string): number {
    let node = 0;
    for (let k = 0; k < expansion.length && node >= 0; k++) node = follow(node, expansion.charCodeAt(k));
    return node;
  }

  return { rootByUnit, keyAt: Int32Array.from(keyOf), follow, enter };
}
