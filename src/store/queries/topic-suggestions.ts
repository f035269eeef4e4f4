import { sql } from 'kysely';
import { MAX_LABEL_LENGTH } from '../../domain/limits.ts';
import type { Page } from '../../domain/paging.ts';
import { toNameKey } from '../../domain/text.ts';
import { createUuid, toId } from '../../ids.ts';
import type { Db } from '../schema.ts';
import { nextKeys } from './counters.ts';

/** Open suggestions, oldest first, without those that have become topics by hand. */
export async function listTopicSuggestions(db: Db, project: number, { limit, offset }: Page) {
  const open = db
    .selectFrom('topic_suggestions')
    .where('project', '=', project)
    .where('state', '=', 'open')
    .where('name_key', 'not in', (inner) =>
      inner.selectFrom('topics').select('name_key').where('project', '=', project),
    );
  const { total } = await open.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await open.select(['id', 'name']).orderBy('suggestion').limit(limit).offset(offset).execute();
  return { data: rows.map(({ id, name }) => ({ id: toId('topic_suggestion', id), name })), total };
}

/** Suggests these names, unless they are topics or were suggested before. Other open suggestions are dropped. */
export async function suggestTopics(
  db: Db,
  project: number,
  { names, now }: { names: readonly string[]; now: Date },
): Promise<void> {
  const wanted = new Map(
    names.filter((name) => [...name].length <= MAX_LABEL_LENGTH).map((name) => [toNameKey(name), name]),
  );
  const { rows } = await sql<{ name_key: string; suggestion: number; state: string }>`
    select name_key, suggestion, state from topic_suggestions where project = ${project}
    union all select name_key, 0, '' from topics where project = ${project}`.execute(db);
  const dropped = rows.filter(({ name_key, state }) => state === 'open' && !wanted.has(name_key));
  if (dropped.length > 0) {
    const keys = dropped.map(({ suggestion }) => suggestion);
    await db.deleteFrom('topic_suggestions').where('project', '=', project).where('suggestion', 'in', keys).execute();
  }
  const known = new Set(rows.map(({ name_key }) => name_key));
  const added = [...wanted].filter(([key]) => !known.has(key));
  if (added.length === 0) return;
  const first = await nextKeys(db, project, 'topic_suggestion', added.length);
  const values = added.map(([name_key, name], index) => ({
    project,
    suggestion: first + index,
    id: createUuid(),
    name,
    name_key,
    state: 'open' as const,
    created_at: now.toISOString(),
  }));
  await db.insertInto('topic_suggestions').values(values).execute();
}

/** Closes an open suggestion and returns its name; undefined if it is not open. */
export async function closeTopicSuggestion(
  db: Db,
  project: number,
  { uuid, state }: { uuid: string; state: 'accepted' | 'rejected' },
): Promise<string | undefined> {
  const row = await db
    .updateTable('topic_suggestions')
    .set({ state })
    .where('project', '=', project)
    .where('id', '=', uuid)
    .where('state', '=', 'open')
    .returning('name')
    .executeTakeFirst();
  return row?.name;
}
