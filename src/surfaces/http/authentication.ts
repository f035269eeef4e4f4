import type { IncomingHttpHeaders } from 'node:http';
import type { Context } from '../../context.ts';
import { hashSecret } from '../../domain/key.ts';
import { AppError } from '../../errors.ts';
import { INSTALLATION } from '../../store/queries/counters.ts';
import { type Caller, findCaller, touchKeys } from '../../store/queries/keys.ts';
import { findSession } from '../../store/queries/sessions.ts';
import { remember } from '../../store/remember.ts';
import { logError } from './failures.ts';
import { checkSessionRequest, readSessionToken } from './session-cookie.ts';

/** How exact `last_used_at` is kept. */
const TOUCH_EVERY_MS = 60_000;

/** Who calls: by the key in the header or, from our own pages, by the session's cookie. */
export function createAuthentication({ config, store, log, now }: Context) {
  const touched = new Map<number, number>();
  let touching: Promise<void> = Promise.resolve();

  function touch({ api_key }: Caller): void {
    const time = now().getTime();
    if (time - (touched.get(api_key) ?? 0) < TOUCH_EVERY_MS) return;
    touched.set(api_key, time);
    touching = touching
      .then(() => store.write(INSTALLATION, ({ db }) => touchKeys(db, [api_key], now())))
      .catch((error) => logError(log, error));
  }

  async function findKeyHash(headers: IncomingHttpHeaders): Promise<string> {
    const secret = headers['x-api-key'];
    if (typeof secret === 'string' && secret !== '') return hashSecret(secret);
    const token = readSessionToken(headers);
    if (token === undefined) throw new AppError('unauthorized', 'Send your key in the X-API-Key header.');
    checkSessionRequest(headers, { token, publicUrl: config.PUBLIC_URL });
    const hash = hashSecret(token);
    const session = await remember(store, `session ${hash}`, () => findSession(store.db, hash));
    if (!session || new Date(session.expires_at) <= now()) {
      throw new AppError('unauthorized', 'The session has ended: sign in again.');
    }
    return session.key_hash;
  }

  return {
    /** Who calls with these headers, or 401. */
    async authenticate(headers: IncomingHttpHeaders): Promise<Caller> {
      const hash = await findKeyHash(headers);
      const caller = await remember(store, `caller ${hash}`, () => findCaller(store.db, hash));
      if (!caller) throw new AppError('unauthorized', 'The key is unknown or revoked.');
      touch(caller);
      return caller;
    },
    /** Resolves when nothing is left to be written. */
    settle: () => touching,
  };
}
