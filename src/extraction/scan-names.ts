import {
  CLASS_BITS,
  classOf,
  DIGIT,
  EXPANDED,
  foldOf,
  IGNORED,
  isAccent,
  isUpperCase,
  LETTER,
  OTHER,
  traitsOf,
  UNSPACED,
  UPPER_CASE,
} from './character-folding.ts';
import { toUnits, type Units } from './code-units.ts';
import { findInflectedEnd, type Inflection } from './inflection.ts';
import { followFolded, type NameTrie, NONE, toOpening, WORD } from './name-trie.ts';

/**
 * Called for every occurrence with its start, its end, the index of the key, or a negative number for a word, and where the key
 * itself ends: an ending may follow.
 */
export type OnOccurrence = (start: number, end: number, key: number, keyEnd: number) => void;

interface Scan {
  onOccurrence: OnOccurrence;
  /** The endings that keys may have; null if they have none. */
  inflection: Inflection | null;
}

// No spelling of a name has more accents or invisible characters in a row. Skipping longer runs at every position would
// take quadratic time for a hostile text.
const MAX_IGNORED_RUN = 8;

// The functions below are not closures over a trie, and the hot one reads only constants of this module: V8 then compiles
// them once for all tries, and compiles them well.
const MAX_ASCII = 0x7f;
const UNIT_BITS = 7;
const OPENING_BITS = 5;
const OPENING_MASK = 31;
const MAX_OPENING = 2 ** 15 - 1;
/** For two ASCII units: 1 if a word can start with the second. */
const starts = Uint8Array.from({ length: 2 ** (2 * UNIT_BITS) }, (_, pair) =>
  startsAfter(traitsOf(pair >> UNIT_BITS), traitsOf(pair & MAX_ASCII)) ? 1 : 0,
);

/**
 * Reports every key that occurs in `text` between word boundaries. It takes one pass for any number of keys; each position
 * costs at most as many steps as the longest key has letters.
 */
export function scanNames(trie: NameTrie, text: string, scan: Scan): void {
  const scanned = toUnits(text);
  if (positions.length < scanned.length) positions = new Int32Array(scanned.units.length);
  const count = findStarts(scanned, trie.openings);
  for (let n = 0; n < count; n++) {
    const i = positions[n]!;
    if (isWordStart(scanned.units, i)) scanFrom(trie, scanned, i, scan);
  }
}

let positions = new Int32Array(16 * 1024);

/**
 * Finds the positions where a key may start. At nearly all positions of a text, no key starts with the three units there.
 * TRICKY: this loop runs for every character, so it handles two positions per iteration and rarely calls a function.
 */
function findStarts({ units, length }: Units, openings: Uint8Array): number {
  let count = 0;
  let opening = toOpening(0, units[0]!, units[1]!);
  let before = units[0]! | units[1]!;
  for (let i = 0; i < length; i += 2) {
    const third = units[i + 2]!;
    const fourth = units[i + 3]!;
    const first = ((opening << OPENING_BITS) | (third & OPENING_MASK)) & MAX_OPENING;
    const second = ((first << OPENING_BITS) | (fourth & OPENING_MASK)) & MAX_OPENING;
    const hasNonAscii = (before | third | fourth) > MAX_ASCII;
    if (hasNonAscii || (openings[first]! | openings[second]!) !== 0) {
      const isUnfiltered = hasNonAscii && hasFoldedUnit(units, i);
      const own = units[i]!;
      const next = units[i + 1]!;
      if (isUnfiltered || (openings[first] !== 0 && mayStart(i === 0 ? 0 : units[i - 1]!, own))) positions[count++] = i;
      if (isUnfiltered || (openings[second] !== 0 && mayStart(own, next))) positions[count++] = i + 1;
    }
    opening = second;
    before = third | fourth;
  }
  return count;
}

/** Whether a word can start with a unit after the unit before it. Most positions are inside words. */
function mayStart(before: number, unit: number): boolean {
  return (before | unit) > MAX_ASCII || starts[(before << UNIT_BITS) | unit] !== 0;
}

/** Whether one of four units folds to other bits than its own five, so that the opening says nothing. */
function hasFoldedUnit(units: Uint16Array, start: number): boolean {
  for (let i = start; i < start + 4; i++) {
    const unit = units[i]!;
    if (unit <= MAX_ASCII) continue;
    const fold = foldOf(unit);
    if (fold === EXPANDED || ((fold ^ unit) & OPENING_MASK) !== 0 || classOf(unit) === IGNORED) return true;
  }
  return false;
}

function scanFrom(trie: NameTrie, scanned: Units, start: number, scan: Scan): void {
  const { units, length } = scanned;
  const { keyAt } = trie;
  const jump = jumpFrom(trie, units, start);
  let node = jump > 0 ? jump : followFolded(trie, 0, units[start]!);
  let i = jump > 0 ? start + 3 : start + 1;
  while (node > 0) {
    if (keyAt[node] !== NONE) report(trie, node, scanned, { start, end: i }, scan);
    if (units[i]! > MAX_ASCII) i = skipIgnored(scanned, i);
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

interface Span {
  start: number;
  end: number;
}

function report(trie: NameTrie, node: number, scanned: Units, span: Span, { onOccurrence, inflection }: Scan): void {
  const key = trie.keyAt[node]!;
  if (!isWordEnd(scanned, span.end)) {
    if (key < 0 || inflection === null) return;
    const inflected = findInflectedEnd(scanned, span, inflection);
    if (inflected >= 0) onOccurrence(span.start, inflected, key, span.end);
    return;
  }
  const { units, length } = scanned;
  let { end } = span;
  while (end < length && end - span.end < MAX_IGNORED_RUN && isAccent(units[end]!)) end++;
  if (key >= 0) onOccurrence(span.start, end, key, end);
  if (trie.wordAt[node] === 1) onOccurrence(span.start, end, WORD, end);
}

function isWordStart(units: Uint16Array, i: number): boolean {
  const traits = traitsOf(units[i]!);
  if (traits === IGNORED) return false;
  // This walks back over a run of ignored units only once: from the position after the run.
  let last = i - 1;
  while (last >= 0 && traitsOf(units[last]!) === IGNORED) last--;
  return startsAfter(last < 0 ? OTHER : traitsOf(units[last]!), traits);
}

/** Also true for a capital after a lower-case letter or a digit: some channels drop the spaces between sentences. */
function startsAfter(before: number, traits: number): boolean {
  const kind = traits & CLASS_BITS;
  if (kind === OTHER || kind === UNSPACED) return true;
  const kindBefore = before & CLASS_BITS;
  if (kindBefore === OTHER || kindBefore === UNSPACED) return true;
  return (traits & UPPER_CASE) !== 0 && (kindBefore === DIGIT || (before & UPPER_CASE) === 0);
}

/** Whether a word can end before `i`. Also true before a capital letter, which the caller has to check. */
function isWordEnd({ units, length }: Units, i: number): boolean {
  let last = i - 1;
  while (last > 0 && classOf(units[last]!) === IGNORED) last--;
  const inside = classOf(units[last]!);
  if (inside === OTHER || inside === UNSPACED) return true;
  for (let k = i; k < length && k - i <= MAX_IGNORED_RUN; k++) {
    const kind = classOf(units[k]!);
    if (kind === IGNORED) continue;
    if (kind === OTHER || kind === UNSPACED) return true;
    return kind === LETTER && isUpperCase(units[k]!) && !isUpperCase(units[last]!);
  }
  return true;
}

/** The next unit that is not ignored, or the end of the text after too many ignored ones. */
function skipIgnored({ units, length }: Units, from: number): number {
  let i = from;
  while (i < length && classOf(units[i]!) === IGNORED) if (++i - from > MAX_IGNORED_RUN) return length;
  return i;
}

function isAsciiLetter(unit: number): boolean {
  const small = unit | 0x20;
  return small >= 0x61 && small <= 0x7a && unit <= MAX_ASCII;
}
