import { isAddress } from './addresses.ts';
import { toMarkdownSource } from './markdown-source.ts';
import { type MarkdownNode, parseMarkdown } from './parse-markdown.ts';
import { readHtml } from './read-html.ts';
import type { Block, ReadableText } from './readable-text.ts';
import { createReadableTextBuilder, type ReadableTextBuilder } from './readable-text-builder.ts';
import { isReferenceEntry, isReferenceTitle } from './reference-lists.ts';

/** A link as it stands in an answer. */
export interface FoundLink {
  kind: 'link' | 'reference' | 'footnote' | 'definition' | 'listed';
  /** Empty where only `identifier` says which definition is meant. */
  url: string;
  /** Ties references to their definition; '' for links with an address of their own. */
  identifier: string;
  /** The words that a reader sees as the link, or the title of a definition. */
  title: string;
}

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

/** Reads an answer as Markdown, or returns null for what no model writes (nesting without end, megabytes). */
export function readMarkdown(answer: string, furniture: readonly number[]): ReadAnswer | null {
  const source = toMarkdownSource(answer);
  if (source === null) return null;
  const root = parseMarkdown(source);
  const builder = createReadableTextBuilder(answer, furniture);
  const reader = createReader({ answer, source, builder });
  const isComplete = reader.readBlocks(root.children, { item: null, listDepth: 0, nesting: 0, isListed: false });
  return isComplete ? { readable: builder.build(), links: reader.links } : null;
}

interface Place {
  item: number | null;
  listDepth: number;
  nesting: number;
  /** Inside a list of references, whose links are sources but whose words do not count. */
  isListed: boolean;
}

interface Reading {
  answer: string;
  /** What was parsed: as long as the answer, but some characters may differ. */
  source: string;
  builder: ReadableTextBuilder;
}

function createReader({ answer, source, builder }: Reading) {
  const links: FoundLink[] = [];
  const headings: { depth: number; index: number; children: number }[] = [];
  let topHeadings = 0;

  function readBlocks(nodes: readonly MarkdownNode[], place: Place): boolean {
    if (place.nesting > DEEPEST_NESTING) return false;
    let isListed = place.isListed;
    for (let i = 0; i < nodes.length; i++) {
      const node = nodes[i]!;
      if (isListed && !place.isListed && !isReferenceBlock(node)) isListed = false;
      if (!readBlock(node, { ...place, isListed }, nodes[i + 1])) return false;
      if (isListed || (node.type !== 'heading' && node.type !== 'paragraph')) continue;
      isListed = node.end - node.start < LONGEST_TITLE && isReferenceTitle(answer.slice(node.start, node.end));
    }
    return true;
  }

  function isReferenceBlock(node: MarkdownNode): boolean {
    if (node.type === 'list' || node.type === 'definition' || node.type === 'footnoteDefinition') return true;
    return node.type === 'paragraph' && isReferenceEntry(answer.slice(node.start, node.end));
  }

  function readBlock(node: MarkdownNode, place: Place, next: MarkdownNode | undefined): boolean {
    const children = node.children;
    switch (node.type) {
      case 'heading':
        return readHeading(node, place, node.depth);
      case 'paragraph':
        return readParagraph(node, place, next);
      case 'list':
        return readList(node, place);
      case 'blockquote':
        return readBlocks(children, { ...place, nesting: place.nesting + 1 });
      case 'table':
        return readTable(children, place);
      case 'html':
        readHtml(answer, node.start, node.end, builder, () => openBlock('paragraph', place, 0));
        return true;
      case 'definition':
        links.push({
          kind: 'definition',
          url: toOriginal(node.url, node),
          identifier: node.identifier,
          title: toOriginal(node.title, node),
        });
        return true;
      case 'footnoteDefinition':
        collectFootnote(node);
        return true;
      case 'thematicBreak':
        // A bold line is the heading of what stands right under it, not of the next section.
        while (headings.length > 0 && headings[headings.length - 1]!.depth >= BOLD_LINE_DEPTH) headings.pop();
        return true;
      default:
        return true;
    }
  }

  function openBlock(kind: 'paragraph' | 'heading' | 'list_item' | 'table_cell', place: Place, depth: number): number {
    const heading = headings.length === 0 ? null : headings[headings.length - 1]!.index;
    return builder.openBlock({ kind, heading, item: place.item, depth });
  }

  function readHeading(node: MarkdownNode, place: Place, depth: number): boolean {
    while (headings.length > 0 && headings[headings.length - 1]!.depth >= depth) headings.pop();
    const index = openBlock('heading', place, depth);
    const isComplete = readInlines(node.children, place.nesting + 1, place.isListed);
    const title = builder.closeBlock();
    const block = builder.block(index);
    const parent = headings[headings.length - 1];
    const ordinal = parent === undefined ? ++topHeadings : ++parent.children;
    block.rank = toLeadingNumber(title) ?? ordinal;
    block.leadEnd = toLeadEnd(block, title);
    headings.push({ depth, index, children: 0 });
    return isComplete;
  }

  function readParagraph(node: MarkdownNode, place: Place, next: MarkdownNode | undefined): boolean {
    const start = node.start;
    const opening = answer.slice(start, Math.min(node.end, start + 12));
    if (/^\[\d+\]/.test(opening) && isReferenceEntry(answer.slice(start, node.end))) {
      collectLinks(node.children, place.nesting);
      return true;
    }
    if (place.item === null && !place.isListed && isBoldLine(node, next)) {
      const isLabel = /:\W*$/.test(answer.slice(start, node.end));
      return readHeading(node, place, isLabel ? BOLD_LABEL_DEPTH : BOLD_LINE_DEPTH);
    }
    if (place.isListed) {
      collectLinks(node.children, place.nesting);
      return true;
    }
    openBlock('paragraph', place, 0);
    const isComplete = readInlines(node.children, place.nesting + 1, false);
    builder.closeBlock();
    return isComplete;
  }

  function isBoldLine(node: MarkdownNode, next: MarkdownNode | undefined): boolean {
    if (node.end - node.start > LONGEST_BOLD_LINE) return false;
    const [first, ...others] = node.children;
    if (first?.type !== 'strong') return false;
    const isAllBold = others.every((child) => child.type === 'strong' || isText(child, /^\s*$/));
    return isAllBold || (next?.type === 'list' && others.every((child) => !isText(child, /[.!?]\s/)));
  }

  function isText(node: MarkdownNode, pattern: RegExp): boolean {
    return node.type === 'text' && pattern.test(answer.slice(node.start, node.end));
  }

  function readList(node: MarkdownNode, place: Place): boolean {
    let rank = node.firstNumber ?? 1;
    const inside = { ...place, listDepth: place.listDepth + 1, nesting: place.nesting + 2 };
    for (const item of node.children) {
      const [first, ...others] = item.children;
      if (place.isListed) {
        if (!readBlocks(item.children, inside)) return false;
        continue;
      }
      const index = openBlock('list_item', place, inside.listDepth);
      builder.block(index).rank = rank++;
      let rest = others;
      if (first?.type === 'paragraph') {
        if (!readInlines(first.children, inside.nesting, false)) return false;
      } else if (first !== undefined) {
        rest = [first, ...others];
      }
      const text = builder.closeBlock();
      const block = builder.block(index);
      block.leadEnd = toLeadEnd(block, text);
      if (!readBlocks(rest, { ...inside, item: index })) return false;
    }
    return true;
  }

  function readTable(rows: readonly MarkdownNode[], place: Place): boolean {
    for (let row = 0; row < rows.length; row++) {
      const cells = rows[row]!.children;
      for (let column = 0; column < cells.length; column++) {
        const index = openBlock('table_cell', place, 0);
        if (column === 0 && row > 0) builder.block(index).rank = row;
        if (!readInlines(cells[column]!.children, place.nesting + 1, place.isListed)) return false;
        builder.closeBlock();
      }
    }
    return true;
  }

  function toLeadEnd(block: Block, text: string): number {
    const { strong } = builder;
    const lead = text.slice(0, LONGEST_LEAD);
    for (let i = strong.length - 2; i >= 0 && strong[i]! >= block.start; i -= 2) {
      const isFirst = !/\p{L}/u.test(lead.slice(0, strong[i]! - block.start));
      if (isFirst) return strong[i + 1]!;
    }
    const opening = /^[^\p{L}]*/u.exec(lead)![0].length;
    const end = lead.slice(opening).search(/(?<=.):|\s[\u2013\u2014-]\s|[.!?](?:\s|$)/);
    return end === -1 ? block.end : block.start + opening + end;
  }

  function readInlines(nodes: readonly MarkdownNode[], nesting: number, isListed: boolean): boolean {
    if (nesting > DEEPEST_NESTING) return false;
    for (const node of nodes) if (!readInline(node, nesting, isListed)) return false;
    return true;
  }

  function readInline(node: MarkdownNode, nesting: number, isListed: boolean): boolean {
    const start = node.start;
    const end = node.end;
    switch (node.type) {
      case 'text':
        if (node.isVerbatim) builder.addSpan(start, end);
        else builder.addMarkup(start, end);
        return true;
      case 'strong': {
        const from = builder.length();
        const isComplete = readInlines(node.children, nesting + 1, isListed);
        builder.strong.push(from, builder.length());
        return isComplete;
      }
      case 'link':
      case 'linkReference':
        return readLink(node, nesting, isListed);
      case 'image':
      case 'imageReference':
        builder.addCut(start, end);
        return true;
      case 'break':
        builder.addLineBreak(start, end);
        return true;
      case 'html':
        readInlineTag(answer.slice(start, end), start, end);
        return true;
      case 'footnoteReference':
        links.push({ kind: 'footnote', url: '', identifier: node.identifier, title: '' });
        builder.addCut(start, end);
        return true;
      default:
        if (node.children.length > 0) return readInlines(node.children, nesting + 1, isListed);
        builder.addCut(start, end);
        return true;
    }
  }

  function readLink(node: MarkdownNode, nesting: number, isListed: boolean): boolean {
    const children = node.children;
    const kind = isListed ? 'listed' : node.type === 'link' ? 'link' : 'reference';
    builder.separate();
    const from = builder.length();
    const label = labelOf(children);
    // A bare number is a citation mark, and an address is no name, whatever words it is made of.
    if (label !== null && (/^\[?\d{1,3}\]?$/.test(label) || isAddress(label))) {
      links.push({ kind, url: toOriginal(node.url, node), identifier: node.identifier, title: '' });
      builder.addCut(node.start, node.end);
      return true;
    }
    if (!readInlines(children, nesting + 1, isListed)) return false;
    builder.labels.push(from, builder.length());
    const last = children[children.length - 1];
    const title = last === undefined ? '' : answer.slice(children[0]!.start, last.end);
    links.push({ kind, url: toOriginal(node.url, node), identifier: node.identifier, title });
    return true;
  }

  function labelOf(nodes: readonly MarkdownNode[]): string | null {
    const node = nodes[0];
    return nodes.length === 1 && node?.type === 'text' ? answer.slice(node.start, node.end) : null;
  }

  function readInlineTag(tag: string, start: number, end: number): void {
    if (/^<br\b/i.test(tag)) builder.addLineBreak(start, end);
    else if (!/^<\/?(?:b|i|em|strong|u|span|mark|font|a|small|del|ins|s)\b/i.test(tag)) builder.addCut(start, end);
  }

  /** Links of a passage whose words do not count. */
  function collectLinks(nodes: readonly MarkdownNode[], nesting: number): void {
    if (nesting > DEEPEST_NESTING) return;
    for (const node of nodes) {
      if (node.type === 'link' || node.type === 'linkReference') {
        const label = (labelOf(node.children) ?? '').trim();
        const title = isAddress(label) || /^\d*$/.test(label) ? '' : label;
        links.push({ kind: 'listed', url: toOriginal(node.url, node), identifier: node.identifier, title });
      } else collectLinks(node.children, nesting + 1);
    }
  }

  /** A value that the parser took from the source, in the answer's own characters. */
  function toOriginal(value: string, node: MarkdownNode): string {
    if (source === answer || value === '') return value;
    const index = source.slice(node.start, node.end).lastIndexOf(value);
    return index === -1 ? value : answer.slice(node.start + index, node.start + index + value.length);
  }

  function collectFootnote(node: MarkdownNode): void {
    const from = links.length;
    collectLinks(node.children, 0);
    for (let i = from; i < links.length; i++) {
      links[i] = { ...links[i]!, kind: 'definition', identifier: node.identifier };
    }
  }

  return { links, readBlocks };
}

function toLeadingNumber(title: string): number | null {
  const match = /^[^\p{L}\d]*(\d{1,3})(?:[.)]|\ufe0f?\u20e3)/u.exec(title);
  return match === null ? null : Number(match[1]);
}
