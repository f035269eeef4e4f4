import { markdownToMdast } from 'satteri';

/** A node of the Markdown tree. Offsets are UTF-16 code units of the text that was parsed. */
export interface MarkdownNode {
  type: string;
  start: number;
  end: number;
  children: readonly MarkdownNode[];
  /** Text nodes: the source has exactly this text, without escapes, character references or indentation. */
  isVerbatim: boolean;
  /** Links and definitions; otherwise ''. */
  url: string;
  /** Definitions; otherwise ''. */
  title: string;
  identifier: string;
  /** Headings: 1 to 6. */
  depth: number;
  /** Lists: the first number, or null for bullets. */
  firstNumber: number | null;
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

const OPTIONS = { features: { frontmatter: false } };

/** Parses with the parser's public API, which builds a tree of its own first. */
export function parseTree(source: string): MarkdownNode {
  const root = markdownToMdast(source, OPTIONS) as unknown as TreeNode;
  const converted = toNode(root);
  const open = [{ from: root, to: converted }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const child of next.from.children ?? []) {
      const node = toNode(child);
      next.to.children.push(node);
      if (child.children !== undefined) open.push({ from: child, to: node });
    }
  }
  return converted;
}

/** The node without its children. */
function toNode(node: TreeNode): MarkdownNode & { children: MarkdownNode[] } {
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
}
