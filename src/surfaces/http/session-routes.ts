import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { AppError } from '../../errors.ts';
import type { Caller } from '../../operations/authentication.ts';
import { parseSignIn, signIn, signOut } from '../../operations/sessions.ts';
import type { Attempts } from './attempts.ts';
import { createRateLimits } from './rate-limits.ts';
import { checkSessionRequest, findOrigin, readSessionCookie, toSessionCookies } from './session-cookie.ts';

export const SESSION_PATH = '/session';

/** Signing in to the dashboard and out of it. A cookie stands for the key, so that no page has to keep the key. */
export function addSessionRoutes(app: FastifyInstance, context: Context, attempts: Attempts): void {
  const publicUrl = context.config.PUBLIC_URL;
  const limit = createRateLimits(context);

  app.post(SESSION_PATH, async (request, reply) => {
    if (findOrigin(request.headers, publicUrl) === 'foreign') {
      throw new AppError('forbidden', 'Sign in on a page of this service.');
    }
    const given = parseSignIn(request.body ?? {});
    const secret = given.key ?? given.token ?? '';
    // Each sign-in is a write, so it counts like any other request of its key.
    const admit = (caller: Caller) => limit({ caller }, reply);
    const begin = () => signIn(context, given, { admit });
    const { token, expires_at, seconds } = await attempts.check({ request, secret }, begin);
    return reply
      .code(201)
      .header('Set-Cookie', toSessionCookies(request.headers, { token, maxAgeSeconds: seconds, publicUrl }))
      .send({ expires_at: expires_at.toISOString() });
  });

  app.delete(SESSION_PATH, async (request, reply) => {
    const token = readSessionCookie(request.headers, publicUrl)?.token;
    if (token !== undefined) {
      checkSessionRequest(request.headers, { token, publicUrl });
      await signOut(context, token);
    }
    return reply
      .header('Set-Cookie', toSessionCookies(request.headers, { token: '', maxAgeSeconds: 0, publicUrl }))
      .send({});
  });
}
