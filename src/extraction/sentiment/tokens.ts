import { isUpperCase } from '../character-folding.ts';
import { toUnits } from '../code-units.ts';
import {
  addWord,
  CATEGORIES,
  type CompiledLexicon,
  findTerms,
  foldStep,
  gapOf,
  role,
  startWords,
  type Term,
  type Words,
} from './lexicon.ts';
import { hashStart, hashStep, hashWord } from './words.ts';

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
  /** What the lexicon says of it: 0 for nothing, otherwise see `stateOf`. */
  state: Uint8Array;
  /** Bits of `role`. */
  roles: Uint8Array;
  /** Running number of the clause. */
  clause: Int32Array;
  /** Running number of the part between strong breaks: contrast, semicolon, end of sentence. */
  segment: Int32Array;
  /** 1 for a word that starts with a capital letter. */
  capital: Uint8Array;
  /** 1 for what may be part of a name: capitalized words and words with digits. */
  nameLike: Uint8Array;
  /** How strongly a mark separates; 0 for a word. */
  strength: Uint8Array;
  /** Its words as the lexicon counts them, and the terms in it. */
  words: Words;
  terms: Term[];
}

/** The number of different states of a word. */
export const stateCount = 2 * (CATEGORIES.length + 1);
const stateOfCategory = new Map(CATEGORIES.map((category, at) => [category, 2 * (at + 1)]));

/** 2 for the first category, 3 for it negated, and so on. */
export function stateOf({ category, isNegated }: Term): number {
  return stateOfCategory.get(category)! + (isNegated ? 1 : 0);
}

/** The categories of opinions come first. */
const opinionStates = stateOfCategory.get('unsuitable')! + 2;

/** Whether a word of this state praises or criticizes. */
export function isOpinion(state: number): boolean {
  return state > 0 && state < opinionStates;
}

/** How many of its first letters are a word's stem. */
const stemLength = 5;

/** How strongly a mark separates what is before it from what is after it. */
const breaks = { word: 0, weak: 1, strong: 2, none: 3 } as const;
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
    state: new Uint8Array(size),
    roles: new Uint8Array(size),
    clause: new Int32Array(size),
    segment: new Int32Array(size),
    capital: new Uint8Array(size),
    nameLike: new Uint8Array(size),
    strength: new Uint8Array(size),
    words: startWords(),
    terms: [],
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

/** A part of a sentence that is a name. */
export interface NameSpan {
  start: number;
  end: number;
}

/** Tells for one place after another whether it touches a name. */
function createNameFinder(names: readonly NameSpan[]): (start: number, end: number) => boolean {
  const ordered = names.length > 1 ? [...names].sort((one, other) => one.start - other.start) : names;
  let next = 0;
  return (start, end) => {
    while (next < ordered.length && ordered[next]!.end <= start) next++;
    return next < ordered.length && ordered[next]!.start < end;
  };
}

export interface Part {
  from?: number;
  to?: number;
}

/**
 * Splits a sentence, or the part of it between two offsets, into tokens and finds clauses and terms. The result is valid
 * until the next call.
 */
export function tokenize(
  lexicon: CompiledLexicon,
  text: string,
  names: readonly NameSpan[],
  { from = 0, to = text.length }: Part = {},
): Tokens {
  const length = Math.min(to, text.length);
  if (tokens.start.length < length - from) tokens = createTokens((length - from) * 2);
  splitText(text, from, length);
  tokens.terms = findTerms(lexicon, text, createNameFinder(names));
  markTokens(lexicon);
  return tokens;
}

/** Fills in the tokens, but for what the lexicon knows, and the words of the lexicon. */
function splitText(text: string, from: number, length: number): void {
  const out = tokens;
  const kindOf = kinds;
  const { units } = toUnits(text);
  out.words = startWords();
  let count = 0;
  let gap = 0;
  let at = from;
  while (at < length) {
    const first = units[at]!;
    const kind = kindOf[first]!;
    if (kind === 0) {
      if (first !== 0x20) gap = Math.max(gap, gapOf(text, at));
      at++;
      continue;
    }
    const start = at;
    let hash = hashStart;
    let stem = 0;
    let strength: number = breaks.word;
    let capital = 0;
    let nameLike = 0;
    if (isWordKind(kind)) {
      let digits = 0;
      let wordStart = at;
      let isFirst = true;
      let wordHash = hashStart;
      capital = isUpperCase(first) ? 1 : 0;
      for (;;) {
        const code = units[at]!;
        const here = at < length ? kindOf[code]! : 0;
        if (isWordKind(here)) {
          if (here === 2) digits++;
          if (code < 128) {
            // Digits have the bit that makes letters small.
            hash = hashStep(hash, code | 32);
            if (!isFirst) wordHash = hashStep(wordHash, code | 32);
          } else {
            hash = foldStep(hash, code);
            if (!isFirst) wordHash = foldStep(wordHash, code);
          }
        } else {
          const next = at + 1 < length ? units[at + 1]! : 0;
          if (here === 4 || here === 5) {
            if (!isWordKind(kindOf[next]!)) break;
            if (here === 4) {
              // The possessive is not part of the word: "Sony's" counts as "Sony".
              const after = at + 2 < length ? units[at + 2]! : 0;
              if ((next | 32) === 115 && !isWordKind(kindOf[after]!)) {
                addWord(wordStart, at, isFirst ? hash : wordHash, gap);
                gap = 0;
                wordStart = at + 1;
                isFirst = false;
                wordHash = hashStep(hashStart, 115);
                at += 2;
                break;
              }
            }
          } else if ((code !== 46 && code !== 44) || digits === 0) break;
          // "1,299.99" is one number; a full stop after it is not part of it.
          else if (kindOf[units[at - 1]!]! !== 2 || kindOf[next || 32]! !== 2) break;
          addWord(wordStart, at, isFirst ? hash : wordHash, gap);
          if (here !== 3) hash = hashStep(hash, here === 4 ? 39 : 45);
          gap = gapOf(text, at);
          wordStart = at + 1;
          isFirst = false;
          wordHash = hashStart;
        }
        at++;
        if (at - start === stemLength) stem = hash;
      }
      addWord(wordStart, at, isFirst ? hash : wordHash, gap);
      gap = 0;
      if (digits > 0 && digits * 2 >= at - start) hash = numberHash;
      nameLike = capital === 1 || digits > 0 ? 1 : 0;
    } else {
      gap = Math.max(gap, gapOf(text, at));
      at++;
      strength = breaks.none;
      if (first === 44 || first === 58 || first === 40 || first === 41) strength = breaks.weak;
      else if (first === 46 && count > 0 && abbreviations.has(out.hash[count - 1]!)) strength = breaks.none;
      else if (first === 59 || first === 46 || first === 33 || first === 63) strength = breaks.strong;
      hash = hashStep(hash, first);
      if (kind === 5 || first === 0x2013 || first === 0x2014) {
        hash = dashHash;
        strength = breaks.weak;
      } else if (first === 34 || first === 0x201c || first === 0x201d || kind === 4) hash = quoteHash;
    }
    out.start[count] = start;
    out.end[count] = at;
    out.hash[count] = hash;
    out.stem[count] = stem === 0 ? hash : stem;
    out.capital[count] = capital;
    out.nameLike[count] = nameLike;
    out.strength[count] = strength;
    count++;
  }
  out.count = count;
}

/** Adds what the lexicon says of each token, and numbers the clauses. */
function markTokens({ roles }: CompiledLexicon): void {
  const { count, terms, start, end, hash, strength } = tokens;
  let next = 0;
  let clause = 0;
  let segment = 0;
  for (let at = 0; at < count; at++) {
    const isMark = strength[at] !== breaks.word;
    let state = 0;
    let own = 0;
    if (isMark) {
      if (strength[at] !== breaks.none) clause++;
      if (strength[at] === breaks.strong) segment++;
    } else {
      own = roles.get(hash[at]!);
      while (next < terms.length && terms[next]!.end <= start[at]!) next++;
      const term = terms[next];
      const isInTerm = term !== undefined && term.start < end[at]!;
      if (isInTerm) state = stateOf(term);
      if (isInTerm && term.category === 'contrast' && term.start >= start[at]!) {
        clause++;
        segment++;
      } else if ((own & role.subordinator) !== 0) clause++;
    }
    tokens.state[at] = state;
    tokens.roles[at] = own;
    tokens.clause[at] = clause;
    tokens.segment[at] = segment;
  }
}
