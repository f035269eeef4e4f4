import { type AskableChannel, isAskable } from '../collection/channel-asks.ts';
import { AppError, invalid, notFound } from '../errors.ts';
import { listChannels } from '../store/queries/channels.ts';
import { findKey, findKeys, type KeyedKind } from '../store/queries/lookups.ts';
import type { Db } from '../store/schema.ts';

/** The key of the object with this id, or 404. */
export async function requireKey(
  db: Db,
  project: number,
  { kind, id }: { kind: KeyedKind; id: string },
): Promise<number> {
  const key = await findKey(db, project, { kind, id });
  if (key === undefined) throw notFound(kind);
  return key;
}

interface ReferenceInput {
  topic_id?: string | null | undefined;
  tag_ids?: readonly string[] | undefined;
}

/** A function that returns the keys of a topic and of tags by their ids, or throws a 400 that names the unknown ones. */
export async function loadReferences(db: Db, project: number, inputs: readonly ReferenceInput[]) {
  const topicIds = [...new Set(inputs.flatMap(({ topic_id }) => topic_id ?? []))];
  const tagIds = [...new Set(inputs.flatMap(({ tag_ids }) => tag_ids ?? []))];
  const topics = await findKeys(db, project, { kind: 'topic', ids: topicIds });
  const tags = await findKeys(db, project, { kind: 'tag', ids: tagIds });
  return ({ topic_id, tag_ids = [] }: ReferenceInput): { topic: number; tags: number[] } => {
    const unknownTags = tag_ids.filter((id) => !tags.has(id));
    const topic = topic_id == null ? 0 : topics.get(topic_id);
    const details = [
      ...unknownTags.map((id) => ({ path: 'tag_ids', message: `The tag ${id.slice(0, 100)} does not exist.` })),
      ...(topic === undefined
        ? [{ path: 'topic_id', message: `The topic ${topic_id!.slice(0, 100)} does not exist.` }]
        : []),
    ];
    if (topic === undefined || details.length > 0) {
      throw new AppError('invalid_request', details.map(({ message }) => message).join(' '), { details });
    }
    return { topic, tags: [...new Set(tag_ids)].map((id) => tags.get(id)!) };
  };
}

/** The channel with this id, if it can be asked. */
export async function requireAskable(db: Db, project: number, id: string): Promise<AskableChannel> {
  const channel = (await listChannels(db, project)).find(({ channel_id }) => channel_id === id);
  if (!channel) throw invalid('model_channel_id', `There is no channel ${id.slice(0, 100)}.`);
  if (isAskable(channel)) return channel;
  throw invalid('model_channel_id', `${channel.name} is not set up for asking.`);
}
