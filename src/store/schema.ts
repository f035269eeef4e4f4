import type { Generated, Kysely } from 'kysely';
import type { CorrectionKind } from '../domain/correction.ts';
import type { EventKind } from '../domain/event.ts';
import type { DeliveryState, WebhookFormat } from '../domain/webhook.ts';
import type { DailyChatTable, DailyMentionTable } from './daily-sums.ts';
import type {
  AnswerTable,
  ChatNamesTable,
  ChatTable,
  DomainTable,
  MentionTable,
  SourceTable,
  StatusChangeTable,
  UrlTable,
} from './fact-schema.ts';
import {
  MONTH_TABLES,
  type MonthlyChatTable,
  type MonthlyDomainTable,
  type MonthlyMentionTable,
  type MonthlyPromptChatTable,
  type MonthlyPromptMentionTable,
  type MonthlyUrlTable,
  type SummedMonthTable,
} from './month-sums.ts';

/** ISO 8601 in UTC, with milliseconds: written and read as text on every engine. */
type Timestamp = string;

export interface CompanyTable {
  company: number;
  name: string;
  created_at: Timestamp;
}

export interface ProjectTable {
  project: number;
  id: string;
  company: number;
  name: string;
  status: string;
  /** JSON of the profile without its name; empty if it has not been filled in. */
  profile: string;
  /** The generation that reports show; see ExtractionTable. */
  generation: number;
  /** The generation that is being prepared in the background; 0: none. */
  next_generation: number;
  /** The extraction that found the pages that reports show: an edit of brands alone does not look for pages again. */
  source_generation: number;
  /** The same for the extraction that is being made in the background; 0: it keeps the pages. */
  next_source_generation: number;
  created_at: Timestamp;
  /** The id that another system gave it. */
  external_id: Generated<string | null>;
}

export interface ApiKeyTable {
  api_key: number;
  id: string;
  company: number;
  /** 0: a company key. */
  project: number;
  name: string;
  /** `view`: it is no key but a share link. */
  rights: 'view' | 'read' | 'write';
  /** SHA-256 of the key, in hexadecimal. */
  hash: string;
  is_bootstrap: boolean;
  created_at: Timestamp;
  last_used_at: Timestamp | null;
  revoked_at: Timestamp | null;
  /** Share links expire; keys do not. */
  expires_at: Generated<Timestamp | null>;
}

/** Signed-in browsers, and links that sign in once. */
export interface SessionTable {
  /** SHA-256 of the token, in hexadecimal. */
  hash: string;
  kind: 'session' | 'link';
  api_key: number;
  created_at: Timestamp;
  expires_at: Timestamp;
  /** The session began before cookies had the prefix `__Host-` over https, so its own may be without. */
  takes_old_cookie: boolean;
}

/** The last key assigned for each kind of object. Project 0 counts companies, projects and API keys. */
export interface CounterTable {
  project: number;
  name: string;
  value: number;
}

export interface BrandTable {
  project: number;
  brand: number;
  id: string;
  name: string;
  name_key: string;
  is_own: boolean;
  color: string;
  /** JSON arrays of strings. */
  domains: string;
  aliases: string;
  exclude: string;
  regex: string | null;
  match_case: string;
  /** Deleted, but still in reports until the generation without it is complete. */
  is_deleted: boolean;
  created_at: Timestamp;
}

export interface TopicTable {
  project: number;
  topic: number;
  id: string;
  name: string;
  name_key: string;
  country_code: string | null;
  created_at: Timestamp;
}

export interface TagTable {
  project: number;
  tag: number;
  id: string;
  name: string;
  name_key: string;
  color: string;
  tag_group: string | null;
  is_system: boolean;
  created_at: Timestamp;
}

export interface PromptTable {
  project: number;
  prompt: number;
  id: string;
  text: string;
  /** Equal for near-duplicates; see toPromptKey. */
  text_key: string;
  country: number;
  /** 0: none. */
  topic: number;
  volume: number;
  volume_source: string | null;
  is_archived: boolean;
  created_at: Timestamp;
}

export interface PromptTagTable {
  project: number;
  prompt: number;
  tag: number;
}

export interface SuggestionTable {
  project: number;
  suggestion: number;
  id: string;
  text: string;
  text_key: string;
  country: number;
  topic: number;
  volume: number;
  state: 'open' | 'accepted' | 'rejected';
  /** Who had the idea: `template`, `channel` or `manual`. */
  source: Generated<string>;
  created_at: Timestamp;
}

/** A topic that the profile suggests. */
export interface TopicSuggestionTable {
  project: number;
  suggestion: number;
  id: string;
  name: string;
  name_key: string;
  state: 'open' | 'accepted' | 'rejected';
  created_at: Timestamp;
}

/** A brand that nobody tracks yet, found in the answers. */
export interface BrandSuggestionTable {
  project: number;
  suggestion: number;
  id: string;
  /** The folded name, by which it is known again. */
  key: string;
  name: string;
  /** JSON arrays: other ways to write the name, and the domains that seem to be its own. */
  spellings: string;
  domains: string;
  state: 'open' | 'accepted' | 'rejected';
  created_at: Timestamp;
}

/** What is written in answers where a suggested brand is meant: its name and those of its products. */
export interface SuggestedNameTable {
  project: number;
  text: string;
  suggestion: number;
}

export interface SuggestionTagTable {
  project: number;
  suggestion: number;
  tag: number;
}

export interface ClassificationTable {
  project: number;
  kind: 'domain' | 'url';
  name_key: string;
  name: string;
  color: string;
}

export interface AssignmentTable {
  project: number;
  kind: 'domain' | 'url';
  /** The domain, or the normalized URL. */
  target: string;
  name_key: string;
}

/** Models that a company added to the built-in ones. */
export interface ModelTable {
  company: number;
  /** Its key in the facts, from FIRST_OWN_KEY on. */
  model: number;
  id: string;
  channel_id: string;
  name: string;
  created_at: Timestamp;
  /** It is not offered any more. The row stays, because an answer may have come in at the same moment. */
  is_deleted: Generated<boolean>;
}

export interface ChannelSettingTable {
  project: number;
  channel: number;
  /** Counts only if `is_switched`. */
  is_active: boolean;
  /** Somebody said whether the channel is active. */
  is_switched: Generated<boolean>;
  /** JSON array of country codes. */
  unsupported_country_codes: string;
  /** JSON array of patterns; null: the default ones. */
  furniture: string | null;
  /** JSON of Ask; null: the channel only takes answers that are sent in. */
  ask: Generated<string | null>;
}

/** Keys of providers, encrypted. */
export interface SecretTable {
  project: number;
  name: string;
  ciphertext: string;
  /** The last characters of the value; null where it is short. */
  hint: string | null;
  /** JSON array of the hosts that the value may be sent to, beside the official ones. */
  hosts: string;
  updated_at: Timestamp;
  last_used_at: Timestamp | null;
}

/** When a project's prompts are asked, and what that may cost. Limits are in billionths of a dollar. */
export interface ScheduleTable {
  project: number;
  is_active: boolean;
  cron: string;
  time_zone: string;
  replicates: number;
  day_limit: number | null;
  month_limit: number | null;
  /** Due times up to this one have been seen to. */
  seen_until: Timestamp;
}

/** What asks of a day cost, in billionths of a dollar. Reservations of asks in flight are part of it. */
export interface SpendingTable {
  project: number;
  day: string;
  booked: number;
}

/** How asking a channel goes. */
export interface ChannelHealthTable {
  project: number;
  channel: number;
  /** Asks in a row that failed because of the provider. */
  failures: number;
  /** Pauses in a row without a success. */
  pauses: number;
  paused_until: Timestamp | null;
  paused_reason: string | null;
}

export const TASK_STATES = ['queued', 'running', 'done', 'failed', 'skipped'] as const;
export type TaskState = (typeof TASK_STATES)[number];

/** One prompt that a run asks on one channel. */
export interface TaskTable {
  project: number;
  run: number;
  task: number;
  id: string;
  prompt: number;
  /** Kept for the time after the prompt is deleted. */
  prompt_id: string;
  channel: number;
  country: number;
  replicate: number;
  state: TaskState;
  /** How often it was asked, without asks that our own end cut off. */
  attempts: number;
  /** How often our own end cut off an ask. */
  cuts: number;
  reason: string | null;
  message: string | null;
  /** A queued task is not asked before this time; null: at once. */
  due_at: Timestamp | null;
  /** What is reserved for the ask that is running, in billionths of a dollar. */
  reservation: number;
  reserved_on: string | null;
  /** What its asks cost, in billionths of a dollar; null: unknown. */
  cost: number | null;
  input_tokens: number | null;
  output_tokens: number | null;
  searches: number | null;
  /** 0: none. */
  chat: number;
  /** JSON of the job that the provider works on. */
  job: string | null;
}

/** What is known about how an answer was made. */
export interface UsageTable {
  project: number;
  chat: number;
  /** In billionths of a dollar. */
  cost: number | null;
  input_tokens: number | null;
  output_tokens: number | null;
  duration_ms: number | null;
  asked_at: Timestamp | null;
  provider_model: string | null;
  finish: string | null;
}

/** What providers sent, for a later parser. */
export interface RawResponseTable {
  project: number;
  chat: number;
  received_at: Timestamp;
  /** Compressed JSON in base64. */
  body: string;
}

/** What people say about an answer, see domain/correction.ts. */
export interface CorrectionTable {
  project: number;
  correction: number;
  id: string;
  chat: number;
  kind: CorrectionKind;
  /** 0: none. */
  brand: number;
  /** The passage as offsets in the answer, and its text; null: none. */
  start_at: number | null;
  end_at: number | null;
  text: string | null;
  /** In thousandths. */
  sentiment: number | null;
  sentiment_before: number | null;
  created_at: Timestamp;
}

/** The channel that judges the sentiment of a project's answers. */
export interface JudgeTable {
  project: number;
  channel: number;
  /** What its verdicts depend on: the question, and the model that answers it. */
  version: string;
  /** Answers from this day on are judged. */
  start_date: string;
  /** Why judging pauses. */
  problem: string | null;
}

/** What a judge says about a brand in an answer. */
export interface VerdictTable {
  project: number;
  chat: number;
  brand: number;
  version: string;
  /** It could not be used. */
  is_refused: boolean;
  /** In thousandths; null: nothing good or bad is said. */
  sentiment: number | null;
  /** JSON array of the passages, as offsets in the answer. */
  quotes: string;
}

/**
 * The settings that answers are analyzed with. When brands are edited, a new generation of mentions is made beside the one
 * that reports show, and the project switches to it when it is complete.
 */
export interface ExtractionTable {
  project: number;
  generation: number;
  /** JSON of ExtractionSettings. */
  settings: string;
  /** JSON array of the brands' keys. */
  brands: string;
  created_at: Timestamp;
}

/** Background work. */
export interface RunTable {
  project: number;
  run: number;
  id: string;
  kind: string;
  state: string;
  done: number;
  total: number;
  /** JSON of what the work needs to go on after a break. */
  plan: string;
  message: string;
  /** JSON of what came out, where the kind has something. */
  result: string | null;
  started_at: Timestamp;
  finished_at: Timestamp | null;
  /** Who started it, where that is kept: `schedule` or `manual`. */
  trigger: Generated<string | null>;
  /** The time of the schedule that it belongs to. */
  due_at: Generated<Timestamp | null>;
}

/**
 * Background work that is left to do, of any kind and any project; see src/work. A process claims a row for a while and
 * renews its claim while it works; a row whose lease has run out can be claimed by anybody.
 */
export interface WorkTable {
  project: number;
  kind: string;
  /** What the work is about within the project, such as a run; 0: the project itself. */
  subject: number;
  /** Who claimed it; empty: nobody. */
  holder: string;
  lease_until: Timestamp;
  /** Nobody claims it earlier. */
  due_at: Timestamp;
  /** How often it has failed in a row. */
  attempts: number;
  last_error: string | null;
}

/** Where a project's events are sent. */
export interface WebhookTable {
  project: number;
  webhook: number;
  id: string;
  /** As it is shown: without the parts that may be secret. */
  url: string;
  format: WebhookFormat;
  /** JSON array of the kinds of events. */
  events: string;
  is_active: boolean;
  /** Encrypted JSON of WebhookSecrets. */
  ciphertext: string;
  created_at: Timestamp;
}

/** Events that webhooks are told of, each written in the transaction of the change that it tells about. */
export interface OutboxTable {
  project: number;
  event: number;
  id: string;
  kind: EventKind;
  /** JSON of what happened; its shape depends on the kind. */
  data: string;
  created_at: Timestamp;
}

/** One event that is sent to one webhook. */
export interface DeliveryTable {
  project: number;
  delivery: number;
  id: string;
  webhook: number;
  event: number;
  state: DeliveryState;
  /** Somebody asked for it: it is a test or a repetition. */
  is_manual: boolean;
  attempts: number;
  /** The HTTP status of the last response. */
  status: number | null;
  /** Why the last attempt failed. */
  message: string | null;
  created_at: Timestamp;
  /** When it is tried next; null: no more. */
  due_at: Timestamp | null;
  attempted_at: Timestamp | null;
}

/** What webhooks have been told and still holds, so that they are told once when it begins and once when it ends. */
export interface NoticeTable {
  project: number;
  name: string;
  /** JSON. */
  data: string;
  since: Timestamp;
}

/** The first responses to requests with an `Idempotency-Key`. */
export interface IdempotencyTable {
  project: number;
  api_key: number;
  path: string;
  idempotency_key: string;
  body_hash: string;
  response: string;
  created_at: Timestamp;
}

/** If this store is a copy of another: the tables that were copied. */
export interface CopyTable {
  /** The name of the table. */
  name: string;
  row_count: number;
  checksum: string;
  /** All rows were copied, and compared with the source. */
  is_complete: boolean;
}

export interface SchemaVersionTable {
  version: number;
  name: string;
  applied_at: Generated<Timestamp>;
}

export interface Schema {
  companies: CompanyTable;
  models: ModelTable;
  projects: ProjectTable;
  api_keys: ApiKeyTable;
  sessions: SessionTable;
  counters: CounterTable;
  brands: BrandTable;
  topics: TopicTable;
  tags: TagTable;
  prompts: PromptTable;
  prompt_tags: PromptTagTable;
  suggestions: SuggestionTable;
  suggestion_tags: SuggestionTagTable;
  topic_suggestions: TopicSuggestionTable;
  brand_suggestions: BrandSuggestionTable;
  suggested_names: SuggestedNameTable;
  classifications: ClassificationTable;
  assignments: AssignmentTable;
  channel_settings: ChannelSettingTable;
  channel_health: ChannelHealthTable;
  secrets: SecretTable;
  schedules: ScheduleTable;
  spending: SpendingTable;
  tasks: TaskTable;
  usage: UsageTable;
  raw_responses: RawResponseTable;
  corrections: CorrectionTable;
  judges: JudgeTable;
  verdicts: VerdictTable;
  chats: ChatTable;
  mentions: MentionTable;
  answers: AnswerTable;
  chat_names: ChatNamesTable;
  sources: SourceTable;
  urls: UrlTable;
  domains: DomainTable;
  daily_chats: DailyChatTable;
  daily_mentions: DailyMentionTable;
  summed_months: SummedMonthTable;
  monthly_chats: MonthlyChatTable;
  monthly_mentions: MonthlyMentionTable;
  monthly_prompt_chats: MonthlyPromptChatTable;
  monthly_prompt_mentions: MonthlyPromptMentionTable;
  monthly_domains: MonthlyDomainTable;
  monthly_urls: MonthlyUrlTable;
  extractions: ExtractionTable;
  status_changes: StatusChangeTable;
  runs: RunTable;
  webhooks: WebhookTable;
  outbox: OutboxTable;
  deliveries: DeliveryTable;
  notices: NoticeTable;
  work: WorkTable;
  idempotency: IdempotencyTable;
  copies: CopyTable;
  schema_version: SchemaVersionTable;
}

/** All tables whose rows each belong to one project. Deleting a project deletes its rows in these. */
export const TENANT_TABLES = [
  'brands',
  'topics',
  'tags',
  'prompts',
  'prompt_tags',
  'suggestions',
  'suggestion_tags',
  'topic_suggestions',
  'brand_suggestions',
  'suggested_names',
  'classifications',
  'assignments',
  'channel_settings',
  'channel_health',
  'secrets',
  'schedules',
  'spending',
  'tasks',
  'usage',
  'raw_responses',
  'corrections',
  'judges',
  'verdicts',
  'chats',
  'mentions',
  'answers',
  'chat_names',
  'sources',
  'urls',
  'domains',
  'daily_chats',
  'daily_mentions',
  'summed_months',
  ...MONTH_TABLES,
  'extractions',
  'status_changes',
  'runs',
  'webhooks',
  'outbox',
  'deliveries',
  'notices',
  'idempotency',
  'counters',
] as const;

/** Small tables that are common to all projects. */
export const COMMON_TABLES = ['companies', 'models', 'projects', 'api_keys', 'sessions', 'work'] as const;

/** Tables about the store itself. */
export const STORE_TABLES = ['copies', 'schema_version'] as const;

/** Every table that a copy includes. The service needs projects and keys to begin, so they come last. */
export const COPIED_TABLES = [...TENANT_TABLES, ...[...COMMON_TABLES].reverse()];

type Listed = (typeof COPIED_TABLES)[number] | (typeof STORE_TABLES)[number];
/** Fails to compile if a table is missing from these lists. @public */
export const IS_EVERY_TABLE_LISTED: keyof Schema extends Listed ? true : never = true;

/** Counters that an engine keeps itself. */
export interface Counters {
  /** Adds to a counter of a project and returns its new value. */
  add(project: number, name: string, count: number): Promise<number>;
}

/** Tables of which a transaction may know rows without reading them. */
export type KnownTable = 'domains' | 'prompts' | 'tags' | 'topics' | 'urls';

/** The rows of one table in one project that are known, by what they are known by. Nobody may change a row. */
export interface KnownRows {
  get(name: string): readonly unknown[] | undefined;
  set(name: string, rows: readonly unknown[]): void;
  /** How many names have rows. */
  count(): number;
  /** Whether there are no others. */
  isComplete: boolean;
  /** How often rows were added to the table. */
  additions: number;
}

/** Rows that need not be read, because nobody but the one writer can change them. */
export interface Knowledge {
  of(project: number, table: KnownTable): KnownRows;
}

/** Tables of which it may be known what is not in them. Chats are known by their fingerprints, others as in `KNOWN_BY`. */
export type FilteredTable = 'chats' | 'domains' | 'prompts' | 'urls';

export interface Filters {
  /** Leaves out the names that no row of the project has, as far as that is known. */
  findPossible(project: number, table: FilteredTable, names: readonly string[]): readonly string[];
}

/** What an engine that only one process writes to keeps in memory. Readers have the filters, transactions have everything. */
export interface Kept {
  readonly counters: Counters;
  readonly known: Knowledge;
  readonly filters: Filters;
}

/** A query builder, with what its engine keeps. */
export type Db = Kysely<Schema> & Partial<Kept>;
