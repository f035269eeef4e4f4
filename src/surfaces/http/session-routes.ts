import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../../context.ts';
import { createToken, hashSecret } from '../../domain/key.ts';
import { Strict } from '../../domain/paging.ts';
import { createValidator } from '../../domain/validation.ts';
import { AppError, invalid } from '../../errors.ts';
import { INSTALLATION } from '../../store/queries/counters.ts';
import { findCaller } from '../../store/queries/keys.ts';
import { deleteSession, insertSession, takeLink } from '../../store/queries/sessions.ts';
import { checkSessionRequest, findOrigin, readSessionToken, toSessionCookies } from './session-cookie.ts';

export const SESSION_PATH = '/session';
const SESSION_SECONDS = 14 * 24 * 3600;

const SignIn = Strict({
  key: Type.Optional(Type.String({ minLength: 1, maxLength: 1000, description: 'A key, or else:' })),
  token: Type.Optional(
    Type.String({ minLength: 1, maxLength: 1000, description: 'What the link of the first start carries.' }),
  ),
});
const parseSignIn = createValidator(SignIn);

/** Signing in and out of the dashboard: a cookie then stands for the key, which no page keeps. */
export function addSessionRoutes(app: FastifyInstance, context: Context): void {
  const { config, store, now } = context;
  const publicUrl = config.PUBLIC_URL;

  app.post(SESSION_PATH, async (request, reply) => {
    if (findOrigin(request.headers, publicUrl) === 'foreign') {
      throw new AppError('forbidden', 'Sign in on a page of this service.');
    }
    const api_key = await findApiKey(context, request);
    const token = createToken();
    const expires_at = new Date(now().getTime() + SESSION_SECONDS * 1000);
    const hash = hashSecret(token);
    await store.write(INSTALLATION, ({ db }) =>
      insertSession(db, { hash, kind: 'session', api_key, now: now(), expires_at }),
    );
    return reply
      .code(201)
      .headers({ 'Cache-Control': 'no-store' })
      .header('Set-Cookie', toSessionCookies(request.headers, { token, maxAgeSeconds: SESSION_SECONDS, publicUrl }))
      .send({ expires_at: expires_at.toISOString() });
  });

  app.delete(SESSION_PATH, async (request, reply) => {
    const token = readSessionToken(request.headers);
    if (token !== undefined) {
      checkSessionRequest(request.headers, { token, publicUrl });
      await store.write(INSTALLATION, ({ db }) => deleteSession(db, hashSecret(token)));
    }
    return reply
      .header('Set-Cookie', toSessionCookies(request.headers, { token: '', maxAgeSeconds: 0, publicUrl }))
      .send({});
  });
}

async function findApiKey({ store, now }: Context, request: FastifyRequest): Promise<number> {
  const { key, token } = parseSignIn(request.body ?? {});
  if ((key === undefined) === (token === undefined)) throw invalid('key', 'send either a key or a token.');
  if (key !== undefined) {
    const caller = await findCaller(store.db, hashSecret(key));
    if (!caller) throw new AppError('unauthorized', 'This key is unknown or revoked.');
    return caller.api_key;
  }
  const hash = hashSecret(token!);
  const taken = await store.write(INSTALLATION, ({ db }) => takeLink(db, { hash, now: now() }));
  if (taken === undefined) throw new AppError('unauthorized', 'This link was used already, or is too old.');
  return taken;
}
