import { CLASS_BITS, classOf, DIGIT, IGNORED, LETTER, traitsOf, UPPER_CASE } from '../extraction/character-folding.ts';
import { CONNECTORS } from './name-words.ts';

const MAX_WORD_LENGTH = 40;
const MAX_CONNECTOR_LENGTH = 3;
/** What is longer is no name. It is cut, so that nothing long is remembered. */
const MAX_RUN_LENGTH = 160;
const SPACE = 0x20;
const NO_BREAK_SPACE = 0xa0;
const PLUS = 0x2b;

/** ASCII units: 1 for letters and digits, and 1 for those that can begin a name, capital letters and digits. */
const PARTS = Uint8Array.from({ length: 0x80 }, (_, unit) => (isPart(unit) ? 1 : 0));
const BEGINNINGS = Uint8Array.from({ length: 0x80 }, (_, unit) => (isBeginning(unit) ? 1 : 0));

/** Connectors as one number each. */
const CONNECTOR_CODES = new Set(
  [...CONNECTORS].map((word) => [...word].reduce((code, letter) => code * 0x10000 + letter.charCodeAt(0), 0)),
);

export interface Span {
  start: number;
  end: number;
}

/**
 * Finds the runs in a part of a text: words with a capital letter or a digit, with one space or a connector between them.
 * This looks at every character of every answer.
 */
export function findRuns(
  units: Uint16Array,
  { start: from, end: to }: Span,
  onRun: (start: number, end: number) => void,
) {
  let start = -1;
  let end = from;
  for (let at = from; at < to; at++) {
    const unit = units[at]!;
    // TRICKY: one branch that is hardly ever taken. With one for each kind of character it takes twice as long.
    if ((BEGINNINGS[unit & 0x7f]! | (unit >> 7)) === 0) continue;
    if (unit > 0x7f && !isBeginning(unit)) continue;
    const wordStart = findWordStart(units, end, at);
    const wordEnd = findWordEnd(units, { start: wordStart, from: at + 1, to });
    if (start !== -1 && (wordEnd - start > MAX_RUN_LENGTH || !isJoined(units, end, wordStart))) {
      onRun(start, end);
      start = -1;
    }
    if (start === -1) start = wordStart;
    end = wordEnd;
    at = wordEnd - 1;
  }
  if (start !== -1) onRun(start, end);
}

/** A word may begin before its first capital letter: `iPhone`, `hOmeLabs`. */
function findWordStart(units: Uint16Array, from: number, at: number): number {
  let start = at;
  while (start > from && isPart(units[start - 1]!)) start--;
  return start;
}

function isBeginning(unit: number): boolean {
  const traits = traitsOf(unit);
  return (traits & UPPER_CASE) !== 0 || (traits & CLASS_BITS) === DIGIT;
}

function isPart(unit: number): boolean {
  const part = traitsOf(unit) & CLASS_BITS;
  return part === LETTER || part === DIGIT;
}

/** Where the word ends whose first capital letter or digit is just before `from`. */
function findWordEnd(units: Uint16Array, { start, from, to }: { start: number; from: number; to: number }): number {
  const limit = Math.min(to, start + MAX_WORD_LENGTH);
  let end = from;
  while (end < limit) {
    const unit = units[end]!;
    if (unit < 0x80 && PARTS[unit] === 1) end++;
    else if (isJoint(units, start, end) || isPart(unit) || classOf(unit) === IGNORED) end++;
    else break;
  }
  // `Disney+`
  return end < to && units[end] === PLUS ? end + 1 : end;
}

/** A character that keeps a word together: `De'Longhi`, `AT&T`, `Oral-B`, `J.Crew`, `RTINGS.com`, but not `design.The`. */
function isJoint(units: Uint16Array, start: number, index: number): boolean {
  const unit = units[index]!;
  const isPossible =
    unit === 0x2e ||
    unit === 0x27 ||
    unit === 0x2019 ||
    unit === 0x26 ||
    unit === PLUS ||
    unit === 0x2d ||
    unit === 0x2011 ||
    unit === 0x2f;
  if (!isPossible) return false;
  const traits = traitsOf(units[index + 1]!);
  const part = traits & CLASS_BITS;
  if (part !== LETTER && part !== DIGIT) return false;
  return unit !== 0x2e || (traits & UPPER_CASE) === 0 || index - start === 1;
}

/** Whether a mark before a space belongs to a name: `Lands' End`, `Dr. Martens`. */
function isMarkInside(units: Uint16Array, at: number): boolean {
  const [mark, last] = [units[at], units[at - 1]];
  if (mark === 0x27 || mark === 0x2019) return last === 0x73;
  return mark === 0x2e && last === 0x72 && (units[at - 2] === 0x44 || units[at - 2] === 0x4d);
}

/** Whether nothing is between two words of a name but a space, such a mark, or a connector with spaces around it. */
function isJoined(units: Uint16Array, start: number, end: number): boolean {
  const first = units[start]!;
  if (end - start === 1) return first === SPACE || first === NO_BREAK_SPACE;
  if (end - start === 2) return units[start + 1] === SPACE && isMarkInside(units, start);
  if (first !== SPACE || units[end - 1] !== SPACE || end - start > MAX_CONNECTOR_LENGTH + 2) return false;
  let code = 0;
  for (let at = start + 1; at < end - 1; at++) code = code * 0x10000 + units[at]!;
  return CONNECTOR_CODES.has(code);
}
