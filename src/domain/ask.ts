import { type Static, Type } from 'typebox';
import { ASK_KIND_NAMES } from './ask-kinds.ts';
import { MAX_NAME_LENGTH } from './limits.ts';
import { Nullable, Strict } from './paging.ts';
import { OneOf } from './schema.ts';
import { Text } from './text.ts';

export const SecretName = Type.String({ pattern: '^[a-z0-9_-]{1,64}$', description: 'Name of a stored secret.' });

const Dollars = Type.Number({ minimum: 0, maximum: 1_000_000 });

/** What an ask costs, in US dollars. */
export const Price = Strict({
  input: Type.Optional(Type.With(Dollars, { description: 'A million input tokens.' })),
  cached_input: Type.Optional(Type.With(Dollars, { description: 'A million cached input tokens; default: `input`.' })),
  output: Type.Optional(Type.With(Dollars, { description: 'A million output tokens.' })),
  request: Type.Optional(Type.With(Dollars, { description: 'One request.' })),
  search: Type.Optional(Type.With(Dollars, { description: 'One search.' })),
});
export type Price = Static<typeof Price>;

const JsonPath = Text(1000, { description: 'A JSONPath expression (RFC 9535), without `match` and `search`.' });
const Seconds = (maximum: number) => Type.Integer({ minimum: 1, maximum });
const Values = Type.Array(Type.Unknown(), { minItems: 1, maxItems: 100 });
const Condition = Strict({ path: JsonPath, equals: Values });

/** The reasons that a description of an HTTP service can give for a failure. */
const HTTP_REASONS = [
  'unauthorized',
  'no_credit',
  'rate_limited',
  'overloaded',
  'timeout',
  'refused_by_provider',
  'bad_response',
] as const;

const HttpRequest = Strict({
  method: OneOf(['GET', 'POST', 'PUT']),
  url: Text(4000),
  headers: Type.Optional(Type.Record(Type.String({ pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$" }), Text(4000))),
  body: Type.Optional(Type.Unknown({ description: 'Any JSON value.' })),
});

const HttpPoll = Strict({
  id: JsonPath,
  url: Text(4000),
  done: Type.Optional(Condition),
  failed: Type.Optional(Condition),
  every_seconds: Type.Optional(Seconds(300)),
  give_up_seconds: Type.Optional(Seconds(3600)),
});

const HttpThen = Strict({ id: Type.Optional(JsonPath), url: Text(4000) });

const HttpResponse = Strict({
  answer: Type.Union([JsonPath, Type.Array(JsonPath, { minItems: 1, maxItems: 20 })]),
  sources: Type.Optional(JsonPath),
  cited: Type.Optional(JsonPath),
  source_url: Type.Optional(JsonPath),
  source_title: Type.Optional(JsonPath),
  source_cited: Type.Optional(JsonPath),
  queries: Type.Optional(JsonPath),
  model: Type.Optional(JsonPath),
  cost: Type.Optional(JsonPath),
  error: Type.Optional(JsonPath),
  ok: Type.Optional(
    Strict({
      path: JsonPath,
      equals: Values,
      reasons: Type.Optional(Type.Record(Type.String(), OneOf(HTTP_REASONS))),
    }),
  ),
});

/** How a channel's model is asked. */
export const Ask = Strict({
  kind: OneOf(ASK_KIND_NAMES),
  model: Type.Optional(Text(MAX_NAME_LENGTH, { description: "The provider's name for the model." })),
  base_url: Type.Optional(Text(2000, { description: "Replaces the provider's address." })),
  secret: Type.Optional(SecretName),
  web_search: Type.Optional(Type.Boolean({ description: "Use the provider's own search tool." })),
  system: Type.Optional(Text(20_000)),
  temperature: Type.Optional(Type.Number({ minimum: 0, maximum: 2 })),
  max_output_tokens: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  provider_options: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  timeout_seconds: Type.Optional(Type.With(Seconds(600), { description: 'Default: 120.' })),
  concurrency: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, description: 'Asks in flight. Default: 4.' })),
  requests_per_minute: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
  price: Type.Optional(Price),
  request: Type.Optional(HttpRequest),
  poll: Type.Optional(HttpPoll),
  // biome-ignore lint/suspicious/noThenProperty: the contract names this field; nothing ever awaits a description.
  then: Type.Optional(HttpThen),
  response: Type.Optional(HttpResponse),
});
export type Ask = Static<typeof Ask>;

export const DEFAULT_TIMEOUT_SECONDS = 120;
export const DEFAULT_CONCURRENCY = 4;

/** How an answer ended. */
export const FINISHES = ['stop', 'length', 'filtered'] as const;
export type Finish = (typeof FINISHES)[number];
export const Finish = Nullable(OneOf(FINISHES));

/** How the country of a prompt reaches the provider. */
export const COUNTRY_WAYS = ['native', 'coordinates', 'template', 'none'] as const;
export type CountryWay = (typeof COUNTRY_WAYS)[number];

/** Why an ask failed, or a task was not asked. */
export const REASONS = [
  'unauthorized',
  'no_credit',
  'rate_limited',
  'overloaded',
  'timeout',
  'connection',
  'refused_by_provider',
  'bad_response',
  'budget',
  'unsupported_country',
  'cancelled',
  'gone',
  'internal',
  'crashed',
] as const;
export type Reason = (typeof REASONS)[number];
