import { CLASS_BITS, DIGIT, foldText, traitsOf, UPPER_CASE } from '../extraction/character-folding.ts';
import { isCalendarWord, isFunctionWord, isModelWord, isOpener, isTerm, isTopicWord } from './name-words.ts';
import { isPlace } from './places.ts';

/** The name in a sequence of words that are written like one: in `The Best Nike Pegasus` it is `Nike Pegasus`. */
export interface RunName {
  /** Folded words with one space between them. */
  key: string;
  text: string;
  /** Where the name begins. */
  offset: number;
  /** Where words with a capital letter begin that only stand before a name. */
  openers: readonly number[];
  /** One of them is a word that titles begin with. */
  isAfterTitleWord: boolean;
}

const MAX_WORDS = 5;
const REMEMBERED_RUNS = 20_000;
const ASCII = /^[ -~]*$/;
/** `AmazonWalmartBest Buy`: what a page glued together. */
const GLUED = /\p{Ll}\p{Lu}.*\p{Ll}\p{Lu}/u;
const MAX_UNGLUED_LENGTH = 14;
/** `9k+`, `20/month`, `2nd`, `14-inch`: amounts, not names. */
const AMOUNT = /^\d[\d.,]*(?:\+|%|[kx]|st|nd|rd|th|\/.*|-[a-z].*)*$/;
/** As they are written: `DB` may be a company. */
const UNIT = /^(?:dBA?|[kMG]?Wh|mAh|kWp?|[kMG]?Hz|[kMG]B(?:ps)?|[kMG]bps|hPa)$/;
const POSSESSIVE = /['’]s$/;
/** `xm5`, `wh-1000xm5`: a model, or an amount. */
const LIKE_MODEL = /^\p{L}*-?\d/u;
const SPACES = /[ \u00a0]/;

let remembered = new Map<string, RunName | null>();

/** Finds the name in a run, or null if there is none. Answers name the same things over and over. */
export function parseRun(run: string): RunName | null {
  const known = remembered.get(run);
  if (known !== undefined) return known;
  if (remembered.size >= REMEMBERED_RUNS) remembered = new Map();
  const own = toOwnText(run);
  const name = findName(own);
  remembered.set(own, name);
  return name;
}

/** TRICKY: a part of a text keeps the whole text in memory, and these parts are kept for long. */
function toOwnText(part: string): string {
  return Buffer.from(part, 'utf16le').toString('utf16le');
}

interface Word {
  text: string;
  folded: string;
  start: number;
  /** It has a capital letter or a digit; otherwise it connects two that do. */
  isName: boolean;
}

function findName(run: string): RunName | null {
  const words = splitRun(run);
  let last = words.length;
  while (last > 0 && !words[last - 1]!.isName) last--;
  let first = 0;
  const openers: number[] = [];
  let isAfterTitleWord = false;
  while (first < last && !canBeginName(words[first]!)) {
    const { folded, start, isName } = words[first]!;
    if (isName && isOpener(folded)) {
      openers.push(start);
      isAfterTitleWord ||= !isFunctionWord(folded);
    }
    first++;
  }
  const named = words.slice(first, Math.min(last, first + MAX_WORDS));
  if (named.length === 0) return null;
  // `Sony's` alone is Sony; of `Paula's Choice` and `Sony's WH-1000XM5` more has to be known.
  const texts = named.map(({ text }, index) => (index === 0 && named.length > 1 ? text : text.replace(POSSESSIVE, '')));
  if (texts.some((text) => text.length > MAX_UNGLUED_LENGTH && GLUED.test(text))) return null;
  const text = texts.join(' ');
  const key = toNameKey(text);
  if (key.length < 2 || isNeverBrand(key)) return null;
  return { key, text, offset: named[0]!.start, openers, isAfterTitleWord };
}

/** Whether words cannot be a brand's, whatever the answers say about them. */
export function isNeverBrand(key: string): boolean {
  const words = key.split(' ');
  const [first] = words as [string];
  if (isTerm(first) || isTopicWord(first) || isCalendarWord(first)) return true;
  if (isPlace(key) || words.every(isModelWord)) return true;
  return words.length === 1 && LIKE_MODEL.test(key);
}

function splitRun(run: string): Word[] {
  const words: Word[] = [];
  let start = 0;
  for (const text of run.split(SPACES)) {
    words.push({ text, folded: toKey(text), start, isName: hasCapital(text) });
    start += text.length + 1;
  }
  return words;
}

function hasCapital(word: string): boolean {
  for (let index = 0; index < word.length; index++) {
    const traits = traitsOf(word.charCodeAt(index));
    if ((traits & UPPER_CASE) !== 0 || (traits & CLASS_BITS) === DIGIT) return true;
  }
  return false;
}

function canBeginName({ text, folded, isName }: Word): boolean {
  if (!isName || isOpener(folded) || UNIT.test(text)) return false;
  return (traitsOf(folded.charCodeAt(0)) & CLASS_BITS) !== DIGIT || !AMOUNT.test(folded);
}

/** Folded words with one space between them, of words as they are written. */
export function toNameKey(text: string): string {
  return text.split(' ').map(toKey).join(' ');
}

function toKey(word: string): string {
  return ASCII.test(word) ? word.toLowerCase() : foldText(word).trim().replaceAll(' ', '-');
}
