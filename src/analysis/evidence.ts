import type { SentimentSource } from '../domain/correction.ts';
import type { Mention, Source } from '../extraction/extract.ts';
import { toRawEnd, toRawStart } from '../extraction/readable-text.ts';
import type { Analysis } from '../extraction/settings.ts';

/** A regular expression may match every character of a long answer, and nobody looks at a million mentions. */
export const MAX_SHOWN_MENTIONS = 5000;
/** Passages overlap, so their texts may be many times as long as the answer. */
const MAX_CLAUSE_CHARACTERS = 1024 * 1024;

/** A passage with an opinion about the brand. Offsets in the answer. */
interface Clause {
  start: number;
  end: number;
  text: string;
  sentiment: number;
}

export interface BrandEvidence {
  brand: number;
  position: number;
  /** The number of all mentions, shown or not. */
  count: number;
  /** In thousandths. */
  sentiment: number | null;
  sentiment_source: SentimentSource;
  mentions: (Mention & { clauses: Clause[] })[];
}

/** What the numbers of an answer are made of. */
export interface Evidence {
  sources: Source[];
  brands: BrandEvidence[];
}

/** The evidence of an analysis, with as many mentions of each brand as fit: the first ones in the answer. */
export function toEvidence(answer: string, analysis: Analysis): Evidence {
  const { brands, sentiments, sentiment_sources, remarks, readable, sources } = analysis;
  const end = findEnd(brands.map(({ mentions }) => mentions));
  let characters = 0;
  const clausesOf = brands.map(() => new Map<number, Clause[]>());
  for (const remark of remarks) {
    const start = toRawStart(readable, remark.start);
    const text = answer.slice(start, toRawEnd(readable, remark.end));
    characters += text.length;
    if (characters > MAX_CLAUSE_CHARACTERS) break;
    const clause = { start, end: start + text.length, text, sentiment: remark.thousandths / 1000 };
    const clauses = clausesOf[remark.finding]!;
    clauses.set(remark.mention, [...(clauses.get(remark.mention) ?? []), clause]);
  }
  return {
    sources,
    brands: brands.map(({ brand, position, count, mentions }, finding) => ({
      brand,
      position,
      count,
      sentiment: sentiments[finding]!,
      sentiment_source: sentiment_sources[finding]!,
      mentions: mentions
        .filter(({ start }) => start < end)
        .map((mention, index) => ({ ...mention, clauses: clausesOf[finding]!.get(index) ?? [] })),
    })),
  };
}

/** The offset from which on mentions are not shown. */
function findEnd(mentions: readonly (readonly Mention[])[]): number {
  const total = mentions.reduce((sum, { length }) => sum + length, 0);
  if (total <= MAX_SHOWN_MENTIONS) return Number.POSITIVE_INFINITY;
  return mentions.flatMap((list) => list.map(({ start }) => start)).sort((a, b) => a - b)[MAX_SHOWN_MENTIONS]!;
}
