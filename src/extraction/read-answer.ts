import { DEFAULT_FURNITURE, type FurniturePattern, findFurniture } from './furniture.ts';
import { type ReadAnswer, readMarkdown } from './read-markdown.ts';
import { createReadableTextBuilder } from './readable-text-builder.ts';

// One line without any of these is the same text in Markdown as without it, and the parser can be spared.
const MARKUP = /[\\`*_[\]<>~\n\r]|&[#\w]|:\/\/|www\.|@|^[ \t]|^(?:#{1,6}|[-+]|\d{1,9}[.)])[ \t]/i;

/** Reads an answer: the text that counts, with the way back to the answer as stored, and the links in it. */
export function readAnswer(
  answer: string,
  channel: string | null,
  furniture: readonly FurniturePattern[] = DEFAULT_FURNITURE,
): ReadAnswer {
  const patterns = furniture.filter((pattern) => pattern.channel === null || pattern.channel === channel);
  const spans = findFurniture(answer, patterns);
  if (!MARKUP.test(answer)) return readPlainText(answer, spans);
  return readMarkdown(answer, spans) ?? readPlainText(answer, spans);
}

function readPlainText(answer: string, furniture: readonly number[]): ReadAnswer {
  const builder = createReadableTextBuilder(answer, furniture);
  let start = 0;
  while (start < answer.length) {
    const lineEnd = answer.indexOf('\n', start);
    const end = lineEnd === -1 ? answer.length : lineEnd;
    if (end > start) {
      builder.openBlock({ kind: 'paragraph', heading: null, item: null, depth: 0 });
      builder.addSpan(start, end);
      builder.closeBlock();
    }
    start = end + 1;
  }
  return { readable: builder.build(), links: [] };
}
