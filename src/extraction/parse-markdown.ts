import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { markdownToMdast } from 'satteri';

/** A node of the Markdown tree. Offsets are code units of the text that was parsed. */
export interface MarkdownNode {
  type: string;
  start: number;
  end: number;
  children: readonly MarkdownNode[];
  /** Text nodes: the text stands in the source exactly so, without escapes, references or indentation. */
  isVerbatim: boolean;
  /** Links and definitions; else ''. */
  url: string;
  /** Definitions; else ''. */
  title: string;
  identifier: string;
  /** Headings: 1 to 6. */
  depth: number;
  /** Lists: the first number, or null for bullets. */
  firstNumber: number | null;
}

const FEATURES = { features: { frontmatter: false } };

/** Parses Markdown with the extensions of GitHub: tables, footnotes, strike-through, bare addresses. */
export function parseMarkdown(source: string): MarkdownNode {
  return nativeParse === null ? parseByTree(source) : nativeParse(source);
}

interface TreeNode {
  type: string;
  position?: { start: { offset: number }; end: { offset: number } };
  children?: TreeNode[];
  value?: string;
  url?: string;
  title?: string | null;
  identifier?: string;
  depth?: number;
  ordered?: boolean;
  start?: number | null;
}

/** The parser's public way: builds its own tree first. */
export function parseByTree(source: string): MarkdownNode {
  return toNode(markdownToMdast(source, FEATURES) as unknown as TreeNode);
}

function toNode(root: TreeNode): MarkdownNode {
  const convert = (node: TreeNode): MarkdownNode & { children: MarkdownNode[] } => {
    const start = node.position?.start.offset ?? 0;
    const end = node.position?.end.offset ?? 0;
    return {
      type: node.type,
      start,
      end,
      children: [],
      isVerbatim: node.type === 'text' && node.value?.length === end - start,
      url: node.type === 'image' ? '' : (node.url ?? ''),
      title: node.type === 'definition' ? (node.title ?? '') : '',
      identifier: node.type === 'imageReference' ? '' : (node.identifier ?? ''),
      depth: node.depth ?? 0,
      firstNumber: node.ordered === true ? (node.start ?? 1) : null,
    };
  };
  const converted = convert(root);
  const open = [{ from: root, to: converted }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const child of next.from.children ?? []) {
      const node = convert(child);
      next.to.children.push(node);
      if (child.children !== undefined) open.push({ from: child, to: node });
    }
  }
  return converted;
}

interface NativeBinding {
  createMdastHandle(source: string, parseOptions: number, trackPositions: boolean): object;
  serializeHandle(handle: object): Uint8Array;
  dropHandle(handle: object): void;
}

// TRICKY: building the parser's own tree takes as long as parsing. Its native part hands over a flat buffer, described in
// its `arena-layout.js`, but the package does not export the function that asks for it. Where it cannot be reached, or
// the buffer is not laid out as known, the tree serves.
const TABLES_FOOTNOTES_STRIKETHROUGH_TASKS_GFM = 0b1000_0001_1110;
const NODE_WORDS = 13;
const CHILD_COUNT = 10;
const LEAF: readonly MarkdownNode[] = [];
// Literals, not a split text: they are compared by identity then, which shows in the walk over the tree.
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

const nativeParse = await loadNativeParse();

/** Whether the faster way is in use. */
export const isNativeParse = nativeParse !== null;

async function loadNativeParse(): Promise<((source: string) => MarkdownNode) | null> {
  try {
    const entry = pathToFileURL(createRequire(import.meta.url).resolve('satteri'));
    const binding = (await import(/* @vite-ignore */ new URL('../index.js', entry).href)) as NativeBinding;
    const parse = (source: string) => parseByBuffer(binding, source);
    const sample = '# a\n\n2. **é** [b](c "d") \\* &amp;\n   e\n\n[f]: g\n';
    return JSON.stringify(parse(sample)) === JSON.stringify(parseByTree(sample)) ? parse : null;
  } catch {
    return null;
  }
}

function parseByBuffer(binding: NativeBinding, source: string): MarkdownNode {
  const handle = binding.createMdastHandle(source, TABLES_FOOTNOTES_STRIKETHROUGH_TASKS_GFM, true);
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
  if (nodeBytes !== NODE_WORDS * 4) throw new Error('Unknown layout of the parser’s buffer.');
  // Kept as a copy of the source followed by what had to be decoded: a text that lies in the first part is verbatim.
  const sourceBytes = Buffer.byteLength(source);
  const text = Buffer.from(bytes.buffer, bytes.byteOffset + poolAt!);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const nodes: MarkdownNode[] = new Array(nodeCount!);

  function readString(at: number): string {
    const offset = view.getUint32(at, true);
    const length = view.getUint32(at + 4, true);
    return length === 0 ? '' : text.toString('utf8', offset, offset + length);
  }

  // Children come after their parents, so that going backwards finds them ready.
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
      children: words[at + CHILD_COUNT] === 0 ? LEAF : takeChildren(at),
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
