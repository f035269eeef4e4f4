import { createBreath } from '../breath.ts';
import type { Ask } from '../domain/ask.ts';
import { DEFAULT_TIMEOUT_SECONDS } from '../domain/ask.ts';
import { limitTime } from '../limit-time.ts';
import { PROVIDERS } from '../providers/index.ts';
import { AskError, type Job, type Reply } from '../providers/provider.ts';
import { type Exchange, record } from '../providers/recording.ts';
import { createRedactor, type Redactor } from '../providers/redact.ts';
import { redactResponses } from '../providers/redact-responses.ts';
import { trace } from '../tracing/trace.ts';
import { findAskPrice, toCost } from './cost.ts';
import type { CollectionServices } from './services.ts';

const LONGEST_MESSAGE = 500;

export interface AskRequest {
  ask: Ask;
  prompt: string;
  country_code: string;
  /** The day in the project's time zone. */
  date: string;
  id: string;
  /** Null if the description names no secret. */
  secret: string | null;
  job?: Job | null;
  keepJob?(job: Job): Promise<void>;
  /** Aborted when nobody wants the answer any more. */
  signal: AbortSignal;
  /** Overrides the time that the description allows, if that is longer. */
  max_seconds?: number;
}

export interface Answered {
  reply: Reply;
  /** In billionths of a dollar; null if nobody knows. */
  cost: number | null;
  asked_at: Date;
  duration_ms: number;
  /** What came back, for a later parser. */
  exchanges: Exchange[];
}

/** Asks a model once. Rejects with an `AskError`; its message and everything that is returned is free of the secret. */
export async function askOnce(services: CollectionServices, request: AskRequest): Promise<Answered> {
  const { ask, prompt, country_code, date, id, secret, job = null, keepJob, signal } = request;
  const redactor = createRedactor(secret);
  const recording = record(redactResponses(services.send, redactor));
  const asked_at = services.now();
  const started = performance.now();
  const provider = PROVIDERS.get(ask.kind)!;
  const allowed = provider.toTimeLimitSeconds?.(ask) ?? ask.timeout_seconds ?? DEFAULT_TIMEOUT_SECONDS;
  const limit = limitTime(signal, Math.min(allowed, request.max_seconds ?? allowed));
  const end = (reason: string | null, reply?: { usage: Reply['usage']; cost: number | null }) =>
    services.meters.record({
      kind: ask.kind,
      reason,
      duration_ms: performance.now() - started,
      input_tokens: reply?.usage.input_tokens ?? 0,
      output_tokens: reply?.usage.output_tokens ?? 0,
      cost: reply?.cost ?? 0,
    });
  try {
    const given = {
      secret,
      send: recording.send,
      signal: limit.signal,
      now: services.now,
      job,
      ...(keepJob ? { keepJob } : {}),
    };
    const reply = await trace({ name: 'ask', attributes: { 'overheard.ask': ask.kind } }, () =>
      provider.ask({ ask, prompt, country_code, date, id }, given),
    );
    const cost = toCost(reply, { ask, price: findAskPrice(ask, services) });
    end(null, { usage: reply.usage, cost });
    return {
      reply: await redactAll(reply, redactor),
      cost,
      asked_at,
      duration_ms: Math.round(performance.now() - started),
      exchanges: recording.exchanges,
    };
  } catch (error) {
    const known = toAskError(error, { redactor, signal: limit.signal, services });
    end(known.reason);
    throw known;
  } finally {
    limit.end();
  }
}

function toAskError(
  error: unknown,
  {
    redactor: { redact },
    signal,
    services,
  }: { redactor: Redactor; signal: AbortSignal; services: Pick<CollectionServices, 'log'> },
): AskError {
  if (error instanceof AskError) {
    const { reason, retry_after_ms, is_end_unknown, keeps_job } = error;
    return new AskError(reason, shorten(redact(error.message), LONGEST_MESSAGE), {
      ...(retry_after_ms === null ? {} : { retry_after_ms }),
      is_end_unknown,
      keeps_job,
    });
  }
  if ((signal.reason as Error | undefined)?.name === 'TimeoutError') {
    return new AskError('timeout', 'The provider did not answer in time.', { is_end_unknown: true });
  }
  const message = redact(String(error)).slice(0, 300);
  services.log.error({ message }, 'an ask failed in a way that is not expected');
  return new AskError('internal', `Overheard failed unexpectedly: ${message}`, { is_end_unknown: true });
}

function shorten(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}

/** A copy of plain data in which every text is free of the secret. */
async function redactAll<Value>(value: Value, redactor: Redactor, breathe = createBreath()): Promise<Value> {
  if (typeof value === 'string') return (await redactor.redactLong(value, breathe)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const copy: [string, unknown][] = [];
  for (const [name, item] of Object.entries(value)) copy.push([name, await redactAll(item, redactor, breathe)]);
  return (Array.isArray(value) ? copy.map(([, item]) => item) : Object.fromEntries(copy)) as Value;
}
