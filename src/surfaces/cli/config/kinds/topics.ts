import { type Static, Type } from 'typebox';
import { Nullable, Strict } from '../../../../domain/paging.ts';
import { Defaulted } from '../../../../domain/schema.ts';
import { toNameKey } from '../../../../domain/text.ts';
import { NewTopic } from '../../../../domain/topic.ts';
import { collect, defineKind } from '../config-kind.ts';

const TopicEntry = Strict({
  name: NewTopic.properties.name,
  country_code: Defaulted(Nullable(Type.Required(NewTopic).properties.country_code), null),
});
type TopicEntry = Static<typeof TopicEntry>;

export const topics = defineKind<TopicEntry>({
  section: 'topics',
  noun: 'topic',
  schema: TopicEntry,
  toKey: ({ name }) => toNameKey(name),
  toLabel: ({ name }) => name,
  read: async ({ client, scope }) => {
    const stored = await collect(client.list('GET /topics', scope));
    return stored.map(({ id, ...entry }) => ({ id, entry }));
  },
  create: ({ client, scope }, { name, country_code }) =>
    client.call('POST /topics', { ...scope, name, ...(country_code === null ? {} : { country_code }) }),
  update: async ({ client, scope }, { stored: { id }, changes }) => {
    await client.call('PATCH /topics/{id}', { ...scope, id, ...changes });
  },
  remove: {
    description: 'its prompts stay, without a topic',
    run: async ({ client, scope }, { id }) => {
      await client.call('DELETE /topics/{id}', { ...scope, id });
    },
  },
});
