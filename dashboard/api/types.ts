import type { ItemOfRoute, OutputOfRoute } from '../../src/client/routes.ts';

// Names for what the API answers; the fields are those of the service's own schemas.
export type ApiKey = ItemOfRoute<'GET /keys'>;
export type Brand = ItemOfRoute<'GET /brands'>;
export type Caller = OutputOfRoute<'GET /key'>;
export type Channel = ItemOfRoute<'GET /model-channels'>;
export type ChannelTry = OutputOfRoute<'POST /model-channels/{id}/test'>;
export type Chat = ItemOfRoute<'GET /chats'>;
export type ChatContent = OutputOfRoute<'GET /chats/{id}/content'>;
export type Classification = ItemOfRoute<'GET /classifications/domains'>;
export type Correction = ItemOfRoute<'GET /corrections'>;
export type Delivery = ItemOfRoute<'GET /webhooks/{id}/deliveries'>;
export type Model = ItemOfRoute<'GET /models'>;
export type Plan = OutputOfRoute<'POST /reports/brands/plan'>;
export type Preset = ItemOfRoute<'GET /model-channels/presets'>;
export type Profile = OutputOfRoute<'GET /project-profile'>['profile'];
export type Prompt = ItemOfRoute<'GET /prompts'>;
export type Run = ItemOfRoute<'GET /runs'>;
export type RunDetails = OutputOfRoute<'GET /runs/{id}'>;
export type Schedule = OutputOfRoute<'GET /schedule'>;
export type Secret = ItemOfRoute<'GET /secrets'>;
export type ShareLink = ItemOfRoute<'GET /share-links'>;
export type Tag = ItemOfRoute<'GET /tags'>;
export type Task = ItemOfRoute<'GET /runs/{id}/tasks'>;
export type Topic = ItemOfRoute<'GET /topics'>;
export type Webhook = ItemOfRoute<'GET /webhooks'>;

export type BrandRow = ItemOfRoute<'POST /reports/brands'>;

type DomainRow = ItemOfRoute<'POST /reports/domains'>;
type UrlRow = ItemOfRoute<'POST /reports/urls'>;

/** A row of the domains report or of the URLs report. */
export type SourceRow = Omit<DomainRow, 'domain' | 'usage_rate' | 'citation_avg'> &
  Partial<Pick<DomainRow, 'domain'> & Pick<UrlRow, 'url' | 'title'>>;
