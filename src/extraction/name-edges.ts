import { classOf, DIGIT, IGNORED, isUpperCase, LETTER, OTHER, UNSPACED } from './character-folding.ts';

export interface NameEdges {
  /** Null if the text from `start` to `end` cannot be a name; otherwise what to append to the rule that found it. */
  judge(start: number, end: number, key: string): '' | '+glued' | null;
}

const MIN_GLUED_LENGTH = 5;
const RUN_TOGETHER = /[a-z\d)][.:!?][A-Z][a-z]/g;

/** The trie finds keys between approximate word boundaries. This checks the characters right before and after a key. */
export function createNameEdges(text: string): NameEdges {
  let runTogether: boolean | undefined;

  /** Whether the text shows that its channel drops the spaces between sentences and list items. */
  function isRunTogether(): boolean {
    if (runTogether === undefined) {
      RUN_TOGETHER.lastIndex = 0;
      let count = 0;
      while (count < 3 && RUN_TOGETHER.test(text)) count++;
      runTogether = count >= 3;
    }
    return runTogether;
  }

  return {
    judge(start, end, key) {
      const before = unitBefore(text, start);
      const after = unitAfter(text, end);
      if (key.length === 1 && !standsAlone(before, after)) return null;
      if (isNumber(key) && isPartOfNumber(text, start, end)) return null;
      const isGluedStart = isGlued(before, text.charCodeAt(start));
      const isGluedEnd = isGlued(after, unitBefore(text, end));
      if (startsInSymbol(text, start) && isWord(before)) return null;
      if (endsInSymbol(text, end) && (classOf(after) === LETTER || after === text.charCodeAt(end - 1))) return null;
      if (!isGluedStart && !isGluedEnd) return '';
      if (isGluedStart && !isGluedEnd && isAfterPrice(text, start)) return '';
      return key.length >= MIN_GLUED_LENGTH && isRunTogether() ? '+glued' : null;
    },
  };
}

function isGlued(outside: number, inside: number): boolean {
  return isWord(outside) && isWord(inside);
}

function isWord(unit: number): boolean {
  const kind = classOf(unit);
  return kind === LETTER || kind === DIGIT;
}

function startsInSymbol(text: string, start: number): boolean {
  return classOf(text.charCodeAt(start)) === OTHER;
}

function endsInSymbol(text: string, end: number): boolean {
  return classOf(text.charCodeAt(end - 1)) === OTHER;
}

/** A single letter or digit is a name only by itself: not in `C++`, `X-ray` or `R&D`. */
function standsAlone(before: number, after: number): boolean {
  if (classOf(before) === UNSPACED || classOf(after) === UNSPACED) return true;
  return (
    ' \n\u00a0\u2029\ufffc("“‘[,/'.includes(String.fromCharCode(before)) &&
    ' \n\u00a0\u2029\ufffc)"”’\',.;:!?]'.includes(String.fromCharCode(after))
  );
}

function isNumber(key: string): boolean {
  return /^\d+$/.test(key);
}

/** Whether the digits belong to a price, a count in brackets, a decimal or a percentage. */
function isPartOfNumber(text: string, start: number, end: number): boolean {
  return (
    /[$€£¥+(]$|\d[.,:/-]$/.test(text.slice(Math.max(0, start - 2), start)) ||
    /^(?:%|[.,:/-]\d)/.test(text.slice(end, end + 2))
  );
}

/** `$899.00Acer`: a price list without spaces. */
function isAfterPrice(text: string, start: number): boolean {
  return isUpperCase(text.charCodeAt(start)) && /[$€£][\d,.]*\.\d\d$/.test(text.slice(Math.max(0, start - 14), start));
}

function unitBefore(text: string, start: number): number {
  for (let i = start - 1; i >= 0 && start - i < 10; i--) {
    const unit = text.charCodeAt(i);
    if (classOf(unit) !== IGNORED) return unit;
  }
  return 0x20;
}

function unitAfter(text: string, end: number): number {
  for (let i = end; i < text.length && i - end < 10; i++) {
    const unit = text.charCodeAt(i);
    if (classOf(unit) !== IGNORED) return unit;
  }
  return 0x20;
}
