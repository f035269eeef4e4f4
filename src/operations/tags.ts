import { Type } from 'typebox';
import { List, Strict, toList } from '../domain/paging.ts';
import { Defaulted } from '../domain/schema.ts';
import { NewTag, Tag, TagChanges, TagColor, TagGroupName } from '../domain/tag.ts';
import { notFound } from '../errors.ts';
import {
  deleteGroupedTags,
  deleteTag,
  insertTag,
  listTagGroups,
  listTags,
  updateTag,
  updateTagGroup,
} from '../store/queries/tags.ts';
import { defineNamedResource } from './named-resource.ts';
import { defineOperation } from './operation.ts';

const group = 'Tags';
const TagCount = Strict({ tag_count: Type.Integer({ description: 'How many tags were in the group.' }) });

export const tagOperations = [
  ...defineNamedResource({
    kind: 'tag',
    tools: {
      list: 'The tags of the project. Use it to find the ID of a tag.',
      create: 'Adds a tag to mark prompts with.',
    },
    item: Tag,
    created: NewTag,
    changes: TagChanges,
    filters: { group: Type.Optional(Type.String({ description: 'Only tags of this group.' })) },
    list: listTags,
    insert: (transaction, project, { value, context }) =>
      insertTag(transaction, project, { tag: value, maximum: context.config.MAX_TAGS, now: context.now() }),
    update: ({ db }, project, { key, changes }) => updateTag(db, project, { tag: key, changes }),
    remove: ({ db }, project, { key }) => deleteTag(db, project, key),
    removal: 'Deletes the tag and removes it from its prompts.',
  }),
  defineOperation({
    id: 'list_tag_groups',
    method: 'GET',
    path: '/tag-groups',
    group,
    summary: 'List Tag Groups',
    description: 'The groups that tags are in. `color` is that of the oldest tag in the group.',
    scope: 'project',
    right: 'read',
    is_remembered: true,
    output: List(Strict({ group: Type.String(), color: TagColor, tag_count: Type.Integer() })),
    handle: async ({ reader, project }) => {
      const data = await listTagGroups(reader.db, project);
      return toList({ data, total: data.length });
    },
  }),
  defineOperation({
    id: 'update_tag_group',
    method: 'PATCH',
    path: '/tag-groups/{group}',
    group,
    summary: 'Update Tag Group',
    description:
      'Renames a group, or changes the color of all its tags. Renaming it to the name of another group merges the two.',
    scope: 'project',
    right: 'write',
    input: { group: Type.String(), name: Type.Optional(TagGroupName), color: Type.Optional(TagColor) },
    output: TagCount,
    handle: async ({ project, input, write }) =>
      write(async ({ db }) => {
        const { name, color } = input;
        const changes = {
          ...(name === undefined ? {} : { tag_group: name }),
          ...(color === undefined ? {} : { color }),
        };
        return toTagCount(await updateTagGroup(db, project, { group: input.group, changes }));
      }),
  }),
  defineOperation({
    id: 'delete_tag_group',
    method: 'DELETE',
    path: '/tag-groups',
    group,
    summary: 'Delete Tag Group',
    description: 'Its tags stay, without a group. With `delete_tags` they are deleted and removed from their prompts.',
    scope: 'project',
    right: 'write',
    input: { group: Type.String(), delete_tags: Defaulted(Type.Boolean(), false) },
    in_query_or_body: ['group'],
    output: TagCount,
    handle: async ({ project, input: { group: name, delete_tags }, write }) =>
      write(async ({ db }) => {
        if (delete_tags) return toTagCount(await deleteGroupedTags(db, project, name));
        return toTagCount(await updateTagGroup(db, project, { group: name, changes: { tag_group: null } }));
      }),
  }),
];

function toTagCount(tag_count: number) {
  if (tag_count === 0) throw notFound('tag group');
  return { tag_count };
}
