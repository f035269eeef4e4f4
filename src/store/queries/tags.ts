import { groupBy } from '../../domain/grouping.ts';
import type { Page } from '../../domain/paging.ts';
import type { NewTag, TagChanges } from '../../domain/tag.ts';
import { toNameKey } from '../../domain/text.ts';
import { createUuid, toId } from '../../ids.ts';
import type { Db } from '../schema.ts';
import type { Transaction } from '../store.ts';
import { nextKeys } from './counters.ts';
import { refuseAddition, refuseTakenName } from './named.ts';

export async function listTags(
  db: Db,
  project: number,
  { limit, offset, group }: Page & { group?: string | undefined },
) {
  let tags = db.selectFrom('tags').where('project', '=', project);
  if (group !== undefined) tags = tags.where('tag_group', '=', group);
  const { total } = await tags.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await tags
    .select(['id', 'name', 'color', 'tag_group as group', 'is_system'])
    .orderBy('tag')
    .limit(limit)
    .offset(offset)
    .execute();
  return { data: rows.map((row) => ({ ...row, id: toId('tag', row.id) })), total };
}

/** The groups that tags of the project are in, each with the color of its first tag, in the order of these. */
export async function listTagGroups(db: Db, project: number) {
  const rows = await db
    .selectFrom('tags')
    .select(['tag_group', 'color'])
    .where('project', '=', project)
    .where('tag_group', 'is not', null)
    .where('is_system', '=', false)
    .orderBy('tag')
    .execute();
  const groups = groupBy(rows, ({ tag_group }) => tag_group!);
  return [...groups].map(([group, tags]) => ({ group, color: tags[0]!.color, tag_count: tags.length }));
}

/** The tags of a group, by their keys. */
async function listGroupedTags(db: Db, project: number, group: string): Promise<number[]> {
  const rows = await db
    .selectFrom('tags')
    .select('tag')
    .where('project', '=', project)
    .where('tag_group', '=', group)
    .where('is_system', '=', false)
    .execute();
  return rows.map(({ tag }) => tag);
}

/** Changes all tags of a group, and returns their number. */
export async function updateTagGroup(
  db: Db,
  project: number,
  { group, changes }: { group: string; changes: { color?: string; tag_group?: string | null } },
): Promise<number> {
  const tags = await listGroupedTags(db, project, group);
  if (tags.length === 0 || Object.keys(changes).length === 0) return tags.length;
  await db.updateTable('tags').set(changes).where('project', '=', project).where('tag', 'in', tags).execute();
  return tags.length;
}

/** Deletes all tags of a group, and returns their number. */
export async function deleteGroupedTags(db: Db, project: number, group: string): Promise<number> {
  const tags = await listGroupedTags(db, project, group);
  for (const tag of tags) await deleteTag(db, project, tag);
  return tags.length;
}

export async function insertTag(
  { db, append }: Transaction,
  project: number,
  { tag: { name, color, group }, maximum, now }: { tag: NewTag; maximum: number; now: Date },
): Promise<string> {
  await refuseAddition(db, project, { table: 'tags', key: 'tag', name, maximum });
  const id = createUuid();
  await append('tags', [
    {
      project,
      tag: await nextKeys(db, project, 'tag'),
      id,
      name,
      name_key: toNameKey(name),
      color,
      tag_group: group,
      is_system: false,
      created_at: now.toISOString(),
    },
  ]);
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
