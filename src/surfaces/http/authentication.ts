import type { IncomingHttpHeaders } from 'node:http';
import { isSameSecret } from '../../domain/key.ts';
import { AppError } from '../../errors.ts';
import type { Authentication, Caller } from '../../operations/authentication.ts';
import { checkSessionRequest, readSessionToken } from './session-cookie.ts';

/** Takes the key out of its header or, on requests of our own pages, the session's token out of its cookie. */
export async function authenticate(
  headers: IncomingHttpHeaders,
  { authentication, publicUrl }: { authentication: Authentication; publicUrl: string },
): Promise<Caller> {
  const secret = headers['x-api-key'];
  if (typeof secret === 'string' && secret !== '') return authentication.byKey(secret);
  const token = readSessionToken(headers);
  if (token === undefined) throw new AppError('unauthorized', 'Send your key in the X-API-Key header.');
  checkSessionRequest(headers, { token, publicUrl });
  return authentication.bySession(token);
}

/** Whether a request shows this token as `Authorization: Bearer TOKEN`. */
export function hasBearerToken({ authorization = '' }: IncomingHttpHeaders, token: string): boolean {
  return isSameSecret(authorization, `Bearer ${token}`);
}
