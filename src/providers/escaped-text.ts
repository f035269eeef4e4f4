const NONE = -1;
const SPACE = 0x20;
const HASH = 0x23;
const PERCENT = 0x25;
const AMPERSAND = 0x26;
const SLASH = 0x2f;
const SEMICOLON = 0x3b;
const LESS = 0x3c;
const GREATER = 0x3e;
const BACKSLASH = 0x5c;
const U = 0x75;
const X = 0x78;
/** Letters that follow the backslash of a line break, a tab and the like. */
const CONTROLS = new Set([...'bfnrt'].map((letter) => letter.charCodeAt(0)));

/** JSON in JSON in JSON has seven before each escape. */
const MOST_BACKSLASHES = 8;
const LONGEST_NAME = 16;
const LONGEST_NUMBER = 8;
const LONGEST_TAG = 10;
/** How often a character may be escaped again. */
const MOST_LAYERS = 4;
/** How deep escapes may stand within escapes. */
const MOST_DEPTH = 2;

/** Named characters that begin other escapes. All others are symbols or spaces. */
const BEGINNINGS: Record<string, number> = { amp: AMPERSAND, lt: LESS, gt: GREATER, percnt: PERCENT, bsol: BACKSLASH };

/** Whether a character can be the first of an escaped one. */
export function beginsEscape(code: number): boolean {
  return code === PERCENT || code === AMPERSAND || code === BACKSLASH || code === LESS;
}

export interface EscapeReader {
  /** The character at a place. A tag is a space: it may stand between two letters of a word. */
  read(at: number): number;
  /** Where the character ends that was read last. */
  readonly end: number;
}

/**
 * Reads characters that are written as JSON, HTML or an address escapes them, once or several times, and also where the
 * signs of one escape are written with another. All of it is one rule: what begins an escape may be escaped itself, and
 * so may each sign after it.
 */
export function createEscapeReader(text: string): EscapeReader {
  let end = 0;

  function read(at: number, depth: number): number {
    let code = at < text.length ? text.charCodeAt(at) : NONE;
    end = at + 1;
    if (depth === MOST_DEPTH) return code;
    for (let layer = 0; layer < MOST_LAYERS; layer++) {
      const begun = end;
      const escaped = readEscaped(code, depth + 1);
      if (escaped === NONE) {
        end = begun;
        return code;
      }
      code = escaped;
    }
    return code;
  }

  function readEscaped(first: number, depth: number): number {
    if (first === PERCENT) return readHex(2, depth);
    if (first === BACKSLASH) return readAfterBackslash(depth);
    if (first === AMPERSAND) return readAfterAmpersand(depth);
    if (first === LESS) return readTag(depth);
    return NONE;
  }

  function readHex(length: number, depth: number): number {
    let value = 0;
    for (let index = 0; index < length; index++) {
      const digit = toDigit(read(end, depth), 16);
      if (digit === NONE) return NONE;
      value = value * 16 + digit;
    }
    return value;
  }

  function readAfterBackslash(depth: number): number {
    for (let count = 1; text.charCodeAt(end) === BACKSLASH && count < MOST_BACKSLASHES; count++) end++;
    const letter = read(end, depth);
    if (letter === U) return readHex(4, depth);
    if (letter === X) return readHex(2, depth);
    return CONTROLS.has(letter) ? SPACE : NONE;
  }

  function readAfterAmpersand(depth: number): number {
    let code = read(end, depth);
    if (code === HASH) return readNumber(depth);
    let name = '';
    for (; isLetter(code) && name.length < LONGEST_NAME; code = read(end, depth)) name += String.fromCharCode(code);
    return name.length > 1 && code === SEMICOLON ? (BEGINNINGS[name.toLowerCase()] ?? SPACE) : NONE;
  }

  /** The semicolon may be missing. All digits are escaped alike: another escape is the next character. */
  function readNumber(depth: number): number {
    let begun = end;
    let code = read(end, depth);
    const base = (code | 0x20) === X ? 16 : 10;
    if (base === 16) {
      begun = end;
      code = read(end, depth);
    }
    let value = NONE;
    const width = end - begun;
    const isNext = () => toDigit(code, base) !== NONE && end - begun === width;
    for (let length = 0; length < LONGEST_NUMBER && isNext(); length++) {
      value = Math.max(0, value) * base + toDigit(code, base);
      begun = end;
      code = read(end, depth);
    }
    if (code !== SEMICOLON) end = begun;
    return value;
  }

  function readTag(depth: number): number {
    let code = read(end, depth);
    if (code === SLASH) code = read(end, depth);
    let length = 0;
    for (; length < LONGEST_TAG && toDigit(code, 36) !== NONE; length++) code = read(end, depth);
    if (code === SPACE) code = read(end, depth);
    if (code === SLASH) code = read(end, depth);
    return length > 0 && code === GREATER ? SPACE : NONE;
  }

  return {
    read: (at) => read(at, 0),
    get end() {
      return end;
    },
  };
}

function isLetter(code: number): boolean {
  return toDigit(code, 36) >= 10;
}

/** The value of a digit; -1 if it is none of this base. Letters are the digits from 10 to 35. */
export function toDigit(code: number, base: number): number {
  const small = code | 0x20;
  const value = code >= 0x30 && code <= 0x39 ? code - 0x30 : small >= 0x61 && small <= 0x7a ? small - 0x61 + 10 : NONE;
  return value < base ? value : NONE;
}
