import { findBlock, type ReadableText } from './readable-text.ts';

// Signs that may stand before the first word of a list item or bold passage: a number, an emoji, a bracket.
const LONGEST_SIGN = 8;

/** Whether a passage starts where a list item, heading, table cell, bold passage or link label starts. */
export function isLead(readable: ReadableText, start: number): boolean {
  const { text, blocks, strong, labels } = readable;
  const block = blocks[findBlock(readable, start)]!;
  if (block.kind !== 'paragraph' && isSoonAfter(text, block.start, start)) return true;
  const bold = findSpan(strong, start);
  if (bold !== -1 && isSoonAfter(text, strong[bold]!, start)) return true;
  const label = findSpan(labels, start);
  return label !== -1 && isSoonAfter(text, labels[label]!, start);
}

/** Whether a passage stands in bold or in a link label. */
export function isMarked({ strong, labels }: ReadableText, start: number): boolean {
  return findSpan(strong, start) !== -1 || findSpan(labels, start) !== -1;
}

/** Whether a passage ends where its block, bold passage or link label ends. */
export function isWhole(readable: ReadableText, start: number, end: number): boolean {
  const { blocks, strong, labels } = readable;
  if (end === blocks[findBlock(readable, start)]!.end) return true;
  const bold = findSpan(strong, start);
  const label = findSpan(labels, start);
  return (bold !== -1 && strong[bold + 1]! - end <= 1) || (label !== -1 && labels[label + 1]! - end <= 1);
}

function isSoonAfter(text: string, from: number, start: number): boolean {
  return start >= from && start - from < LONGEST_SIGN && !/\p{L}/u.test(text.slice(from, start));
}

/** Where the pair that holds `offset` stands in a flat list of starts and ends, or -1. Pairs come in order of their ends. */
function findSpan(spans: readonly number[], offset: number): number {
  let low = 0;
  let high = spans.length / 2;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (spans[middle * 2 + 1]! <= offset) low = middle + 1;
    else high = middle;
  }
  return low * 2 < spans.length && spans[low * 2]! <= offset ? low * 2 : -1;
}
