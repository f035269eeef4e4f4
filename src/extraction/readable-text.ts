/**
 * The text of an answer as a person reads it, in one string that can be traced back to the answer as stored.
 *
 * It has no code, images, addresses, footnotes, reference lists or page furniture: inside a line, one `CUT` replaces them.
 * Blocks are separated by one `BLOCK_END`. A line break inside a block stays `\n`.
 */
export interface ReadableText {
  text: string;
  /** In order, without overlap. Together with the `BLOCK_END` between them they cover `text`. */
  blocks: readonly Block[];
  /** Bold passages: start, end, start, end, …, offsets in `text`. */
  strong: readonly number[];
  /** Link labels, laid out like `strong`. */
  labels: readonly number[];
  /** Triples: offset in `text`, start and end in the answer. A run has the same length in both, or replaces something. */
  runs: readonly number[];
}

export interface Block {
  kind: 'paragraph' | 'heading' | 'list_item' | 'table_cell';
  /** Offsets in `ReadableText.text`. */
  start: number;
  end: number;
  /** Index of the block of the nearest heading above. A line that is all bold is a heading too. */
  heading: number | null;
  /** Index of the first block of the list item around it; for a list item, the item around its list. */
  item: number | null;
  /** Headings: 1 to 6; bold lines: 7; bold lines that end in a colon: 8. List items: nesting from 1. Others: 0. */
  depth: number;
  /** From 1: the position in its list, or the number that a heading begins with. */
  rank: number | null;
  /** List items: the list has numbers, not bullets. */
  isNumbered: boolean;
  /** Where the lead-in of a list item or heading ends: `Sony WH-1000XM5` in `**Sony WH-1000XM5** – quiet and light`. */
  leadEnd: number;
}

export const CUT = '\ufffc';
export const BLOCK_END = '\u2029';

/** The offset in the answer of the character at `offset` in the readable text. */
export function toRawStart(readable: ReadableText, offset: number): number {
  const { runs } = readable;
  const run = findRun(runs, offset);
  return hasSameLength(readable, run) ? runs[run + 1]! + offset - runs[run]! : runs[run + 1]!;
}

/** The offset in the answer where a passage ends that ends at `offset` in the readable text. */
export function toRawEnd(readable: ReadableText, offset: number): number {
  const { runs } = readable;
  const run = findRun(runs, offset - 1);
  return hasSameLength(readable, run) ? runs[run + 1]! + offset - runs[run]! : runs[run + 2]!;
}

/** Where a passage of the answer is in the readable text; null if it is not part of it, or not in one block of it. */
export function findReadable(
  { runs, text }: ReadableText,
  { start, end }: { start: number; end: number },
): { start: number; end: number } | null {
  let from = Number.POSITIVE_INFINITY;
  let to = 0;
  for (let run = 0; run < runs.length; run += 3) {
    const [offset, rawStart, rawEnd] = [runs[run]!, runs[run + 1]!, runs[run + 2]!];
    if (rawStart >= end || rawEnd <= start) continue;
    const length = (runs[run + 3] ?? text.length) - offset;
    const isSame = length === rawEnd - rawStart;
    from = Math.min(from, isSame ? offset + Math.max(0, start - rawStart) : offset);
    to = Math.max(to, isSame ? offset + Math.min(length, end - rawStart) : offset + length);
  }
  const passage = text.slice(from, to);
  return from < to && passage.trim() !== '' && !passage.includes(BLOCK_END) ? { start: from, end: to } : null;
}

/** The index of the block that contains `offset`. */
export function findBlock(readable: ReadableText, offset: number): number {
  const { blocks } = readable;
  let low = 0;
  let high = blocks.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (blocks[middle]!.start <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

function findRun(runs: readonly number[], offset: number): number {
  let low = 0;
  let high = runs.length / 3 - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (runs[middle * 3]! <= offset) low = middle;
    else high = middle - 1;
  }
  return low * 3;
}

function hasSameLength(readable: ReadableText, run: number): boolean {
  const { runs, text } = readable;
  const end = run + 3 < runs.length ? runs[run + 3]! : text.length;
  return end - runs[run]! === runs[run + 2]! - runs[run + 1]!;
}
