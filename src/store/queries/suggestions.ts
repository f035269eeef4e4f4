import { sql } from 'kysely';
import { toCountryKey } from '../../domain/countries.ts';
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
  {
    draft: { text, country, topic, tags, volume },
    source,
    now,
  }: { draft: PromptDraft; source: 'template' | 'channel' | 'manual'; now: Date },
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
      source,
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

/** The texts of all prompts and suggestions of a country, rejected ones included. */
export async function listKnownTexts(db: Db, project: number, country: number): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select text from prompts where project = ${project} and country = ${country}
    union all select text from suggestions where project = ${project} and country = ${country}`.execute(db);
  return rows.map(({ text }) => text);
}

/** The country of most prompts; null without prompts. */
export async function findFrequentCountry(db: Db, project: number): Promise<number | null> {
  const { rows } = await sql<{ country: number }>`
    select country from prompts where project = ${project} and not is_archived
    group by country order by count(*) desc, country limit 1`.execute(db);
  return rows[0]?.country ?? null;
}

export async function listTopicNames(
  db: Db,
  project: number,
): Promise<{ key: number; name: string; country: number | undefined }[]> {
  const rows = await db
    .selectFrom('topics')
    .select(['topic', 'name', 'country_code'])
    .where('project', '=', project)
    .orderBy('topic')
    .execute();
  return rows.map(({ topic, name, country_code }) => ({
    key: topic,
    name,
    country: country_code === null ? undefined : toCountryKey(country_code),
  }));
}

export async function listBrandNames(db: Db, project: number): Promise<{ name: string; is_own: boolean }[]> {
  return db
    .selectFrom('brands')
    .select(['name', 'is_own'])
    .where('project', '=', project)
    .where('is_deleted', '=', false)
    .orderBy('brand')
    .execute();
}
