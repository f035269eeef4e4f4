import { expect, it } from 'vitest';
import type { BrandRow } from './api/types.ts';
import { describePart, findMetric } from './metrics.ts';

const divide = (values: Partial<BrandRow>) => findMetric('sentiment').divide!(values as BrandRow).map(describePart);

it('divides the answers with sentiment into positive, mixed and negative ones', () => {
  const row = { sentiment_count: 8, sentiment_positive_count: 5, sentiment_negative_count: 1 };
  expect(divide(row)).toEqual(['62.5% positive', '25.0% mixed', '12.5% negative']);
});

it('divides nothing if no answer has sentiment', () => {
  expect(divide({ sentiment_count: 0, sentiment_positive_count: 0, sentiment_negative_count: 0 })).toEqual([]);
});
