import type { Amendments, SentimentSource } from '../domain/correction.ts';
import type { Remark } from './brand-sentiment.ts';
import type { DetailedExtraction } from './extract.ts';
import { findReadable } from './readable-text.ts';

export interface Scores {
  /** For each finding. */
  sentiments: (number | null)[];
  sentiment_sources: SentimentSource[];
  remarks: Remark[];
}

/** Puts in the scores that people or a judge gave. A judge's quotes replace the passages that the built-in score comes from. */
export function amendScores(
  { brands, readable }: DetailedExtraction,
  { sentiments, remarks }: Omit<Scores, 'sentiment_sources'>,
  { amendments, judge }: { amendments: Amendments | undefined; judge: string | undefined },
): Scores {
  // Most answers have none, and every answer that comes in passes here.
  if (!amendments) return { sentiments, sentiment_sources: sentiments.map(() => 'built_in'), remarks };
  const counted = amendments.sentiments.filter(({ source, version }) => source !== 'judge' || version === judge);
  const given = new Map(counted.map((amended) => [amended.brand, amended]));
  const amended = brands.map(({ brand }) => given.get(brand));
  const kept = remarks.filter(({ finding }) => (amended[finding]?.quotes ?? []).length === 0);
  const quoted = amended.flatMap((sentiment, finding) => {
    const { thousandths = null, quotes = [] } = sentiment ?? {};
    const { mentions } = brands[finding]!;
    return quotes.flatMap((quote) => {
      const place = findReadable(readable, quote);
      if (place === null || thousandths === null) return [];
      const mention = Math.max(
        0,
        mentions.findLastIndex(({ start }) => start < quote.end),
      );
      return [{ finding, mention, ...place, thousandths }];
    });
  });
  return {
    sentiments: sentiments.map((sentiment, index) => (amended[index] ? amended[index].thousandths : sentiment)),
    sentiment_sources: amended.map((sentiment) => sentiment?.source ?? 'built_in'),
    remarks: quoted.length === 0 ? kept : [...kept, ...quoted],
  };
}
