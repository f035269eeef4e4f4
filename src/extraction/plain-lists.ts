import { findLeadEnd } from './block-leads.ts';
import { hasName } from './entry-names.ts';
import type { List, ListEntry } from './lists.ts';
import type { ReadableText } from './readable-text.ts';

// Lists that Markdown does not know: lines that begin with `(1)`, a medal, a dash or a symbol, `1. …, 2. …, 3. …` in one line, and
// lines with a name that have a price below.

const MARKER =
  /(?:\(?(?<number>\d{1,2})[.)]|(?<keycap>\d)\ufe0f?\u20e3|(?<medal>[\u{1f947}-\u{1f949}])|(?<letter>[A-J])[.)](?=\s)|(?<symbol>[\u2013\u2014\u2022]|\p{Extended_Pictographic})\ufe0f?(?=\s))\s*/uy;
/** Warning signs, check marks and thumbs judge what they stand before. */
const VERDICTS = new Set('⚠✅✔✖❌❎👍👎');
const MIN_MARKED = 2;
const MIN_INLINE = 3;
const MIN_PRICED = 3;
const MAX_NAME_LENGTH = 100;
const MAX_PRICE_LENGTH = 40;
const CURRENCY = '(?:(?:US|R|C|A)?[$€£¥₹]|zł|kr|EUR|USD|CHF|PLN)';
/** Nothing but a price or two: `$349.00`, `1 299 zł`. */
const PRICE = new RegExp(
  `^[^\\p{L}\\d$€£¥₹]{0,4}(?:${CURRENCY}\\s?\\d|\\d[\\d.,\\s]*${CURRENCY})(?:[\\d.,\\s]|${CURRENCY})*\\W*$`,
  'u',
);

interface Line {
  block: number;
  start: number;
  end: number;
}

interface MarkedLine extends ListEntry {
  block: number;
  /** What it begins with; null for a number. */
  symbol: string | null;
}

export function findPlainLists(readable: ReadableText): List[] {
  const lines = toLines(readable);
  const lists = findMarkedLines(readable, lines);
  addInlineNumbers(readable, lists);
  addPricedNames(readable, lines, lists);
  return lists;
}

/** The lines of headings and of paragraphs outside lists. */
function toLines({ text, blocks }: ReadableText): Line[] {
  const lines: Line[] = [];
  let newline = text.indexOf('\n');
  for (let index = 0; index < blocks.length; index++) {
    const block = blocks[index]!;
    if (block.item !== null || (block.kind !== 'paragraph' && block.kind !== 'heading')) continue;
    let { start } = block;
    if (newline !== -1 && newline < start) newline = text.indexOf('\n', start);
    while (newline !== -1 && newline < block.end) {
      lines.push({ block: index, start, end: newline });
      start = newline + 1;
      newline = text.indexOf('\n', start);
    }
    lines.push({ block: index, start, end: block.end });
  }
  return lines;
}

function findMarkedLines(readable: ReadableText, lines: readonly Line[]): List[] {
  const lists: List[] = [];
  let run: MarkedLine[] = [];
  const close = () => {
    if (run.length >= MIN_MARKED) {
      lists.push({ isNumbered: run[0]!.symbol === null, block: run[0]!.block, entries: run });
    }
    if (run.length > 0) run = [];
  };
  for (const line of lines) {
    const entry = toMarkedLine(readable, line);
    const last = run[run.length - 1];
    if (entry === null) {
      // A bullet may go on in the next line, but not in the next paragraph. Numbers show what belongs together.
      if (last !== undefined && last.symbol !== null && line.block !== last.block) close();
      continue;
    }
    if (
      last !== undefined &&
      (entry.symbol !== last.symbol || (entry.symbol === null && entry.rank !== last.rank + 1))
    ) {
      close();
    }
    if (entry.symbol !== null) entry.rank = run.length + 1;
    if (entry.rank === run.length + 1) run.push(entry);
  }
  close();
  return lists;
}

function toMarkedLine(readable: ReadableText, { block, start, end }: Line): MarkedLine | null {
  const { text, blocks } = readable;
  if (!mayBeMarker(text.charCodeAt(start), text.charCodeAt(start + 1)) || blocks[block]!.kind === 'heading')
    return null;
  MARKER.lastIndex = start;
  const groups = MARKER.exec(text)?.groups;
  const from = MARKER.lastIndex;
  if (groups === undefined || from >= end || (groups.symbol && VERDICTS.has(groups.symbol))) return null;
  const { medal, letter, symbol = null } = groups;
  let rank = Number(groups.number ?? groups.keycap);
  if (medal !== undefined) rank = medal.codePointAt(0)! - 0x1f946;
  if (letter !== undefined) rank = letter.charCodeAt(0) - 0x40;
  return { block, start: from, end, leadEnd: findLeadEnd(readable, from, end), rank, symbol };
}

/** Rules out nearly every line: those that begin with a letter that no dot or bracket follows. */
function mayBeMarker(first: number, second: number): boolean {
  if (first >= 0x41 && first <= 0x4a) return second === 0x2e || second === 0x29;
  return first === 0x28 || (first >= 0x30 && first <= 0x39) || (first > 0x2000 && (first < 0x3000 || first >= 0xd800));
}

/** Adds the lists in one line: `1. Sony: quiet. 2. Bose: soft. 3. …` */
function addInlineNumbers(readable: ReadableText, lists: List[]): void {
  const { text, blocks } = readable;
  if (!text.includes('3. ')) return;
  for (let index = 0; index < blocks.length; index++) {
    const { kind, item, start, end } = blocks[index]!;
    if (kind !== 'paragraph' || item !== null) continue;
    const line = text.slice(start, end);
    const entries: ListEntry[] = [];
    let mark = '1. ';
    for (let at = line.indexOf(mark); at !== -1; at = line.indexOf(mark, at + 1)) {
      const last = entries[entries.length - 1];
      if (last !== undefined) last.end = start + at;
      const from = start + at + mark.length;
      entries.push({ start: from, end, leadEnd: from, rank: entries.length + 1 });
      mark = ` ${entries.length + 1}. `;
    }
    if (entries.length < MIN_INLINE) continue;
    for (const entry of entries) entry.leadEnd = findLeadEnd(readable, entry.start, entry.end);
    if (entries.some((entry) => hasName(text, entry.start, entry.leadEnd))) {
      lists.push({ isNumbered: true, block: index, entries });
    }
  }
}

/** Adds the list of short lines or headings that have a price below. */
function addPricedNames({ text, blocks }: ReadableText, lines: readonly Line[], lists: List[]): void {
  const entries: MarkedLine[] = [];
  let name: Line | null = null;
  for (const line of lines) {
    if (name !== null && isPrice(text, line)) {
      const { block, start, end } = name;
      name = null;
      if (!/[.!?:]/.test(text[end - 1]!)) {
        entries.push({ block, start, end, leadEnd: end, rank: entries.length + 1, symbol: null });
      }
      continue;
    }
    // A subheading such as "Best for travel" may be in between.
    const isBelow =
      name !== null && blocks[line.block]!.kind === 'heading' && blocks[line.block]!.depth > blocks[name.block]!.depth;
    if (!isBelow) name = line.end - line.start <= MAX_NAME_LENGTH && line.end > line.start ? line : null;
  }
  if (entries.length >= MIN_PRICED) lists.push({ isNumbered: false, block: entries[0]!.block, entries });
}

function isPrice(text: string, { start, end }: Line): boolean {
  if (end - start > MAX_PRICE_LENGTH) return false;
  const line = text.slice(start, end);
  return /\d/.test(line) && PRICE.test(line);
}
