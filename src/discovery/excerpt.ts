import { toExcerpt } from '../extraction/excerpt.ts';
import { readAnswer } from '../extraction/read-answer.ts';

const LENGTH = 160;

/** A short passage around a name, as a reader sees it, from a part of an answer as it is stored. */
export function toNameExcerpt(part: string, name: string): string {
  const { text } = readAnswer(part, []).readable;
  const found = text.indexOf(name);
  const start = Math.max(0, found === -1 ? text.indexOf(name.split(' ')[0]!) : found);
  return toExcerpt(text, [start, start + name.length], LENGTH)?.text ?? '';
}
