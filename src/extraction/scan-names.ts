import {
  CLASS_BITS,
  classOf,
  DIGIT,
  IGNORED,
  isAccent,
  isUpperCase,
  LETTER,
  OTHER,
  TRAIT_BITS,
  traitsOf,
  UNSPACED,
  UPPER_CASE,
} from './character-folding.ts';
import { followFolded, type NameTrie, NONE, POSSIBLE, toOpening, WORD } from './name-trie.ts';

/** Called for every occurrence: where it starts and ends, and the key's place in the list, or a negative number for a word. */
export type OnOccurrence = (start: number, end: number, key: number) => void;

// More than this many accents or invisible characters in a row are no spelling of a name, and skipping them at every
// place would cost a hostile text quadratic time.
const LONGEST_IGNORED_RUN = 8;

// The functions below stand alone instead of being closures over a trie, and the hot one reads only constants of this
// module: V8 then compiles them once, and well, for all tries.
const LAST_ASCII = 0x7f;
const UNIT_BITS = 7;
const TRAITS = 2 ** TRAIT_BITS - 1;
const OPENING_BITS = 5;
const OPENING_UNIT = 31;
const LAST_OPENING = 2 ** 15 - 1;
const transitions = createTransitions();

interface Span {
  start: number;
  end: number;
  length: number;
}

/**
 * Reports every key that occurs in `text` between word boundaries. One pass, whatever the number of keys; each place costs
 * at most the length of the longest key.
 */
export function scanNames(trie: NameTrie, text: string, onOccurrence: OnOccurrence): void {
  const units = toUnits(text);
  const length = text.length;
  let before = OTHER;
  let i = 0;
  for (;;) {
    const stop = passOver(units, trie.openings, { start: i, end: before, length });
    i = stop >> TRAIT_BITS;
    if (i >= length) return;
    before = stop & TRAITS;
    const traits = traitsOf(units[i]!);
    if (traits !== IGNORED) {
      if (isWordStart(before, traits)) scanFrom(trie, units, { start: i, end: i, length }, onOccurrence);
      before = traits;
    }
    i++;
  }
}

/**
 * Nearly all of a text is passed over here, without a call and without a branch that depends on the letters. Takes the
 * traits of the unit before as `end`; returns the next place to look at and, in the lowest bits, the traits before it.
 */
function passOver(units: Uint16Array, openings: Uint8Array, { start, end, length }: Span): number {
  let i = start;
  let before = end;
  let unit = units[i]!;
  let second = units[i + 1]!;
  let third = units[i + 2]!;
  let opening = toOpening(unit, second, third);
  while (i < length && (unit | second | third) <= LAST_ASCII) {
    const step = transitions[(before << UNIT_BITS) | unit]!;
    if ((step & openings[opening]!) !== 0) break;
    before = step & TRAITS;
    unit = second;
    second = third;
    third = units[i + 3]!;
    opening = ((opening << OPENING_BITS) | (third & OPENING_UNIT)) & LAST_OPENING;
    i++;
  }
  return (i << TRAIT_BITS) | before;
}

function scanFrom(trie: NameTrie, units: Uint16Array, { start, length }: Span, onOccurrence: OnOccurrence): void {
  const { keyAt } = trie;
  const jump = jumpFrom(trie, units, start);
  let node = jump > 0 ? jump : followFolded(trie, 0, units[start]!);
  let i = jump > 0 ? start + 3 : start + 1;
  while (node > 0) {
    if (keyAt[node] !== NONE) report(trie, node, units, { start, end: i, length }, onOccurrence);
    if (units[i]! > LAST_ASCII) i = skipIgnored(units, i, length);
    if (i >= length) return;
    node = followFolded(trie, node, units[i]!);
    i++;
  }
}

function jumpFrom({ jumps }: NameTrie, units: Uint16Array, start: number): number {
  if (jumps === null) return 0;
  const first = units[start]!;
  const second = units[start + 1]!;
  const third = units[start + 2]!;
  if (!isAsciiLetter(first) || !isAsciiLetter(second) || !isAsciiLetter(third)) return 0;
  return jumps[toOpening(first, second, third)]!;
}

function report(trie: NameTrie, node: number, units: Uint16Array, span: Span, onOccurrence: OnOccurrence): void {
  if (!isWordEnd(units, span.end, span.length)) return;
  let { end } = span;
  while (end < span.length && end - span.end < LONGEST_IGNORED_RUN && isAccent(units[end]!)) end++;
  const key = trie.keyAt[node]!;
  if (key >= 0) onOccurrence(span.start, end, key);
  if (trie.wordAt[node] === 1) onOccurrence(span.start, end, WORD);
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

/** The next unit that counts, or `length` where too many in a row do not. */
function skipIgnored(units: Uint16Array, from: number, length: number): number {
  let i = from;
  while (i < length && classOf(units[i]!) === IGNORED) if (++i - from > LONGEST_IGNORED_RUN) return length;
  return i;
}

function isAsciiLetter(unit: number): boolean {
  const small = unit | 0x20;
  return small >= 0x61 && small <= 0x7a && unit <= LAST_ASCII;
}

/** For the traits of the unit before and an ASCII unit: its own traits, and `POSSIBLE` where a name may start with it. */
function createTransitions(): Uint8Array {
  const table = new Uint8Array(2 ** (TRAIT_BITS + UNIT_BITS));
  for (let before = 0; before <= TRAITS; before++) {
    for (let unit = 0; unit <= LAST_ASCII; unit++) {
      const traits = traitsOf(unit);
      table[(before << UNIT_BITS) | unit] = isWordStart(before, traits) ? traits | POSSIBLE : traits;
    }
  }
  return table;
}

// The hot loop reads ahead.
const PADDING = 4;
let scratch = Buffer.alloc(32 * 1024);
let scratchUnits = new Uint16Array(scratch.buffer, scratch.byteOffset, scratch.length / 2);

/** The code units of a text in an array that the next call reuses: reading them there costs a third of `charCodeAt`. */
function toUnits(text: string): Uint16Array {
  if (text.length + PADDING > scratchUnits.length) {
    scratch = Buffer.alloc((text.length + PADDING) * 2);
    scratchUnits = new Uint16Array(scratch.buffer, scratch.byteOffset, text.length + PADDING);
  }
  scratch.write(text, 'utf16le');
  scratchUnits.fill(0, text.length, text.length + PADDING);
  return scratchUnits;
}
