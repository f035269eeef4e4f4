import type { IncomingHttpHeaders } from 'node:http';
import { isSameSecret, toCsrfToken } from '../../domain/key.ts';
import { AppError } from '../../errors.ts';

const SESSION_COOKIE = 'overheard_session';
/** Our own pages can read it, and send its value back in the header. */
const CSRF_COOKIE = 'overheard_csrf';
const CSRF_HEADER = 'x-csrf-token';
/** Browsers take cookies with this prefix only over https and from the very host: no other host of the domain can plant one. */
const HOST_PREFIX = '__Host-';

function toPrefix(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? HOST_PREFIX : '';
}

export interface SessionCookie {
  token: string;
  /** The service is reached by https, where the cookie would have the prefix by now. */
  is_old: boolean;
}

export function readSessionCookie({ cookie = '' }: IncomingHttpHeaders, publicUrl: string): SessionCookie | undefined {
  const parts = cookie.split(/; */);
  const find = (name: string) => parts.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1) || undefined;
  const prefix = toPrefix(publicUrl);
  const token = find(prefix + SESSION_COOKIE);
  if (token !== undefined) return { token, is_old: false };
  const old = find(SESSION_COOKIE);
  return old === undefined ? undefined : { token: old, is_old: true };
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

/** The cookies of a session, and the removal of those that have the other names; an age of 0 removes all. */
export function toSessionCookies(
  headers: IncomingHttpHeaders,
  { token, maxAgeSeconds, publicUrl }: { token: string; maxAgeSeconds: number; publicUrl: string },
): string[] {
  const prefix = toPrefix(publicUrl);
  const isSecure = prefix !== '' || headers['x-forwarded-proto'] === 'https';
  const csrf = maxAgeSeconds === 0 ? '' : toCsrfToken(token);
  const write = (namePrefix: string, { token, csrf, age }: { token: string; csrf: string; age: number }) => {
    const attributes = `; Path=/; Max-Age=${age}; SameSite=Strict${isSecure ? '; Secure' : ''}`;
    return [
      `${namePrefix}${SESSION_COOKIE}=${token}; HttpOnly${attributes}`,
      `${namePrefix}${CSRF_COOKIE}=${csrf}${attributes}`,
    ];
  };
  const cookies = write(prefix, { token, csrf, age: maxAgeSeconds });
  // Over http, a browser has no cookies with the prefix, and would not let us remove them.
  if (!isSecure) return cookies;
  return [...cookies, ...write(prefix === '' ? HOST_PREFIX : '', { token: '', csrf: '', age: 0 })];
}
