import { beginsEscape, createEscapeReader, toDigit } from './escaped-text.ts';

/** So many letters are compared at once: as two integers of 24 bits, which is fast and exact. */
const WINDOW = 8;
/** Shorter parts of a secret may occur by chance, but not beside a longer one. */
const SHORTEST_FOUND = 12;
/** A smaller part of a secret does not help to guess the rest. */
const SMALLEST_SHARE = 1 / 3;
/** How much may stand between two letters. */
const LONGEST_GAP = 100;
const CHARACTERS_PER_PIECE = 8192;
const FILTER_BITS = 16;

/** Each letter and digit of ASCII as a number from 1 to 36, a capital like a small letter; 0 is anything else. */
const LETTERS = Uint8Array.from({ length: 128 }, (_, code) => toDigit(code, 36) + 1);
const isDigit = (letter: number) => letter <= 10;

/** One way in which the secret may be written. */
interface Spelling {
  /** How many letters of it in a row count as found. */
  least: number;
}

export interface LooseSearch {
  /**
   * The places in a text, from start to end, where the secret stands or a large part of it: start, end, start, end, …
   * Where there is one, or the caller has found one already, small parts count too: the rest of it may stand elsewhere.
   * Only letters and digits are compared. Their case, what stands between them, and how they are escaped does not
   * matter. Stops from time to time, so that the caller can let others have their turn.
   */
  find(text: string, options: { isFound: boolean }): Generator<void, number[]>;
}

/** Null if the secret is too short, or too much like words, to be told from ordinary text in this way. */
export function createLooseSearch(secret: string): LooseSearch | null {
  const windows = new Map<number, Spelling>();
  const filter = new Uint8Array(1 << FILTER_BITS);
  for (const letters of listSpellings(secret)) {
    if (letters.length < SHORTEST_FOUND || !letters.some(isDigit)) continue;
    const spelling = { least: Math.max(SHORTEST_FOUND, Math.ceil(letters.length * SMALLEST_SHARE)) };
    let [high, low] = [0, 0];
    for (const [index, letter] of letters.entries()) {
      high = shift(high, low >>> 18);
      low = shift(low, letter);
      if (index < WINDOW - 1) continue;
      windows.set(toWindow(high, low), spelling);
      filter[toFilterPlace(low)] = 1;
    }
  }
  return windows.size === 0 ? null : { find: (text, { isFound }) => find(text, { windows, filter, isFound }) };
}

interface Sought {
  windows: ReadonlyMap<number, Spelling>;
  /** Whether a window may be among them, by its last letters. */
  filter: Uint8Array;
  isFound: boolean;
}

function* find(text: string, { windows, filter, isFound }: Sought): Generator<void, number[]> {
  const places: number[] = [];
  let isCertain = isFound;
  const reader = createEscapeReader(text);
  // Of the latest letters.
  const starts = new Float64Array(WINDOW);
  let [high, low, count, lastEnd, lastDigit] = [0, 0, 0, 0, -1];
  // The match that is being extended: its spelling, its place in the text, and its first letter.
  let spelling: Spelling | undefined;
  let [from, to, first] = [0, 0, 0];
  const finish = () => {
    if (spelling === undefined) return;
    places.push(from, to);
    if (count - first >= spelling.least && lastDigit >= first) isCertain = true;
    spelling = undefined;
  };
  let pause = CHARACTERS_PER_PIECE;
  for (let at = 0; at < text.length; ) {
    if (at >= pause) {
      yield;
      pause = at + CHARACTERS_PER_PIECE;
    }
    let code = text.charCodeAt(at);
    let end = at + 1;
    if (beginsEscape(code)) {
      code = reader.read(at);
      end = reader.end;
    }
    const letter = code < 128 ? LETTERS[code]! : 0;
    if (letter !== 0) {
      if (at - lastEnd > LONGEST_GAP) {
        finish();
        [high, low] = [0, 0];
      }
      high = shift(high, low >>> 18);
      low = shift(low, letter);
      starts[count % WINDOW] = at;
      const found = filter[toFilterPlace(low)] === 1 ? windows.get(toWindow(high, low)) : undefined;
      if (found !== spelling) {
        finish();
        if (found !== undefined) {
          spelling = found;
          first = count - WINDOW + 1;
          // Two matches may share letters.
          from = Math.max(starts[first % WINDOW]!, places.at(-1) ?? 0);
        }
      }
      if (isDigit(letter)) lastDigit = count;
      to = end;
      lastEnd = end;
      count++;
    }
    at = end;
  }
  finish();
  return isCertain ? places : [];
}

/** Four letters of 6 bits each, the latest last. */
function shift(four: number, letter: number): number {
  return ((four << 6) | letter) & 0xffffff;
}

function toWindow(high: number, low: number): number {
  return high * 0x1000000 + low;
}

function toFilterPlace(low: number): number {
  return Math.imul(low, 0x9e3779b1) >>> (32 - FILTER_BITS);
}

/** The letters of the secret itself, in hexadecimal digits, and in base64 from each place where a group can begin. */
function listSpellings(secret: string): number[][] {
  const bytes = Buffer.from(secret);
  const encoded = [0, 1, 2].map((offset) => encodeWithin(bytes, offset));
  return [readLetters(secret), ...[bytes.toString('hex'), ...encoded].map(toLetters)];
}

/** The characters of a base64 text that depend on these bytes alone, whatever comes before and after them. */
export function encodeWithin(bytes: Uint8Array, offset: number): string {
  const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
  return encoded.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
}

function readLetters(secret: string): number[] {
  const reader = createEscapeReader(secret);
  let plain = '';
  for (let at = 0; at < secret.length; at = reader.end) plain += String.fromCharCode(reader.read(at));
  return toLetters(plain);
}

function toLetters(text: string): number[] {
  return [...text].map((character) => LETTERS[character.charCodeAt(0)] ?? 0).filter((letter) => letter !== 0);
}
