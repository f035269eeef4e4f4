/**
 * What a reader of an answer reads as its text, in one string, with the way back to the answer as stored.
 *
 * Code, images, addresses, footnotes, reference lists and page furniture are not in it: where they stood inside a line
 * there is one `CUT`, between blocks there is one `BLOCK_END`. A line break inside a block stays `\n`.
 */
export interface ReadableText {
  text: string;
  /** In order and without overlap; together with the `BLOCK_END` between them they cover `text`. */
  blocks: readonly Block[];
  /** Bold passages: start, end, start, end, …, offsets in `text`. */
  strong: readonly number[];
  /** Link labels, laid out like `strong`. */
  labels: readonly number[];
  /** Triples: offset in `text`, start and end in the answer. A run is as long in both, or stands for one thing. */
  runs: readonly number[];
}

export interface Block {
  kind: 'paragraph' | 'heading' | 'list_item' | 'table_cell';
  /** Offsets in `ReadableText.text`. */
  start: number;
  end: number;
  /** Index of the block of the nearest heading above that it belongs to. A bold line of its own is a heading too. */
  heading: number | null;
  /** Index of the first block of the list item that it stands in; of a list item itself, the item around its list. */
  item: number | null;
  /** Headings: 1 to 6, bold lines 7, bold lines that end in a colon 8. List items: nesting from 1. Others: 0. */
  depth: number;
  /** Place in its list, among the headings beside it, or the row of a table's first cell; from 1. */
  rank: number | null;
  /** Where the lead-in of a list item or heading ends: `Sony WH-1000XM5` in `**Sony WH-1000XM5** – quiet and light`. */
  leadEnd: number;
}

export const CUT = '\ufffc';
export const BLOCK_END = '\u2029';

/** Where in the answer the character at `offset` of the readable text stands. */
export function toRawStart(readable: ReadableText, offset: number): number {
  const { runs } = readable;
  const run = findRun(runs, offset);
  return isStraight(readable, run) ? runs[run + 1]! + offset - runs[run]! : runs[run + 1]!;
}

/** Where in the answer a passage ends that ends before `offset` of the readable text. */
export function toRawEnd(readable: ReadableText, offset: number): number {
  const { runs } = readable;
  const run = findRun(runs, offset - 1);
  return isStraight(readable, run) ? runs[run + 1]! + offset - runs[run]! : runs[run + 2]!;
}

/** The block that holds `offset`; blocks are searched from `from` on, so that ordered lookups stay cheap. */
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

function isStraight(readable: ReadableText, run: number): boolean {
  const { runs, text } = readable;
  const end = run + 3 < runs.length ? runs[run + 3]! : text.length;
  return end - runs[run]! === runs[run + 2]! - runs[run + 1]!;
}
