import { Type } from 'typebox';
import type { MentionSumName } from '../store/daily-sums.ts';
import type { Metrics } from './metric.ts';
import type { PageSumName, SourceKind } from './page-sums.ts';

const Count = Type.Integer();
const Share = Type.Number({ minimum: 0, maximum: 1 });
const Rate = Type.Number({ minimum: 0 });

/** The sums of one group and brand: the brand's own, the chats of the group, and the mentions of all brands in it. */
export type BrandSum = MentionSumName | 'visibility_total' | 'voice';

/** Metrics that stand before the dimensions in a row. */
export const LEADING_BRAND_METRICS = {
  mention_count: { schema: Count, numerator: 'mention_count' },
  visibility: { schema: Share, numerator: 'visibility_count', denominator: 'visibility_total' },
  visibility_count: { schema: Count, numerator: 'visibility_count' },
  visibility_total: { schema: Count, numerator: 'visibility_total' },
} satisfies Metrics<BrandSum>;

/** Metrics that stand after the dimensions in a row. */
export const FURTHER_BRAND_METRICS = {
  share_of_voice: { schema: Share, numerator: 'mention_count', denominator: 'voice', when_empty: 'zero' },
  sentiment: {
    schema: Type.Number({ minimum: 0, maximum: 100 }),
    // From thousandths between −1 and 1 to a scale from 0 to 100.
    numerator: 'sentiment_thousandths',
    denominator: 'sentiment_count',
    times: 20,
    plus: 50,
    when_empty: 'absent',
  },
  sentiment_sum: { schema: Type.Number(), numerator: 'sentiment_thousandths', times: 1000 },
  sentiment_count: { schema: Count, numerator: 'sentiment_count' },
  sentiment_positive_count: { schema: Count, numerator: 'sentiment_positive_count' },
  sentiment_negative_count: { schema: Count, numerator: 'sentiment_negative_count' },
  position: {
    schema: Type.Number({ minimum: 1 }),
    numerator: 'position_sum',
    denominator: 'visibility_count',
    when_empty: 'absent',
  },
  position_sum: { schema: Count, numerator: 'position_sum' },
  // Every mention has a position.
  position_count: { schema: Count, numerator: 'visibility_count' },
} satisfies Metrics<BrandSum>;

export const BRAND_METRICS: Metrics<BrandSum> = { ...LEADING_BRAND_METRICS, ...FURTHER_BRAND_METRICS };

/** What is counted of the brands that are mentioned where a source is retrieved. */
export const BRAND_COUNTS = ['gap', 'mentioned_brand_count'] as const;

/** The sums of one group and source: its own, the chats of the group, and the brands that are mentioned with it. */
export type SourceSum = PageSumName | 'total_chat_count' | (typeof BRAND_COUNTS)[number];

/** Metrics that stand before the mentioned brands in a row. */
export const LEADING_SOURCE_METRICS = {
  retrieval_count: { schema: Count, numerator: 'retrieval_count' },
  citation_count: { schema: Count, numerator: 'citation_count' },
  retrieved_chat_count: { schema: Count, numerator: 'retrieved_chat_count' },
  total_chat_count: { schema: Count, numerator: 'total_chat_count' },
  retrieved_percentage: { schema: Share, numerator: 'retrieved_chat_count', denominator: 'total_chat_count' },
  retrieval_rate: { schema: Rate, numerator: 'retrieval_count', denominator: 'total_chat_count' },
  citation_rate: { schema: Rate, numerator: 'citation_count', denominator: 'retrieval_count' },
} satisfies Metrics<SourceSum>;

/** Metrics that stand after them. */
export const FURTHER_SOURCE_METRICS = {
  mentioned_brand_count: { schema: Count, numerator: 'mentioned_brand_count' },
  gap: { schema: Count, numerator: 'gap' },
} satisfies Metrics<SourceSum>;

const { retrieval_count, retrieval_rate, citation_rate } = LEADING_SOURCE_METRICS;

/** Other names of metrics, which clients of similar services use. */
export const SOURCE_ALIASES = {
  domain: { usage_rate: retrieval_rate, citation_avg: citation_rate },
  url: { retrievals: retrieval_count, usage_count: retrieval_count, citation_avg: citation_rate },
} satisfies Record<SourceKind, Metrics<SourceSum>>;

export const SOURCE_METRICS: Metrics<SourceSum> = { ...LEADING_SOURCE_METRICS, ...FURTHER_SOURCE_METRICS };
