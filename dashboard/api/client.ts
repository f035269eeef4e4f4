import type { ApiError } from '../../src/client/api-error.ts';
import { createClient, type RequestOptions, sendRequest } from '../../src/client/client.ts';
import type { InputOfRoute, OutputOfRoute, Route } from '../../src/client/routes.ts';
import { readShareToken } from '../share-token.ts';
import { readWritten } from '../written.ts';
import { forgetAnswers } from './forget-answers.ts';

export { ApiError } from '../../src/client/api-error.ts';

const written = readWritten('base-path');
const BASE_PATH = written.startsWith('/') ? written : '/v1';
/** The first one is that of a service with https; sessions that began before it was introduced have the second. */
const CSRF_COOKIES = ['__Host-overheard_csrf', 'overheard_csrf'];

const headers = (): Record<string, string> => {
  const token = readShareToken();
  return token === null ? { 'X-CSRF-Token': readCsrfToken() } : { 'X-API-Key': token };
};
const client = createClient({ baseUrl: BASE_PATH, headers });

/** What somebody else needs to call the API in the name of this session, such as a worker. */
export interface Access {
  baseUrl: string;
  headers: Record<string, string>;
}
export const readAccess = (): Access => ({ baseUrl: BASE_PATH, headers: headers() });

/** Who is told when the session or the share link has ended, and why. */
let onSignedOut: (reason: string) => void = () => {};
/** Why it has ended; null: it has not. Requests are sent before anybody listens. */
let ending: string | null = null;
export function watchSignedOut(listener: (reason: string) => void): void {
  onSignedOut = listener;
  if (ending !== null) listener(ending);
}

function endSession(reason: string): void {
  ending = reason;
  forgetAnswers();
  onSignedOut(reason);
}

/** Answers that were requested before anybody needed them, each for the first who asks. */
const early = new Map<string, { promise: Promise<unknown>; answer?: unknown }>();

/** Calls the public API, as any client does. */
export async function ask<Known extends Route>(
  route: Known,
  input: InputOfRoute<Known>,
  options: RequestOptions = {},
): Promise<OutputOfRoute<Known>> {
  const name = toName(route, input);
  const begun = early.get(name);
  early.delete(name);
  if (begun) return (await begun.promise) as OutputOfRoute<Known>;
  return noticeSignOut(client.call(route, input, options));
}

/** Sends a request ahead of time; whoever then asks for the same gets this answer. */
export function askEarly<Known extends Route>(route: Known, input: InputOfRoute<Known>): Promise<OutputOfRoute<Known>> {
  const promise = ask(route, input);
  const begun: { promise: Promise<unknown>; answer?: unknown } = { promise };
  early.set(toName(route, input), begun);
  // Whoever asks later hears of a failure then.
  promise.then(
    (answer) => {
      begun.answer = answer;
    },
    () => {},
  );
  return promise;
}

/** The answer to a request that was sent ahead of time, if it is there already: nobody has to wait for it, not even for a moment. */
export function takeEarly<Known extends Route>(
  route: Known,
  input: InputOfRoute<Known>,
): OutputOfRoute<Known> | undefined {
  const name = toName(route, input);
  const answer = early.get(name)?.answer as OutputOfRoute<Known> | undefined;
  if (answer !== undefined) early.delete(name);
  return answer;
}

function toName(route: Route, input: unknown): string {
  return JSON.stringify([route, input]);
}

/** The answer as a file in another format, such as `text/csv`. */
export async function askForFile<Known extends Route>(
  route: Known,
  input: InputOfRoute<Known>,
  accept: string,
): Promise<Blob> {
  return (await noticeSignOut(client.fetch(route, input, { accept }))).blob();
}

export async function signIn(secret: { key: string } | { token: string }): Promise<void> {
  await sendRequest('/session', { method: 'POST', headers: headers(), body: JSON.stringify(secret) });
  ending = null;
}

export async function signOut(): Promise<void> {
  await sendRequest('/session', { method: 'DELETE', headers: headers() });
  endSession('');
}

/** Whether the browser has a session, of which a shared view makes no use. */
export function hasSession(): boolean {
  return readCsrfToken() !== '';
}

/** Tells one session from another; empty if there is none, or if it has ended. */
export function readSessionName(): string {
  return ending === null ? readCsrfToken() : '';
}

async function noticeSignOut<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if ((error as ApiError).status === 401) endSession((error as ApiError).message);
    throw error;
  }
}

function readCsrfToken(): string {
  const cookies = new Map(document.cookie.split('; ').map((pair) => pair.split('=', 2) as [string, string]));
  return CSRF_COOKIES.map((name) => cookies.get(name)).find((token) => token) ?? '';
}
