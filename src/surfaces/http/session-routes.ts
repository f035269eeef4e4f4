import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { signIn, signOut } from '../../operations/sessions.ts';
import type { Attempts } from './attempts.ts';
import { checkSessionRequest, findOrigin, readSessionToken, toSessionCookies } from './session-cookie.ts';

export const SESSION_PATH = '/session';

/** Signing in to the dashboard and out of it. A cookie stands for the key, so that no page has to keep the key. */
export function addSessionRoutes(app: FastifyInstance, context: Context, attempts: Attempts): void {
  const publicUrl = context.config.PUBLIC_URL;

  app.post(SESSION_PATH, async (request, reply) => {
    if (findOrigin(request.headers, publicUrl) === 'foreign') {
      throw new AppError('forbidden', 'Sign in on a page of this service.');
    }
    const body = (request.body ?? {}) as { key?: unknown; token?: unknown };
    const secret = String(body.key ?? body.token ?? '');
    const { token, expires_at, seconds } = await attempts.check({ request, secret }, () => signIn(context, body));
    return reply
      .code(201)
      .header('Set-Cookie', toSessionCookies(request.headers, { token, maxAgeSeconds: seconds, publicUrl }))
      .send({ expires_at: expires_at.toISOString() });
  });

  app.delete(SESSION_PATH, async (request, reply) => {
    const token = readSessionToken(request.headers);
    if (token !== undefined) {
      checkSessionRequest(request.headers, { token, publicUrl });
      await signOut(context, token);
    }
    return reply
      .header('Set-Cookie', toSessionCookies(request.headers, { token: '', maxAgeSeconds: 0, publicUrl }))
      .send({});
  });
}
