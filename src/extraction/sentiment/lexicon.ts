import { classOf, DIGIT, EXPANDED, expansionOf, foldOf, foldText, IGNORED, LETTER } from '../character-folding.ts';
import { toUnits } from '../code-units.ts';
import { createHashTable, type HashTable } from './hash-table.ts';
import { hashStart, hashStep } from './words.ts';

/** What the words of a lexicon do, in the order in which a term counts that is in several lists. */
export const CATEGORIES = [
  'strongPraise',
  'mildPraise',
  'strongCriticism',
  'mildCriticism',
  'recommendation',
  'runnerUp',
  'warning',
  'unsuitable',
  'negator',
  'contrast',
  'betterThan',
  'worseThan',
  'harm',
  'prevention',
  'reportedPraise',
  'reportedCriticism',
  'advantages',
  'drawbacks',
  'neutral',
] as const;
type Category = (typeof CATEGORIES)[number];

/**
 * The words of opinion of one language: terms of one or more words, separated by commas. `*` at the end of a word stands
 * for any ending. Single words: `than` follows the first thing in a comparison, after `unlike` comes the second one, `best`
 * makes a pick of a heading, a `subordinator` begins a clause, `and` joins names, and what stands before `is` is no verb.
 */
export type Lexicon = Record<Category | Role, string>;

type Role = 'than' | 'unlike' | 'best' | 'subordinator' | 'and' | 'is';
/** The roles of a word, as bits. */
export const role = { than: 1, unlike: 2, best: 4, subordinator: 8, and: 16, is: 32 } as const satisfies Record<
  Role,
  number
>;

/** A term of the lexicon in a text. */
export interface Term {
  category: Category;
  /** A word of praise or criticism in its comparative or superlative. */
  degree: 'plain' | 'comparative' | 'superlative';
  /** Whether a negation applies to it; or, for harm, whether it is prevented. */
  isNegated: boolean;
  /** Offsets in the text, and its words: index of the first one, and how many. */
  start: number;
  end: number;
  word: number;
  count: number;
}

/** The words of a text. Hyphens and apostrophes separate words, so that a term is found however it is written. */
export interface Words {
  count: number;
  start: Int32Array;
  end: Int32Array;
  hash: Int32Array;
  /** What stands between the word and the one before it: 0 nothing, 1 a comma, 2 another mark. No term goes across it. */
  gap: Uint8Array;
}

interface Meaning {
  category: Category;
  degree: Term['degree'];
}

interface Node {
  meaning: Meaning | null;
  exact: Map<number, Node>;
  /** Children by the hash of the first letters of a word. */
  prefixes: { hash: number; length: number; node: Node }[];
}

export interface CompiledLexicon {
  roots: Map<number, Node>;
  prefixRoots: Map<number, Node>;
  /** What each word may begin, as places in `begun`; remembered, because answers use the same words again and again. */
  beginnings: HashTable;
  begun: Node[][];
  /** Bits of `role`, by the hash of the word. */
  roles: HashTable;
}

/** The words of hostile texts must not fill the memory. */
const REMEMBERED_BITS = 15;
const MAX_REMEMBERED = 1 << (REMEMBERED_BITS - 1);
const NO_NODES: Node[] = [];
/** The place of `NO_NODES` in `begun`; 0 is that of a word which was not seen yet. */
const BEGINS_NOTHING = 1;
const ROLE_BITS = 8;
/** How many words may stand between a negation and the term it applies to. */
const NEGATION_REACH = 3;
const OPINIONS: readonly Category[] = ['strongPraise', 'mildPraise', 'strongCriticism', 'mildCriticism'];
const PLAIN: Term['degree'] = 'plain';

const words: Words = createWords(512);

function createWords(size: number): Words {
  return {
    count: 0,
    start: new Int32Array(size),
    end: new Int32Array(size),
    hash: new Int32Array(size),
    gap: new Uint8Array(size),
  };
}

function growWords(): void {
  const larger = createWords(words.start.length * 2);
  for (const key of ['start', 'end', 'hash', 'gap'] as const) {
    larger[key].set(words[key]);
    Object.assign(words, { [key]: larger[key] });
  }
}

/** Empties the list of words, for a text that is read by someone else: see `addWord`. */
export function startWords(): Words {
  words.count = 0;
  return words;
}

/** Adds the next word of a text. */
export function addWord(start: number, end: number, hash: number, gap: number): void {
  const at = words.count++;
  if (at === words.start.length) growWords();
  words.start[at] = start;
  words.end[at] = end;
  words.hash[at] = hash;
  words.gap[at] = gap;
}

/** The words of a text between two offsets. The result is valid until the next call. */
export function readWords(text: string, from = 0, to = text.length): Words {
  startWords();
  const { units } = toUnits(text);
  let gap = 0;
  let at = from;
  while (at < to) {
    const kind = classOf(units[at]!);
    if (kind !== LETTER && kind !== DIGIT) {
      gap = Math.max(gap, gapOf(text, at));
      at++;
      continue;
    }
    const start = at;
    let hash = hashStart;
    for (; at < to; at++) {
      const unit = units[at]!;
      const here = classOf(unit);
      if (here === IGNORED) continue;
      if (here !== LETTER && here !== DIGIT) break;
      hash = foldStep(hash, unit);
    }
    addWord(start, at, hash, gap);
    gap = 0;
  }
  return words;
}

/** One step of the hash over a code unit without case and accents. */
export function foldStep(hash: number, unit: number): number {
  const fold = foldOf(unit);
  if (fold !== EXPANDED) return hashStep(hash, fold);
  let next = hash;
  for (const character of expansionOf(unit)) next = hashStep(next, character.charCodeAt(0));
  return next;
}

const MARKS = new Set([...'.;:!?()[]\n\u2029\ufffc—–•|'].map((mark) => mark.charCodeAt(0)));

/** What the character at an offset says about words on both sides: 0 that they may belong together, see `Words.gap`. */
export function gapOf(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (unit === 0x20) return 0;
  if (unit === 0x2c) return 1;
  if (unit === 0x2d) return text[at - 1] === ' ' && text[at + 1] === ' ' ? 2 : 0;
  return MARKS.has(unit) ? 2 : 0;
}

/** The hash of a word's first letters; 0 if it has fewer. */
function hashPrefix(text: string, start: number, end: number, length: number): number {
  let hash = hashStart;
  let letters = 0;
  for (let at = start; at < end && letters < length; at++) {
    const unit = text.charCodeAt(at);
    if (classOf(unit) === IGNORED) continue;
    hash = foldStep(hash, unit);
    letters += foldOf(unit) === EXPANDED ? expansionOf(unit).length : 1;
  }
  return letters >= length ? hash : 0;
}

export function compileLexicon(lexicon: Lexicon, inflect: (word: string) => [string, Term['degree']][]) {
  const compiled: CompiledLexicon = {
    roots: new Map(),
    prefixRoots: new Map(),
    beginnings: createHashTable(REMEMBERED_BITS),
    begun: [NO_NODES, NO_NODES],
    roles: collectRoles(lexicon),
  };
  for (const category of CATEGORIES) {
    for (const term of listTerms(lexicon[category])) addTerm(compiled, term, { category, degree: PLAIN });
  }
  // A listed word wins over a derived one.
  for (const category of OPINIONS) {
    for (const term of listTerms(lexicon[category])) {
      for (const [form, degree] of inflect(term)) addTerm(compiled, form, { category, degree });
    }
  }
  return compiled;
}

function collectRoles(lexicon: Lexicon): HashTable {
  const roles = createHashTable(ROLE_BITS);
  for (const [name, bit] of Object.entries(role) as [Role, number][]) {
    for (const word of listTerms(lexicon[name])) {
      const hash = readWords(word).hash[0]!;
      roles.set(hash, roles.get(hash) | bit);
    }
  }
  return roles;
}

function listTerms(list: string): string[] {
  return list.split(',').flatMap((term) => (term.trim() === '' ? [] : [term.trim()]));
}

function addTerm({ roots, prefixRoots }: CompiledLexicon, term: string, meaning: Meaning): void {
  const { count, start, end, hash } = readWords(term);
  let node: Node | null = null;
  for (let at = 0; at < count; at++) {
    const isPrefix = term[end[at]!] === '*';
    if (node === null) {
      const level: Map<number, Node> = isPrefix ? prefixRoots : roots;
      node = level.get(hash[at]!) ?? createNode();
      level.set(hash[at]!, node);
      continue;
    }
    node = isPrefix ? addPrefix(node, term.slice(start[at], end[at]), hash[at]!) : addExact(node, hash[at]!);
  }
  if (node !== null) node.meaning ??= meaning;
}

function createNode(): Node {
  return { meaning: null, exact: new Map(), prefixes: [] };
}

function addExact({ exact }: Node, hash: number): Node {
  const node = exact.get(hash) ?? createNode();
  exact.set(hash, node);
  return node;
}

function addPrefix({ prefixes }: Node, word: string, hash: number): Node {
  const known = prefixes.find((prefix) => prefix.hash === hash);
  if (known) return known.node;
  const node = createNode();
  prefixes.push({ hash, length: foldText(word).length, node });
  return node;
}

/** The nodes that a word leads to from the start: its own, then those of its first letters, longest first. */
function findBeginnings(lexicon: CompiledLexicon, text: string, at: number): Node[] {
  const { roots, prefixRoots, beginnings, begun } = lexicon;
  const hash = words.hash[at]!;
  const found: Node[] = [];
  let prefix = hashStart;
  for (let offset = words.start[at]!; offset < words.end[at]!; offset++) {
    const unit = text.charCodeAt(offset);
    if (classOf(unit) === IGNORED) continue;
    prefix = foldStep(prefix, unit);
    const node = prefixRoots.get(prefix);
    if (node) found.unshift(node);
  }
  const own = roots.get(hash);
  if (own) found.unshift(own);
  if (beginnings.size >= MAX_REMEMBERED) {
    beginnings.clear();
    begun.length = BEGINS_NOTHING + 1;
  }
  beginnings.set(hash, found.length === 0 ? BEGINS_NOTHING : begun.push(found) - 1);
  return found;
}

let best: Meaning | null = null;
let bestCount = 0;

/** Follows the words after `at` and keeps the longest term. */
function follow(text: string, node: Node, at: number, depth: number): void {
  if (node.meaning !== null && depth > bestCount) {
    best = node.meaning;
    bestCount = depth;
  }
  const next = at + depth;
  if (next >= words.count || words.gap[next] !== 0) return;
  const exact = node.exact.get(words.hash[next]!);
  if (exact) follow(text, exact, at, depth + 1);
  for (const { hash, length, node: child } of node.prefixes) {
    if (hashPrefix(text, words.start[next]!, words.end[next]!, length) === hash) follow(text, child, at, depth + 1);
  }
}

/** Whether a word joins two names. The words of the sentence that it is from stay as they were read. */
export function isJoining({ roles }: CompiledLexicon, word: string): boolean {
  let hash = hashStart;
  for (let at = 0; at < word.length; at++) hash = foldStep(hash, word.charCodeAt(at));
  return (roles.get(hash) & role.and) !== 0;
}

/**
 * The terms in the text whose words were read last, without overlap, the longest at each place. Words that are part of a
 * name belong to no term.
 */
export function findTerms(
  lexicon: CompiledLexicon,
  text: string,
  isName: (start: number, end: number) => boolean = () => false,
): Term[] {
  const terms: Term[] = [];
  const { beginnings, begun } = lexicon;
  const { count, hash } = words;
  for (let at = 0; at < count; at++) {
    const place = beginnings.get(hash[at]!);
    if (place === BEGINS_NOTHING) continue;
    const nodes = place === 0 ? findBeginnings(lexicon, text, at) : begun[place]!;
    best = null;
    bestCount = 0;
    for (const node of nodes) follow(text, node, at, 1);
    const meaning = best as Meaning | null;
    if (meaning === null) continue;
    const start = words.start[at]!;
    const end = words.end[at + bestCount - 1]!;
    if (isName(start, end)) continue;
    const { category, degree } = meaning;
    terms.push({ category, degree, isNegated: false, start, end, word: at, count: bestCount });
    at += bestCount - 1;
  }
  for (let at = 0; at < terms.length; at++) negate(lexicon, terms, at);
  return terms;
}

/** Finds out whether a term is negated by one of those before it, in the same phrase. */
function negate({ roles }: CompiledLexicon, terms: Term[], at: number): void {
  const term = terms[at]!;
  if (term.category === 'negator') return;
  const isBad = term.category === 'strongCriticism' || term.category === 'mildCriticism';
  for (let other = at - 1; other >= 0 && other >= at - 3; other--) {
    const before = terms[other]!;
    const between = before.word + before.count;
    if (term.word - between > NEGATION_REACH || hasGap(between, term.word)) return;
    if (before.category === 'contrast') return;
    if (before.category === 'negator') {
      term.isNegated = true;
      return;
    }
    if (before.category === 'prevention' && (isBad || term.category === 'harm')) {
      // "Filters are expensive": a noun.
      if ((roles.get(words.hash[between]!) & role.is) !== 0) return;
      term.category = 'harm';
      term.isNegated = true;
      return;
    }
  }
}

function hasGap(from: number, to: number): boolean {
  for (let at = from; at <= to; at++) if (words.gap[at] !== 0) return true;
  return false;
}
