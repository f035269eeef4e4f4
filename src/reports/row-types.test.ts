import { expect, expectTypeOf, it } from 'vitest';
import { BrandReportRow } from './brands.ts';
import { DomainReportRow, UrlReportRow } from './sources.ts';

interface DimensionFields {
  prompt?: { id: string };
  model?: { id: string };
  model_channel?: { id: string };
  tag?: { id: string } | null;
  topic?: { id: string } | null;
  date?: string;
  week?: string;
  month?: string;
  country_code?: string;
  language?: string | null;
  chat?: { id: string };
}

interface SourceFields extends DimensionFields {
  classification: string;
  retrieval_count: number;
  citation_count: number;
  retrieved_chat_count: number;
  total_chat_count: number;
  retrieved_percentage: number;
  retrieval_rate: number;
  citation_rate: number;
  mentioned_brands: { id: string }[];
  mentioned_brand_count: number;
  gap: number;
  citation_avg: number;
}

/** The same fields, whichever way the type is written. */
type Plain<Type> = { [Field in keyof Type]: Type[Field] };

const DIMENSION_FIELDS = [
  'prompt',
  'model',
  'model_channel',
  'tag',
  'topic',
  'date',
  'week',
  'month',
  'country_code',
  'language',
  'chat',
];

type Bounds = { low: number; high: number } | null;
type Change = {
  difference: number;
  low: number | null;
  high: number | null;
  p_value: number | null;
  significant: boolean;
} | null;

it('a brand row has every metric and dimension, with its type and in its order', () => {
  expectTypeOf<Plain<BrandReportRow>>().toEqualTypeOf<
    Plain<
      DimensionFields & {
        brand: { id: string; name: string };
        mention_count: number;
        visibility: number;
        visibility_count: number;
        visibility_total: number;
        share_of_voice: number;
        sentiment?: number;
        sentiment_sum: number;
        sentiment_count: number;
        sentiment_positive_count: number;
        sentiment_negative_count: number;
        position?: number;
        position_sum: number;
        position_count: number;
        intervals?: {
          visibility: Bounds;
          share_of_voice: Bounds;
          position: Bounds;
          sentiment: Bounds;
          design: 'population' | 'panel';
          answers: number;
          prompts: number;
          effective_answers: number | null;
        } | null;
        previous?: {
          visibility: number;
          visibility_count: number;
          visibility_total: number;
          mention_count: number;
          share_of_voice: number;
          position: number | null;
          sentiment: number | null;
          sentiment_count: number;
        } | null;
        change?: { visibility: Change; share_of_voice: Change; position: Change; sentiment: Change } | null;
      }
    >
  >();
  expect(Object.keys(BrandReportRow.properties)).toEqual([
    'brand',
    'mention_count',
    'visibility',
    'visibility_count',
    'visibility_total',
    ...DIMENSION_FIELDS,
    'share_of_voice',
    'sentiment',
    'sentiment_sum',
    'sentiment_count',
    'sentiment_positive_count',
    'sentiment_negative_count',
    'position',
    'position_sum',
    'position_count',
    'intervals',
    'previous',
    'change',
  ]);
  expect(BrandReportRow.required).toEqual(
    Object.keys(BrandReportRow.properties).filter(
      (field) => ![...DIMENSION_FIELDS, 'sentiment', 'position', 'intervals', 'previous', 'change'].includes(field),
    ),
  );
});

it('so does a row of a domain and of a URL', () => {
  expectTypeOf<Plain<DomainReportRow>>().toEqualTypeOf<Plain<SourceFields & { domain: string; usage_rate: number }>>();
  type UrlFields = { url: string; title: string; channel_title: null; retrievals: number; usage_count: number };
  expectTypeOf<Plain<UrlReportRow>>().toEqualTypeOf<Plain<SourceFields & UrlFields>>();
  const shared = [
    'classification',
    'retrieval_count',
    'citation_count',
    'retrieved_chat_count',
    'total_chat_count',
    'retrieved_percentage',
    'retrieval_rate',
    'citation_rate',
    'mentioned_brands',
    'mentioned_brand_count',
    'gap',
    ...DIMENSION_FIELDS,
  ];
  expect(Object.keys(DomainReportRow.properties)).toEqual(['domain', ...shared, 'usage_rate', 'citation_avg']);
  expect(Object.keys(UrlReportRow.properties)).toEqual([
    'url',
    'title',
    'channel_title',
    ...shared,
    'retrievals',
    'usage_count',
    'citation_avg',
  ]);
});
