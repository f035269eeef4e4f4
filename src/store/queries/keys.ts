import type { Selectable } from 'kysely';
import type { CallerKind, KeyKind, Right, Rights } from '../../domain/key.ts';
import type { Page } from '../../domain/paging.ts';
import { AppError } from '../../errors.ts';
import { createUuid, parseId, toId } from '../../ids.ts';
import type { ApiKeyTable, Db } from '../schema.ts';
import { INSTALLATION, nextKeys } from './counters.ts';
import { holdProject } from './projects.ts';

/** What tells share links from keys: no key has so few rights. */
export const LINK_RIGHTS = 'view' as const;

/** Who makes a request: an API key or a share link that exists and is not revoked. */
export interface Caller {
  api_key: number;
  id: string;
  name: string;
  kind: CallerKind;
  rights: Right;
  company: number;
  /** 0 for a company key. */
  project: number;
  /** When a share link ends; null for a key. */
  expires_at: string | null;
}

export async function findCaller(db: Db, hash: string): Promise<Caller | undefined> {
  const row = await db
    .selectFrom('api_keys')
    .select(['api_key', 'id', 'name', 'rights', 'company', 'project', 'expires_at'])
    .where('hash', '=', hash)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (!row) return undefined;
  const isLink = row.rights === LINK_RIGHTS;
  return { ...row, id: toId(isLink ? 'share_link' : 'key', row.id), kind: isLink ? 'link' : toKind(row.project) };
}

export interface NewKey {
  company: number;
  project: number;
  name: string;
  rights: Rights;
  hash: string;
  is_bootstrap: boolean;
  now: Date;
}

export async function insertKey(db: Db, key: NewKey): Promise<string> {
  if (key.project !== 0) await holdProject(db, key.project);
  return toId('key', await insertCaller(db, key));
}

/** Stores a key or a share link, and returns its UUID. */
export async function insertCaller(
  db: Db,
  { now, ...key }: Omit<NewKey, 'rights'> & { rights: Right; expires_at?: string },
): Promise<string> {
  const id = createUuid();
  await db
    .insertInto('api_keys')
    .values({
      ...key,
      id,
      api_key: await nextKeys(db, INSTALLATION, 'api_key'),
      created_at: now.toISOString(),
      last_used_at: null,
      revoked_at: null,
    })
    .execute();
  return id;
}

/** Refuses another key where the company has as many valid ones as it may have. */
export async function refuseKeysOverLimit(db: Db, company: number, maximum: number): Promise<void> {
  const { total } = await db
    .selectFrom('api_keys')
    .where('company', '=', company)
    .where('rights', '!=', LINK_RIGHTS)
    .where('revoked_at', 'is', null)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  if (total < maximum) return;
  throw new AppError(
    'limit_reached',
    `The company already has the maximum of ${maximum} API keys. Revoke some, or raise the setting MAX_KEYS.`,
  );
}

/** Forgets the revoked keys of the company, except the latest ones and those that BOOTSTRAP_KEY may still name. */
export async function forgetSurplusKeys(db: Db, company: number, keep: number): Promise<void> {
  const surplus = db
    .selectFrom('api_keys')
    .select('api_key')
    .where('company', '=', company)
    .where('rights', '!=', LINK_RIGHTS)
    .where('revoked_at', 'is not', null)
    .where('is_bootstrap', '=', false)
    .orderBy('revoked_at', 'desc')
    .orderBy('api_key', 'desc')
    .offset(keep);
  await db.deleteFrom('api_keys').where('company', '=', company).where('api_key', 'in', surplus).execute();
}

/** Forgets keys of all companies that were revoked before this time, except those that BOOTSTRAP_KEY may still name. */
export async function forgetRevokedKeys(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('api_keys')
    .where('rights', '!=', LINK_RIGHTS)
    .where('revoked_at', '<=', before.toISOString())
    .where('is_bootstrap', '=', false)
    .execute();
}

/** Keys that are valid or were revoked after this time. */
export async function listKeys(
  db: Db,
  company: number,
  { page: { limit, offset }, since }: { page: Page; since: Date },
) {
  const keys = db
    .selectFrom('api_keys')
    .where('api_keys.company', '=', company)
    .where('api_keys.rights', '!=', LINK_RIGHTS)
    .where(({ or, eb }) =>
      or([eb('api_keys.revoked_at', 'is', null), eb('api_keys.revoked_at', '>', since.toISOString())]),
    );
  const { total } = await keys.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await keys
    .leftJoin('projects', 'projects.project', 'api_keys.project')
    .select([
      'api_keys.id',
      'api_keys.name',
      'api_keys.rights',
      'api_keys.project',
      'api_keys.created_at',
      'api_keys.last_used_at',
      'api_keys.revoked_at',
      'projects.id as project_id',
    ])
    .orderBy('api_keys.api_key')
    .limit(limit)
    .offset(offset)
    .execute();
  const data = rows.map(({ id, name, rights, project, project_id, created_at, last_used_at, revoked_at }) => ({
    id: toId('key', id),
    name,
    kind: toKind(project),
    rights: rights as Rights,
    project: project_id === null ? null : { id: toId('project', project_id) },
    created_at,
    last_used_at,
    revoked_at,
  }));
  return { data, total };
}

/** Whether the company has no other valid company key with write access than this one. */
export async function isLastCompanyKey(db: Db, company: number, id: string): Promise<boolean> {
  const keys = await db
    .selectFrom('api_keys')
    .select('id')
    .where('company', '=', company)
    .where('project', '=', 0)
    .where('rights', '=', 'write')
    .where('revoked_at', 'is', null)
    .limit(2)
    .execute();
  return keys.length === 1 && keys[0]!.id === parseId('key', id);
}

/** Revokes an API key of the company; false if it does not exist or is already revoked. */
export async function revokeKey(db: Db, company: number, { id, now }: { id: string; now: Date }): Promise<boolean> {
  const uuid = parseId('key', id);
  if (uuid === null) return false;
  const revoked = await db
    .updateTable('api_keys')
    .set({ revoked_at: now.toISOString() })
    .where('company', '=', company)
    .where('id', '=', uuid)
    .where('rights', '!=', LINK_RIGHTS)
    .where('revoked_at', 'is', null)
    .returning('api_key')
    .executeTakeFirst();
  return revoked !== undefined;
}

export async function revokeKeys(db: Db, apiKeys: readonly number[], now: Date): Promise<void> {
  if (apiKeys.length === 0) return;
  await db
    .updateTable('api_keys')
    .set({ revoked_at: now.toISOString() })
    .where('api_key', 'in', [...apiKeys])
    .execute();
}

export async function touchKeys(db: Db, apiKeys: readonly number[], now: Date): Promise<void> {
  if (apiKeys.length === 0) return;
  await db
    .updateTable('api_keys')
    .set({ last_used_at: now.toISOString() })
    .where('api_key', 'in', [...apiKeys])
    .execute();
}

/** Whether a key with this hash was revoked, and none is valid. */
export async function isRevoked(db: Db, hash: string): Promise<boolean> {
  const keys = await db.selectFrom('api_keys').select('revoked_at').where('hash', '=', hash).execute();
  return keys.length > 0 && keys.every(({ revoked_at }) => revoked_at !== null);
}

/** All valid company keys, the oldest first. */
export async function findCompanyKeys(db: Db): Promise<Selectable<ApiKeyTable>[]> {
  return db
    .selectFrom('api_keys')
    .selectAll()
    .where('project', '=', 0)
    .where('revoked_at', 'is', null)
    .orderBy('api_key')
    .execute();
}

/** Whether any key was ever used, in a request or to sign in. */
export async function hasUsedKey(db: Db): Promise<boolean> {
  const used = await db
    .selectFrom('api_keys')
    .select('api_key')
    .where('last_used_at', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return used !== undefined;
}

export async function findCompany(db: Db, name: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('companies')
    .select('company')
    .where('name', '=', name)
    .orderBy('company')
    .executeTakeFirst();
  return row?.company;
}

export async function insertCompany(db: Db, { name, now }: { name: string; now: Date }): Promise<number> {
  const company = await nextKeys(db, INSTALLATION, 'company');
  await db.insertInto('companies').values({ company, name, created_at: now.toISOString() }).execute();
  return company;
}

function toKind(project: number): KeyKind {
  return project === 0 ? 'company' : 'project';
}
