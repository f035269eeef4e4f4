import { addMarkup, closeBlock, type ReadableTextBuilder } from './readable-text-builder.ts';

const SKIPPED_ELEMENT = /^<(script|style|pre|code|template|head|title)\b/i;

/** Reads the text between the tags of a piece of HTML. The text between two tags is a block of its own. */
export function readHtml(builder: ReadableTextBuilder, start: number, end: number, startBlock: () => void): void {
  const { answer } = builder;
  let from = start;
  while (from < end) {
    const tag = answer.indexOf('<', from);
    const textEnd = tag === -1 || tag > end ? end : tag;
    if (answer.slice(from, textEnd).trim() !== '') {
      startBlock();
      addMarkup(builder, from, textEnd);
      closeBlock(builder);
    }
    from = textEnd < end ? Math.min(end, skipTag(answer, textEnd, end)) : end;
  }
}

function skipTag(answer: string, tag: number, end: number): number {
  if (answer.startsWith('<!--', tag)) return indexAfter(answer, '-->', tag, end);
  const skipped = SKIPPED_ELEMENT.exec(answer.slice(tag, tag + 12));
  if (skipped !== null) return indexAfter(answer, `</${skipped[1]!.toLowerCase()}>`, tag, end);
  return indexAfter(answer, '>', tag, end);
}

function indexAfter(answer: string, text: string, from: number, end: number): number {
  const index = answer.indexOf(text, from);
  return index === -1 ? end : index + text.length;
}
