import type { ChatContent } from '../api/types.ts';

/** The part of the stored answer where a brand is mentioned. */
export interface Highlight {
  /** The index among all highlights. */
  index: number;
  start: number;
  end: number;
  brand: ChatContent['brands_mentioned'][number];
  mention: ChatContent['brands_mentioned'][number]['mentions'][number];
}

/** All mentions in the order in which they appear. */
export function toHighlights({ brands_mentioned }: Pick<ChatContent, 'brands_mentioned'>): Highlight[] {
  return brands_mentioned
    .flatMap((brand) => brand.mentions.map((mention) => ({ start: mention.start, end: mention.end, brand, mention })))
    .sort((a, b) => a.start - b.start || b.end - a.end)
    .map((highlight, index) => ({ index, ...highlight }));
}

export interface Piece {
  text: string;
  highlight: Highlight | undefined;
  isClause: boolean;
}

interface Marks {
  highlights: readonly Highlight[];
  /** The clauses behind the sentiment of the active mention. */
  clauses: readonly { start: number; end: number }[];
}

/** Cuts a text where highlights and clauses begin and end. */
export function cutText(value: string, offsets: Int32Array, { highlights, clauses }: Marks): Piece[] {
  const first = offsets[0];
  const last = offsets.at(-1);
  if (first === undefined || last === undefined) return [];
  const overlaps = ({ start, end }: { start: number; end: number }) => start <= last && end > first;
  const marks = highlights.filter(overlaps);
  const passages = clauses.filter(overlaps);
  if (marks.length === 0 && passages.length === 0) return [{ text: value, highlight: undefined, isClause: false }];
  const cuts = new Set([0, value.length]);
  for (const { start, end } of [...marks, ...passages]) {
    cuts.add(findIndex(offsets, start));
    cuts.add(findIndex(offsets, end));
  }
  const sorted = [...cuts].sort((a, b) => a - b);
  return sorted.slice(0, -1).map((from, index) => {
    const to = sorted[index + 1]!;
    const at = offsets[from]!;
    const contains = ({ start, end }: { start: number; end: number }) => start <= at && at < end;
    return { text: value.slice(from, to), highlight: marks.find(contains), isClause: passages.some(contains) };
  });
}

/** The first index whose source offset is at least `offset`. */
function findIndex(offsets: Int32Array, offset: number): number {
  let low = 0;
  let high = offsets.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (offsets[middle]! < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
