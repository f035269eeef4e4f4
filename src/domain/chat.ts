import { type Static, type TObject, Type } from 'typebox';
import { Finish } from './ask.ts';
import { ModelId } from './catalog.ts';
import { Correction, SENTIMENT_SOURCES } from './correction.ts';
import { CountryCode } from './countries.ts';
import { CalendarDate, Timestamp } from './date-schemas.ts';
import { LanguageCode } from './languages.ts';
import { MAX_COST, MAX_COUNT, MAX_PROMPT_LENGTH, MAX_QUERY_LENGTH, MAX_SOURCE_LENGTH } from './limits.ts';
import { Nullable, Reference, Strict } from './paging.ts';
import { OneOf } from './schema.ts';
import { Text } from './text.ts';

/** The index of a status is its number in the store, so the order never changes. */
export const CHAT_STATUSES = ['pending', 'answered', 'refused', 'empty', 'error'] as const;
export type ChatStatus = (typeof CHAT_STATUSES)[number];
export const ChatStatus = OneOf(CHAT_STATUSES);

/** Reports count the chats with these statuses. */
export const COUNTED_STATUSES = [toStatusKey('answered'), toStatusKey('refused')];

export function toStatusKey(status: ChatStatus): number {
  return CHAT_STATUSES.indexOf(status);
}

const shared = {
  id: Type.String(),
  prompt: Reference,
  model: Reference,
  model_channel: Reference,
  date: CalendarDate,
  country_code: CountryCode,
  status: ChatStatus,
  external_id: Nullable(Type.String()),
  language: Nullable(LanguageCode),
};

const Excerpt = Strict({
  text: Type.String(),
  marks: Type.Array(Type.Integer(), {
    description:
      'What the excerpt shows, as offsets in `text`: start, end, start, end, …, in UTF-16 code units. Empty: it is the beginning of the answer.',
  }),
});

export const Chat = Strict({
  ...shared,
  mention_count: Type.Optional(Type.Integer({ description: 'Mentions of the brand in `about_brand_id`.' })),
  position: Type.Optional(Nullable(Type.Integer({ description: 'Position of this brand, if it is mentioned.' }))),
  sentiment: Type.Optional(
    Nullable(Type.Number({ description: 'Sentiment toward this brand, from -1 to 1, if the answer expresses any.' })),
  ),
  excerpt: Type.Optional(Nullable(Excerpt)),
});

const FoundSource = Strict({
  url: Type.String(),
  url_normalized: Type.String(),
  domain: Type.String(),
  title: Nullable(Type.String()),
  citation_count: Type.Integer(),
  citation_position: Nullable(Type.Integer()),
});

/** A source, also under the names that clients of similar services read. */
export const ContentSource = Strict({
  ...FoundSource.properties,
  urlNormalized: FoundSource.properties.url_normalized,
  citationCount: FoundSource.properties.citation_count,
  citationPosition: Type.Integer({
    description: 'The same as `citation_position`, but 0 for a source that is not cited.',
  }),
});

export function toContentSource(source: Static<typeof FoundSource>): Static<typeof ContentSource> {
  const { url, url_normalized, domain, title, citation_count, citation_position } = source;
  // Written out, because an answer can have thousands, and a spread takes several times as long.
  return {
    url,
    url_normalized,
    domain,
    title,
    citation_count,
    citation_position,
    urlNormalized: url_normalized,
    citationCount: citation_count,
    citationPosition: citation_position ?? 0,
  };
}

/** What clients of similar services read, and Overheard does not look for yet. */
const None = Type.Array(Type.Unknown(), { description: 'Always empty.' });
const NOT_FOUND_YET = { products: None, features: None, maps: None, ads: None };

export function createNotFoundYet(): Static<TObject<typeof NOT_FOUND_YET>> {
  return { products: [], features: [], maps: [], ads: [] };
}

/** A passage with an opinion about the brand. Offsets in the answer, in UTF-16 code units. */
const Clause = Strict({
  start: Type.Integer(),
  end: Type.Integer(),
  text: Type.String(),
  sentiment: Type.Number({ minimum: -1, maximum: 1 }),
});

const EvidencedMention = Strict({
  start: Type.Integer({ description: 'Offsets in the answer, in UTF-16 code units.' }),
  end: Type.Integer(),
  text: Type.String(),
  alias: Type.String({ description: 'The name, alias or regular expression that matched.' }),
  rule: Type.String({ description: 'The rule that found it.' }),
  list_rank: Nullable(
    Type.Integer({ description: 'The rank of the list item or heading that starts with it; null elsewhere.' }),
  ),
  unknown: Type.Boolean({ description: 'The answer only says that it knows nothing about the brand.' }),
  clauses: Type.Array(Clause),
});

export const MentionedBrand = Strict({
  id: Type.String(),
  name: Type.String(),
  position: Type.Integer(),
  recommended_position: Nullable(
    Type.Integer({
      description:
        'The position among the brands of which the answer says something good or bad; null for one that it only mentions in passing.',
    }),
  ),
  count: Type.Integer({ description: 'The number of all mentions.' }),
  sentiment: Nullable(Type.Number()),
  sentiment_source: OneOf(SENTIMENT_SOURCES, {
    description:
      'Where the score comes from: the `built_in` scorer, a `judge`, the `correction` of a person, or the client that sent the chat (`given`).',
  }),
  mentions: Type.Array(EvidencedMention, {
    description: 'Of an answer with more than 5,000 mentions, those among the first 5,000.',
  }),
});

const UsedCount = Type.Integer({ minimum: 0, maximum: MAX_COUNT });

/** How an answer was made: a collected one has these, and one that is sent may have. */
export const ChatUsage = Strict({
  cost: Nullable(Type.Number({ minimum: 0, maximum: MAX_COST, description: 'In US dollars.' })),
  input_tokens: Nullable(UsedCount),
  output_tokens: Nullable(UsedCount),
  duration_ms: Nullable(UsedCount),
  asked_at: Nullable(Timestamp),
  provider_model: Nullable(Text(500, { description: 'The model that answered, as the provider names it.' })),
  finish: Finish,
});
export type ChatUsage = Static<typeof ChatUsage>;

/** An answer of which nothing of this is known. */
export const NO_USAGE: ChatUsage = {
  cost: null,
  input_tokens: null,
  output_tokens: null,
  duration_ms: null,
  asked_at: null,
  provider_model: null,
  finish: null,
};

export const ChatContent = Strict({
  ...shared,
  ...ChatUsage.properties,
  messages: Type.Array(Strict({ role: OneOf(['user', 'assistant']), content: Type.String() })),
  sources: Type.Array(ContentSource),
  brands_mentioned: Type.Array(MentionedBrand),
  queries: Type.Array(Type.String()),
  ...NOT_FOUND_YET,
  corrections: Type.Array(Correction, { description: 'What people corrected. A share link sees none.' }),
});
export type ChatContent = Static<typeof ChatContent>;

const Count = Type.Integer({ minimum: 1, maximum: 1_000_000 });

const GivenMention = Strict({
  brand_id: Type.String(),
  count: Count,
  position: Count,
  sentiment: Type.Optional(Type.Number({ minimum: -1, maximum: 1 })),
});

/** A page that the model says it retrieved. Without `citation_count`, citations are counted in the answer; 0: not cited. */
const GivenSource = Strict({
  url: Text(MAX_SOURCE_LENGTH),
  title: Type.Optional(Type.String({ maxLength: MAX_SOURCE_LENGTH })),
  citation_count: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  citation_position: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
});
export type GivenSource = Static<typeof GivenSource>;

/** A chat as clients send it. */
export const NewChat = Strict({
  prompt_id: Type.Optional(Type.String()),
  prompt_text: Type.Optional(Text(MAX_PROMPT_LENGTH)),
  model_id: Type.Optional(ModelId),
  model_channel_id: Type.Optional(Type.String()),
  date: CalendarDate,
  answer: Type.Optional(Type.String()),
  country_code: Type.Optional(CountryCode),
  sources: Type.Optional(Type.Array(GivenSource, { maxItems: 10_000 })),
  queries: Type.Optional(Type.Array(Text(MAX_QUERY_LENGTH), { maxItems: 10_000 })),
  external_id: Type.Optional(Text(500)),
  mentions: Type.Optional(Type.Array(GivenMention, { maxItems: 10_000 })),
  ...Type.Partial(ChatUsage).properties,
});
export type NewChat = Static<typeof NewChat>;
