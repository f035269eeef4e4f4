import type { ItemOfRoute } from '../../../client/routes.ts';
import type { Column, ColumnType, Row } from '../../../exporting/columns.ts';

/** A table of the star schema. */
export interface StarTable {
  name: string;
  columns: readonly Column[];
}

/** Columns that read the field of their own name. */
function defineTable(name: string, types: Record<string, ColumnType>): StarTable {
  return {
    name,
    columns: Object.entries(types).map(([column, type]) => ({ name: column, type, read: (row) => row[column] })),
  };
}

export const BRANDS = defineTable('dim_brand', { brand_id: 'text', name: 'text', is_own: 'boolean' });
export const PROMPTS = defineTable('dim_prompt', {
  prompt_id: 'text',
  text: 'text',
  country_code: 'text',
  topic_id: 'text',
  volume: 'number',
  is_archived: 'boolean',
});
export const PROMPT_TAGS = defineTable('prompt_tag', { prompt_id: 'text', tag_id: 'text' });
export const TOPICS = defineTable('dim_topic', { topic_id: 'text', name: 'text', country_code: 'text' });
export const TAGS = defineTable('dim_tag', { tag_id: 'text', name: 'text', tag_group: 'text' });
export const CHANNELS = defineTable('dim_channel', { model_channel_id: 'text', name: 'text', model_id: 'text' });
export const DOMAINS = defineTable('dim_domain', { domain: 'text', classification: 'text' });
export const URLS = defineTable('dim_url', { url: 'text', title: 'text', classification: 'text' });

/** What a chat is about. All facts have it, so that most queries need no join. */
const place = {
  chat_id: 'text',
  prompt_id: 'text',
  model_channel_id: 'text',
  country_code: 'text',
} as const;

/** The tables of facts. Each has a folder for each day, whose name is the column `date`. */
const CHATS = defineTable('fact_chat', { ...place, language: 'text', status: 'text', is_counted: 'boolean' });
const MENTIONS = defineTable('fact_mention', {
  ...place,
  brand_id: 'text',
  mention_count: 'integer',
  position: 'integer',
  sentiment_thousandths: 'integer',
});
const SOURCES = defineTable('fact_source', {
  ...place,
  url: 'text',
  domain: 'text',
  citation_count: 'integer',
});

export const FACT_TABLES = [CHATS, MENTIONS, SOURCES];
export const STAR_TABLES = [BRANDS, PROMPTS, PROMPT_TAGS, TOPICS, TAGS, CHANNELS, DOMAINS, URLS, ...FACT_TABLES];

/** The facts of one chat, as rows of their tables. */
export function toFactRows(fact: ItemOfRoute<'GET /facts'>): Map<StarTable, Row[]> {
  const { id, prompt, model_channel, country_code, language, status, is_counted } = fact;
  const shared = { chat_id: id, prompt_id: prompt.id, model_channel_id: model_channel.id, country_code };
  const mentions = fact.mentions.map(({ brand, count, position, sentiment }) => ({
    ...shared,
    brand_id: brand.id,
    mention_count: count,
    position,
    // Whole numbers add up exactly in every program.
    sentiment_thousandths: sentiment === null ? null : Math.round(sentiment * 1000),
  }));
  return new Map<StarTable, Row[]>([
    [CHATS, [{ ...shared, language, status, is_counted }]],
    [MENTIONS, mentions],
    [SOURCES, fact.sources.map((source) => ({ ...shared, ...source }))],
  ]);
}
