import { type ReadAnswer, readMarkdown } from './read-markdown.ts';
import {
  addSpan,
  buildReadableText,
  closeBlock,
  createReadableTextBuilder,
  openBlock,
} from './readable-text-builder.ts';

// A single line without any of these has the same text with and without Markdown, so it is not parsed.
const MARKUP = /[\\`*_[\]<>~\n\r@]/;
const LEADING_MARKUP = /^(?:[ \t]|(?:#{1,6}|[-+]|\d{1,9}[.)])[ \t])/;

/** Reads an answer: the text that counts, which can be traced back to the answer as stored, and the links in it. */
export function readAnswer(answer: string, furniture: readonly number[]): ReadAnswer {
  if (!hasMarkup(answer)) return readPlainText(answer, furniture);
  return readMarkdown(answer, furniture) ?? readPlainText(answer, furniture);
}

function hasMarkup(answer: string): boolean {
  if (MARKUP.test(answer) || LEADING_MARKUP.test(answer)) return true;
  if (answer.includes('://') || answer.includes('www.')) return true;
  return answer.includes('&') && /&[#\w]{1,40};/.test(answer);
}

function readPlainText(answer: string, furniture: readonly number[]): ReadAnswer {
  const builder = createReadableTextBuilder(answer, furniture);
  let start = 0;
  while (start < answer.length) {
    const lineEnd = answer.indexOf('\n', start);
    const end = lineEnd === -1 ? answer.length : lineEnd;
    if (end > start) {
      openBlock(builder, { kind: 'paragraph', heading: null, item: null, depth: 0 });
      addSpan(builder, start, end);
      closeBlock(builder);
    }
    start = end + 1;
  }
  return { readable: buildReadableText(builder), links: [] };
}
