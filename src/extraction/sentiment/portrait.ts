import type { BrandFinding } from '../extract.ts';
import { LABELS } from './labels.ts';
import { CATEGORIES, type CompiledLexicon, role, type Term } from './lexicon.ts';
import { findGroup, type Passage } from './passages.ts';
import { stateOf, type Tokens } from './tokens.ts';

/** Where the words of an opinion stand, seen from the brand. */
const SCOPES = ['sentence', 'heading', 'clause', 'beyond', 'group', 'following', 'further', 'shared'] as const;
type Scope = (typeof SCOPES)[number];

/** What is counted of a brand. */
const COUNTS = [
  ...SCOPES.flatMap((scope) => [`${scope} good`, `${scope} bad`]),
  ...CATEGORIES.flatMap((category) => [category, `${category} negated`]),
  ...LABELS.flatMap((label) => [`label ${label}`, `following label ${label}`]),
  ...['compared good', 'compared bad', 'superlative good', 'superlative bad', 'contrast', 'good after contrast'],
  ...['bad after contrast', 'in heading', 'in item', 'alone in sentence', 'with others', 'following', 'in question'],
  ...['ranked', 'ranked first', 'mentions'],
] as const;
const indexOf = new Map(COUNTS.map((name, at) => [name as string, at]));
/** Counts beyond this say no more. */
const MAX_COUNT = 3;
/** The first sentences after a mention are more surely about it than later ones. */
const NEAR_SENTENCES = 3;

/** All that an answer says about one brand, for the verdict. */
export interface Portrait {
  counts: number[];
  /** What the model makes of the sentences about it, in order. */
  opinions: { good: number; bad: number; isNamed: boolean }[];
}

export function createPortrait(): Portrait {
  return { counts: new Array(COUNTS.length).fill(0), opinions: [] };
}

function add({ counts }: Portrait, at: number): void {
  counts[at] = counts[at]! + 1;
}

/** Where the counts are that are used often. */
const AT = {
  following: indexOf.get('following')!,
  alone: indexOf.get('alone in sentence')!,
  withOthers: indexOf.get('with others')!,
  question: indexOf.get('in question')!,
  heading: indexOf.get('in heading')!,
  item: indexOf.get('in item')!,
  contrast: indexOf.get('contrast')!,
  ranked: indexOf.get('ranked')!,
  rankedFirst: indexOf.get('ranked first')!,
  mentions: indexOf.get('mentions')!,
  compared: toPair('compared'),
  superlative: toPair('superlative'),
  afterContrast: { good: indexOf.get('good after contrast')!, bad: indexOf.get('bad after contrast')! },
} as const;
const AT_SCOPE = Object.fromEntries(SCOPES.map((scope) => [scope, toPair(scope)])) as Record<Scope, Pair>;
const AT_LABEL = new Map(LABELS.map((label) => [label, indexOf.get(`label ${label}`)!]));
/** The counts of the same labels over sentences that do not name the brand come right after. */
const FOLLOWING_LABEL = 1;

interface Pair {
  good: number;
  bad: number;
}

function toPair(name: string): Pair {
  return { good: indexOf.get(`${name} good`)!, bad: indexOf.get(`${name} bad`)! };
}

const GOOD = new Set<Term['category']>(['strongPraise', 'mildPraise', 'recommendation', 'runnerUp', 'reportedPraise']);
const BAD = new Set<Term['category']>([
  'strongCriticism',
  'mildCriticism',
  'warning',
  'unsuitable',
  'reportedCriticism',
]);

/** 1 for praise, −1 for criticism, 0 for neither. */
function signOf({ category, isNegated }: Term): number {
  if (GOOD.has(category)) return isNegated ? -1 : 1;
  if (BAD.has(category)) return isNegated ? 1 : -1;
  return category === 'harm' && isNegated ? 1 : 0;
}

/** A passage with what was read in it. */
export interface PassageReading {
  portraits: readonly Portrait[];
  lexicon: CompiledLexicon;
  /** The readable text; the offsets of tokens are `offset` less. */
  text: string;
  offset: number;
  passage: Passage;
  tokens: Tokens;
}

interface Reading extends Omit<PassageReading, 'offset'> {
  /** For each mention in the passage, its first word. */
  wordsOf: readonly number[];
}

/** Adds what the words of a passage say about the brands that it is about. */
export function addPassage(given: PassageReading): void {
  const { passage, portraits, text } = given;
  const { about, block, label, namesThem } = passage;
  const { lexicon, tokens, offset } = given;
  const wordsOf = namesThem ? about.map(({ start }) => findWord(tokens, start - offset)) : [];
  const reading = { portraits, lexicon, text, passage, tokens, wordsOf };
  const brands = about.length === 1 ? [about[0]!.finding] : [...new Set(about.map(({ finding }) => finding))];
  for (const finding of brands) {
    const portrait = portraits[finding]!;
    if (label !== null) add(portrait, AT_LABEL.get(label)! + (namesThem ? 0 : FOLLOWING_LABEL));
    if (!namesThem) {
      add(portrait, AT.following);
      const sentences = portrait.counts[AT.following]!;
      addAll(reading, finding, brands.length > 1 ? 'shared' : sentences <= NEAR_SENTENCES ? 'following' : 'further');
      continue;
    }
    add(portrait, brands.length === 1 ? AT.alone : AT.withOthers);
    if (brands.length > 1) continue;
    if (text[passage.end - 1] === '?') add(portrait, AT.question);
    addAll(reading, finding, block.kind === 'heading' ? 'heading' : 'sentence');
  }
  if (!namesThem) return;
  for (const { finding, start } of about) {
    if (start >= block.leadEnd) continue;
    if (block.kind === 'heading') add(portraits[finding]!, AT.heading);
    else if (block.kind === 'list_item') add(portraits[finding]!, AT.item);
  }
  if (brands.length > 1) share(reading);
}

/** Counts all terms of a passage for one brand. */
function addAll(reading: Reading, finding: number, scope: Scope): void {
  const { portraits, tokens } = reading;
  const portrait = portraits[finding]!;
  let isAfterContrast = false;
  for (const term of tokens.terms) {
    if (term.category === 'contrast') {
      isAfterContrast = true;
      add(portrait, AT.contrast);
      continue;
    }
    const comparison = compare(reading, term);
    if (comparison) {
      // "Quieter than Varrow" is bad for Varrow, "Varrow is quieter than most" good.
      const isObject = comparison.object !== null && comparison.subject === null;
      add(portrait, comparison.isGood !== isObject ? AT.compared.good : AT.compared.bad);
      if (isComparison(term) || isObject) continue;
    }
    count(portrait, scope, term);
    const sign = signOf(term);
    if (isAfterContrast && sign !== 0) add(portrait, sign > 0 ? AT.afterContrast.good : AT.afterContrast.bad);
  }
}

function count(portrait: Portrait, scope: Scope, term: Term): void {
  if (isComparison(term) || term.category === 'neutral') return;
  // The states of terms start at 2, and have the order of the categories.
  add(portrait, STATE_BASE + stateOf(term) - 2);
  const sign = signOf(term);
  if (sign === 0) return;
  const side = sign > 0 ? 'good' : 'bad';
  add(portrait, AT_SCOPE[scope][side]);
  if (term.degree === 'superlative') add(portrait, AT.superlative[side]);
}

const STATE_BASE = indexOf.get(CATEGORIES[0])!;

function isComparison({ category }: Term): boolean {
  return category === 'betterThan' || category === 'worseThan';
}

/** Gives each term of a sentence with several brands to the one that it is about. */
function share(reading: Reading): void {
  const { portraits, tokens, passage, text, lexicon, wordsOf } = reading;
  const { terms } = tokens;
  const { about } = passage;
  const clauses = numberClauses(tokens);
  const give = (at: number, scope: Scope, term: Term) => {
    const group = findGroup(text, about, at, lexicon);
    for (const { finding } of group) count(portraits[finding]!, group.length > 1 ? 'group' : scope, term);
  };
  for (const term of terms) {
    if (term.category === 'contrast' || term.category === 'neutral') continue;
    const right = findFirstAfter(wordsOf, term.word);
    const left = right - 1;
    const comparison = compare(reading, term);
    if (comparison) {
      const { subject, object, isGood } = comparison;
      const subjects = subject === null ? [] : findGroup(text, about, subject, lexicon);
      const objects = object === null ? [] : findGroup(text, about, object, lexicon);
      for (const { finding } of subjects) add(portraits[finding]!, isGood ? AT.compared.good : AT.compared.bad);
      for (const { finding } of objects) {
        if (subjects.some((one) => one.finding === finding)) continue;
        add(portraits[finding]!, isGood ? AT.compared.bad : AT.compared.good);
      }
      continue;
    }
    const clause = clauses[term.word];
    if (left >= 0 && clauses[wordsOf[left]!] === clause) give(left, 'clause', term);
    else if (right < about.length && clauses[wordsOf[right]!] === clause && wordsOf[right]! - term.word <= 8)
      give(right, 'clause', term);
    else if (left >= 0) give(left, 'beyond', term);
    else if (right < about.length) give(right, 'beyond', term);
  }
}

/** For each word, the number of its clause: marks other than commas and words of contrast begin a new one. */
function numberClauses({ words, terms }: Tokens): Int32Array {
  const clauses = new Int32Array(words.count);
  let clause = 0;
  let next = 0;
  for (let at = 0; at < words.count; at++) {
    while (next < terms.length && terms[next]!.word < at) next++;
    const isContrast = terms[next]?.word === at && terms[next]!.category === 'contrast';
    if (at > 0 && (words.gap[at] === 2 || isContrast)) clause++;
    clauses[at] = clause;
  }
  return clauses;
}

/** The word that ends after an offset in the sentence. */
function findWord({ words }: Tokens, start: number): number {
  let low = 0;
  let high = words.count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (words.end[middle]! <= start) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The first of ascending numbers that is larger than `limit`; their count if none is. */
function findFirstAfter(numbers: readonly number[], limit: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle]! > limit) high = middle;
    else low = middle + 1;
  }
  return low;
}

interface Comparison {
  /** Indexes of the mentions that are compared; null if the sentence does not name the thing. */
  subject: number | null;
  object: number | null;
  isGood: boolean;
}

/** What may be said of one thing more than of another. */
const COMPARABLE = new Set(CATEGORIES.filter((category) => /Praise|Criticism/.test(category)));
const OBJECT_REACH = 9;
const THAN_REACH = 5;

/** What a term compares, if it does: "better than", or a word of praise or criticism before "than". */
function compare({ tokens: { words }, lexicon, wordsOf }: Reading, term: Term): Comparison | null {
  const after = term.word + term.count;
  const right = findFirstAfter(wordsOf, term.word);
  const subject = right > 0 ? right - 1 : null;
  if (isComparison(term)) {
    const object = right < wordsOf.length && wordsOf[right]! - term.word <= OBJECT_REACH ? right : null;
    return { subject, object, isGood: (term.category === 'betterThan') !== term.isNegated };
  }
  const sign = signOf(term);
  if (sign === 0 || !COMPARABLE.has(term.category)) return null;
  for (let at = after; at < Math.min(words.count, after + THAN_REACH) && words.gap[at] !== 2; at++) {
    if ((lexicon.roles.get(words.hash[at]!) & role.than) === 0) continue;
    const object = right < wordsOf.length && wordsOf[right]! > at && wordsOf[right]! - at <= 4 ? right : null;
    if (object === null && term.degree !== 'comparative') return null;
    return { subject, object, isGood: sign > 0 };
  }
  return null;
}

/** Adds what is known of a brand in the answer as a whole. */
export function addFinding({ counts }: Portrait, { mentions, count: total }: BrandFinding): void {
  let best = Number.POSITIVE_INFINITY;
  for (const { list_rank } of mentions) if (list_rank !== null && list_rank < best) best = list_rank;
  if (best < Number.POSITIVE_INFINITY) counts[AT.ranked] = 1;
  if (best === 1) counts[AT.rankedFirst] = 1;
  counts[AT.mentions] = Math.min(MAX_COUNT, total / 2);
}

const OPINION_SUMS = [
  ...['most good', 'most bad', 'sum good', 'sum bad', 'named most good', 'named most bad', 'balance', 'last good'],
  ...[
    'last bad',
    'first good',
    'first bad',
    'least of both',
    'product',
    'none',
    'mean good',
    'mean bad',
    'no sentence',
  ],
  'sentences',
] as const;
const STEPS = [0.2, 0.4, 0.6, 0.8] as const;
const STEPPED = ['most good', 'most bad', 'sum good', 'sum bad', 'named most good', 'named most bad', 'least of both'];
const TOTALS = [
  'good',
  'bad',
  'neither',
  'both',
  'only good',
  'only bad',
  'balance of words',
  'more good',
  'more bad',
  'ratio',
];

/** The names of the features of a verdict, in order. */
export const FEATURES: readonly string[] = [
  'always',
  ...COUNTS,
  ...COUNTS.map((name) => `any ${name}`),
  ...TOTALS,
  ...OPINION_SUMS,
  ...STEPPED.flatMap((name) => STEPS.map((step) => `${name} over ${step}`)),
];

const GOOD_COUNTS = toIndexes('good');
const BAD_COUNTS = toIndexes('bad');

function toIndexes(kind: 'good' | 'bad'): number[] {
  return [...SCOPES.map((scope) => `${scope} ${kind}`), `compared ${kind}`].map((name) => indexOf.get(name)!);
}

const clamp = (value: number, limit: number) => Math.max(-limit, Math.min(limit, value));

const STEPPED_AT = STEPPED.map((name) => OPINION_SUMS.indexOf(name as (typeof OPINION_SUMS)[number]));

/** Calls `add` with each feature of a portrait that is not 0: its index in `FEATURES`, and its value. */
export function listFeatures({ counts, opinions }: Portrait, add: (feature: number, value: number) => void): void {
  add(0, 1);
  let at = 1;
  for (let index = 0; index < counts.length; index++) {
    const value = counts[index]!;
    if (value === 0) continue;
    add(at + index, Math.min(MAX_COUNT, value));
    add(at + counts.length + index, 1);
  }
  at += 2 * counts.length;
  const sum = (indexes: readonly number[]) => {
    let total = 0;
    for (const index of indexes) total += counts[index]!;
    return total;
  };
  const good = sum(GOOD_COUNTS);
  const bad = sum(BAD_COUNTS);
  const addNext = (value: number) => {
    if (value !== 0) add(at, value);
    at++;
  };
  addNext(Math.min(4, good));
  addNext(Math.min(4, bad));
  addNext(good === 0 && bad === 0 ? 1 : 0);
  addNext(good > 0 && bad > 0 ? 1 : 0);
  addNext(good > 0 && bad === 0 ? 1 : 0);
  addNext(bad > 0 && good === 0 ? 1 : 0);
  addNext(clamp(good - bad, 3));
  addNext(good > bad ? 1 : 0);
  addNext(bad > good ? 1 : 0);
  addNext(good > 0 && bad > 0 ? (good - bad) / (good + bad) : 0);
  const sums = sumOpinions(opinions);
  for (const value of sums) addNext(2 * value);
  for (const index of STEPPED_AT) for (const step of STEPS) addNext(sums[index]! > step ? 1 : 0);
}

/** In the order of `OPINION_SUMS`. */
function sumOpinions(opinions: Portrait['opinions']): number[] {
  let [mostGood, mostBad, sumGood, sumBad, namedGood, namedBad, balance] = [0, 0, 0, 0, 0, 0, 0];
  for (const { good, bad, isNamed } of opinions) {
    mostGood = Math.max(mostGood, good);
    mostBad = Math.max(mostBad, bad);
    sumGood += good;
    sumBad += bad;
    if (isNamed) {
      namedGood = Math.max(namedGood, good);
      namedBad = Math.max(namedBad, bad);
    }
    balance += toLogarithm((good + 0.05) / (bad + 0.05));
  }
  const [first, last, count] = [opinions[0], opinions.at(-1), Math.max(1, opinions.length)];
  return [
    ...[mostGood, mostBad, clamp(sumGood, 3), clamp(sumBad, 3), namedGood, namedBad, clamp(balance / 2, 3)],
    ...[last?.good ?? 0, last?.bad ?? 0, first?.good ?? 0, first?.bad ?? 0, Math.min(mostGood, mostBad)],
    ...[mostGood * mostBad, (1 - mostGood) * (1 - mostBad), sumGood / count, sumBad / count],
    ...[opinions.length === 0 ? 1 : 0, Math.min(4, opinions.length) / 2],
  ];
}

/**
 * The natural logarithm of a number between 1/21 and 21, by multiplication and division alone: the last bit of `Math.log`
 * may differ between JavaScript engines, and a score must not.
 */
function toLogarithm(value: number): number {
  let [rest, halvings] = [value, 0];
  for (; rest > 1.5; rest /= 2) halvings++;
  for (; rest < 0.75; rest *= 2) halvings--;
  const ratio = (rest - 1) / (rest + 1);
  const square = ratio * ratio;
  return halvings * Math.LN2 + 2 * ratio * (1 + square * (1 / 3 + square * (1 / 5 + square * (1 / 7 + square / 9))));
}
