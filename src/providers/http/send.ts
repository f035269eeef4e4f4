import { parseRetryAfter } from '../failures.ts';
import { limitTime } from '../limit-time.ts';
import { AskError, type FailureReason } from '../provider.ts';
import { TooMuchEffortError } from './compare-values.ts';
import { evaluatePath } from './evaluate-path.ts';
import { parseJsonPath } from './json-path.ts';
import { parseJson, UnreadableJsonError } from './parse-json.ts';

export interface HttpCall {
  method: string;
  url: string;
  headers: Record<string, string>;
  /** JSON, already written. */
  body?: string;
}

export interface Line {
  fetch: typeof globalThis.fetch;
  /** Ends everything. */
  signal: AbortSignal;
  /** How long one request may take. */
  timeout_seconds: number;
  now(): Date;
  /** Where a response says what went wrong. */
  error_path: string | undefined;
  /** Stored responses are being read again, so there is nothing to wait for. */
  is_replay?: boolean;
}

export interface Answered {
  status: number;
  /** Undefined if the response has no body. */
  document: unknown;
}

/** The request never left, so nobody can have worked on it. */
const NEVER_SENT =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_.*|ERR_SSL_.*|CERT_.*|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_.*|ERR_INVALID_URL)$/;
const LONGEST_EXCERPT = 300;

/** Sends one request and reads the JSON of its response. Rejects with an `AskError`. */
export async function send(call: HttpCall, line: Line): Promise<Answered> {
  const { response, text } = await fetchText(call, line);
  if (response.status >= 300) throw toRefusal(response, text, line);
  if (text.trim() === '') return { status: response.status, document: undefined };
  try {
    return { status: response.status, document: parseJson(text) };
  } catch (error) {
    if (!(error instanceof UnreadableJsonError)) throw error;
    throw new AskError('bad_response', `${error.message}${toExcerpt(text)}`);
  }
}

async function fetchText(call: HttpCall, line: Line): Promise<{ response: Response; text: string }> {
  const { signal, end } = limitTime(line.signal, line.timeout_seconds);
  try {
    // Headers that cannot be sent throw with their value in the message, so the message is never shown.
    const headers = toHeaders(call.headers);
    const { url, method, body = null } = call;
    const response = await line.fetch(url, { method, headers, body, redirect: 'manual', signal });
    return { response, text: await response.text() };
  } catch (error) {
    throw toAskError(error, signal);
  } finally {
    end();
  }
}

function toHeaders(headers: Record<string, string>): Headers {
  try {
    return new Headers(headers);
  } catch {
    throw new AskError(
      'unauthorized',
      'A header cannot be sent. The secret probably contains a line break or another control character: store it again.',
    );
  }
}

/** What an error of `fetch` means. */
function toAskError(error: unknown, signal: AbortSignal): AskError {
  if (error instanceof AskError) return error;
  if (signal.aborted) return toAbortError(signal);
  const { code, message } = toCause(error);
  if (/^UND_ERR_(?:HEADERS|BODY)_TIMEOUT$/.test(code)) {
    return new AskError('timeout', 'The service did not answer in time.', { is_end_unknown: true, cause: error });
  }
  const detail = code === '' ? message : code;
  return new AskError('connection', `The connection to the service failed${detail === '' ? '' : ` (${detail})`}.`, {
    is_end_unknown: !NEVER_SENT.test(code),
    cause: error,
  });
}

/** What it means that a wait or a request was cut off. */
export function toAbortError(signal: AbortSignal): AskError {
  const isTimeout = (signal.reason as { name?: unknown } | undefined)?.name === 'TimeoutError';
  return isTimeout
    ? new AskError('timeout', 'The service did not answer in time.', { is_end_unknown: true })
    : new AskError('connection', 'The ask was cut off before the answer came.', { is_end_unknown: true });
}

/** `fetch` hides what happened in the causes of its error. */
function toCause(error: unknown): { code: string; message: string } {
  let message = '';
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    const { code } = cause as { code?: unknown };
    if (typeof code === 'string') return { code, message: cause.message };
    message = cause.message;
  }
  return { code: '', message };
}

function toRefusal(response: Response, text: string, line: Line): AskError {
  const { status } = response;
  if (status < 400) {
    const location = response.headers.get('location');
    const target = location === null ? '' : ` to ${location.slice(0, LONGEST_EXCERPT)}`;
    return new AskError(
      'refused_by_provider',
      `The service redirects${target} (status ${status}). Redirects are not followed: use the final address.`,
    );
  }
  const retry_after_ms = parseRetryAfter(response.headers, {}, line.now());
  return new AskError(toReason(status), `The service answered with status ${status}${explain(text, line)}`, {
    ...(retry_after_ms === null ? {} : { retry_after_ms }),
  });
}

function toReason(status: number): FailureReason {
  if (status === 401 || status === 403) return 'unauthorized';
  if (status === 402) return 'no_credit';
  if (status === 429) return 'rate_limited';
  return status >= 500 ? 'overloaded' : 'refused_by_provider';
}

function explain(text: string, { error_path }: Line): string {
  try {
    const said = readError(parseJson(text), error_path);
    return said === '' ? toExcerpt(text) : `: ${said}`;
  } catch {
    return toExcerpt(text);
  }
}

/** What a response says about an error, where the description tells where to look. */
export function readError(document: unknown, error_path: string | undefined): string {
  if (error_path === undefined) return '';
  try {
    const said = evaluatePath(parseJsonPath(error_path), document);
    return said
      .filter((value) => typeof value === 'string' || typeof value === 'number')
      .slice(0, 10)
      .map((value) => toLine(String(value)))
      .join(' ')
      .slice(0, LONGEST_EXCERPT);
  } catch (error) {
    if (error instanceof TooMuchEffortError) return '';
    throw error;
  }
}

function toExcerpt(text: string): string {
  const line = toLine(text);
  // A page for people says nothing in its first lines.
  if (line === '' || line.startsWith('<')) return '.';
  return `: ${line}`;
}

function toLine(text: string): string {
  const line = text
    .slice(0, 4 * LONGEST_EXCERPT)
    .replace(/\p{Cc}+|\s+/gu, ' ')
    .trim();
  return line.length > LONGEST_EXCERPT ? `${line.slice(0, LONGEST_EXCERPT)}…` : line;
}
