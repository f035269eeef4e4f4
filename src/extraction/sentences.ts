import { classOf, DIGIT, isUpperCase, LETTER } from './character-folding.ts';
import { toUnits } from './code-units.ts';
import { BLOCK_END, type ReadableText } from './readable-text.ts';

/** One sentence; a line, list item or table cell without punctuation counts as one. Offsets in the readable text. */
export interface Sentence {
  start: number;
  end: number;
  /** Index of its block. */
  block: number;
}

// A dot after these ends no sentence: abbreviations, and the number of a list item at the start of its line.
const NOT_AN_END =
  /(?:^|[\s(])(?:[A-Z]|Dr|Mr|Mrs|Ms|St|Sr|Jr|vs|No|Inc|Ltd|Co|Corp|Bros|approx|etc|e\.g|i\.e|U\.S|a\.m|p\.m)$|(?:^|[\n\u2029])\d{1,2}$/;

/** The sentences of one block in order. A line break always ends a sentence. */
export function splitBlock({ text, blocks }: ReadableText, block: number): Sentence[] {
  const sentences: Sentence[] = [];
  const { start, end } = blocks[block]!;
  const { units } = toUnits(text);
  let from = start;
  for (let i = start; i < end; i++) {
    if (!mayEndSentence(units[i]!) || !isSentenceEnd(text, i)) continue;
    addSentence(sentences, text, { start: from, end: i + 1, block });
    from = i + 1;
  }
  addSentence(sentences, text, { start: from, end, block });
  return sentences;
}

/** A cheap check that rules out nearly every character. */
function mayEndSentence(unit: number): boolean {
  return unit < 0x40 ? unit === 0x2e || unit === 0x21 || unit === 0x3f || unit === 0x0a : unit > 0x2000;
}

function addSentence(sentences: Sentence[], text: string, sentence: Sentence): void {
  let { start, end } = sentence;
  while (start < end && isSpace(text.charCodeAt(start))) start++;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
  if (start < end) sentences.push({ start, end, block: sentence.block });
}

/** Whether a sentence ends with the character at `index`. Some channels drop the space after it (`design.The`). */
export function isSentenceEnd(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  if (unit === 0x0a || unit === 0x2029 || unit === 0x3002 || unit === 0xff01 || unit === 0xff1f) return true;
  if (unit !== 0x2e && unit !== 0x21 && unit !== 0x3f && unit !== 0x2026) return false;
  let next = index + 1;
  while (next < text.length && next - index < 4 && isClosing(text.charCodeAt(next))) next++;
  if (next >= text.length) return true;
  const following = text.charCodeAt(next);
  if (isSpace(following)) return unit !== 0x2e || !NOT_AN_END.test(text.slice(Math.max(0, index - 8), index));
  return isUpperCase(following) && unit !== 0x2026 && endsWord(text.charCodeAt(index - 1));
}

/** A lower-case letter, a digit, a closing bracket or quote: `design.The`, `(2k+).Best`, but not `U.S.`. */
function endsWord(unit: number): boolean {
  const kind = classOf(unit);
  if (kind === LETTER) return !isUpperCase(unit);
  return kind === DIGIT || isClosing(unit) || unit === 0x25;
}

/**
 * Whether a capital letter at `start` may be there only because of its position: at the start of a sentence, line or
 * quotation, or after a colon or dash.
 */
export function isSentenceStart(text: string, start: number): boolean {
  let i = start - 1;
  while (i >= 0 && start - i < 40 && isOpening(text.charCodeAt(i))) i--;
  if (i < 0) return true;
  const unit = text.charCodeAt(i);
  if (text[i] === BLOCK_END || unit === 0x0a) return true;
  if (unit === 0x3a || unit === 0x2013 || unit === 0x2014 || unit === 0x2022 || unit === 0xfffc) return true;
  if (unit === 0x29 || unit === 0x5d) return start - i === 1;
  if (unit === 0x2d) return i > 0 && isSpace(text.charCodeAt(i - 1));
  return isSentenceEnd(text, i) || isNumbering(text, i);
}

/** `1.`, `2)` before a name: a list in one line. */
function isNumbering(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  return (unit === 0x2e || unit === 0x29) && /(?:^|[\s\u2029])\d{1,2}$/.test(text.slice(Math.max(0, index - 4), index));
}

function isSpace(unit: number): boolean {
  return (
    unit === 0x20 ||
    unit === 0xa0 ||
    unit === 0x0a ||
    unit === 0x09 ||
    unit === 0x2029 ||
    unit === 0x0d ||
    unit === 0xfffc
  );
}

function isClosing(unit: number): boolean {
  return unit === 0x29 || unit === 0x22 || unit === 0x201d || unit === 0x2019 || unit === 0x5d || unit === 0x2a;
}

/** Spaces, opening quotes and brackets, and symbols that start a line (emoji are surrogates). */
function isOpening(unit: number): boolean {
  if (unit === 0x0a) return false;
  if (unit === 0x20 || unit === 0xa0 || unit === 0x09) return true;
  if (unit === 0x22 || unit === 0x201c || unit === 0x2018 || unit === 0x27 || unit === 0x28 || unit === 0x5b)
    return true;
  return (unit >= 0xd800 && unit <= 0xdfff) || unit === 0xfe0f || unit === 0x200d || (unit >= 0x2600 && unit <= 0x27bf);
}
