import { limitTime } from '../limit-time.ts';
import { toOtlpJson } from './otlp-json.ts';
import type { Attributes } from './trace.ts';
import type { EndedSpan } from './tracer.ts';

/** The values of the OpenTelemetry specification. */
const MAX_WAITING = 2048;
const MAX_SENT_AT_ONCE = 512;
/** Where nobody takes the spans, it tries ever more rarely, up to this. */
const MAX_PAUSE_MS = 60_000;
const LAST_SEND_MS = 1000;
/** Statuses after which the protocol wants the same spans again. */
const RETRIED = new Set([429, 502, 503, 504]);

export interface ExporterOptions {
  /** Where to send the spans, path included. */
  url: string;
  headers: Readonly<Record<string, string>>;
  timeout_ms: number;
  /** How long spans wait for others to be sent with. */
  delay_ms: number;
  /** How long the last spans may take when the process ends. */
  last_send_ms?: number;
  resource: Attributes;
  log: { warn(about: object, message: string): void; info(message: string): void };
}

export interface Exporter {
  /** Takes a span to send. It never waits and never fails: a span that does not fit is dropped. */
  add(span: EndedSpan): void;
  /** Sends what is left, if that is quick, and ends. */
  close(): Promise<void>;
}

/** Sends spans in batches, one after the other, as JSON over HTTP. Nothing in the program ever waits for it. */
export function createExporter({
  url,
  headers,
  timeout_ms,
  delay_ms,
  last_send_ms = LAST_SEND_MS,
  resource,
  log,
}: ExporterOptions): Exporter {
  let waiting: EndedSpan[] = [];
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | null = null;
  let pauseMs = delay_ms;
  let dropped = 0;
  let isFailing = false;
  const ended = new AbortController();

  function plan(): void {
    if (timer === undefined && sending === null && waiting.length > 0 && !ended.signal.aborted) {
      timer = setTimeout(flush, pauseMs).unref();
    }
  }

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    sending ??= sendBatch().finally(() => {
      sending = null;
      plan();
    });
  }

  async function sendBatch(): Promise<void> {
    const batch = waiting.slice(0, MAX_SENT_AT_ONCE);
    waiting = waiting.slice(MAX_SENT_AT_ONCE);
    const failure = await post(batch);
    if (failure === null) {
      if (isFailing) log.info('traces are sent again');
      isFailing = false;
      pauseMs = waiting.length >= MAX_SENT_AT_ONCE ? 0 : delay_ms;
      return;
    }
    if (failure.is_retried) waiting = [...batch, ...waiting].slice(0, MAX_WAITING);
    pauseMs = Math.min(MAX_PAUSE_MS, Math.max(1, pauseMs) * 2);
    if (!isFailing) log.warn({ reason: failure.reason, dropped }, 'traces cannot be sent; the service goes on without');
    isFailing = true;
  }

  async function post(batch: readonly EndedSpan[]): Promise<{ reason: string; is_retried: boolean } | null> {
    const limit = limitTime(ended.signal, timeout_ms / 1000);
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: toOtlpJson(batch, resource),
        // The headers are for this address only.
        redirect: 'error',
        signal: limit.signal,
      });
      await response.body?.cancel();
      if (response.ok) return null;
      return { reason: `status ${response.status}`, is_retried: RETRIED.has(response.status) };
    } catch (error) {
      const { name, cause } = error as { name: string; cause?: { code?: string } };
      return { reason: cause?.code ?? name, is_retried: true };
    } finally {
      limit.end();
    }
  }

  return {
    add: (span) => {
      if (waiting.length >= MAX_WAITING) {
        dropped += 1;
        return;
      }
      waiting.push(span);
      if (waiting.length === MAX_SENT_AT_ONCE && !isFailing) flush();
      else plan();
    },
    close: async () => {
      const limit = setTimeout(() => ended.abort(), last_send_ms);
      await sending;
      while (waiting.length > 0 && !isFailing && !ended.signal.aborted) await sendBatch();
      clearTimeout(limit);
      ended.abort();
      clearTimeout(timer);
    },
  };
}
