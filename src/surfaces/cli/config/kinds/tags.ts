import { NewTag } from '../../../../domain/tag.ts';
import { toNameKey } from '../../../../domain/text.ts';
import { collect, defineKind } from '../config-kind.ts';

export const tags = defineKind<NewTag>({
  section: 'tags',
  noun: 'tag',
  schema: NewTag,
  toKey: ({ name }) => toNameKey(name),
  toLabel: ({ name }) => name,
  read: async ({ client, scope }) => {
    const stored = await collect(client.list('GET /tags', scope));
    return stored.map(({ id, is_system, ...entry }) => ({ id, entry, is_removed: is_system }));
  },
  create: ({ client, scope }, tag) => client.call('POST /tags', { ...scope, ...tag }),
  update: async ({ client, scope }, { stored: { id }, changes }) => {
    await client.call('PATCH /tags/{id}', { ...scope, id, ...changes });
  },
  remove: {
    description: 'its prompts stay, without the tag',
    run: async ({ client, scope }, { id }) => {
      await client.call('DELETE /tags/{id}', { ...scope, id });
    },
  },
});
