import type { Page } from '../../domain/paging.ts';
import { parseId, toId } from '../../ids.ts';
import type { Db } from '../schema.ts';
import { insertCaller, LINK_RIGHTS } from './keys.ts';

/** Share links are rows of `api_keys`, so that one search by hash finds whoever calls. */
function linksOf(db: Db, project: number) {
  return db.selectFrom('api_keys').where('project', '=', project).where('rights', '=', LINK_RIGHTS);
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

export async function listShareLinks(db: Db, project: number, { limit, offset }: Page) {
  const links = linksOf(db, project);
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
