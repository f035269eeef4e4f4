import { readAnswer } from '../extraction/read-answer.ts';

const LENGTH = 160;

/** A short passage around a name, as a reader sees it, from a part of an answer as it is stored. */
export function toExcerpt(part: string, name: string): string {
  const { text } = readAnswer(part, []).readable;
  const readable = text.replace(/[\s\u2029\ufffc]+/gu, ' ').trim();
  const found = readable.indexOf(name);
  const at = found === -1 ? readable.indexOf(name.split(' ')[0]!) : found;
  const start = toWordStart(readable, Math.max(0, Math.max(0, at) - (LENGTH - name.length) / 2));
  const end = toWordEnd(readable, start + LENGTH);
  return `${start > 0 ? '…' : ''}${readable.slice(start, end)}${end < readable.length ? '…' : ''}`;
}

function toWordStart(text: string, from: number): number {
  if (from <= 0) return 0;
  const gap = text.indexOf(' ', Math.floor(from));
  return gap === -1 ? 0 : gap + 1;
}

function toWordEnd(text: string, to: number): number {
  if (to >= text.length) return text.length;
  const gap = text.lastIndexOf(' ', to);
  return gap <= 0 ? to : gap;
}
