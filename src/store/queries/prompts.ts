import { type Selectable, sql } from 'kysely';
import { COUNTED_STATUSES } from '../../domain/chat.ts';
import { fromCountryKey } from '../../domain/countries.ts';
import { groupBy } from '../../domain/grouping.ts';
import type { Page } from '../../domain/paging.ts';
import { toId } from '../../ids.ts';
import { isInList } from '../lists.ts';
import type { Db, PromptTable } from '../schema.ts';
import type { Transaction } from '../store.ts';
import { deleteChats } from './facts.ts';
import { findIds } from './lookups.ts';

export interface PromptFilter {
  topic?: number;
  tag?: number;
  is_archived: boolean;
  /** The text must contain each of these, which are in lower case. */
  words: string[];
  /** Only prompts with answers from or until these days. */
  start_date?: string;
  end_date?: string;
}

/** The columns that prompts and suggestions share. */
const COMMON_COLUMNS = ['id', 'text', 'country', 'topic', 'volume'] as const;

export async function listPrompts(db: Db, project: number, { filter, page }: { filter: PromptFilter; page: Page }) {
  const { topic, tag, is_archived, words, start_date, end_date } = filter;
  let prompts = db.selectFrom('prompts').where('project', '=', project).where('is_archived', '=', is_archived);
  if (topic !== undefined) prompts = prompts.where('topic', '=', topic);
  if (tag !== undefined) {
    prompts = prompts.where('prompt', 'in', (inner) =>
      inner.selectFrom('prompt_tags').select('prompt').where('project', '=', project).where('tag', '=', tag),
    );
  }
  if (start_date !== undefined || end_date !== undefined) {
    prompts = prompts.where('prompt', 'in', (inner) =>
      inner
        .selectFrom('chats')
        .select('prompt')
        .where('project', '=', project)
        .where('status', 'in', [...COUNTED_STATUSES])
        .$if(start_date !== undefined, (chats) => chats.where('date', '>=', start_date!))
        .$if(end_date !== undefined, (chats) => chats.where('date', '<=', end_date!)),
    );
  }
  for (const word of words) prompts = prompts.where(sql<boolean>`strpos(text_key, ${word}) > 0`);
  const { total } = await prompts.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await prompts
    .select(['created_at', 'is_archived', 'volume_source', ...COMMON_COLUMNS, 'prompt as key'])
    .orderBy('prompt')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return { data: await withReferences(db, project, { kind: 'prompt', rows }), total };
}

/** Open suggestions, those with the highest volume first. */
export async function listSuggestions(db: Db, project: number, { topic, page }: { topic?: number; page: Page }) {
  let suggestions = db.selectFrom('suggestions').where('project', '=', project).where('state', '=', 'open');
  if (topic !== undefined) suggestions = suggestions.where('topic', '=', topic);
  const rows = await suggestions
    .select([...COMMON_COLUMNS, 'source', 'suggestion as key'])
    .orderBy('volume', 'desc')
    .orderBy('suggestion')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return withReferences(db, project, { kind: 'suggestion', rows });
}

interface PromptLikeRow extends Pick<Selectable<PromptTable>, (typeof COMMON_COLUMNS)[number]> {
  key: number;
}

/** Rows as the API returns them, with references to their topic and tags. */
async function withReferences<Row extends PromptLikeRow>(
  db: Db,
  project: number,
  { kind, rows }: { kind: 'prompt' | 'suggestion'; rows: Row[] },
) {
  const tagTable = kind === 'prompt' ? 'prompt_tags' : 'suggestion_tags';
  const keys = rows.map(({ key }) => key);
  const { rows: pairs } = await sql<{ key: number; tag: number }>`
    select ${sql.ref(kind)} as key, tag from ${sql.table(tagTable)}
    where project = ${project} and ${isInList(sql.ref(kind), keys, 'int')} order by tag`.execute(db);
  const tagIds = await findIds(db, project, { kind: 'tag', keys: [...new Set(pairs.map(({ tag }) => tag))] });
  const topicIds = await findIds(db, project, { kind: 'topic', keys: [...new Set(rows.map(({ topic }) => topic))] });
  const tagsOf = groupBy(pairs, ({ key }) => key);
  return rows.map(({ key, id, text, country, topic, volume, ...rest }) => ({
    id: toId(kind, id),
    messages: [{ content: text }],
    tags: (tagsOf.get(key) ?? []).map(({ tag }) => ({ id: tagIds.get(tag)! })),
    topic: topic === 0 ? null : { id: topicIds.get(topic)! },
    user_location: { country: fromCountryKey(country) },
    volume,
    ...rest,
  }));
}

export interface PromptUpdate {
  topic?: number;
  tags?: number[];
  volume?: number;
  is_archived?: boolean;
}

export async function updatePrompt(
  db: Db,
  project: number,
  { prompt, update: { tags, volume, ...columns } }: { prompt: number; update: PromptUpdate },
): Promise<void> {
  const changes = { ...columns, ...(volume === undefined ? {} : { volume, volume_source: 'import' }) };
  if (Object.keys(changes).length > 0) {
    await db.updateTable('prompts').set(changes).where('project', '=', project).where('prompt', '=', prompt).execute();
  }
  if (tags === undefined) return;
  // TRICKY: deleting a row and inserting it again in one transaction violates DuckDB's primary key, so only the difference is written.
  const rows = await db
    .selectFrom('prompt_tags')
    .select('tag')
    .where('project', '=', project)
    .where('prompt', '=', prompt)
    .execute();
  const before = new Set(rows.map(({ tag }) => tag));
  const gone = [...before].filter((tag) => !tags.includes(tag));
  const added = [...new Set(tags)].filter((tag) => !before.has(tag));
  if (gone.length > 0) {
    await db
      .deleteFrom('prompt_tags')
      .where('project', '=', project)
      .where('prompt', '=', prompt)
      .where('tag', 'in', gone)
      .execute();
  }
  if (added.length > 0) {
    await db
      .insertInto('prompt_tags')
      .values(added.map((tag) => ({ project, prompt, tag })))
      .execute();
  }
}

/** Deletes the prompt with its answers. */
export async function deletePrompt(
  transaction: Pick<Transaction, 'db' | 'remember'>,
  project: number,
  prompt: number,
): Promise<void> {
  const { db } = transaction;
  const rows = await db
    .selectFrom('chats')
    .select('chat')
    .where('project', '=', project)
    .where('prompt', '=', prompt)
    .execute();
  await deleteChats(
    transaction,
    project,
    rows.map(({ chat }) => chat),
  );
  for (const table of ['prompt_tags', 'prompts'] as const) {
    await db.deleteFrom(table).where('project', '=', project).where('prompt', '=', prompt).execute();
  }
}
