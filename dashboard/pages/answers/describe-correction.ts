import type { Correction } from '../../api/types.ts';
import { formatGivenScore } from '../../format.ts';

/** A correction in a few words. */
export function describeCorrection({ kind, brand, text, sentiment, sentiment_before }: Correction): string {
  const name = brand?.name ?? 'the brand';
  switch (kind) {
    case 'checked':
      return 'Checked by hand';
    case 'brand':
      return `“${text}” is ${name}`;
    case 'not_brand':
      return text === null ? `${name} is not mentioned` : `“${text}” is not ${name}`;
    case 'sentiment':
      return `Sentiment of ${name}: ${formatGivenScore(sentiment)} instead of ${formatGivenScore(sentiment_before)}`;
  }
}
