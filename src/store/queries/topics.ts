import type { Page } from '../../domain/paging.ts';
import { toNameKey } from '../../domain/text.ts';
import type { NewTopic, TopicChanges } from '../../domain/topic.ts';
import { createUuid, toId } from '../../ids.ts';
import type { Db } from '../schema.ts';
import type { Transaction } from '../store.ts';
import { nextKeys } from './counters.ts';
import { countRows, refuseAddition, refuseTakenName } from './named.ts';

export async function listTopics(db: Db, project: number, { limit, offset }: Page) {
  const rows = await db
    .selectFrom('topics')
    .select(['id', 'name', 'country_code'])
    .where('project', '=', project)
    .orderBy('topic')
    .limit(limit)
    .offset(offset)
    .execute();
  return {
    data: rows.map((row) => ({ ...row, id: toId('topic', row.id) })),
    total: await countRows(db, project, 'topics'),
  };
}

export async function insertTopic(
  { db, append }: Transaction,
  project: number,
  { topic: { name, country_code }, maximum, now }: { topic: NewTopic; maximum: number; now: Date },
): Promise<string> {
  await refuseAddition(db, project, { table: 'topics', key: 'topic', name, maximum });
  const id = createUuid();
  await append('topics', [
    {
      project,
      topic: await nextKeys(db, project, 'topic'),
      id,
      name,
      name_key: toNameKey(name),
      country_code: country_code ?? null,
      created_at: now.toISOString(),
    },
  ]);
  return toId('topic', id);
}

export async function updateTopic(
  db: Db,
  project: number,
  { topic, changes: { name, country_code } }: { topic: number; changes: TopicChanges },
): Promise<void> {
  if (name !== undefined) await refuseTakenName(db, project, { table: 'topics', key: 'topic', name, except: topic });
  const columns = {
    ...(name === undefined ? {} : { name, name_key: toNameKey(name) }),
    ...(country_code === undefined ? {} : { country_code }),
  };
  if (Object.keys(columns).length === 0) return;
  await db.updateTable('topics').set(columns).where('project', '=', project).where('topic', '=', topic).execute();
}

/** Deletes the topic. Its prompts and suggestions stay, without a topic. */
export async function deleteTopic(db: Db, project: number, topic: number): Promise<void> {
  for (const table of ['prompts', 'suggestions'] as const) {
    await db.updateTable(table).set({ topic: 0 }).where('project', '=', project).where('topic', '=', topic).execute();
  }
  await db.deleteFrom('topics').where('project', '=', project).where('topic', '=', topic).execute();
}
