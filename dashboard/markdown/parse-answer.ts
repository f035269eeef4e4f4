import type { Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

/** Longer answers are shown as plain text: no assistant writes that much, and parsing it would freeze the page. */
const MAX_LENGTH = 200_000;
const BYTE_ORDER_MARK = '\uFEFF';

export interface ParsedAnswer {
  root: Root;
  /** The difference between offsets in the answer and offsets of the parser. */
  shift: number;
}

/** Parses an answer's Markdown; undefined if it should be shown as plain text. */
export function parseAnswer(text: string): ParsedAnswer | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  // The parser does not count a byte order mark.
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
