import type { Db } from '../schema.ts';

/** A session stands for an API key in a browser. A link can be exchanged for a session once. */
export type SessionKind = 'session' | 'link';

export interface NewSession {
  hash: string;
  kind: SessionKind;
  api_key: number;
  now: Date;
  expires_at: Date;
}

export async function insertSession(db: Db, { now, expires_at, ...session }: NewSession): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      ...session,
      takes_old_cookie: false,
      created_at: now.toISOString(),
      expires_at: expires_at.toISOString(),
    })
    .execute();
}

/** Ends the oldest sessions of an API key, so that at most this many go on. */
export async function endOldestSessions(db: Db, apiKey: number, keep: number): Promise<void> {
  const oldest = db
    .selectFrom('sessions')
    .select('hash')
    .where('api_key', '=', apiKey)
    .where('kind', '=', 'session')
    .orderBy('created_at', 'desc')
    .orderBy('hash')
    .offset(keep);
  await db.deleteFrom('sessions').where('hash', 'in', oldest).execute();
}

/** The hash of the session's API key, when the session ends, and whether an old cookie may stand for it. */
export async function findSession(
  db: Db,
  hash: string,
): Promise<{ key_hash: string; expires_at: string; takes_old_cookie: boolean } | undefined> {
  return db
    .selectFrom('sessions')
    .innerJoin('api_keys', 'api_keys.api_key', 'sessions.api_key')
    .select(['api_keys.hash as key_hash', 'sessions.expires_at', 'sessions.takes_old_cookie'])
    .where('sessions.hash', '=', hash)
    .where('sessions.kind', '=', 'session')
    .executeTakeFirst();
}

/** Whether a link with this hash can still be used. */
export async function hasLink(db: Db, { hash, now }: { hash: string; now: Date }): Promise<boolean> {
  const found = await db
    .selectFrom('sessions')
    .select('hash')
    .where('hash', '=', hash)
    .where('kind', '=', 'link')
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst();
  return found !== undefined;
}

/** Uses up a link and all others of its API key, which it returns; undefined if the link is unknown, used or expired. */
export async function takeLink(db: Db, { hash, now }: { hash: string; now: Date }): Promise<number | undefined> {
  const taken = await db
    .deleteFrom('sessions')
    .where('hash', '=', hash)
    .where('kind', '=', 'link')
    .where('expires_at', '>', now.toISOString())
    .returning('api_key')
    .executeTakeFirst();
  if (taken === undefined) return undefined;
  await db.deleteFrom('sessions').where('kind', '=', 'link').where('api_key', '=', taken.api_key).execute();
  return taken.api_key;
}

export async function deleteSession(db: Db, hash: string): Promise<void> {
  await db.deleteFrom('sessions').where('hash', '=', hash).execute();
}

export async function forgetOldSessions(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<=', now.toISOString()).execute();
}
