import type { MetricChange } from '../domain/event.ts';
import type { Overview } from '../reports/overview.ts';
import { listChannels } from '../store/queries/channels.ts';
import { findNames } from '../store/queries/names.ts';
import type { Db } from '../store/schema.ts';

type Mover = Overview['movers'][number];

const MAX_NAME = 200;

/** Significant changes with the names of what they are about. */
export async function nameChanges(db: Db, project: number, movers: readonly Mover[]): Promise<MetricChange[]> {
  const listIds = (pick: (mover: Mover) => { id: string } | null | undefined) =>
    movers.flatMap((mover) => pick(mover)?.id ?? []);
  const prompts = await findNames(db, project, { kind: 'prompt', ids: listIds(({ prompt }) => prompt) });
  const topics = await findNames(db, project, { kind: 'topic', ids: listIds(({ topic }) => topic) });
  const channels = new Map((await listChannels(db, project)).map(({ channel_id, name }) => [channel_id, name]));
  const withName = ({ id }: { id: string }, names: ReadonlyMap<string, string>) => ({
    id,
    name: cut(names.get(id) ?? id),
  });
  return movers.map(({ brand, metric, prompt, topic, model_channel, value, previous, difference }) => ({
    brand: { id: brand.id, name: brand.name },
    metric,
    ...(prompt ? { prompt: withName(prompt, prompts) } : {}),
    ...(topic === undefined ? {} : { topic: topic && withName(topic, topics) }),
    ...(model_channel ? { model_channel: withName(model_channel, channels) } : {}),
    value,
    previous,
    difference,
  }));
}

function cut(name: string): string {
  return name.length > MAX_NAME ? `${name.slice(0, MAX_NAME - 1)}…` : name;
}

/** The same for the same change: of what, and in which direction. */
export function toChangeKey({ brand, metric, prompt, topic, model_channel, difference }: MetricChange): string {
  const place = [prompt?.id, topic === null ? 'none' : topic?.id, model_channel?.id];
  return JSON.stringify([brand.id, metric, ...place, difference > 0]);
}
