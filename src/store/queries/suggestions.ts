import { toPromptKey } from '../../domain/text.ts';
import { createUuid, toId } from '../../ids.ts';
import type { Db } from '../schema.ts';
import { nextKeys } from './counters.ts';
import type { PromptDraft } from './prompt-book.ts';

/** Whether an open suggestion has exactly this text and country. */
export async function isSuggested(
  db: Db,
  project: number,
  { text, country }: Pick<PromptDraft, 'text' | 'country'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('suggestions')
    .select('suggestion')
    .where('project', '=', project)
    .where('text', '=', text)
    .where('country', '=', country)
    .where('state', '=', 'open')
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertSuggestion(
  db: Db,
  project: number,
  { draft: { text, country, topic, tags, volume }, now }: { draft: PromptDraft; now: Date },
): Promise<string> {
  const suggestion = await nextKeys(db, project, 'suggestion');
  const id = createUuid();
  await db
    .insertInto('suggestions')
    .values({
      project,
      suggestion,
      id,
      text,
      text_key: toPromptKey(text),
      country,
      topic,
      volume: volume ?? 0,
      state: 'open',
      created_at: now.toISOString(),
    })
    .execute();
  const rows = [...new Set(tags)].map((tag) => ({ project, suggestion, tag }));
  if (rows.length > 0) await db.insertInto('suggestion_tags').values(rows).execute();
  return toId('suggestion', id);
}

/** Closes an open suggestion and returns it; undefined if it is not open. */
export async function closeSuggestion(
  db: Db,
  project: number,
  { uuid, state }: { uuid: string; state: 'accepted' | 'rejected' },
) {
  const row = await db
    .updateTable('suggestions')
    .set({ state })
    .where('project', '=', project)
    .where('id', '=', uuid)
    .where('state', '=', 'open')
    .returning(['suggestion', 'text', 'country', 'topic', 'volume'])
    .executeTakeFirst();
  if (!row) return undefined;
  const tags = await db
    .selectFrom('suggestion_tags')
    .select('tag')
    .where('project', '=', project)
    .where('suggestion', '=', row.suggestion)
    .orderBy('tag')
    .execute();
  return { ...row, tags: tags.map(({ tag }) => tag) };
}
