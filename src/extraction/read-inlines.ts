import { isAddress } from './addresses.ts';
import type { MarkdownNode } from './parse-markdown.ts';
import type { ReadableTextBuilder } from './readable-text-builder.ts';

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

export interface InlineSource {
  answer: string;
  /** What was parsed: as long as the answer, but some characters may differ. */
  source: string;
  builder: ReadableTextBuilder;
}

export interface InlineReader {
  /** Every link met so far, in order. */
  links: FoundLink[];
  /** Adds what counts of a block's content to the text; false where it is nested deeper than `deepest`. */
  read(nodes: readonly MarkdownNode[], nesting: number): boolean;
  /** Notes the links of a passage whose words do not count. */
  collect(nodes: readonly MarkdownNode[], nesting: number): void;
  collectDefinition(node: MarkdownNode): void;
  collectFootnote(node: MarkdownNode): void;
}

const UNSEEN_TAG = /^<\/?(?:b|i|em|strong|u|span|mark|font|a|small|del|ins|s)\b/i;
const LONGEST_NUMBER = 5;

export function createInlineReader({ answer, source, builder }: InlineSource, deepest: number): InlineReader {
  const links: FoundLink[] = [];

  function read(nodes: readonly MarkdownNode[], nesting: number): boolean {
    if (nesting > deepest) return false;
    for (const node of nodes) if (!readInline(node, nesting)) return false;
    return true;
  }

  function readInline(node: MarkdownNode, nesting: number): boolean {
    switch (node.type) {
      case 'text':
        if (node.isVerbatim) builder.addSpan(node.start, node.end);
        else builder.addMarkup(node.start, node.end);
        return true;
      case 'strong': {
        const from = builder.length();
        const isComplete = read(node.children, nesting + 1);
        builder.strong.push(from, builder.length());
        return isComplete;
      }
      case 'link':
      case 'linkReference':
        return readLink(node, nesting);
      case 'emphasis':
      case 'delete':
        return read(node.children, nesting + 1);
      case 'break':
        builder.addLineBreak(node.start, node.end);
        return true;
      case 'html':
        readTag(node);
        return true;
      case 'footnoteReference':
        links.push({ kind: 'footnote', url: '', identifier: node.identifier, title: '' });
        builder.addCut(node.start, node.end);
        return true;
      default:
        builder.addCut(node.start, node.end);
        return true;
    }
  }

  function readLink(node: MarkdownNode, nesting: number): boolean {
    const kind = node.type === 'link' ? 'link' : 'reference';
    builder.separate();
    const label = labelOf(node.children);
    if (isMark(label)) {
      links.push({ kind, url: toOriginal(node.url, node), identifier: node.identifier, title: '' });
      builder.addCut(node.start, node.end);
      return true;
    }
    const from = builder.length();
    if (!read(node.children, nesting + 1)) return false;
    builder.labels.push(from, builder.length());
    links.push({ kind, url: toOriginal(node.url, node), identifier: node.identifier, title: label });
    return true;
  }

  function readTag(node: MarkdownNode): void {
    const tag = answer.slice(node.start, Math.min(node.end, node.start + 12));
    if (/^<br\b/i.test(tag)) builder.addLineBreak(node.start, node.end);
    else if (!UNSEEN_TAG.test(tag)) builder.addCut(node.start, node.end);
  }

  function collect(nodes: readonly MarkdownNode[], nesting: number): void {
    if (nesting > deepest) return;
    for (const node of nodes) {
      if (node.type !== 'link' && node.type !== 'linkReference') {
        collect(node.children, nesting + 1);
        continue;
      }
      const label = labelOf(node.children);
      const title = isMark(label) ? '' : label;
      links.push({ kind: 'listed', url: toOriginal(node.url, node), identifier: node.identifier, title });
    }
  }

  function labelOf(nodes: readonly MarkdownNode[]): string {
    return nodes.length === 0 ? '' : answer.slice(nodes[0]!.start, nodes[nodes.length - 1]!.end);
  }

  /** A value that the parser took from the source, in the answer's own characters. */
  function toOriginal(value: string, node: MarkdownNode): string {
    if (source === answer || value === '') return value;
    const index = source.slice(node.start, node.end).lastIndexOf(value);
    return index === -1 ? value : answer.slice(node.start + index, node.start + index + value.length);
  }

  return {
    links,
    read,
    collect,
    collectDefinition(node) {
      const url = toOriginal(node.url, node);
      links.push({ kind: 'definition', url, identifier: node.identifier, title: toOriginal(node.title, node) });
    },
    collectFootnote(node) {
      const from = links.length;
      collect(node.children, 0);
      for (let i = from; i < links.length; i++) {
        links[i] = { ...links[i]!, kind: 'definition', identifier: node.identifier };
      }
    },
  };
}

/** A bare number is a citation mark, and an address is no name, whatever words it is made of. */
function isMark(label: string): boolean {
  if (label.length <= LONGEST_NUMBER && /^\[?\d{1,3}\]?$/.test(label)) return true;
  return (label.includes('.') || label.includes(':')) && isAddress(label);
}
