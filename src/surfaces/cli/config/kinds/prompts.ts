import { type Static, Type } from 'typebox';
import { MAX_LABEL_LENGTH } from '../../../../domain/limits.ts';
import { Nullable, Strict } from '../../../../domain/paging.ts';
import { ImportedPrompt, PromptChanges } from '../../../../domain/prompt.ts';
import { Defaulted } from '../../../../domain/schema.ts';
import { Text, toNameKey } from '../../../../domain/text.ts';
import { type ConfigProject, collect, defineKind } from '../config-kind.ts';

const { text, country_code } = ImportedPrompt.properties;
const PromptEntry = Strict({
  text,
  country_code,
  topic: Defaulted(Nullable(Text(MAX_LABEL_LENGTH)), null),
  tags: Defaulted(Type.Array(Text(MAX_LABEL_LENGTH), { maxItems: 1000 }), []),
  volume: PromptChanges.properties.volume,
});
type PromptEntry = Static<typeof PromptEntry>;

export const prompts = defineKind<PromptEntry>({
  section: 'prompts',
  noun: 'prompt',
  schema: PromptEntry,
  sets: ['tags'],
  references: { topic: 'topics', tags: 'tags' },
  toKey: (prompt) => `${prompt.country_code} ${prompt.text}`,
  toLabel: (prompt) => `"${prompt.text}" (${prompt.country_code})`,
  read: async (project) => {
    const { client, scope } = project;
    const active = await collect(client.list('GET /prompts', scope));
    const archived = await collect(client.list('GET /prompts', { ...scope, is_archived: true }));
    const topicNames = listNames(project, 'topics');
    const tagNames = listNames(project, 'tags');
    return [...active, ...archived].map(({ id, messages, user_location, topic, tags, ...prompt }) => ({
      id,
      is_removed: prompt.is_archived,
      entry: {
        text: messages[0]!.content,
        country_code: user_location.country,
        topic: topic === null ? null : (topicNames.get(topic.id) ?? null),
        tags: tags.flatMap((tag) => tagNames.get(tag.id) ?? []),
        // An estimate is the service's own: only a volume that was given is configuration.
        ...(prompt.volume_source === 'import' ? { volume: prompt.volume } : {}),
      },
    }));
  },
  create: async (project, prompt) => {
    const { client, scope } = project;
    const { id } = await client.call('POST /prompts', { ...scope, ...toNewPrompt(project, prompt) });
    if (prompt.volume !== undefined) await client.call('PATCH /prompts/{id}', { ...scope, id, volume: prompt.volume });
    return { id };
  },
  createMany: {
    suits: ({ volume }) => volume === undefined,
    run: async (project, entries) => {
      const created = entries.map((entry) => toNewPrompt(project, entry));
      const { rejected } = await project.client.call('POST /prompts/bulk', { ...project.scope, prompts: created });
      return rejected.length === 0
        ? undefined
        : rejected.map(({ index, message }) => `"${entries[index]!.text}": ${message}`).join('\n');
    },
  },
  update: async (project, { stored: { id }, changes: { topic, tags, volume } }) => {
    await project.client.call('PATCH /prompts/{id}', {
      ...project.scope,
      id,
      ...(topic === undefined ? {} : { topic_id: topic === null ? null : findId(project, 'topics', topic) }),
      ...(tags === undefined ? {} : { tag_ids: tags.map((tag) => findId(project, 'tags', tag)) }),
      ...(volume === undefined ? {} : { volume }),
    });
  },
  restore: {
    description: 'taken out of the archive',
    run: async ({ client, scope }, { id }) => {
      await client.call('POST /prompts/{id}/unarchive', { ...scope, id });
    },
  },
  remove: {
    description: 'archived; its answers stay',
    run: async ({ client, scope }, { id }) => {
      await client.call('POST /prompts/{id}/archive', { ...scope, id });
    },
  },
});

function toNewPrompt(project: ConfigProject, prompt: PromptEntry) {
  return {
    text: prompt.text,
    country_code: prompt.country_code,
    tag_ids: prompt.tags.map((tag) => findId(project, 'tags', tag)),
    ...(prompt.topic === null ? {} : { topic_id: findId(project, 'topics', prompt.topic) }),
  };
}

function listNames({ stored }: ConfigProject, section: string): Map<string, string> {
  return new Map(stored.get(section)?.map(({ id, entry }) => [id, String(entry.name)]));
}

/** References are checked before the first change, and what they name is created before prompts are. */
function findId({ stored }: ConfigProject, section: string, name: string): string {
  return stored.get(section)!.find(({ entry }) => toNameKey(String(entry.name)) === toNameKey(name))!.id;
}
