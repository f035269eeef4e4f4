import { hashStart, hashStep, hashWord, lookUpWord, role } from './words.ts';

/**
 * The words and marks of one sentence, in arrays that the next sentence reuses. A token is an index below `count`. All
 * numbers have the same hash; so have all quotation marks, and all dashes.
 */
export interface Tokens {
  count: number;
  start: Int32Array;
  end: Int32Array;
  hash: Int32Array;
  /** Hash of the word's first letters, which its inflections share. */
  stem: Int32Array;
  /** Roles and polarity class, see `words.ts`. */
  word: Int32Array;
  /** 1 if a negation before the word applies to it. */
  negated: Uint8Array;
  /** Running number of the clause. */
  clause: Int32Array;
  /** Running number of the part between strong breaks: contrast, semicolon, end of sentence. */
  segment: Int32Array;
  /** 1 for a word that starts with a capital letter. */
  capital: Uint8Array;
  /** 1 for what may be part of a name: capitalized words and words with digits. */
  nameLike: Uint8Array;
}

/** How many of the following words a negation applies to. */
const negationReach = 4;

/** How many of its first letters are a word's stem. */
const stemLength = 5;

/** How strongly a mark separates what is before it from what is after it. */
const breaks = { weak: 1, strong: 2, none: 3 } as const;
const numberHash = hashWord('0');
const quoteHash = hashWord('"');
const dashHash = hashWord('–');
const abbreviations = new Set(
  'mr mrs ms dr sen gov rep gen st vs jr sr inc no eg ie a b c d e g j k m n p r s t u w'.split(' ').map(hashWord),
);

function createTokens(size: number): Tokens {
  return {
    count: 0,
    start: new Int32Array(size),
    end: new Int32Array(size),
    hash: new Int32Array(size),
    stem: new Int32Array(size),
    word: new Int32Array(size),
    negated: new Uint8Array(size),
    clause: new Int32Array(size),
    segment: new Int32Array(size),
    capital: new Uint8Array(size),
    nameLike: new Uint8Array(size),
  };
}

let tokens = createTokens(1024);

/** 0 space, 1 letter, 2 digit, 3 mark, 4 apostrophe, 5 hyphen; for every UTF-16 code unit. */
const kinds = Uint8Array.from({ length: 0x10000 }, (_, code) => toKind(code));

function toKind(code: number): number {
  if (code <= 32 || code === 127) return 0;
  if (code < 128) {
    const char = String.fromCharCode(code);
    return /[A-Za-z]/.test(char) ? 1 : /[0-9]/.test(char) ? 2 : char === "'" ? 4 : char === '-' ? 5 : 3;
  }
  if (code === 0x2019 || code === 0x2018) return 4;
  if (code === 0x2010 || code === 0x2011) return 5;
  if (code === 0xa0 || code === 0x3000 || code === 0xfeff) return 0;
  if (code >= 0x2000 && code <= 0x206f) return code <= 0x200f || code >= 0x2028 ? 0 : 3;
  // Arrows, symbols and emoji are marks.
  if (code < 0xc0 || (code >= 0x2190 && code < 0x2c00) || (code >= 0xd800 && code < 0xe000)) return 3;
  return 1;
}

function isWordKind(kind: number): boolean {
  return kind === 1 || kind === 2;
}

/**
 * Splits a sentence, or the part of it between two offsets, into tokens and finds clauses and negations. The result is
 * valid until the next call.
 */
export function tokenize(text: string, from = 0, to = text.length): Tokens {
  const length = Math.min(to, text.length);
  if (tokens.start.length < length - from) tokens = createTokens((length - from) * 2);
  const out = tokens;
  const kindOf = kinds;
  let count = 0;
  let clause = 0;
  let segment = 0;
  let negation = 0;
  let at = from;
  while (at < length) {
    const first = text.charCodeAt(at);
    const kind = kindOf[first]!;
    if (kind === 0) {
      at++;
      continue;
    }
    const start = at;
    let hash = hashStart;
    let stem = 0;
    let word = 0;
    let capital = 0;
    let nameLike = 0;
    if (isWordKind(kind)) {
      let digits = 0;
      let negative = false;
      capital = first >= 65 && first <= 90 ? 1 : 0;
      for (;;) {
        const code = text.charCodeAt(at);
        const here = at < length ? kindOf[code]! : 0;
        if (here === 1) hash = hashStep(hash, code >= 65 && code <= 90 ? code | 32 : code);
        else if (here === 2) {
          digits++;
          hash = hashStep(hash, code);
        } else if (here === 4 || here === 5) {
          const next = at + 1 < length ? text.charCodeAt(at + 1) : 0;
          if (!isWordKind(kindOf[next]!)) break;
          if (here === 4) {
            // The possessive is not part of the word: "Sony's" counts as "Sony".
            const after = at + 2 < length ? text.charCodeAt(at + 2) : 0;
            if ((next | 32) === 115 && !isWordKind(kindOf[after]!)) {
              at += 2;
              break;
            }
            negative = (next | 32) === 116 && (text.charCodeAt(at - 1) | 32) === 110;
          }
          hash = hashStep(hash, here === 4 ? 39 : 45);
        } else if ((code === 46 || code === 44) && digits > 0) {
          // "1,299.99" is one number; a full stop after it is not part of it.
          if (kindOf[text.charCodeAt(at - 1)]! !== 2 || kindOf[text.charCodeAt(at + 1) || 32]! !== 2) break;
        } else break;
        at++;
        if (at - start === stemLength) stem = hash;
      }
      if (digits > 0 && digits * 2 >= at - start) hash = numberHash;
      nameLike = capital === 1 || digits > 0 ? 1 : 0;
      word = lookUpWord(hash);
      if (negative) word |= role.negator;
    } else {
      at++;
      let strength: number = breaks.none;
      if (first === 44 || first === 58 || first === 40 || first === 41) strength = breaks.weak;
      else if (first === 46 && count > 0 && abbreviations.has(out.hash[count - 1]!)) strength = breaks.none;
      else if (first === 59 || first === 46 || first === 33 || first === 63) strength = breaks.strong;
      hash = hashStep(hash, first);
      if (kind === 5 || first === 0x2013 || first === 0x2014) {
        hash = dashHash;
        strength = breaks.weak;
      } else if (first === 34 || first === 0x201c || first === 0x201d || kind === 4) hash = quoteHash;
      if (strength !== breaks.none) {
        clause++;
        negation = 0;
        if (strength === breaks.strong) segment++;
      }
    }
    if ((word & role.contrast) !== 0) {
      clause++;
      segment++;
      negation = 0;
    } else if ((word & role.subordinator) !== 0) clause++;
    out.start[count] = start;
    out.end[count] = at;
    out.hash[count] = hash;
    out.stem[count] = stem === 0 ? hash : stem;
    out.word[count] = word;
    out.capital[count] = capital;
    out.nameLike[count] = nameLike;
    out.clause[count] = clause;
    out.segment[count] = segment;
    out.negated[count] = negation > 0 ? 1 : 0;
    if (negation > 0) negation--;
    if ((word & role.negator) !== 0) negation = negationReach;
    count++;
  }
  out.count = count;
  return out;
}
