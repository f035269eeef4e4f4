/** The server writes it into the page; Vite's own server does not. */
const written = document.querySelector<HTMLMetaElement>('meta[name="base-path"]')?.content ?? '';
const BASE_PATH = written.startsWith('/') ? written : '/v1';
const CSRF_COOKIE = 'overheard_csrf';

/** What the service says went wrong, in its own sentence. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly requestId: string | null;

  constructor({
    status,
    code,
    message,
    requestId,
  }: { status: number; code: string; message: string; requestId: string | null }) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.requestId = requestId;
  }
}

export type Query = Record<string, string | number | boolean | undefined>;

export interface Asking {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  query?: Query;
  body?: unknown;
  accept?: string;
  signal?: AbortSignal;
  /** The same key again gets the first answer: an attempt can be repeated without doing it twice. */
  idempotencyKey?: string;
}

/** Who is told when the session has ended. */
let onSignedOut: () => void = () => {};
export function watchSignedOut(listener: () => void): void {
  onSignedOut = listener;
}

/** Answers that were asked for before anybody needed them, each for the first who does. */
const early = new Map<string, { promise: Promise<unknown>; answer?: unknown }>();

/** Asks the public interface, as any client does. */
export async function ask<Answer>(path: string, asking: Asking = {}): Promise<Answer> {
  const name = toName(path, asking);
  const begun = early.get(name);
  early.delete(name);
  if (begun) return (await begun.promise) as Answer;
  const response = await send(BASE_PATH + path, asking);
  return (await response.json()) as Answer;
}

/** Asks already; whoever then asks the same gets this answer. */
export function askEarly<Answer>(path: string, asking: Asking = {}): Promise<Answer> {
  const promise = ask<Answer>(path, asking);
  const begun: { promise: Promise<Answer>; answer?: Answer } = { promise };
  early.set(toName(path, asking), begun);
  // Who asks later hears of a failure then.
  promise.then(
    (answer) => {
      begun.answer = answer;
    },
    () => {},
  );
  return promise;
}

/** What was asked early and has been answered already: nobody has to wait for it, not even for a moment. */
export function takeEarly<Answer>(path: string, asking: Asking = {}): Answer | undefined {
  const name = toName(path, asking);
  const answer = early.get(name)?.answer as Answer | undefined;
  if (answer !== undefined) early.delete(name);
  return answer;
}

function toName(path: string, { method, query, body }: Asking): string {
  return JSON.stringify([method, path, query, body]);
}

/** The answer as a file, in the format asked for. */
export async function askForFile(path: string, asking: Asking): Promise<Blob> {
  return (await send(BASE_PATH + path, asking)).blob();
}

export async function signIn(secret: { key: string } | { token: string }): Promise<void> {
  await send('/session', { method: 'POST', body: secret });
}

export async function signOut(): Promise<void> {
  await send('/session', { method: 'DELETE' });
  onSignedOut();
}

export function hasSession(): boolean {
  return readCsrfToken() !== '';
}

async function send(
  url: string,
  { method = 'GET', query = {}, body, accept, signal, idempotencyKey }: Asking,
): Promise<Response> {
  const params = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(params.map(([name, value]) => [name, String(value)])).toString();
  let response: Response;
  try {
    response = await fetch(search === '' ? url : `${url}?${search}`, {
      method,
      headers: {
        'X-CSRF-Token': readCsrfToken(),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(accept === undefined ? {} : { Accept: accept }),
        ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError({ status: 0, code: 'unreachable', message: 'The service cannot be reached.', requestId: null });
  }
  if (response.ok) return response;
  const error = await toApiError(response);
  if (error.status === 401 && url !== '/session') onSignedOut();
  throw error;
}

async function toApiError(response: Response): Promise<ApiError> {
  const said = (await response.json().catch(() => ({}))) as { message?: string; code?: string };
  return new ApiError({
    status: response.status,
    code: said.code ?? 'unknown',
    message: said.message ?? `The service answered with status ${response.status}.`,
    requestId: response.headers.get('X-Request-Id'),
  });
}

function readCsrfToken(): string {
  const pair = document.cookie.split('; ').find((part) => part.startsWith(`${CSRF_COOKIE}=`));
  return pair?.slice(CSRF_COOKIE.length + 1) ?? '';
}
