import type { Ask, CountryWay, Finish, Reason } from '../domain/ask.ts';
import type { AskKind } from '../domain/ask-kinds.ts';
import type { GivenSource } from '../domain/chat.ts';
import type { Send } from './transport.ts';

/** One question to a model. */
export interface Question {
  ask: Ask;
  /** The text, which is never changed. */
  prompt: string;
  country_code: string;
  /** The day in the project's time zone. */
  date: string;
  /** Identifies the question, for services that want an id. */
  id: string;
}

/** What a provider is given to ask with. */
export interface AskServices {
  /** The value of the secret that the description names; null if it names none. */
  secret: string | null;
  send: Send;
  /** Aborted when the time is over, or when nobody wants the answer any more. */
  signal: AbortSignal;
  now(): Date;
  /** Stored responses are being read again, so there is nothing to wait for. */
  is_replay?: boolean;
  /** A job of an earlier try of this question that is still waited for. */
  job?: Job | null;
  /** Keeps a job, so that another process can go on waiting for it. Resolves when it is stored. */
  keepJob?(job: Job): Promise<void>;
}

/** A request that the provider works on by itself, and that is polled. */
export interface Job {
  id: string;
  /** When it was created, in ISO 8601. */
  since: string;
}

export interface Usage {
  input_tokens: number | null;
  /** Part of `input_tokens`. */
  cached_input_tokens: number | null;
  output_tokens: number | null;
  searches: number;
}

export interface Reply {
  /** Empty if the model said nothing. */
  answer: string;
  /** Every page that was retrieved, once, with how often it is cited. */
  sources: GivenSource[];
  queries: string[];
  usage: Usage;
  /** What the provider says that it bills, in US dollars. */
  billed: number | null;
  /** What the provider says answered. */
  provider_model: string | null;
  finish: Finish;
}

/** A way to ask models. Adding one is adding an entry to `src/domain/ask-kinds.ts` and its file to `src/providers/index.ts`. */
export interface Provider {
  kind: AskKind;
  /** Where its secrets may go without being told so. */
  hosts: readonly string[];
  country: CountryWay;
  /** What is wrong with a description beyond its schema, by field; empty if nothing is. */
  check?(ask: Ask): { path: string; message: string }[];
  /** Other hosts than that of `base_url` or `hosts` that a description sends the secret to. */
  listHosts?(ask: Ask): string[];
  /** How long an ask may take as a whole where that is longer than its `timeout_seconds`: some wait for jobs. */
  toTimeLimitSeconds?(ask: Ask): number;
  /** Loads what the first question needs, so that it is not loaded while money is set aside for the answer. */
  prepare?(): Promise<void>;
  /** Asks once. Rejects with an `AskError`. */
  ask(question: Question, services: AskServices): Promise<Reply>;
}

export type FailureReason = Exclude<Reason, 'budget' | 'unsupported_country' | 'cancelled' | 'gone' | 'crashed'>;

interface AskErrorOptions {
  /** How long the provider wants us to wait. */
  retry_after_ms?: number;
  /** It is unknown whether the provider worked on the request, and bills it. */
  is_end_unknown?: boolean;
  /** A job that is still worth waiting for. */
  keeps_job?: boolean;
  cause?: unknown;
}

/** Why an ask failed, in a sentence for people. The message may quote the provider, so secrets are cut out before it is kept. */
export class AskError extends Error {
  readonly reason: FailureReason;
  readonly retry_after_ms: number | null;
  readonly is_end_unknown: boolean;
  readonly keeps_job: boolean;

  constructor(
    reason: FailureReason,
    message: string,
    { retry_after_ms, is_end_unknown = false, keeps_job = false, cause }: AskErrorOptions = {},
  ) {
    super(message, { cause });
    this.name = 'AskError';
    this.reason = reason;
    this.retry_after_ms = retry_after_ms ?? null;
    this.is_end_unknown = is_end_unknown;
    this.keeps_job = keeps_job;
  }
}
