import { isUpperCase } from './character-folding.ts';
import { hasName } from './entry-names.ts';
import { isUnrankedTitle } from './list-titles.ts';
import type { ListEntry } from './lists.ts';
import type { ReadableText } from './readable-text.ts';

// Some channels give an answer in one line, without its line breaks: `Top picks: Sony WH-1000XM5: quiet and light.Bose QC: soft.How
// to choose: …`, with product cards such as `Sony WH-1000XM5$349.994.7(9k+)` in between. A space that is missing after a sentence
// is what is left of a line break.
// TRICKY: this goes from sign to sign with `indexOf`, because it is much faster than to look at every character.

const MIN_LENGTH = 200;
const MAX_LABEL_LENGTH = 90;
/** So many entries have to begin where a space is missing. */
const MIN_LINES = 3;
const MIN_CARDS = 3;
const MAX_CARD_LENGTH = 120;
const MAX_PRICE_LENGTH = 10;

/** The entries of an answer that lost its line breaks: those with a description, or else the product cards. */
export function findRunTogetherEntries({ text, blocks }: ReadableText): ListEntry[] {
  for (const { kind, start, end } of blocks) {
    if (kind !== 'paragraph' || end - start < MIN_LENGTH) continue;
    // A copy, so that `indexOf` does not search beyond the end of the block.
    const line = text.slice(start, end);
    const described = findDescribed(line);
    const entries = described.length > 0 ? described : findCards(line);
    if (entries.length === 0) continue;
    return entries.map((entry) => ({
      ...entry,
      start: start + entry.start,
      leadEnd: start + entry.leadEnd,
      end: start + entry.end,
    }));
  }
  return [];
}

/** `Bose QC: soft.` at the start of a line, or after a title such as `Top picks:`. */
function findDescribed(text: string): ListEntry[] {
  const entries: ListEntry[] = [];
  let lines = 0;
  let isRanked = true;
  let start = 0;
  let colon = text.indexOf(':');
  while (colon !== -1) {
    const stop = toSentenceEnd(text, start);
    if (colon > stop) {
      start = stop + 1;
      continue;
    }
    // The labels before the description: titles, if there are several, and then the name.
    const labels: number[] = [];
    let from = start;
    for (; colon !== -1 && colon < stop; colon = text.indexOf(':', from)) {
      const label = toLabelStart(text, from, colon);
      if (label !== -1) labels.push(label, colon);
      from = colon + 1;
    }
    const isLine = start > 0 && labels[0] === start;
    if (labels.length > 2) isRanked = !isUnrankedTitle(text.slice(labels[0], labels[1]).toLowerCase());
    const name = isRanked && (labels.length > 2 || isLine) ? findName(text, labels) : -1;
    if (name !== -1) {
      if (isLine) lines++;
      const end = labels[name + 1]!;
      entries.push({ start: labels[name]!, leadEnd: end, end, rank: entries.length + 1 });
    }
    start = stop + 1;
    if (colon !== -1 && colon < start) colon = text.indexOf(':', start);
  }
  return lines >= MIN_LINES ? entries : [];
}

/** The end of the sentence: a full stop before a space or a capital letter. */
function toSentenceEnd(text: string, from: number): number {
  let stop = text.indexOf('.', from);
  while (stop !== -1 && !isSpace(text.charCodeAt(stop + 1)) && !isUpperCase(text.charCodeAt(stop + 1))) {
    stop = text.indexOf('.', stop + 1);
  }
  return stop === -1 ? text.length : stop;
}

/** Where a label starts that a colon ends: after the card before it, if there is one. -1 if it is no label. */
function toLabelStart(text: string, from: number, colon: number): number {
  const near = Math.max(from, colon - MAX_LABEL_LENGTH - 1);
  const bracket = near + text.slice(near, colon).lastIndexOf(')');
  const start = skipSpaces(text, bracket >= near && isUpperCase(text.charCodeAt(bracket + 1)) ? bracket + 1 : from);
  const length = colon - start;
  return length > 1 && length <= MAX_LABEL_LENGTH && isCapital(text, start) ? start : -1;
}

/** The last of the labels that is a name. */
function findName(text: string, labels: readonly number[]): number {
  for (let i = labels.length - 2; i >= 0; i -= 2) if (hasName(text, labels[i]!, labels[i + 1]!)) return i;
  return -1;
}

/** `Bose QC$349.00`: what is before a price, from the end of the card or sentence before it. */
function findCards(text: string): ListEntry[] {
  const entries: ListEntry[] = [];
  let previous = -MAX_PRICE_LENGTH;
  for (let price = text.indexOf('$'); price !== -1; price = text.indexOf('$', price + 1)) {
    // `$649.00$749.00`: the second is what it cost before.
    const isSecond = price - previous < MAX_PRICE_LENGTH;
    const from = Math.max(0, previous + 1, price - MAX_CARD_LENGTH);
    previous = price;
    if (isSecond || isSpace(text.charCodeAt(price - 1))) continue;
    const start = toCardStart(text, from, price);
    if (isCapital(text, start)) entries.push({ start, leadEnd: price, end: price, rank: entries.length + 1 });
  }
  return entries.length >= MIN_CARDS ? entries : [];
}

/** Where the last sentence or card before a price ends. */
function toCardStart(text: string, from: number, price: number): number {
  const near = text.slice(from, price);
  const end = Math.max(near.search(/\)(?=\p{Lu}[^)]*$)/u), near.lastIndexOf('. '));
  return skipSpaces(text, from + end + 1);
}

function skipSpaces(text: string, start: number): number {
  let i = start;
  while (isSpace(text.charCodeAt(i))) i++;
  return i;
}

function isSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0xa0;
}

function isCapital(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  return isUpperCase(unit) || (unit >= 0x30 && unit <= 0x39);
}
