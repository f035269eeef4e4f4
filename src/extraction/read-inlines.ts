import { isAddress } from './addresses.ts';
import type { MarkdownNode } from './markdown-tree.ts';
import {
  addCut,
  addLineBreak,
  addMarkup,
  addSpan,
  lengthOf,
  type ReadableTextBuilder,
  separateFromWord,
} from './readable-text-builder.ts';

/** A link in an answer. */
export interface FoundLink {
  kind: 'link' | 'reference' | 'footnote' | 'definition' | 'listed';
  /** Empty if the link refers to a definition by its `identifier`. */
  url: string;
  /** Connects references with their definition; '' for links with an address of their own. */
  identifier: string;
  /** The words that a reader sees as the link, or the title of a definition. */
  title: string;
}

/** The input and the results of reading a block's content. */
export interface InlineReading {
  answer: string;
  /** The text that was parsed. It is as long as the answer, but some characters may differ. */
  source: string;
  builder: ReadableTextBuilder;
  /** All links so far, in order. */
  links: FoundLink[];
  maxNesting: number;
}

const INLINE_TAG = /^<\/?(?:b|i|em|strong|u|span|mark|font|a|small|del|ins|s)\b/i;
const MAX_CITATION_LENGTH = 5;

/** Adds the words of a block that count to the text. Returns false if the content is nested too deeply. */
export function readInlines(reading: InlineReading, nodes: readonly MarkdownNode[], nesting: number): boolean {
  if (nesting > reading.maxNesting) return false;
  for (const node of nodes) if (!readInline(reading, node, nesting)) return false;
  return true;
}

function readInline(reading: InlineReading, node: MarkdownNode, nesting: number): boolean {
  const { builder } = reading;
  switch (node.type) {
    case 'text':
      if (node.isVerbatim) addSpan(builder, node.start, node.end);
      else addMarkup(builder, node.start, node.end);
      return true;
    case 'strong': {
      const from = lengthOf(builder);
      const isComplete = readInlines(reading, node.children, nesting + 1);
      builder.strong.push(from, lengthOf(builder));
      return isComplete;
    }
    case 'link':
    case 'linkReference':
      return readLink(reading, node, nesting);
    case 'emphasis':
    case 'delete':
      return readInlines(reading, node.children, nesting + 1);
    case 'break':
      addLineBreak(builder, node.start, node.end);
      return true;
    case 'html':
      readTag(reading, node);
      return true;
    case 'footnoteReference':
      reading.links.push({ kind: 'footnote', url: '', identifier: node.identifier, title: '' });
      addCut(builder, node.start, node.end);
      return true;
    default:
      addCut(builder, node.start, node.end);
      return true;
  }
}

function readLink(reading: InlineReading, node: MarkdownNode, nesting: number): boolean {
  const { builder, links } = reading;
  const kind = node.type === 'link' ? 'link' : 'reference';
  const url = toOriginal(reading, node.url, node);
  const label = labelOf(reading, node.children);
  separateFromWord(builder);
  if (isUncountedLabel(label)) {
    links.push({ kind, url, identifier: node.identifier, title: '' });
    addCut(builder, node.start, node.end);
    return true;
  }
  const from = lengthOf(builder);
  if (!readInlines(reading, node.children, nesting + 1)) return false;
  builder.labels.push(from, lengthOf(builder));
  links.push({ kind, url, identifier: node.identifier, title: label });
  return true;
}

function readTag({ answer, builder }: InlineReading, node: MarkdownNode): void {
  const tag = answer.slice(node.start, Math.min(node.end, node.start + 12));
  if (/^<br\b/i.test(tag)) addLineBreak(builder, node.start, node.end);
  else if (!INLINE_TAG.test(tag)) addCut(builder, node.start, node.end);
}

/** Collects the links of a passage whose words do not count. */
export function collectLinks(reading: InlineReading, nodes: readonly MarkdownNode[], nesting: number): void {
  if (nesting > reading.maxNesting) return;
  for (const node of nodes) {
    if (node.type !== 'link' && node.type !== 'linkReference') {
      collectLinks(reading, node.children, nesting + 1);
      continue;
    }
    const label = labelOf(reading, node.children);
    const title = isUncountedLabel(label) ? '' : label;
    const url = toOriginal(reading, node.url, node);
    reading.links.push({ kind: 'listed', url, identifier: node.identifier, title });
  }
}

export function collectDefinition(reading: InlineReading, node: MarkdownNode): void {
  const url = toOriginal(reading, node.url, node);
  const title = toOriginal(reading, node.title, node);
  reading.links.push({ kind: 'definition', url, identifier: node.identifier, title });
}

/** Collects the addresses of a footnote, which its marks cite. */
export function collectFootnote(reading: InlineReading, node: MarkdownNode): void {
  const { links } = reading;
  const from = links.length;
  collectLinks(reading, node.children, 0);
  for (let i = from; i < links.length; i++) {
    links[i] = { ...links[i]!, kind: 'definition', identifier: node.identifier };
  }
}

function labelOf({ answer }: InlineReading, nodes: readonly MarkdownNode[]): string {
  return nodes.length === 0 ? '' : answer.slice(nodes[0]!.start, nodes[nodes.length - 1]!.end);
}

/** A value from the parser, with the characters of the answer. */
function toOriginal({ answer, source }: InlineReading, value: string, node: MarkdownNode): string {
  if (source === answer || value === '') return value;
  const index = source.slice(node.start, node.end).lastIndexOf(value);
  return index === -1 ? value : answer.slice(node.start + index, node.start + index + value.length);
}

/** Whether a link label does not count as text: a bare number is a citation mark, and an address is not a name. */
function isUncountedLabel(label: string): boolean {
  if (label.length <= MAX_CITATION_LENGTH && /^\[?\d{1,3}\]?$/.test(label)) return true;
  return (label.includes('.') || label.includes(':')) && isAddress(label);
}
