import { NewTag, Tag, TagChanges } from '../domain/tag.ts';
import { deleteTag, insertTag, listTags, updateTag } from '../store/queries/tags.ts';
import { defineNamedResource } from './named-resource.ts';

export const tagOperations = defineNamedResource({
  kind: 'tag',
  item: Tag,
  created: NewTag,
  changes: TagChanges,
  list: listTags,
  insert: ({ db }, project, { value, context }) =>
    insertTag(db, project, { tag: value, maximum: context.config.MAX_TAGS, now: context.now() }),
  update: ({ db }, project, { key, changes }) => updateTag(db, project, { tag: key, changes }),
  remove: ({ db }, project, { key }) => deleteTag(db, project, key),
  removal: 'Deletes the tag and removes it from its prompts.',
});
