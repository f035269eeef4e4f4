import { sql } from 'kysely';
import type { Page } from '../../domain/paging.ts';
import { AppError } from '../../errors.ts';
import { parseId, toId } from '../../ids.ts';
import type { Db } from '../schema.ts';
import { insertCaller, LINK_RIGHTS } from './keys.ts';

/** Share links are rows of `api_keys`, so that one search by hash finds whoever calls. */
function linksOf(db: Db, project: number) {
  return db.selectFrom('api_keys').where('project', '=', project).where('rights', '=', LINK_RIGHTS);
}

/** When a link ends or ended. */
const ENDED_AT = sql<string>`least(expires_at, coalesce(revoked_at, expires_at))`;

/** Refuses another link where the project has as many valid ones as it may have. */
export async function refuseShareLinksOverLimit(
  db: Db,
  project: number,
  { maximum, now }: { maximum: number; now: Date },
): Promise<void> {
  const { total } = await linksOf(db, project)
    .where(ENDED_AT, '>', now.toISOString())
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  if (total < maximum) return;
  throw new AppError(
    'limit_reached',
    `The project already has the maximum of ${maximum} share links. Revoke some, or raise the setting MAX_SHARE_LINKS.`,
  );
}

/** Forgets links that ended before this time, and all but the latest ones of those that ended since. */
export async function forgetEndedShareLinks(
  db: Db,
  project: number,
  { before, now, keep }: { before: Date; now: Date; keep: number },
): Promise<void> {
  const surplus = linksOf(db, project)
    .select('api_key')
    .where(ENDED_AT, '<=', now.toISOString())
    .orderBy(ENDED_AT, 'desc')
    .orderBy('api_key')
    .offset(keep);
  await db
    .deleteFrom('api_keys')
    .where('project', '=', project)
    .where('rights', '=', LINK_RIGHTS)
    .where(({ or, eb }) => or([eb(ENDED_AT, '<=', before.toISOString()), eb('api_key', 'in', surplus)]))
    .execute();
}

export interface NewShareLink {
  company: number;
  name: string;
  hash: string;
  now: Date;
  expires_at: Date;
}

/** Stores a link in a write of its project, which therefore cannot be deleted meanwhile. */
export async function insertShareLink(db: Db, project: number, { expires_at, ...link }: NewShareLink): Promise<string> {
  const values = { ...link, project, rights: LINK_RIGHTS, is_bootstrap: false, expires_at: expires_at.toISOString() };
  return toId('share_link', await insertCaller(db, values));
}

/** Links that are valid or ended after this time. */
export async function listShareLinks(
  db: Db,
  project: number,
  { page: { limit, offset }, since }: { page: Page; since: Date },
) {
  const links = linksOf(db, project).where(ENDED_AT, '>', since.toISOString());
  const { total } = await links.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await links
    .select(['id', 'name', 'created_at', 'expires_at', 'last_used_at', 'revoked_at'])
    .orderBy('api_key')
    .limit(limit)
    .offset(offset)
    .execute();
  return { data: rows.map((row) => ({ ...row, id: toId('share_link', row.id), expires_at: row.expires_at! })), total };
}

/** Revokes a link of the project; false if it does not exist or is already revoked. */
export async function revokeShareLink(
  db: Db,
  project: number,
  { id, now }: { id: string; now: Date },
): Promise<boolean> {
  const uuid = parseId('share_link', id);
  if (uuid === null) return false;
  const revoked = await db
    .updateTable('api_keys')
    .set({ revoked_at: now.toISOString() })
    .where('project', '=', project)
    .where('id', '=', uuid)
    .where('rights', '=', LINK_RIGHTS)
    .where('revoked_at', 'is', null)
    .returning('api_key')
    .executeTakeFirst();
  return revoked !== undefined;
}
