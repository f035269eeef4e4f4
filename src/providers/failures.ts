import { type JsonObject, toJson, toNumber, toObject, toObjects, toText } from './json-values.ts';
import { AskError, type FailureReason } from './provider.ts';
import type { Received } from './transport.ts';

const MAX_QUOTED = 300;
const MAX_PARTS = 10;

/** Nothing was sent yet when one of these happened. */
const NOT_CONNECTED = new Set([
  'EAI_AGAIN',
  'EAI_FAIL',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPROTO',
  'UND_ERR_CONNECT_TIMEOUT',
]);
const TIMEOUTS = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);

/** Says why there is no response, or only half of one. */
export function toConnectionError(error: unknown, { host, signal }: { host: string; signal?: AbortSignal | null }) {
  const chain = listCauses(error);
  const known = chain.find((cause) => cause instanceof AskError);
  if (known !== undefined) return known;
  if (signal?.aborted) return toAbortError(signal, { host, is_end_unknown: true });
  const code = chain.map((cause) => toText(toObject(cause).code)).find((text) => text !== null) ?? null;
  if (code !== null && TIMEOUTS.has(code)) {
    return new AskError('timeout', `${host} did not answer in time.`, { is_end_unknown: true, cause: error });
  }
  const detail = code ?? (chain.at(-1) instanceof Error ? (chain.at(-1) as Error).message : String(error));
  if (code !== null && (NOT_CONNECTED.has(code) || /CERT|TLS|SSL|SELF_SIGNED/.test(code))) {
    return new AskError('connection', `No connection to ${host} could be made (${detail}).`, { cause: error });
  }
  return new AskError('connection', `The connection to ${host} broke before the response was complete (${detail}).`, {
    is_end_unknown: true,
    cause: error,
  });
}

/** Says why we stopped waiting. */
export function toAbortError(
  signal: AbortSignal,
  { host, is_end_unknown }: { host: string; is_end_unknown: boolean },
): AskError {
  const isTimeout = toObject(signal.reason).name === 'TimeoutError';
  return isTimeout
    ? new AskError('timeout', `${host} did not answer in time.`, { is_end_unknown })
    : new AskError('internal', `The request to ${host} was aborted.`, { is_end_unknown });
}

function listCauses(error: unknown): unknown[] {
  const causes: unknown[] = [];
  for (let cause = error; cause !== undefined && cause !== null && causes.length < 10; cause = toObject(cause).cause) {
    causes.push(cause);
  }
  return causes;
}

interface FailureContext {
  /** Who answered, for the message. */
  name: string;
  now: Date;
}

/** Says why a response with a status other than 2xx is no answer. */
export function toStatusError({ status, headers, body }: Received, { name, now }: FailureContext): AskError {
  const json = toObject(toJson(body));
  const said = findErrorText(json) ?? (isShortText(body, headers) ? quote(body) : '');
  const wait = parseRetryAfter(headers, json, now);
  const location = headers.get('location');
  const text = status < 400 && location !== null ? `Redirects are not followed: ${location}` : said;
  return new AskError(
    toReason(status, json),
    `${name} answered with status ${status}${text === '' ? '.' : `: ${text}`}`,
    {
      ...(wait === null ? {} : { retry_after_ms: wait }),
    },
  );
}

/** Says why a response with status 200 that describes a failure is no answer. */
export function toReportedError(error: unknown, { name }: { name: string }): AskError {
  const json = toObject(error);
  const code = toNumber(json.code);
  const reason = code !== null && [401, 402, 403, 429].includes(code) ? toReason(code, json) : 'overloaded';
  const said = toText(json.message) ?? toText(error) ?? toText(json.code) ?? 'unknown error';
  return new AskError(reason, `${name} reported a failure: ${quote(said)}`);
}

/** What the provider answered is not what its protocol says. It may bill it all the same. */
export function createBadResponse(message: string): AskError {
  return new AskError('bad_response', message, { is_end_unknown: true });
}

/** Why a status is a failure. Some providers say more in the response. */
export function toReason(status: number, json: JsonObject = {}): FailureReason {
  const text = JSON.stringify(json);
  if (status === 401 || status === 403) return 'unauthorized';
  if (status === 402) return 'no_credit';
  if (status === 408) return 'timeout';
  if (status === 429) return /"insufficient_quota"/.test(text) ? 'no_credit' : 'rate_limited';
  if (status >= 500) return 'overloaded';
  if (status < 400) return 'bad_response';
  // Some answer 400 where others have a status of their own.
  if (/"API_KEY_INVALID"|incorrect api key|invalid api key/i.test(text)) return 'unauthorized';
  if (/credit balance is too low/i.test(text)) return 'no_credit';
  return 'refused_by_provider';
}

/**
 * The providers' ways to put a sentence into an error: `error.message`, `error`, `message`, `detail`, … Each part is
 * shortened, but not what is joined of them: the secret may stand in several, and is cut out of the whole.
 */
function findErrorText(json: JsonObject): string | null {
  const error = toObject(json.error);
  const metadata = toText(toObject(error.metadata).raw);
  const said = toText(error.message) ?? toText(json.error) ?? toText(json.message);
  if (said !== null) return metadata === null ? quote(said) : `${quote(said)} (${quote(metadata)})`;
  const detail = [json.detail, ...toObjects(json.detail).map((item) => item.msg)].map((part) => toText(part) ?? '');
  const line = detail.slice(0, MAX_PARTS).map(quote).join(' ').trim();
  return line === '' ? null : line;
}

function isShortText(body: string, headers: Received['headers']): boolean {
  return body.length <= MAX_QUOTED && /^text\/plain/.test(headers.get('content-type') ?? '');
}

function quote(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > MAX_QUOTED ? `${line.slice(0, MAX_QUOTED)}…` : line;
}

/** How many milliseconds the provider wants us to wait; null if it does not say. */
export function parseRetryAfter(headers: Received['headers'], json: JsonObject, now: Date): number | null {
  const milliseconds = parseAmount(headers.get('retry-after-ms'));
  if (milliseconds !== null) return milliseconds;
  const header = headers.get('retry-after');
  const seconds = parseAmount(header);
  if (seconds !== null) return Math.ceil(seconds * 1000);
  if (header !== null && /^[A-Z][a-z]{2,8},? /.test(header)) {
    const date = Date.parse(header);
    if (!Number.isNaN(date)) return Math.max(0, date - now.getTime());
  }
  // Gemini: { "@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "34.5s" }
  const info = toObjects(toObject(json.error).details).find((detail) =>
    /RetryInfo$/.test(toText(detail['@type']) ?? ''),
  );
  const delay = parseAmount((toText(info?.retryDelay) ?? '').replace(/s$/, ''));
  return delay === null ? null : Math.ceil(delay * 1000);
}

function parseAmount(text: string | null): number | null {
  return text !== null && /^\d{1,12}(?:\.\d{1,9})?$/.test(text.trim()) ? Number(text) : null;
}
