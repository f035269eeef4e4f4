import {
  CLASS_BITS,
  DIGIT,
  foldText,
  IGNORED,
  isWordUnit,
  LETTER,
  traitsOf,
  UPPER_CASE,
} from '../extraction/character-folding.ts';
import { findSpan } from '../extraction/lead-ins.ts';
import type { Block, ReadableText } from '../extraction/readable-text.ts';
import { isSentenceStart } from '../extraction/sentences.ts';
import { isConnector, isFunctionWord, isModelWord, isOpener } from './name-words.ts';

/** Words that are written like a name, in one answer: `Nike Pegasus 41`. */
export interface FoundName {
  /** Folded words with one space between them. */
  key: string;
  /** As they are written where they occur first. */
  text: string;
  /** Number of places. */
  count: number;
  /** Of these, where assistants put what they recommend: lead-ins, headings, bold passages, first cells of tables, links. */
  titles: number;
  /** Of these, inside sentences, where a capital letter means something. */
  inside: number;
  /** Of these, in the labels of links, where the names of cited sites are. */
  labels: number;
  /** How many of the first words the answer also has in lower case, one after the other: 0 to 2. */
  lower: number;
  /** The first place, in the readable text. */
  start: number;
  end: number;
}

interface Word {
  text: string;
  folded: string;
  start: number;
  end: number;
  /** It has a capital letter or a digit. */
  isName: boolean;
}

const MAX_WORDS = 5;
const MAX_WORD_LENGTH = 40;
const MAX_CONNECTOR_LENGTH = 3;
const PLUS = 0x2b;
/** Where a name can be: at a capital letter or digit, or at a character that has to be looked at. */
const CAPITAL = /[A-Z\d\u0080-\uffff]/g;
const ASCII = /^[ -~]*$/;
/** `AmazonWalmartBest Buy`: what a page glued together. */
const GLUED = /\p{Ll}\p{Lu}.*\p{Ll}\p{Lu}/u;
const MAX_UNGLUED_LENGTH = 14;
/** `9k+`, `20/month`, `2nd`, `14-inch`: amounts, not names. */
const AMOUNT = /^\d[\d.,]*(?:\+|%|[kx]|st|nd|rd|th|\/.*|-[a-z].*)*$/;
const POSSESSIVE = /['’]s$/;
const LEAD_END = /^ ?(?::|\(| ?[\u2013\u2014-] )/;

/** Finds everything in an answer that is written like a name. What of it is a brand can only be told from many answers. */
export function findNames(readable: ReadableText): FoundName[] {
  const search: Search = { readable, found: new Map(), lower: new Map() };
  for (const block of readable.blocks) searchBlock(search, block);
  const names = [...search.found.values()];
  for (const name of names) name.lower = countLower(name.key, search);
  return names;
}

interface Search {
  readable: ReadableText;
  found: Map<string, FoundName>;
  /** Whether the answer has a first word in lower case. */
  lower: Map<string, boolean>;
}

/** Most words are in lower case. They are passed over by a regular expression: this runs for every answer. */
function searchBlock(search: Search, block: Block): void {
  const { text } = search.readable;
  let run: Word[] = [];
  let end = block.start;
  CAPITAL.lastIndex = block.start;
  for (let match = CAPITAL.test(text); match && CAPITAL.lastIndex <= block.end; match = CAPITAL.test(text)) {
    const at = CAPITAL.lastIndex - 1;
    const traits = traitsOf(text.charCodeAt(at));
    if ((traits & UPPER_CASE) === 0 && (traits & CLASS_BITS) !== DIGIT) continue;
    const word = toWord(text, { from: end, at, to: block.end });
    if (run.length > 0) {
      const connector = toConnector(text, end, word.start);
      if (connector === null) {
        addRun(search, block, run);
        run = [];
      } else if (connector !== '') {
        run.push({ text: connector, folded: connector, start: end + 1, end: word.start - 1, isName: false });
      }
    }
    run.push(word);
    end = word.end;
    CAPITAL.lastIndex = end;
  }
  if (run.length > 0) addRun(search, block, run);
}

/** The word around a capital letter or digit. */
function toWord(text: string, { from, at, to }: { from: number; at: number; to: number }): Word {
  let start = at;
  // `iPhone`, `hOmeLabs`
  while (start > from && isPart(text.charCodeAt(start - 1))) start--;
  const limit = Math.min(to, start + MAX_WORD_LENGTH);
  let end = at + 1;
  while (end < limit) {
    const part = traitsOf(text.charCodeAt(end)) & CLASS_BITS;
    if (part !== LETTER && part !== DIGIT && part !== IGNORED && !isJoint(text, start, end)) break;
    end++;
  }
  // `Disney+`
  if (end < to && text.charCodeAt(end) === PLUS) end++;
  const word = text.slice(start, end);
  return { text: word, folded: ASCII.test(word) ? word.toLowerCase() : toKey(word), start, end, isName: true };
}

/** What is between two words of a name: a connector, nothing but a space (''), or something else (null). */
function toConnector(text: string, start: number, end: number): string | null {
  if (isOneSpace(text, start, end)) return '';
  if (end - start < 3 || end - start > MAX_CONNECTOR_LENGTH + 2) return null;
  if (text.charCodeAt(start) !== 0x20 || text.charCodeAt(end - 1) !== 0x20) return null;
  const word = text.slice(start + 1, end - 1);
  return isConnector(word) ? word : null;
}

function isPart(unit: number): boolean {
  const part = traitsOf(unit) & CLASS_BITS;
  return part === LETTER || part === DIGIT;
}

function isOneSpace(text: string, start: number, end: number): boolean {
  const unit = text.charCodeAt(start);
  return end - start === 1 && (unit === 0x20 || unit === 0xa0);
}

/** A character that keeps a word together: `De'Longhi`, `AT&T`, `Oral-B`, `J.Crew`, `RTINGS.com`, but not `design.The`. */
function isJoint(text: string, start: number, index: number): boolean {
  const unit = text.charCodeAt(index);
  const isPossible =
    unit === 0x2e ||
    unit === 0x27 ||
    unit === 0x2019 ||
    unit === 0x26 ||
    unit === PLUS ||
    unit === 0x2d ||
    unit === 0x2011 ||
    unit === 0x2f;
  if (!isPossible) return false;
  const traits = traitsOf(text.charCodeAt(index + 1));
  const part = traits & CLASS_BITS;
  if (part !== LETTER && part !== DIGIT) return false;
  return unit !== 0x2e || (traits & UPPER_CASE) === 0 || index - start === 1;
}

function addRun({ readable, found }: Search, block: Block, run: readonly Word[]): void {
  let first = 0;
  let last = run.length;
  while (last > 0 && !run[last - 1]!.isName) last--;
  // Words that only stand before a name. One of them inside a sentence shows that the line is a title.
  let isTitleCase = false;
  let isAfterTitleWord = false;
  while (first < last && !canBeginName(run[first]!)) {
    const { folded, start, isName } = run[first]!;
    if (isName && isOpener(folded)) {
      isTitleCase ||= !isSentenceStart(readable.text, start);
      isAfterTitleWord ||= !isFunctionWord(folded);
    }
    first++;
  }
  const words = run.slice(first, Math.min(last, first + MAX_WORDS));
  if (words.length === 0) return;
  // `Sony's` alone is Sony; of `Paula's Choice` and `Sony's WH-1000XM5` more has to be known.
  const texts = words.map(({ text }, index) => (index === 0 && words.length > 1 ? text : text.replace(POSSESSIVE, '')));
  if (texts.some((text) => text.length > MAX_UNGLUED_LENGTH && GLUED.test(text))) return;
  const [{ start }] = words as [Word];
  const key = texts.map((text, index) => (text === words[index]!.text ? words[index]!.folded : toKey(text))).join(' ');
  if (key.length < 2) return;
  const known = found.get(key);
  const name = known ?? {
    key,
    text: texts.join(' '),
    count: 0,
    titles: 0,
    inside: 0,
    labels: 0,
    lower: 0,
    start,
    end: words[words.length - 1]!.end,
  };
  if (known === undefined) found.set(key, name);
  name.count++;
  const isLabel = findSpan(readable.labels, start) !== -1;
  if (isLabel) name.labels++;
  if (isLabel || isTitle(readable, block, start) || isPlainLeadIn(readable.text, run)) name.titles++;
  else if (!isTitleCase && isCapitalMeant(readable.text, { run, first, isAfterTitleWord })) name.inside++;
}

function toKey(text: string): string {
  return foldText(text).trim().replaceAll(' ', '-');
}

function canBeginName({ folded, isName }: Word): boolean {
  if (!isName || isOpener(folded)) return false;
  return (traitsOf(folded.charCodeAt(0)) & CLASS_BITS) !== DIGIT || !AMOUNT.test(folded);
}

/** Whether the capital letter is not there because a sentence begins. */
function isCapitalMeant(
  text: string,
  { run, first, isAfterTitleWord }: { run: readonly Word[]; first: number; isAfterTitleWord: boolean },
): boolean {
  if (first > 0) return !isAfterTitleWord;
  return !isSentenceStart(text, run[0]!.start);
}

function isTitle({ strong }: ReadableText, block: Block, start: number): boolean {
  if (block.kind === 'heading') return true;
  if (block.kind === 'list_item' && start < block.leadEnd) return true;
  if (block.kind === 'table_cell' && block.rank !== null) return true;
  return findSpan(strong, start) !== -1;
}

/** `Blink Outdoor 4: …` at the start of a sentence, in answers that lost their markup. */
function isPlainLeadIn(text: string, run: readonly Word[]): boolean {
  return LEAD_END.test(text.slice(run.at(-1)!.end, run.at(-1)!.end + 3)) && isSentenceStart(text, run[0]!.start);
}

function countLower(key: string, { readable: { text }, lower }: Search): number {
  const gap = key.indexOf(' ');
  const first = gap === -1 ? key : key.slice(0, gap);
  let isLower = lower.get(first);
  if (isLower === undefined) {
    isLower = hasWord(text, first);
    lower.set(first, isLower);
  }
  if (!isLower) return 0;
  const second = gap === -1 ? undefined : key.split(' ')[1];
  return second !== undefined && !isModelWord(second) && hasWord(text, `${first} ${second}`) ? 2 : 1;
}

/** Whether a text has a word, or its plural, in exactly this way. */
function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    const end = at + word.length;
    if (isWordUnit(text.charCodeAt(at - 1))) continue;
    if (!isWordUnit(text.charCodeAt(end))) return true;
    if (text.charCodeAt(end) === 0x73 && !isWordUnit(text.charCodeAt(end + 1))) return true;
  }
  return false;
}
