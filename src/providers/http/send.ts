import { limitTime } from '../../limit-time.ts';
import { parseRetryAfter, toReason } from '../failures.ts';
import { AskError } from '../provider.ts';
import type { Received, Send } from '../transport.ts';
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
  send: Send;
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

const LONGEST_EXCERPT = 300;

/** Sends one request and reads the JSON of its response. Rejects with an `AskError`. */
export async function send(call: HttpCall, line: Line): Promise<Answered> {
  const received = await receive(call, line);
  const { status, body } = received;
  if (status >= 300) throw toRefusal(received, line);
  if (body.trim() === '') return { status, document: undefined };
  try {
    return { status, document: parseJson(body) };
  } catch (error) {
    if (!(error instanceof UnreadableJsonError)) throw error;
    throw new AskError('bad_response', `${error.message}${toExcerpt(body)}`);
  }
}

async function receive({ url, method, headers, body }: HttpCall, line: Line): Promise<Received> {
  checkHeaders(headers);
  const { signal, end } = limitTime(line.signal, line.timeout_seconds);
  try {
    return await line.send(url, { method, headers, signal, ...(body === undefined ? {} : { body }) });
  } finally {
    end();
  }
}

function checkHeaders(headers: Record<string, string>): void {
  try {
    new Headers(headers);
  } catch {
    // The error quotes the value, so it is not passed on.
    throw new AskError(
      'unauthorized',
      'A header cannot be sent. The secret probably contains a line break or another control character: store it again.',
    );
  }
}

function toRefusal({ status, headers, body }: Received, line: Line): AskError {
  if (status < 400) {
    const location = headers.get('location');
    const target = location === null ? '' : ` to ${location.slice(0, LONGEST_EXCERPT)}`;
    return new AskError(
      'refused_by_provider',
      `The service redirects${target} (status ${status}). Redirects are not followed: use the final address.`,
    );
  }
  const retry_after_ms = parseRetryAfter(headers, {}, line.now());
  return new AskError(toReason(status), `The service answered with status ${status}${explain(body, line)}`, {
    ...(retry_after_ms === null ? {} : { retry_after_ms }),
  });
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
      .join(' ');
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
