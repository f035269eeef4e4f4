import type { Static } from 'typebox';
import type { Brand as BrandSchema, NewBrand as NewBrandSchema } from '../../src/domain/brand.ts';
import type { ChatContent as ChatContentSchema, Chat as ChatSchema } from '../../src/domain/chat.ts';
import type { Classification as ClassificationSchema } from '../../src/domain/classification.ts';
import type { Profile as ProfileSchema, Project as ProjectSchema } from '../../src/domain/project.ts';
import type { Preview as PreviewSchema, Run as RunSchema } from '../../src/domain/run.ts';
import type { Tag as TagSchema } from '../../src/domain/tag.ts';
import type { Topic as TopicSchema } from '../../src/domain/topic.ts';

/** What the interface answers with: the service's own schemas, as types alone. */
export type Brand = Static<typeof BrandSchema>;
export type NewBrand = Static<typeof NewBrandSchema>;
export type Chat = Static<typeof ChatSchema>;
export type ChatContent = Static<typeof ChatContentSchema>;
export type MentionedBrand = ChatContent['brands_mentioned'][number];
export type Mention = MentionedBrand['mentions'][number];
export type Classification = Static<typeof ClassificationSchema>;
export type Profile = Static<typeof ProfileSchema>;
export type Project = Static<typeof ProjectSchema>;
export type Preview = Static<typeof PreviewSchema>;
export type Run = Static<typeof RunSchema>;
export type Tag = Static<typeof TagSchema>;
export type Topic = Static<typeof TopicSchema>;

export interface Reference {
  id: string;
}

export interface Prompt {
  id: string;
  messages: { content: string }[];
  tags: Reference[];
  topic: Reference | null;
  user_location: { country: string };
  volume: number;
}

export interface StoredPrompt extends Prompt {
  created_at: string;
  is_archived: boolean;
}

export interface ModelChannel {
  id: string;
  description: string;
  current_model: Reference;
  is_active: boolean;
}

/** A row of the brands report; the fields of dimensions are there where they were asked for. */
export interface BrandRow {
  brand: { id: string; name: string };
  visibility: number;
  visibility_count: number;
  visibility_total: number;
  mention_count: number;
  share_of_voice: number;
  position?: number;
  position_count: number;
  sentiment?: number;
  sentiment_count: number;
  prompt?: Reference;
  model_channel?: Reference;
  topic?: Reference | null;
  chat?: Reference;
  country_code?: string;
  date?: string;
  week?: string;
  month?: string;
}

export interface SourceRow {
  domain?: string;
  url?: string;
  title?: string;
  classification: string;
  retrieval_count: number;
  citation_count: number;
  retrieved_chat_count: number;
  total_chat_count: number;
  retrieved_percentage: number;
  retrieval_rate: number;
  citation_rate: number;
  mentioned_brands: Reference[];
  gap: number;
}

export interface ApiKey {
  id: string;
  name: string;
  kind: 'company' | 'project';
  rights: 'read' | 'write';
  project: Reference | null;
  created_at: string;
  last_used_at: string | null;
  revoked_at: string | null;
}

export interface Caller {
  id: string;
  name: string;
  kind: 'company' | 'project';
  rights: 'read' | 'write';
  project: { id: string; name: string } | null;
}

export interface List<Item> {
  data: Item[];
  total_count: number;
}

export interface Batch {
  accepted: number;
  duplicates: number;
  rejected_count: number;
  rejected: { index: number; message: string }[];
}
