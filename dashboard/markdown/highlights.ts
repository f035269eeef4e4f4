import type { ChatContent } from '../api/types.ts';

/** A stretch of the stored answer that a brand was found in. */
export interface Highlight {
  /** Its place among the highlights. */
  index: number;
  start: number;
  end: number;
  brand: ChatContent['brands_mentioned'][number];
  mention: ChatContent['brands_mentioned'][number]['mentions'][number];
}

/** All mentions in the order of the text. */
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
  /** The clauses behind the sentiment of the mention that is looked at. */
  clauses: readonly { start: number; end: number }[];
}

/** A text cut where highlights and clauses begin and end. */
export function cutText(value: string, offsets: Int32Array, { highlights, clauses }: Marks): Piece[] {
  const first = offsets[0];
  const last = offsets.at(-1);
  if (first === undefined || last === undefined) return [];
  const near = ({ start, end }: { start: number; end: number }) => start <= last && end > first;
  const marks = highlights.filter(near);
  const passages = clauses.filter(near);
  if (marks.length === 0 && passages.length === 0) return [{ text: value, highlight: undefined, isClause: false }];
  const cuts = new Set([0, value.length]);
  for (const { start, end } of [...marks, ...passages]) {
    cuts.add(findPlace(offsets, start));
    cuts.add(findPlace(offsets, end));
  }
  const places = [...cuts].sort((a, b) => a - b);
  return places.slice(0, -1).map((from, index) => {
    const to = places[index + 1]!;
    const at = offsets[from]!;
    const holds = ({ start, end }: { start: number; end: number }) => start <= at && at < end;
    return { text: value.slice(from, to), highlight: marks.find(holds), isClause: passages.some(holds) };
  });
}

/** The first place whose source stands at the offset or behind it. */
function findPlace(offsets: Int32Array, offset: number): number {
  let low = 0;
  let high = offsets.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (offsets[middle]! < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
