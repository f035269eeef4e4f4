import { sql } from 'kysely';
import { type IdKind, parseIds, toId } from '../../ids.ts';
import { isInList } from '../lists.ts';
import type { Db } from '../schema.ts';

/** The table of each kind of id, and the column of its key. */
const TABLES = {
  brand: ['brands', 'brand'],
  prompt: ['prompts', 'prompt'],
  topic: ['topics', 'topic'],
  tag: ['tags', 'tag'],
  chat: ['chats', 'chat'],
  correction: ['corrections', 'correction'],
  webhook: ['webhooks', 'webhook'],
  delivery: ['deliveries', 'delivery'],
} as const satisfies Partial<Record<IdKind, [string, string]>>;

export type KeyedKind = keyof typeof TABLES;

/** The keys of those ids that exist in the project. Unknown and malformed ids are not in the map. */
export async function findKeys(
  db: Db,
  project: number,
  { kind, ids }: { kind: KeyedKind; ids: readonly string[] },
): Promise<Map<string, number>> {
  const uuids = parseIds(kind, ids);
  if (uuids.length === 0) return new Map();
  const [table, column] = TABLES[kind];
  const { rows } = await sql<{ key: number; id: string }>`
    select ${sql.ref(column)} as key, id from ${sql.table(table)}
    where project = ${project} and ${isInList(sql`id`, uuids, 'uuid')} ${kind === 'brand' ? sql`and not is_deleted` : sql``}`.execute(
    db,
  );
  return new Map(rows.map(({ key, id }) => [toId(kind, id), key]));
}

export async function findKey(
  db: Db,
  project: number,
  { kind, id }: { kind: KeyedKind; id: string },
): Promise<number | undefined> {
  return (await findKeys(db, project, { kind, ids: [id] })).get(id);
}

/** The ids of keys, for the rows of a response. */
export async function findIds(
  db: Db,
  project: number,
  { kind, keys }: { kind: KeyedKind; keys: readonly number[] },
): Promise<Map<number, string>> {
  if (keys.length === 0) return new Map();
  const [table, column] = TABLES[kind];
  const { rows } = await sql<{ key: number; id: string }>`
    select ${sql.ref(column)} as key, id from ${sql.table(table)}
    where project = ${project} and ${isInList(sql.ref(column), keys, 'int')}`.execute(db);
  return new Map(rows.map(({ key, id }) => [key, toId(kind, id)]));
}
