import { sql } from 'kysely';
import { parseIds, toId } from '../../ids.ts';
import { isInList } from '../lists.ts';
import type { Db } from '../schema.ts';

const COLUMNS = { prompt: ['prompts', 'text'], topic: ['topics', 'name'] } as const;

/** What prompts or topics are called, by their ids. */
export async function findNames(
  db: Db,
  project: number,
  { kind, ids }: { kind: keyof typeof COLUMNS; ids: readonly string[] },
): Promise<Map<string, string>> {
  const uuids = parseIds(kind, ids);
  if (uuids.length === 0) return new Map();
  const [table, column] = COLUMNS[kind];
  const { rows } = await sql<{ id: string; name: string }>`
    select id, ${sql.ref(column)} as name from ${sql.table(table)}
    where project = ${project} and ${isInList(sql`id`, uuids, 'uuid')}`.execute(db);
  return new Map(rows.map(({ id, name }) => [toId(kind, id), name]));
}
