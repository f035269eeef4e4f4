import type { Page } from '../../domain/paging.ts';
import type { NewTag, TagChanges } from '../../domain/tag.ts';
import { toNameKey } from '../../domain/text.ts';
import { createUuid, toId } from '../../ids.ts';
import type { Db } from '../schema.ts';
import { nextKeys } from './counters.ts';
import { countRows, refuseAddition, refuseTakenName } from './named.ts';

export async function listTags(db: Db, project: number, { limit, offset }: Page) {
  const rows = await db
    .selectFrom('tags')
    .select(['id', 'name', 'color', 'tag_group as group', 'is_system'])
    .where('project', '=', project)
    .orderBy('tag')
    .limit(limit)
    .offset(offset)
    .execute();
  return {
    data: rows.map((row) => ({ ...row, id: toId('tag', row.id) })),
    total: await countRows(db, project, 'tags'),
  };
}

export async function insertTag(
  db: Db,
  project: number,
  { tag: { name, color, group }, maximum, now }: { tag: NewTag; maximum: number; now: Date },
): Promise<string> {
  await refuseAddition(db, project, { table: 'tags', key: 'tag', name, maximum });
  const id = createUuid();
  await db
    .insertInto('tags')
    .values({
      project,
      tag: await nextKeys(db, project, 'tag'),
      id,
      name,
      name_key: toNameKey(name),
      color,
      tag_group: group,
      is_system: false,
      created_at: now.toISOString(),
    })
    .execute();
  return toId('tag', id);
}

export async function updateTag(
  db: Db,
  project: number,
  { tag, changes: { name, color, group } }: { tag: number; changes: TagChanges },
): Promise<void> {
  if (name !== undefined) await refuseTakenName(db, project, { table: 'tags', key: 'tag', name, except: tag });
  const columns = {
    ...(name === undefined ? {} : { name, name_key: toNameKey(name) }),
    ...(color === undefined ? {} : { color }),
    ...(group === undefined ? {} : { tag_group: group }),
  };
  if (Object.keys(columns).length === 0) return;
  await db.updateTable('tags').set(columns).where('project', '=', project).where('tag', '=', tag).execute();
}

/** Deletes the tag, and removes it from every prompt and suggestion. */
export async function deleteTag(db: Db, project: number, tag: number): Promise<void> {
  for (const table of ['prompt_tags', 'suggestion_tags', 'tags'] as const) {
    await db.deleteFrom(table).where('project', '=', project).where('tag', '=', tag).execute();
  }
}
