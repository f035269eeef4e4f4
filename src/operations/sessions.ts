import { type Static, Type } from 'typebox';
import type { Context } from '../context.ts';
import { createToken, hashSecret } from '../domain/key.ts';
import { Strict } from '../domain/paging.ts';
import { createValidator } from '../domain/validation.ts';
import { AppError, invalid } from '../errors.ts';
import { INSTALLATION } from '../store/queries/counters.ts';
import { type Caller, findCaller, touchKeys } from '../store/queries/keys.ts';
import {
  deleteSession,
  endOldestSessions,
  findSession,
  hasLink,
  insertSession,
  takeLink,
} from '../store/queries/sessions.ts';

const SESSION_SECONDS = 14 * 24 * 3600;

const Secret = Type.Optional(Type.String({ minLength: 1, maxLength: 1000 }));
/** Either a key, or the token of a sign-in link that a start printed. */
const SignIn = Strict({ key: Secret, token: Secret });
type SignIn = Static<typeof SignIn>;
export const parseSignIn = createValidator(SignIn);

export interface Session {
  /** What the client shows with every request. The store keeps only its hash. */
  token: string;
  expires_at: Date;
  seconds: number;
}

interface SignInOptions {
  /** Rejects if whoever has a key may not sign in now. */
  admit?(caller: Caller): Promise<void>;
}

/** Begins a session that stands for the key of whoever signs in. Where the key has too many, its oldest one ends. */
export async function signIn(context: Context, input: SignIn, options: SignInOptions = {}): Promise<Session> {
  const { store, config, now } = context;
  const api_key = await findApiKey(context, input, options);
  const token = createToken();
  const hash = hashSecret(token);
  const expires_at = new Date(now().getTime() + SESSION_SECONDS * 1000);
  await store.write(INSTALLATION, async ({ db }) => {
    await endOldestSessions(db, api_key, config.MAX_SESSIONS - 1);
    await insertSession(db, { hash, kind: 'session', api_key, now: now(), expires_at });
    await touchKeys(db, [api_key], now());
  });
  return { token, expires_at, seconds: SESSION_SECONDS };
}

export async function signOut({ store }: Context, token: string): Promise<void> {
  const hash = hashSecret(token);
  // Whoever has no session cannot make the service write.
  if (await findSession(store.db, hash)) await store.write(INSTALLATION, ({ db }) => deleteSession(db, hash));
}

async function findApiKey({ store, now }: Context, { key, token }: SignIn, { admit }: SignInOptions): Promise<number> {
  if ((key === undefined) === (token === undefined)) throw invalid('key', 'send either a key or a token.');
  if (key !== undefined) {
    const caller = await findCaller(store.db, hashSecret(key));
    if (!caller)
      throw new AppError(
        'unauthorized',
        'This key is unknown or revoked. Check that you pasted all of it, or use another one.',
      );
    // A session would outlive the link.
    if (caller.kind === 'link') {
      throw new AppError(
        'unauthorized',
        'This is the token of a share link. Open the link itself: it needs no sign-in.',
      );
    }
    await admit?.(caller);
    return caller.api_key;
  }
  const link = { hash: hashSecret(token!), now: now() };
  const isKnown = await hasLink(store.db, link);
  const taken = isKnown ? await store.write(INSTALLATION, ({ db }) => takeLink(db, link)) : undefined;
  if (taken === undefined)
    throw new AppError(
      'unauthorized',
      'This sign-in link was already used or has expired. Sign in with a key instead.',
    );
  return taken;
}
