import { type RawBuilder, sql } from 'kysely';

/** A number of a finished row `r`, as SQL. Sums are integers, and every ratio is one division of two of them. */
export type Metrics = Readonly<Record<string, RawBuilder<unknown>>>;

export const BRAND_METRICS: Metrics = {
  mention_count: sql`r.mention_count`,
  visibility: sql`r.visibility_count::double precision / r.visibility_total`,
  visibility_count: sql`r.visibility_count`,
  visibility_total: sql`r.visibility_total`,
  share_of_voice: sql`case when r.voice = 0 then 0 else r.mention_count::double precision / r.voice end`,
  sentiment: sql`50 + r.sentiment_thousandths::double precision / nullif(20 * r.sentiment_count, 0)`,
  sentiment_sum: sql`r.sentiment_thousandths::double precision / 1000`,
  sentiment_count: sql`r.sentiment_count`,
  position: sql`r.position_sum::double precision / nullif(r.position_count, 0)`,
  position_sum: sql`r.position_sum`,
  position_count: sql`r.position_count`,
};

/** The integer sums of one row, as the store gives them. */
export interface BrandSums {
  mention_count: number;
  visibility_count: number;
  visibility_total: number;
  voice: number;
  sentiment_thousandths: number;
  sentiment_count: number;
  position_sum: number;
  position_count: number;
}

/** The same numbers as BRAND_METRICS, in the row that goes out; its fields are set one by one, which is twice as fast as spreading. */
export function toBrandRow(
  sums: BrandSums,
  { brand, cut }: { brand: { id: string; name: string }; cut: Record<string, unknown> },
) {
  const { mention_count, visibility_count, visibility_total, voice } = sums;
  const { sentiment_thousandths, sentiment_count, position_sum, position_count } = sums;
  const row: BrandRow = {
    brand,
    mention_count,
    visibility: visibility_count / visibility_total,
    visibility_count,
    visibility_total,
  };
  for (const field in cut) row[field] = cut[field];
  row.share_of_voice = voice === 0 ? 0 : mention_count / voice;
  if (sentiment_count !== 0) row.sentiment = 50 + sentiment_thousandths / (20 * sentiment_count);
  row.sentiment_sum = sentiment_thousandths / 1000;
  row.sentiment_count = sentiment_count;
  if (position_count !== 0) row.position = position_sum / position_count;
  row.position_sum = position_sum;
  row.position_count = position_count;
  return row as Required<BrandRow>;
}

interface BrandRow {
  brand: { id: string; name: string };
  mention_count: number;
  visibility: number;
  visibility_count: number;
  visibility_total: number;
  share_of_voice?: number;
  sentiment?: number;
  sentiment_sum?: number;
  sentiment_count?: number;
  position?: number;
  position_sum?: number;
  position_count?: number;
  [dimension: string]: unknown;
}

export const SOURCE_METRICS: Metrics = {
  retrieval_count: sql`r.retrieval_count`,
  citation_count: sql`r.citation_count`,
  retrieved_chat_count: sql`r.retrieved_chat_count`,
  total_chat_count: sql`r.total_chat_count`,
  retrieved_percentage: sql`r.retrieved_chat_count::double precision / r.total_chat_count`,
  retrieval_rate: sql`r.retrieval_count::double precision / r.total_chat_count`,
  citation_rate: sql`r.citation_count::double precision / r.retrieval_count`,
  gap: sql`r.gap`,
};

export interface SourceSums {
  retrieval_count: number;
  citation_count: number;
  retrieved_chat_count: number;
  total_chat_count: number;
}

/** The same numbers as SOURCE_METRICS, for the row that goes out. */
export function toSourceMetrics({
  retrieval_count,
  citation_count,
  retrieved_chat_count,
  total_chat_count,
}: SourceSums) {
  return {
    retrieval_count,
    citation_count,
    retrieved_chat_count,
    total_chat_count,
    retrieved_percentage: retrieved_chat_count / total_chat_count,
    retrieval_rate: retrieval_count / total_chat_count,
    citation_rate: citation_count / retrieval_count,
  };
}
