import { type MarkdownNode, parseTree } from './markdown-tree.ts';
import { loadBinding, parseBuffer } from './parser-buffer.ts';

export interface MarkdownParser {
  /** Parses Markdown with GitHub's extensions: tables, footnotes, strike-through, bare addresses. */
  parse(source: string): MarkdownNode;
  /** Why the slow way is in use; null where the fast way is. */
  slow_reason: string | null;
}

const SAMPLE = '# a\n\n2. **é** [b](c "d") \\* &amp;\n   e\n\n[f]: g\n';

/** The fast parser where it gives the same tree for a sample as the parser's public API; otherwise the public API. */
export async function chooseParser(load: typeof loadBinding = loadBinding): Promise<MarkdownParser> {
  try {
    const binding = await load();
    const parse = (source: string) => parseBuffer(binding, source);
    const isSame = JSON.stringify(parse(SAMPLE)) === JSON.stringify(parseTree(SAMPLE));
    if (isSame) return { parse, slow_reason: null };
    return { parse: parseTree, slow_reason: "The parser's buffer and its public API give different trees." };
  } catch (error) {
    return { parse: parseTree, slow_reason: error instanceof Error ? error.message : String(error) };
  }
}

/** The parser of this process or thread. The choice depends on the installed package alone. */
export const markdownParser = await chooseParser();
