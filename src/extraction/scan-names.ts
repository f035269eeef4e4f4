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
import { followFolded, type NameTrie, NONE, toOpening, WORD } from './name-trie.ts';

/** Called for every occurrence: where it starts and ends, and the key's place in the list, or a negative number for a word. */
export type OnOccurrence = (start: number, end: number, key: number) => void;

// More than this many accents or invisible characters in a row are no spelling of a name, and skipping them at every
// place would cost a hostile text quadratic time.
const LONGEST_IGNORED_RUN = 8;

// The functions below stand alone instead of being closures over a trie, and the hot one reads only constants of this
// module: V8 then compiles them once, and well, for all tries.
const LAST_ASCII = 0x7f;
const UNIT_BITS = 7;
const OPENING_BITS = 5;
const OPENING_UNIT = 31;
const LAST_OPENING = 2 ** 15 - 1;
/** For two ASCII units, 1 where a word may start with the second. */
const starts = Uint8Array.from({ length: 2 ** (2 * UNIT_BITS) }, (_, pair) =>
  startsAfter(traitsOf(pair >> UNIT_BITS), traitsOf(pair & LAST_ASCII)) ? 1 : 0,
);

/** The code units of a text, followed by some zeros. */
interface Units {
  units: Uint16Array;
  length: number;
}

/**
 * Reports every key that occurs in `text` between word boundaries. One pass, whatever the number of keys; each place costs
 * at most the length of the longest key.
 */
export function scanNames(trie: NameTrie, text: string, onOccurrence: OnOccurrence): void {
  const scanned = toUnits(text);
  const count = findPlaces(scanned, trie.openings);
  for (let n = 0; n < count; n++) {
    const i = places[n]!;
    if (isWordStart(scanned.units, i)) scanFrom(trie, scanned, i, onOccurrence);
  }
}

/**
 * Nearly all of a text is passed over here: no key opens with the three units at a place, whatever stands around them.
 * Two places a turn and no call but in rare cases: this is the price of every character.
 */
function findPlaces({ units, length }: Units, openings: Uint8Array): number {
  let count = 0;
  let opening = toOpening(0, units[0]!, units[1]!);
  let before = units[0]! | units[1]!;
  for (let i = 0; i < length; i += 2) {
    const third = units[i + 2]!;
    const fourth = units[i + 3]!;
    const first = ((opening << OPENING_BITS) | (third & OPENING_UNIT)) & LAST_OPENING;
    const second = ((first << OPENING_BITS) | (fourth & OPENING_UNIT)) & LAST_OPENING;
    const isBeyond = (before | third | fourth) > LAST_ASCII;
    if (isBeyond || (openings[first]! | openings[second]!) !== 0) {
      const isHidden = isBeyond && hidesOpening(units, i);
      const own = units[i]!;
      const next = units[i + 1]!;
      if (isHidden || (openings[first] !== 0 && mayStart(i === 0 ? 0 : units[i - 1]!, own))) places[count++] = i;
      if (isHidden || (openings[second] !== 0 && mayStart(own, next))) places[count++] = i + 1;
    }
    opening = second;
    before = third | fourth;
  }
  return count;
}

/** Whether a word may start with a unit, as far as the unit before tells: most places are inside words. */
function mayStart(before: number, unit: number): boolean {
  return (before | unit) > LAST_ASCII || starts[(before << UNIT_BITS) | unit] !== 0;
}

/** Whether one of four units stands for something else than its own five bits, so that the places have to be looked at. */
function hidesOpening(units: Uint16Array, start: number): boolean {
  for (let i = start; i < start + 4; i++) {
    const unit = units[i]!;
    if (unit <= LAST_ASCII) continue;
    const fold = foldOf(unit);
    if (fold === EXPANDED || ((fold ^ unit) & OPENING_UNIT) !== 0 || classOf(unit) === IGNORED) return true;
  }
  return false;
}

function scanFrom(trie: NameTrie, scanned: Units, start: number, onOccurrence: OnOccurrence): void {
  const { units, length } = scanned;
  const { keyAt } = trie;
  const jump = jumpFrom(trie, units, start);
  let node = jump > 0 ? jump : followFolded(trie, 0, units[start]!);
  let i = jump > 0 ? start + 3 : start + 1;
  while (node > 0) {
    if (keyAt[node] !== NONE) report(trie, node, scanned, { start, end: i }, onOccurrence);
    if (units[i]! > LAST_ASCII) i = skipIgnored(scanned, i);
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

function report(trie: NameTrie, node: number, scanned: Units, span: Span, onOccurrence: OnOccurrence): void {
  if (!isWordEnd(scanned, span.end)) return;
  const { units, length } = scanned;
  let { end } = span;
  while (end < length && end - span.end < LONGEST_IGNORED_RUN && isAccent(units[end]!)) end++;
  const key = trie.keyAt[node]!;
  if (key >= 0) onOccurrence(span.start, end, key);
  if (trie.wordAt[node] === 1) onOccurrence(span.start, end, WORD);
}

function isWordStart(units: Uint16Array, i: number): boolean {
  const traits = traitsOf(units[i]!);
  if (traits === IGNORED) return false;
  // A run of what is ignored is looked through once only, from the place after it.
  let last = i - 1;
  while (last >= 0 && traitsOf(units[last]!) === IGNORED) last--;
  return startsAfter(last < 0 ? OTHER : traitsOf(units[last]!), traits);
}

/** Also at a capital after a small letter or a digit: some channels run sentences and lists together. */
function startsAfter(before: number, traits: number): boolean {
  const kind = traits & CLASS_BITS;
  if (kind === OTHER || kind === UNSPACED) return true;
  const kindBefore = before & CLASS_BITS;
  if (kindBefore === OTHER || kindBefore === UNSPACED) return true;
  return (traits & UPPER_CASE) !== 0 && (kindBefore === DIGIT || (before & UPPER_CASE) === 0);
}

/** Whether a word may end before `i`: also before a capital, which the caller has to judge. */
function isWordEnd({ units, length }: Units, i: number): boolean {
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

/** The next unit that counts, or the text's end where too many in a row do not. */
function skipIgnored({ units, length }: Units, from: number): number {
  let i = from;
  while (i < length && classOf(units[i]!) === IGNORED) if (++i - from > LONGEST_IGNORED_RUN) return length;
  return i;
}

function isAsciiLetter(unit: number): boolean {
  const small = unit | 0x20;
  return small >= 0x61 && small <= 0x7a && unit <= LAST_ASCII;
}

// The hot loop reads ahead.
const PADDING = 4;
let scratch = Buffer.alloc(32 * 1024);
let places = new Int32Array(scratch.length / 2);
let scratchUnits = new Uint16Array(scratch.buffer, scratch.byteOffset, scratch.length / 2);

/** The code units of a text in an array that the next call reuses: reading them there costs a third of `charCodeAt`. */
function toUnits(text: string): Units {
  if (text.length + PADDING > scratchUnits.length) {
    scratch = Buffer.alloc((text.length + PADDING) * 2);
    scratchUnits = new Uint16Array(scratch.buffer, scratch.byteOffset, text.length + PADDING);
    places = new Int32Array(text.length + PADDING);
  }
  scratch.write(text, 'utf16le');
  scratchUnits.fill(0, text.length, text.length + PADDING);
  return { units: scratchUnits, length: text.length };
}
