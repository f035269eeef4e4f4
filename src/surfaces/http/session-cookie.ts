import type { IncomingHttpHeaders } from 'node:http';
import { isSameSecret, toCsrfToken } from '../../domain/key.ts';
import { AppError } from '../../errors.ts';

const SESSION_COOKIE = 'overheard_session';
/** Our own pages can read it, and send its value back in the header. */
const CSRF_COOKIE = 'overheard_csrf';
const CSRF_HEADER = 'x-csrf-token';

export function readSessionToken({ cookie = '' }: IncomingHttpHeaders): string | undefined {
  const pair = cookie.split(/; */).find((part) => part.startsWith(`${SESSION_COOKIE}=`));
  return pair?.slice(SESSION_COOKIE.length + 1) || undefined;
}

/** A session is valid only for a page of our own that shows its token, whoever made the browser send the cookie. */
export function checkSessionRequest(
  headers: IncomingHttpHeaders,
  { token, publicUrl }: { token: string; publicUrl: string },
): void {
  if (findOrigin(headers, publicUrl) !== 'own') {
    throw new AppError('unauthorized', 'The session is valid only on pages of this service. Elsewhere, send a key.');
  }
  const given = headers[CSRF_HEADER];
  if (typeof given !== 'string' || !isSameSecret(given, toCsrfToken(token))) {
    throw new AppError('unauthorized', 'The session is valid only with its token in the X-CSRF-Token header.');
  }
}

/** Whose page sent the request: ours, another one, or unknown, as with programs that are not browsers. */
export function findOrigin(headers: IncomingHttpHeaders, publicUrl: string): 'own' | 'foreign' | 'unknown' {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return 'foreign';
  const page = headers.origin ?? headers.referer;
  if (page === undefined) return site === undefined ? 'unknown' : 'own';
  if (!URL.canParse(page)) return 'foreign';
  const { origin, host } = new URL(page);
  return origin === publicUrl || host === headers.host ? 'own' : 'foreign';
}

/** The cookies of a session; an age of 0 removes them. */
export function toSessionCookies(
  headers: IncomingHttpHeaders,
  { token, maxAgeSeconds, publicUrl }: { token: string; maxAgeSeconds: number; publicUrl: string },
): string[] {
  const isSecure = publicUrl.startsWith('https:') || headers['x-forwarded-proto'] === 'https';
  const attributes = `; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Strict${isSecure ? '; Secure' : ''}`;
  const csrf = maxAgeSeconds === 0 ? '' : toCsrfToken(token);
  return [`${SESSION_COOKIE}=${token}; HttpOnly${attributes}`, `${CSRF_COOKIE}=${csrf}${attributes}`];
}
