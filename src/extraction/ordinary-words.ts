import { ORDINARY_WORDS } from './ordinary-words-data.ts';

// Always written with a capital letter, so the capital is no evidence of a brand.
const CALENDAR_WORDS = new Set(
  (
    'monday tuesday wednesday thursday friday saturday sunday ' +
    'january february march april may june july august september october november december'
  ).split(' '),
);

let dictionary: Set<string> | undefined;

function loadDictionary(): Set<string> {
  const words = new Set<string>(CALENDAR_WORDS);
  let previous = '';
  for (const [entry] of ORDINARY_WORDS.matchAll(/[0-9A-Z][a-z]*/g)) {
    const word = previous.slice(0, Number.parseInt(entry[0]!, 36)) + entry.slice(1);
    words.add(word);
    previous = word;
  }
  return words;
}

/** Whether a folded word is an ordinary English word. The list is unpacked at the first call. */
export function isOrdinaryWord(word: string): boolean {
  dictionary ??= loadDictionary();
  return dictionary.has(word);
}

// A word is hashed letter by letter while it is read: much faster than to cut it out and to look it up.
const FILTER_BITS = 21;
let filter: Uint8Array | undefined;

/** The hash of a word is 0 before its first letter. */
export function hashLetter(hash: number, unit: number): number {
  return (Math.imul(hash ^ (unit | 0x20), 0x01000193) + 0x9e3779b9) | 0;
}

/** Whether a word with this hash may be an ordinary one. Of other words, about one in thirty has such a hash too. */
export function mayBeOrdinary(hash: number): boolean {
  filter ??= loadFilter();
  const at = hash >>> (32 - FILTER_BITS);
  return ((filter[at >> 3]! >> (at & 7)) & 1) === 1;
}

function loadFilter(): Uint8Array {
  dictionary ??= loadDictionary();
  const hashes = new Uint8Array(2 ** (FILTER_BITS - 3));
  for (const word of dictionary) {
    let hash = 0;
    for (let i = 0; i < word.length; i++) hash = hashLetter(hash, word.charCodeAt(i));
    const at = hash >>> (32 - FILTER_BITS);
    hashes[at >> 3]! |= 1 << (at & 7);
  }
  return hashes;
}

export function isCalendarWord(word: string): boolean {
  return CALENDAR_WORDS.has(word);
}
