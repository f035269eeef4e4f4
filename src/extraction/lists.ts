import type { Block, ReadableText } from './readable-text.ts';

/** An entry of a list. Offsets in the readable text. */
export interface ListEntry {
  start: number;
  /** Where the words that name it end. */
  leadEnd: number;
  end: number;
  /** The number that it has in the text; for a bullet, its place in the list. From 1. */
  rank: number;
}

export interface List {
  isNumbered: boolean;
  /** The index of the block in which it starts. */
  block: number;
  /** Not to be changed: they may be blocks. */
  entries: Readonly<ListEntry>[];
}

const MAX_TITLE_LENGTH = 120;
const MAX_LINE_LENGTH = 60;
const CLAUSE_ENDS = ['. ', '! ', '? ', '\n', ', ', '; '];

/** The lists of an answer, except those that list the features of an item, and its numbered headings. */
export function findMarkdownLists({ text, blocks }: ReadableText): List[] {
  const lists: List[] = [];
  let headings: List | null = null;
  /** The list that is open, and the item around it. */
  let list: List | null = null;
  let item: number | null = null;
  for (let index = 0; index < blocks.length; index++) {
    const block = blocks[index]!;
    if (!isRanked(block)) continue;
    if (block.kind === 'heading') {
      if (headings === null || !continues(headings, block)) {
        headings = { isNumbered: true, block: index, entries: [] };
        lists.push(headings);
      }
      headings.entries.push(block);
      continue;
    }
    if (block.item !== null && !isTitleItem(text, blocks[block.item]!)) continue;
    if (list === null || block.item !== item || !continues(list, block)) {
      list = { isNumbered: block.isNumbered, block: index, entries: [] };
      item = block.item;
      lists.push(list);
    }
    list.entries.push(block);
  }
  return lists;
}

function continues({ entries }: List, { rank }: Block): boolean {
  return rank === entries[entries.length - 1]!.rank + 1;
}

/** A block with a rank has all that an entry has, so no object is made for it. */
function isRanked(block: Block): block is Block & ListEntry {
  return block.rank !== null;
}

/** `Budget:` with a list of its own below. What is below other items are their features. */
function isTitleItem(text: string, { start, end }: Block): boolean {
  return end - start < MAX_TITLE_LENGTH && /:\s*$/.test(text.slice(start, end));
}

/** What introduces a list, in lower case: the heading above it, and the last clause of the text right above. '' if nothing does. */
export function toTitles({ text, blocks }: ReadableText, { block: index, entries }: List): string[] {
  const block = blocks[index]!;
  const above = blocks[index - 1];
  const { start } = entries[0]!;
  const heading = block.heading === null || block.kind === 'heading' ? '' : textOf(text, blocks[block.heading]!);
  let line = '';
  if (block.kind === 'paragraph' && text.slice(block.start, start).includes('\n'))
    line = toLastClause(text.slice(block.start, start));
  else if (block.item !== null) line = textOf(text, blocks[block.item]!);
  else if (above?.kind === 'paragraph') line = toLastClause(text.slice(above.start, above.end));
  return [heading.toLowerCase(), line.toLowerCase()];
}

function textOf(text: string, { start, end }: Block): string {
  return text.slice(start, Math.min(end, start + MAX_TITLE_LENGTH));
}

/** The last clause of a paragraph, if it introduces something: it ends in a colon or a question mark, or is all there is. */
function toLastClause(paragraph: string): string {
  const line = paragraph.slice(-MAX_TITLE_LENGTH).trimEnd();
  let start = -1;
  for (const end of CLAUSE_ENDS) start = Math.max(start, line.lastIndexOf(end, line.length - 3));
  if (start < 0 && paragraph.length <= MAX_LINE_LENGTH) return line;
  return /[:：?？]\W*$/u.test(line) ? line.slice(start + 1) : '';
}
