import { findBlock, type ReadableText } from './readable-text.ts';

// A list item or bold passage may start with a number, an emoji or a bracket before its first word.
const MAX_SIGN_LENGTH = 8;

/** Whether a passage starts where a list item, heading, table cell, bold passage or link label starts. */
export function isLeadIn(readable: ReadableText, start: number): boolean {
  const { text, blocks, strong, labels } = readable;
  const block = blocks[findBlock(readable, start)]!;
  if (block.kind !== 'paragraph' && isJustAfter(text, block.start, start)) return true;
  const bold = findSpan(strong, start);
  if (bold !== -1 && isJustAfter(text, strong[bold]!, start)) return true;
  const label = findSpan(labels, start);
  return label !== -1 && isJustAfter(text, labels[label]!, start);
}

/** Whether a passage is bold or part of a link label. */
export function isBoldOrLinked({ strong, labels }: ReadableText, start: number): boolean {
  return findSpan(strong, start) !== -1 || findSpan(labels, start) !== -1;
}

/** Whether a passage ends where its block, bold passage or link label ends. */
export function endsPassage(readable: ReadableText, start: number, end: number): boolean {
  const { blocks, strong, labels } = readable;
  if (end === blocks[findBlock(readable, start)]!.end) return true;
  const bold = findSpan(strong, start);
  const label = findSpan(labels, start);
  return (bold !== -1 && strong[bold + 1]! - end <= 1) || (label !== -1 && labels[label + 1]! - end <= 1);
}

function isJustAfter(text: string, from: number, start: number): boolean {
  return start >= from && start - from < MAX_SIGN_LENGTH && !/\p{L}/u.test(text.slice(from, start));
}

/** The index of the pair that contains `offset` in a flat list of starts and ends, or -1. Pairs are ordered by their end. */
export function findSpan(spans: readonly number[], offset: number): number {
  let low = 0;
  let high = spans.length / 2;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (spans[middle * 2 + 1]! <= offset) low = middle + 1;
    else high = middle;
  }
  return low * 2 < spans.length && spans[low * 2]! <= offset ? low * 2 : -1;
}
