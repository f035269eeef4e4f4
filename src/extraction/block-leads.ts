import { classOf, LETTER, UNSPACED } from './character-folding.ts';
import { findSpan } from './lead-ins.ts';
import type { Block, ReadableText } from './readable-text.ts';

const MAX_LEAD_LENGTH = 160;
const LEAD_END = /:|\s[\u2013\u2014-]\s|[.!?](?:\s|$)/;
const MAX_NUMBER_LENGTH = 20;
const LEADING_NUMBER = /^[^A-Za-z\d]{0,12}(\d{1,3})(?:[.)]|\ufe0f?\u20e3)/;

/** Sets where the lead-ins of list items and headings end, and the rank of headings that start with a number. */
export function setLeadIns({ text, blocks, strong }: ReadableText): void {
  let bold = 0;
  for (const block of blocks) {
    const firstBold = bold;
    while (bold < strong.length && strong[bold]! <= block.end) bold += 2;
    if (block.kind !== 'heading' && block.kind !== 'list_item') continue;
    block.leadEnd = toLeadEnd(text, block, strong.slice(firstBold, bold));
    if (block.kind === 'heading') block.rank = toLeadingNumber(text, block);
  }
}

/** The end of the bold passage that a block starts with; without one, the end of the words before the first stop. */
function toLeadEnd(text: string, { start, end }: Block, strong: readonly number[]): number {
  const limit = Math.min(end, start + MAX_LEAD_LENGTH);
  const opening = toFirstLetter(text, start, limit);
  for (let i = strong.length - 2; i >= 0; i -= 2) if (strong[i]! <= opening) return strong[i + 1]!;
  return toFirstStop(text, opening, { limit, end });
}

/** Where the lead-in of a part of a block ends, such as a line of a paragraph. */
export function findLeadEnd({ text, strong }: ReadableText, start: number, end: number): number {
  const limit = Math.min(end, start + MAX_LEAD_LENGTH);
  const opening = toFirstLetter(text, start, limit);
  const bold = findSpan(strong, opening);
  return bold === -1 ? toFirstStop(text, opening, { limit, end }) : Math.min(end, strong[bold + 1]!);
}

function toFirstStop(text: string, opening: number, { limit, end }: { limit: number; end: number }): number {
  const length = text.slice(opening, limit).search(LEAD_END);
  return length === -1 ? end : opening + length;
}

function toFirstLetter(text: string, start: number, limit: number): number {
  for (let i = start; i < limit; i++) {
    const kind = classOf(text.charCodeAt(i));
    if (kind === LETTER || kind === UNSPACED) return i;
  }
  return start;
}

function toLeadingNumber(text: string, { start, end }: Block): number | null {
  const match = LEADING_NUMBER.exec(text.slice(start, Math.min(end, start + MAX_NUMBER_LENGTH)));
  return match === null ? null : Number(match[1]);
}
