import type { FastifyRequest } from 'fastify';
import { isSameSecret } from '../../domain/key.ts';
import { AppError } from '../../errors.ts';
import type { Authentication, Caller } from '../../operations/authentication.ts';
import type { Attempts } from './attempts.ts';
import { checkSessionRequest, readSessionCookie } from './session-cookie.ts';

/** Takes the key out of its header or, on requests of our own pages, the session's token out of its cookie. */
export async function authenticate(
  request: FastifyRequest,
  { authentication, attempts, publicUrl }: { authentication: Authentication; attempts: Attempts; publicUrl: string },
): Promise<Caller> {
  const secret = request.headers['x-api-key'];
  if (typeof secret === 'string' && secret !== '') {
    return attempts.check({ request, secret }, () => authentication.byKey(secret));
  }
  const cookie = readSessionCookie(request.headers, publicUrl);
  if (cookie === undefined) throw new AppError('unauthorized', 'Send your key in the X-API-Key header.');
  const { token, is_old } = cookie;
  checkSessionRequest(request.headers, { token, publicUrl });
  return attempts.check({ request, secret: token }, () => authentication.bySession(token, { has_old_cookie: is_old }));
}

const BEARER = /^Bearer (.+)$/i;

/** What a request has as `Authorization: Bearer TOKEN`. */
export function readBearer({ headers }: FastifyRequest): string | undefined {
  return BEARER.exec(headers.authorization ?? '')?.[1];
}

/** Refuses a request that does not show this token as `Authorization: Bearer TOKEN`. */
export async function requireBearerToken(
  request: FastifyRequest,
  { attempts, token, message }: { attempts: Attempts; token: string; message: string },
): Promise<void> {
  const secret = readBearer(request);
  if (secret === undefined) throw new AppError('unauthorized', message);
  await attempts.check({ request, secret }, async () => {
    if (!isSameSecret(secret, token)) throw new AppError('unauthorized', message);
  });
}
