// TRICKY: this file reads a private data structure of the package `satteri`. Its native part hands over the parsed text
// as a flat buffer, whose layout is in its `arena-layout.js`. The package's public API builds a tree from the buffer,
// which takes as long as parsing does. So we import the native part by path and read the buffer ourselves. Neither is
// documented: `satteri` is pinned to an exact version, and `parse-markdown.ts` checks the result before it is used.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { MarkdownNode } from './markdown-tree.ts';

/** The functions of the native part that we call. */
export interface NativeBinding {
  createMdastHandle(source: string, parseOptions: number, trackPositions: boolean): object;
  serializeHandle(handle: object): Uint8Array;
  dropHandle(handle: object): void;
}

/** The parser's bits for tables, footnotes, strike-through, task lists and bare addresses. */
const PARSE_OPTIONS = 0b1000_0001_1110;
const NODE_WORDS = 13;
const CHILD_COUNT = 10;
const NO_CHILDREN: readonly MarkdownNode[] = [];
// Literals, not a split string: literals are compared by identity, which shows in the time that walking the tree takes.
const TYPES = [
  'root',
  'paragraph',
  'heading',
  'thematicBreak',
  'blockquote',
  'list',
  'listItem',
  'html',
  'code',
  'definition',
  'text',
  'emphasis',
  'strong',
  'inlineCode',
  'break',
  'link',
  'image',
  'linkReference',
  'imageReference',
  'footnoteDefinition',
  'footnoteReference',
  'table',
  'tableRow',
  'tableCell',
  'delete',
];

/** Imports the native part. Rejects where the package has moved it. */
export async function loadBinding(): Promise<NativeBinding> {
  const entry = pathToFileURL(createRequire(import.meta.url).resolve('satteri'));
  return (await import(/* @vite-ignore */ new URL('../index.js', entry).href)) as NativeBinding;
}

/** Parses into the native part's buffer and reads the nodes from it. */
export function parseBuffer(binding: NativeBinding, source: string): MarkdownNode {
  const handle = binding.createMdastHandle(source, PARSE_OPTIONS, true);
  try {
    return toNodes(binding.serializeHandle(handle), source);
  } finally {
    binding.dropHandle(handle);
  }
}

function toNodes(buffer: Uint8Array, source: string): MarkdownNode {
  const bytes = buffer.byteOffset % 4 === 0 ? buffer : buffer.slice();
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
  const [, , nodeBytes, nodeCount, nodesAt, , childrenAt, , dataAt, , poolAt] = words as unknown as number[];
  if (nodeBytes !== NODE_WORDS * 4) {
    throw new Error(`A node of the parser's buffer has ${nodeBytes} bytes instead of ${NODE_WORDS * 4}.`);
  }
  // The text pool starts with a copy of the source; decoded text follows it. Text in the first part is verbatim.
  const sourceBytes = Buffer.byteLength(source);
  const text = Buffer.from(bytes.buffer, bytes.byteOffset + poolAt!);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const nodes: MarkdownNode[] = new Array(nodeCount!);

  function readString(at: number): string {
    const offset = view.getUint32(at, true);
    const length = view.getUint32(at + 4, true);
    return length === 0 ? '' : text.toString('utf8', offset, offset + length);
  }

  // Children come after their parents, so going backwards finds them finished.
  for (let id = nodeCount! - 1; id >= 0; id--) {
    const at = (nodesAt! >> 2) + id * NODE_WORDS;
    const type = words[at + 1]! & 0xff;
    const data = dataAt! + words[at + 11]!;
    const hasData = words[at + 12]! > 0;
    const isLink = type === 15;
    const isDefinition = type === 9;
    const isReference = type === 17 || type === 19 || type === 20;
    nodes[id] = {
      type: TYPES[type] ?? 'other',
      start: words[at + 3]!,
      end: words[at + 4]!,
      children: words[at + CHILD_COUNT] === 0 ? NO_CHILDREN : takeChildren(at),
      isVerbatim: type === 10 && view.getUint32(data, true) < sourceBytes,
      url: isLink || isDefinition ? readString(data) : '',
      title: isDefinition ? readString(data + 8) : '',
      identifier: isDefinition ? readString(data + 16) : isReference ? readString(data) : '',
      depth: type === 2 && hasData ? bytes[data]! : 0,
      firstNumber: type === 5 && hasData && bytes[data + 4] !== 0 ? view.getUint32(data, true) : null,
    };
  }
  return nodes[0]!;

  function takeChildren(at: number): MarkdownNode[] {
    const first = (childrenAt! >> 2) + words[at + 9]!;
    const children: MarkdownNode[] = new Array(words[at + CHILD_COUNT]!);
    for (let i = 0; i < children.length; i++) children[i] = nodes[words[first + i]!]!;
    return children;
  }
}
