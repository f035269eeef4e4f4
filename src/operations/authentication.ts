import type { Context } from '../context.ts';
import { hashSecret, isLinkSecret } from '../domain/key.ts';
import { AppError } from '../errors.ts';
import { INSTALLATION } from '../store/queries/counters.ts';
import { type Caller, findCaller, touchKeys } from '../store/queries/keys.ts';
import { findSession } from '../store/queries/sessions.ts';

export type { Caller } from '../store/queries/keys.ts';

/** How exact `last_used_at` is. */
const TOUCH_EVERY_MS = 60_000;

const UNKNOWN_LINK = 'This share link was revoked or never existed. Ask its sender for a new one.';

/** Finds out who calls, and records when each key was last used. */
export function createAuthentication({ store, log, now }: Context) {
  const touched = new Map<number, number>();
  let touching: Promise<void> = Promise.resolve();

  function touch({ api_key }: Caller): void {
    const time = now().getTime();
    if (time - (touched.get(api_key) ?? 0) < TOUCH_EVERY_MS) return;
    touched.set(api_key, time);
    touching = touching
      .then(() => store.write(INSTALLATION, ({ db }) => touchKeys(db, [api_key], now())))
      .catch((error) => log.error({ message: String(error).slice(0, 300) }, 'last_used_at of a key was not stored'));
  }

  async function findByHash(
    hash: string,
    unknown = 'The key is unknown or revoked. Check that it is complete, or use another one.',
  ): Promise<Caller> {
    const caller = await store.remember(`caller ${hash}`, ({ db }) => findCaller(db, hash));
    if (!caller) throw new AppError('unauthorized', unknown);
    if (caller.expires_at !== null && new Date(caller.expires_at) <= now()) {
      throw new AppError('unauthorized', 'This share link has expired. Ask its sender for a new one.');
    }
    touch(caller);
    return caller;
  }

  return {
    /** The caller with this key or with the token of this share link, or 401. */
    byKey: (secret: string): Promise<Caller> =>
      findByHash(hashSecret(secret), isLinkSecret(secret) ? UNKNOWN_LINK : undefined),
    /** The caller who signed in to the session with this token, or 401. Later sessions do not count with an old cookie. */
    async bySession(token: string, { has_old_cookie = false } = {}): Promise<Caller> {
      const hash = hashSecret(token);
      const session = await store.remember(`session ${hash}`, ({ db }) => findSession(db, hash));
      const isPlanted = has_old_cookie && session?.takes_old_cookie === false;
      if (!session || isPlanted || new Date(session.expires_at) <= now()) {
        throw new AppError('unauthorized', 'The session has ended. Sign in again.');
      }
      return findByHash(session.key_hash);
    },
    /** Resolves when everything is stored. */
    settle: () => touching,
  };
}

export type Authentication = ReturnType<typeof createAuthentication>;
