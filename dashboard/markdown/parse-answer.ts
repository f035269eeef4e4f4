import type { Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

/** Longer answers are shown as they are: no assistant writes so much, and parsing it would stop the page. */
const LONGEST = 200_000;
const BYTE_ORDER_MARK = '\uFEFF';

export interface ParsedAnswer {
  root: Root;
  /** What is to be added to the parser's offsets. */
  shift: number;
}

/** The tree of an answer; nothing where it is better shown as plain text. */
export function parseAnswer(text: string): ParsedAnswer | undefined {
  if (text.length > LONGEST) return undefined;
  // The parser does not count a mark at the beginning.
  const shift = text.startsWith(BYTE_ORDER_MARK) ? 1 : 0;
  try {
    return {
      root: fromMarkdown(text.slice(shift), { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }),
      shift,
    };
  } catch {
    return undefined;
  }
}
