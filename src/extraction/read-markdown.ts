import { setLeadIns } from './block-leads.ts';
import { toMarkdownSource } from './markdown-source.ts';
import type { MarkdownNode } from './markdown-tree.ts';
import { type MarkdownParser, markdownParser } from './parse-markdown.ts';
import { readHtml } from './read-html.ts';
import {
  collectDefinition,
  collectFootnote,
  collectLinks,
  type FoundLink,
  type InlineReading,
  readInlines,
} from './read-inlines.ts';
import type { Block, ReadableText } from './readable-text.ts';
import { buildReadableText, closeBlock, createReadableTextBuilder, openBlock } from './readable-text-builder.ts';
import { isReferenceEntry, isReferenceTitle } from './reference-lists.ts';

export interface ReadAnswer {
  readable: ReadableText;
  links: FoundLink[];
}

// Answers have a few levels. A deeper one is an attack on the parser and is read as plain text.
const MAX_NESTING = 60;
const BOLD_LINE_DEPTH = 7;
const BOLD_LABEL_DEPTH = 8;
const MAX_BOLD_LINE_LENGTH = 160;
const MAX_TITLE_LENGTH = 80;

/** Reads an answer as Markdown. Returns null for what no model writes: endless nesting, megabytes of text. */
export function readMarkdown(
  answer: string,
  furniture: readonly number[],
  { parse }: Pick<MarkdownParser, 'parse'> = markdownParser,
): ReadAnswer | null {
  const source = toMarkdownSource(answer);
  if (source === null) return null;
  const root = parse(source);
  const builder = createReadableTextBuilder(answer, furniture);
  const reading: Reading = {
    answer,
    source,
    builder,
    links: [],
    maxNesting: MAX_NESTING,
    headings: [],
  };
  if (!readBlocks(reading, root.children, TOP_LEVEL)) return null;
  const readable = buildReadableText(builder);
  setLeadIns(readable);
  return { readable, links: reading.links };
}

interface Reading extends InlineReading {
  /** The headings above the next block, outermost first. */
  headings: { depth: number; index: number }[];
}

interface Place {
  item: number | null;
  listDepth: number;
  nesting: number;
  /** The links of a list of references are sources, but its words do not count. */
  isInReferences: boolean;
}

const TOP_LEVEL: Place = { item: null, listDepth: 0, nesting: 0, isInReferences: false };

function readBlocks(reading: Reading, nodes: readonly MarkdownNode[], outer: Place): boolean {
  if (outer.nesting > MAX_NESTING) return false;
  let place = outer;
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i]!;
    if (!outer.isInReferences) {
      const { answer } = reading;
      const isInReferences = place.isInReferences
        ? isReferenceBlock(answer, node)
        : startsReferences(answer, node, nodes[i - 1]);
      if (isInReferences !== place.isInReferences) place = { ...outer, isInReferences };
    }
    if (!readBlock(reading, node, place, nodes[i + 1])) return false;
  }
  return true;
}

function startsReferences(answer: string, node: MarkdownNode, previous: MarkdownNode | undefined): boolean {
  if (previous === undefined || (node.type !== 'list' && node.type !== 'paragraph')) return false;
  if (previous.type !== 'heading' && previous.type !== 'paragraph') return false;
  if (previous.end - previous.start > MAX_TITLE_LENGTH) return false;
  return isReferenceTitle(answer.slice(previous.start, previous.end)) && isReferenceBlock(answer, node);
}

function isReferenceBlock(answer: string, node: MarkdownNode): boolean {
  if (node.type === 'list' || node.type === 'definition' || node.type === 'footnoteDefinition') return true;
  return node.type === 'paragraph' && isReferenceEntry(answer.slice(node.start, node.end));
}

function readBlock(reading: Reading, node: MarkdownNode, place: Place, next: MarkdownNode | undefined): boolean {
  const { headings } = reading;
  switch (node.type) {
    case 'heading':
      return readHeading(reading, node, place, node.depth);
    case 'paragraph':
      return readParagraph(reading, node, place, next);
    case 'list':
      return readList(reading, node, place);
    case 'blockquote':
      return readBlocks(reading, node.children, { ...place, nesting: place.nesting + 1 });
    case 'table':
      return readTable(reading, node.children, place);
    case 'html':
      readHtml(reading.builder, node.start, node.end, () => startBlock(reading, 'paragraph', place, 0));
      return true;
    case 'definition':
      collectDefinition(reading, node);
      return true;
    case 'footnoteDefinition':
      collectFootnote(reading, node);
      return true;
    case 'thematicBreak':
      // A bold line is the heading of the text right below it, not of the next section.
      while (headings.length > 0 && headings[headings.length - 1]!.depth >= BOLD_LINE_DEPTH) headings.pop();
      return true;
    default:
      return true;
  }
}

function startBlock({ builder, headings }: Reading, kind: Block['kind'], { item }: Place, depth: number): Block {
  const heading = headings.length === 0 ? null : headings[headings.length - 1]!.index;
  return openBlock(builder, { kind, heading, item, depth });
}

function readHeading(reading: Reading, node: MarkdownNode, place: Place, depth: number): boolean {
  const { builder, headings } = reading;
  while (headings.length > 0 && headings[headings.length - 1]!.depth >= depth) headings.pop();
  startBlock(reading, 'heading', place, depth);
  const isComplete = readInlines(reading, node.children, place.nesting + 1);
  closeBlock(builder);
  headings.push({ depth, index: builder.blocks.length - 1 });
  return isComplete;
}

function readParagraph(reading: Reading, node: MarkdownNode, place: Place, next: MarkdownNode | undefined): boolean {
  const { answer, builder } = reading;
  const isEntry = answer[node.start] === '[' && isNumberedEntry(answer.slice(node.start, node.end));
  if (place.isInReferences || isEntry) {
    collectLinks(reading, node.children, place.nesting);
    return true;
  }
  if (place.item === null && isBoldLine(answer, node, next)) {
    const isLabel = /:\W*$/.test(answer.slice(node.start, node.end));
    return readHeading(reading, node, place, isLabel ? BOLD_LABEL_DEPTH : BOLD_LINE_DEPTH);
  }
  startBlock(reading, 'paragraph', place, 0);
  const isComplete = readInlines(reading, node.children, place.nesting + 1);
  closeBlock(builder);
  return isComplete;
}

function isNumberedEntry(source: string): boolean {
  return /^\[\d{1,3}\]/.test(source) && isReferenceEntry(source);
}

function isBoldLine(answer: string, node: MarkdownNode, next: MarkdownNode | undefined): boolean {
  if (node.children[0]?.type !== 'strong' || node.end - node.start > MAX_BOLD_LINE_LENGTH) return false;
  const others = node.children.slice(1);
  if (others.every((child) => child.type === 'strong' || isText(answer, child, /^\s*$/))) return true;
  return next?.type === 'list' && others.every((child) => !isText(answer, child, /[.!?]\s/));
}

function isText(answer: string, node: MarkdownNode, pattern: RegExp): boolean {
  return node.type === 'text' && pattern.test(answer.slice(node.start, node.end));
}

function readList(reading: Reading, node: MarkdownNode, place: Place): boolean {
  const { builder } = reading;
  const inside = { ...place, listDepth: place.listDepth + 1, nesting: place.nesting + 2 };
  let rank = node.firstNumber ?? 1;
  // `+` and `-` are for and against; nobody else writes a list with pluses.
  const isPros = reading.answer[node.start] === '+';
  for (const item of node.children) {
    if (place.isInReferences) {
      if (!readBlocks(reading, item.children, inside)) return false;
      continue;
    }
    const block = startBlock(reading, 'list_item', place, inside.listDepth);
    const index = builder.blocks.length - 1;
    const hasText = item.children[0]?.type === 'paragraph';
    if (hasText && !readInlines(reading, item.children[0]!.children, inside.nesting)) return false;
    closeBlock(builder);
    block.rank = isPros ? null : rank++;
    block.isNumbered = node.firstNumber !== null;
    const rest = hasText ? item.children.slice(1) : item.children;
    if (rest.length > 0 && !readBlocks(reading, rest, { ...inside, item: index })) return false;
  }
  return true;
}

function readTable(reading: Reading, rows: readonly MarkdownNode[], place: Place): boolean {
  const { builder } = reading;
  /** The cells of the first row, which are the headings of their columns. */
  const head: number[] = [];
  for (let row = 0; row < rows.length; row++) {
    const cells = rows[row]!.children;
    let first: number | null = null;
    for (let column = 0; column < cells.length; column++) {
      const block = startBlock(reading, 'table_cell', place, 0);
      const index = builder.blocks.length - 1;
      if (row === 0) head.push(index);
      else {
        block.heading = head[column] ?? block.heading;
        block.item = first ?? block.item;
        first ??= index;
      }
      if (!readInlines(reading, cells[column]!.children, place.nesting + 1)) return false;
      closeBlock(builder);
    }
  }
  return true;
}
