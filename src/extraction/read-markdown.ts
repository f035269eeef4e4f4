import { classOf, LETTER, UNSPACED } from './character-folding.ts';
import { toMarkdownSource } from './markdown-source.ts';
import { type MarkdownNode, parseMarkdown } from './parse-markdown.ts';
import { readHtml } from './read-html.ts';
import { createInlineReader, type FoundLink, type InlineReader } from './read-inlines.ts';
import type { Block, ReadableText } from './readable-text.ts';
import { createReadableTextBuilder, type ReadableTextBuilder } from './readable-text-builder.ts';
import { isReferenceEntry, isReferenceTitle } from './reference-lists.ts';

export interface ReadAnswer {
  readable: ReadableText;
  links: FoundLink[];
}

// An answer has a few levels. Beyond this it is an attack on the parser, and is read as plain text.
const DEEPEST_NESTING = 60;
const BOLD_LINE_DEPTH = 7;
const BOLD_LABEL_DEPTH = 8;
const LONGEST_BOLD_LINE = 160;
const LONGEST_LEAD = 160;
const LONGEST_TITLE = 80;
const LEAD_END = /:|\s[\u2013\u2014-]\s|[.!?](?:\s|$)/;

/** Reads an answer as Markdown, or returns null for what no model writes (nesting without end, megabytes). */
export function readMarkdown(answer: string, furniture: readonly number[]): ReadAnswer | null {
  const source = toMarkdownSource(answer);
  if (source === null) return null;
  const root = parseMarkdown(source);
  const builder = createReadableTextBuilder(answer, furniture);
  const inlines = createInlineReader({ answer, source, builder }, DEEPEST_NESTING);
  const isComplete = createBlockReader({ answer, builder, inlines }).read(root.children, TOP);
  return isComplete ? { readable: builder.build(), links: inlines.links } : null;
}

interface Place {
  item: number | null;
  listDepth: number;
  nesting: number;
  /** Inside a list of references, whose links are sources but whose words do not count. */
  isListed: boolean;
}

const TOP: Place = { item: null, listDepth: 0, nesting: 0, isListed: false };

interface Reading {
  answer: string;
  builder: ReadableTextBuilder;
  inlines: InlineReader;
}

function createBlockReader({ answer, builder, inlines }: Reading) {
  const headings: { depth: number; index: number; children: number }[] = [];
  let topHeadings = 0;

  function read(nodes: readonly MarkdownNode[], outer: Place): boolean {
    if (outer.nesting > DEEPEST_NESTING) return false;
    let place = outer;
    for (let i = 0; i < nodes.length; i++) {
      const node = nodes[i]!;
      if (!outer.isListed) {
        const isListed = place.isListed ? isReferenceBlock(node) : startsReferences(node, nodes[i - 1]);
        if (isListed !== place.isListed) place = { ...outer, isListed };
      }
      if (!readBlock(node, place, nodes[i + 1])) return false;
    }
    return true;
  }

  function startsReferences(node: MarkdownNode, previous: MarkdownNode | undefined): boolean {
    if (previous === undefined || (node.type !== 'list' && node.type !== 'paragraph')) return false;
    if (previous.type !== 'heading' && previous.type !== 'paragraph') return false;
    if (previous.end - previous.start > LONGEST_TITLE) return false;
    return isReferenceTitle(answer.slice(previous.start, previous.end)) && isReferenceBlock(node);
  }

  function isReferenceBlock(node: MarkdownNode): boolean {
    if (node.type === 'list' || node.type === 'definition' || node.type === 'footnoteDefinition') return true;
    return node.type === 'paragraph' && isReferenceEntry(answer.slice(node.start, node.end));
  }

  function readBlock(node: MarkdownNode, place: Place, next: MarkdownNode | undefined): boolean {
    switch (node.type) {
      case 'heading':
        return readHeading(node, place, node.depth);
      case 'paragraph':
        return readParagraph(node, place, next);
      case 'list':
        return readList(node, place);
      case 'blockquote':
        return read(node.children, { ...place, nesting: place.nesting + 1 });
      case 'table':
        return readTable(node.children, place);
      case 'html':
        readHtml(answer, node.start, node.end, builder, () => openBlock('paragraph', place, 0));
        return true;
      case 'definition':
        inlines.collectDefinition(node);
        return true;
      case 'footnoteDefinition':
        inlines.collectFootnote(node);
        return true;
      case 'thematicBreak':
        // A bold line is the heading of what stands right under it, not of the next section.
        while (headings.length > 0 && headings[headings.length - 1]!.depth >= BOLD_LINE_DEPTH) headings.pop();
        return true;
      default:
        return true;
    }
  }

  function openBlock(kind: Block['kind'], { item }: Place, depth: number): Block {
    const heading = headings.length === 0 ? null : headings[headings.length - 1]!.index;
    return builder.openBlock({ kind, heading, item, depth });
  }

  function readHeading(node: MarkdownNode, place: Place, depth: number): boolean {
    while (headings.length > 0 && headings[headings.length - 1]!.depth >= depth) headings.pop();
    const block = openBlock('heading', place, depth);
    const isComplete = inlines.read(node.children, place.nesting + 1);
    const title = builder.closeBlock();
    const parent = headings[headings.length - 1];
    const ordinal = parent === undefined ? ++topHeadings : ++parent.children;
    block.rank = toLeadingNumber(title) ?? ordinal;
    block.leadEnd = toLeadEnd(block, title);
    headings.push({ depth, index: builder.lastBlock(), children: 0 });
    return isComplete;
  }

  function readParagraph(node: MarkdownNode, place: Place, next: MarkdownNode | undefined): boolean {
    const isEntry = answer[node.start] === '[' && isNumberedEntry(answer.slice(node.start, node.end));
    if (place.isListed || isEntry) {
      inlines.collect(node.children, place.nesting);
      return true;
    }
    if (place.item === null && isBoldLine(node, next)) {
      const isLabel = /:\W*$/.test(answer.slice(node.start, node.end));
      return readHeading(node, place, isLabel ? BOLD_LABEL_DEPTH : BOLD_LINE_DEPTH);
    }
    openBlock('paragraph', place, 0);
    const isComplete = inlines.read(node.children, place.nesting + 1);
    builder.closeBlock();
    return isComplete;
  }

  function isNumberedEntry(source: string): boolean {
    return /^\[\d{1,3}\]/.test(source) && isReferenceEntry(source);
  }

  function isBoldLine(node: MarkdownNode, next: MarkdownNode | undefined): boolean {
    if (node.children[0]?.type !== 'strong' || node.end - node.start > LONGEST_BOLD_LINE) return false;
    const others = node.children.slice(1);
    if (others.every((child) => child.type === 'strong' || isText(child, /^\s*$/))) return true;
    return next?.type === 'list' && others.every((child) => !isText(child, /[.!?]\s/));
  }

  function isText(node: MarkdownNode, pattern: RegExp): boolean {
    return node.type === 'text' && pattern.test(answer.slice(node.start, node.end));
  }

  function readList(node: MarkdownNode, place: Place): boolean {
    const inside = { ...place, listDepth: place.listDepth + 1, nesting: place.nesting + 2 };
    let rank = node.firstNumber ?? 1;
    for (const item of node.children) {
      if (place.isListed) {
        if (!read(item.children, inside)) return false;
        continue;
      }
      const block = openBlock('list_item', place, inside.listDepth);
      const index = builder.lastBlock();
      const hasText = item.children[0]?.type === 'paragraph';
      if (hasText && !inlines.read(item.children[0]!.children, inside.nesting)) return false;
      const text = builder.closeBlock();
      block.rank = rank++;
      block.leadEnd = toLeadEnd(block, text);
      const rest = hasText ? item.children.slice(1) : item.children;
      if (rest.length > 0 && !read(rest, { ...inside, item: index })) return false;
    }
    return true;
  }

  function readTable(rows: readonly MarkdownNode[], place: Place): boolean {
    for (let row = 0; row < rows.length; row++) {
      const cells = rows[row]!.children;
      for (let column = 0; column < cells.length; column++) {
        const block = openBlock('table_cell', place, 0);
        if (column === 0 && row > 0) block.rank = row;
        if (!inlines.read(cells[column]!.children, place.nesting + 1)) return false;
        builder.closeBlock();
      }
    }
    return true;
  }

  /** The end of the bold passage that a block starts with, or else of the words before the first stop. */
  function toLeadEnd(block: Block, text: string): number {
    const opening = toFirstLetter(text);
    const { strong } = builder;
    for (let i = strong.length - 2; i >= 0 && strong[i]! >= block.start; i -= 2) {
      if (strong[i]! - block.start <= opening) return strong[i + 1]!;
    }
    const end = text.slice(opening, LONGEST_LEAD).search(LEAD_END);
    return end === -1 ? block.end : block.start + opening + end;
  }

  return { read };
}

function toFirstLetter(text: string): number {
  for (let i = 0; i < text.length && i < LONGEST_LEAD; i++) {
    const kind = classOf(text.charCodeAt(i));
    if (kind === LETTER || kind === UNSPACED) return i;
  }
  return 0;
}

function toLeadingNumber(title: string): number | null {
  const match = /^[^A-Za-z\d]{0,12}(\d{1,3})(?:[.)]|\ufe0f?\u20e3)/.exec(title);
  return match === null ? null : Number(match[1]);
}
