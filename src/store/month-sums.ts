import { type RawBuilder, sql } from 'kysely';
import type { MentionSumName } from './daily-sums.ts';

/**
 * Products of a mention's numbers, added up answer by answer, as SQL on a row `f` of mentions and the mentions of all brands
 * in its answer, `voices.voice`. Intervals are made of them.
 */
export const MENTION_PRODUCTS = {
  mention_squares: sql`f.mention_count::bigint * f.mention_count`,
  mention_voice: sql`f.mention_count * voices.voice`,
  position_squares: sql`f.position::bigint * f.position`,
  sentiment_squares: sql`coalesce(f.sentiment::bigint * f.sentiment, 0)`,
} satisfies Record<string, RawBuilder<unknown>>;

export type MentionProductName = keyof typeof MENTION_PRODUCTS;
export const MENTION_PRODUCT_NAMES = Object.keys(MENTION_PRODUCTS) as MentionProductName[];

/**
 * The months of a project that are summed up. Whoever changes facts of a month deletes its row in the same transaction, so the
 * sums of a month that has a row are those of its facts. `date` is the first day of the month here and in the sums.
 */
export interface SummedMonthTable {
  project: number;
  date: string;
  /** What the sums were made of: these generations, and what belongs to every generation. */
  generation: number;
  /** Negative while the month is being summed up. */
  source_generation: number;
}

/** The tables with the sums of months. */
export const MONTH_TABLES = [
  'monthly_chats',
  'monthly_mentions',
  'monthly_prompt_chats',
  'monthly_prompt_mentions',
  'monthly_domains',
  'monthly_urls',
] as const;

interface MonthlyPrompt {
  project: number;
  date: string;
  prompt: number;
}

interface MonthlyPlace extends MonthlyPrompt {
  channel: number;
  country: number;
}

export interface MonthlyChatTable extends MonthlyPlace {
  chats: number;
  /** The mentions of all brands. */
  voice: number;
  /** The sum of their squares, answer by answer. */
  voice_squares: number;
}

export interface MonthlyMentionTable extends MonthlyPlace, Record<MentionSumName | MentionProductName, number> {
  brand: number;
}

/** The sums of a prompt on all channels and in all countries: they have far fewer rows. */
export interface MonthlyPromptChatTable extends MonthlyPrompt {
  chats: number;
}

export interface MonthlyPromptMentionTable extends MonthlyPrompt, Record<MentionSumName, number> {
  brand: number;
}

interface MonthlyPages {
  project: number;
  date: string;
  retrieval_count: number;
  citation_count: number;
  retrieved_chat_count: number;
  /** The keys of the brands that are mentioned where it is retrieved, such as `1,5,12`. */
  brands: string;
}

export interface MonthlyDomainTable extends MonthlyPages {
  domain: number;
}

export interface MonthlyUrlTable extends MonthlyPages {
  url: number;
}
