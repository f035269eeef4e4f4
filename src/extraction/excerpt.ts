import { BLOCK_END, CUT } from './readable-text.ts';

const LENGTH = 220;
/** How much of the text is looked at on each side; white space shrinks. */
const AROUND = 400;
/** How much comes before the mark, so that it stands at the beginning, where a narrow place does not cut it off. */
const BEFORE = 60;
const LONGEST_WORD = 30;

export interface Excerpt {
  text: string;
  /** What it was chosen for: start, end, start, end, …, offsets in `text`. */
  marks: number[];
}

/** A short passage around the first of the marks, offsets in a readable text, or the beginning of a text without marks. */
export function toExcerpt(text: string, marks: readonly number[], length = LENGTH): Excerpt | null {
  const [start = 0, end = 0] = marks;
  const from = Math.max(0, start - AROUND);
  const to = Math.min(text.length, end + AROUND);
  const { flat, flatMarks } = flatten(text, { from, to, marks });
  if (flat.trim() === '') return null;
  const [flatStart = 0, flatEnd = 0] = flatMarks;
  const room = Math.max(0, length - (flatEnd - flatStart));
  const first = Math.min(toWordStart(flat, flatStart - Math.min(BEFORE, Math.floor(room / 2))), flatStart);
  const last = Math.max(toWordEnd(flat, first + length), flatEnd);
  const before = from > 0 || first > 0 ? '…' : '';
  const after = to < text.length || last < flat.length ? '…' : '';
  const shift = before.length - first;
  return {
    text: `${before}${flat.slice(first, last)}${after}`,
    marks: flatMarks.filter((_, index) => flatMarks[index | 1]! <= last).map((offset) => offset + shift),
  };
}

/** Puts a part of a text on one line, with a dot between blocks that end without punctuation. */
function flatten(text: string, { from, to, marks }: { from: number; to: number; marks: readonly number[] }) {
  const inside = marks.filter((_, index) => marks[index & ~1]! >= from && marks[index | 1]! <= to);
  let flat = '';
  const flatMarks: number[] = [];
  let done = from;
  for (const offset of inside) {
    flat += toLine(text.slice(done, offset));
    flatMarks.push(flat.length);
    done = offset;
  }
  flat = (flat + toLine(text.slice(done, to))).trimEnd().replace(/ ·$/, '');
  const lead = /^[ ·]*/.exec(flat)![0].length;
  return { flat: flat.slice(lead), flatMarks: flatMarks.map((offset) => offset - lead) };
}

const GAPS = new RegExp(`[\\s${BLOCK_END}${CUT}]+`, 'gu');

function toLine(text: string): string {
  return text.replace(GAPS, (gap, at: number) => {
    return gap.includes(BLOCK_END) && !/[.:;!?]/.test(text.charAt(at - 1)) ? ' · ' : ' ';
  });
}

/** The beginning of the first word after `from`. Text without spaces is cut anywhere. */
function toWordStart(text: string, from: number): number {
  if (from <= 0) return 0;
  const gap = text.indexOf(' ', from);
  if (gap === -1 || gap - from > LONGEST_WORD) return toCharacterStart(text, from);
  return text.startsWith(' · ', gap) ? gap + 3 : gap + 1;
}

/** The end of the last word before `to`. */
function toWordEnd(text: string, to: number): number {
  if (to >= text.length) return text.length;
  const gap = text.lastIndexOf(' ', to);
  if (to - gap > LONGEST_WORD) return toCharacterStart(text, to);
  return text.endsWith(' ·', gap) ? gap - 2 : gap;
}

/** The same place, or the one before where it would cut a character in two. */
function toCharacterStart(text: string, at: number): number {
  return /[\udc00-\udfff]/.test(text.charAt(at)) ? at - 1 : at;
}
