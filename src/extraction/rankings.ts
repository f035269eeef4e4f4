import { hasName } from './entry-names.ts';
import { findSpan } from './lead-ins.ts';
import { isAddition, isFeatureLabel, isUnrankedTitle } from './list-titles.ts';
import { findMarkdownLists, type List, type ListEntry, toTitles } from './lists.ts';
import { findPlainLists } from './plain-lists.ts';
import type { ReadableText } from './readable-text.ts';
import { findRunTogetherEntries } from './run-together-lists.ts';

/** A section of a ranking often has one or two entries, so that from three sections on they are counted together. */
const MIN_SECTIONS = 3;
const MIN_BOLD_NAMES = 2;

/**
 * The entries of the list or lists in which an answer ranks what it names, in order. Other lists have none. It looks no further if
 * none of the mentions, which are ordered, is at the start of an entry.
 */
export function findRankings(
  readable: ReadableText,
  mentions: readonly { start: number }[],
): readonly Readonly<ListEntry>[] {
  const lists = findLists(readable);
  if (lists.length === 0) return findRunTogetherEntries(readable);
  if (!lists.some((list) => mayName(list, mentions))) return [];
  // Numbers are a ranking, and bullets beside them are features, tips or what did not make it.
  const numbered = lists.filter(
    (list) => list.isNumbered && namesThings(readable, list) && !isUnranked(readable, list),
  );
  const chosen = numbered.length > 0 ? numbered : findBulleted(readable, lists);
  if (chosen.length === 1) return chosen[0]!.entries;
  const sections = chosen.filter((list) => namesThings(readable, list));
  // Two sections are rather two kinds of a thing, unless they have one entry each.
  const isOne = sections.length >= MIN_SECTIONS || sections.every(({ entries }) => entries.length === 1);
  return isOne ? countOn(sections) : chosen.flatMap(({ entries }) => entries);
}

/** Whether a mention is near the start of an entry. */
function mayName({ entries }: List, mentions: readonly { start: number }[]): boolean {
  let next = 0;
  for (const { start, leadEnd } of entries) {
    while (next < mentions.length && mentions[next]!.start < start) next++;
    if (next === mentions.length) return false;
    if (mentions[next]!.start <= leadEnd + MAX_GAP) return true;
  }
  return false;
}

/** One ranking over several sections: `Best overall`, `Best value` and so on. */
function countOn(sections: readonly List[]): ListEntry[] {
  let rank = 0;
  return sections.flatMap(({ entries }) =>
    entries.map(({ start, leadEnd, end }) => ({ start, leadEnd, end, rank: ++rank })),
  );
}

function findLists(readable: ReadableText): List[] {
  const lists = findMarkdownLists(readable);
  // Who numbers with Markdown does not number without.
  if (lists.some(({ isNumbered }) => isNumbered)) return lists;
  const plain = findPlainLists(readable);
  return plain.length === 0 ? lists : [...lists, ...plain].sort((a, b) => a.entries[0]!.start - b.entries[0]!.start);
}

/** The lists that rank something if no numbers do. One that only adds to others is not among them. */
function findBulleted(readable: ReadableText, lists: readonly List[]): List[] {
  const ranked: List[] = [];
  for (const list of lists) {
    if (isUnranked(readable, list)) continue;
    const isSecond = !list.isNumbered && (ranked.length > 0 || followsNames(readable, list.block));
    if (!isSecond || !toTitles(readable, list).some(isAddition)) ranked.push(list);
  }
  return ranked;
}

function isUnranked(readable: ReadableText, list: List): boolean {
  return toTitles(readable, list).some(isUnrankedTitle);
}

/** Whether paragraphs that begin with a bold name come before a block: they are what the answer is about. */
function followsNames({ blocks, strong }: ReadableText, index: number): boolean {
  let names = 0;
  for (let i = 0; i < index && names < MIN_BOLD_NAMES; i++) {
    const { kind, item, start } = blocks[i]!;
    if (kind === 'paragraph' && item === null && strong[findSpan(strong, start)] === start) names++;
  }
  return names === MIN_BOLD_NAMES;
}

/** Whether entries of a list begin with names, not all with ordinary words as steps and features do. */
function namesThings({ text }: ReadableText, { entries }: List): boolean {
  let named = 0;
  for (const { start, leadEnd } of entries) {
    if (hasName(text, start, Math.min(leadEnd, start + MAX_LEAD)) && ++named * 4 >= entries.length) return true;
  }
  return false;
}

/** The rank of a mention: that of the entry which it names. An entry says more than its name, so most mentions have none. */
export function findRank(
  { text }: ReadableText,
  entries: readonly Readonly<ListEntry>[],
  start: number,
): number | null {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (entries[middle]!.start <= start) low = middle + 1;
    else high = middle;
  }
  const entry = entries[low - 1];
  return entry !== undefined && namesEntry(text, entry, start) ? entry.rank : null;
}

const MAX_LEAD = 60;
/** A sentence names what it begins with: `The Sony is quiet`, but not `A quiet pair that beats the Sony`. */
const MAX_WORDS_BEFORE = 3;
const MAX_WORDS_BEFORE_COMMA = 3;
const MAX_GAP = 10;
/** What is between a label and a name: `Best overall: Sony`, `Budget – the Sony`. */
const LABEL_GAP = /^[\s:.\u2013\u2014-]{1,4}(?:\p{L}{1,4} )?$/u;
/** Who sells or makes it: `Kiprun z Decathlonu`, `Nightjet tickets from ÖBB`. */
const AFTER_PREPOSITION = /\p{L}.*[\s(](?:from|by|at|via|von|bei|chez|van|bij|z|ze|od|w|u)\s(?:\p{L}{1,3}\s)?$/iu;

function namesEntry(text: string, { start, leadEnd, end }: ListEntry, mention: number): boolean {
  if (mention === start) return true;
  if (mention >= leadEnd) {
    if (mention >= end || mention - leadEnd > MAX_GAP || !LABEL_GAP.test(text.slice(leadEnd, mention))) return false;
    return isLabel(text, start, leadEnd);
  }
  if (mention - start > 2 * MAX_LEAD) return false;
  const before = text.slice(start, mention);
  if (before.lastIndexOf('(') > before.lastIndexOf(')') || AFTER_PREPOSITION.test(before)) return false;
  const comma = before.lastIndexOf(', ');
  if (comma !== -1 && comma < before.length - 2) return false;
  if (comma !== -1 && countWords(before.slice(0, comma)) > MAX_WORDS_BEFORE_COMMA) return false;
  const isSentence = leadEnd === end || '.!?'.includes(text[leadEnd]!) || leadEnd - start > MAX_LEAD;
  return !isSentence || countWords(before) <= MAX_WORDS_BEFORE;
}

/** Whether a lead-in says what is good about the name after it: `Best overall`, `**For teams:**`, but not `Pros:`. */
function isLabel(text: string, start: number, end: number): boolean {
  return (text[end - 1] === ':' || !hasName(text, start, end)) && !isFeatureLabel(text.slice(start, end).toLowerCase());
}

function countWords(text: string): number {
  return text.match(/\p{L}+/gu)?.length ?? 0;
}
