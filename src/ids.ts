import { v7 } from 'uuid';

/** The prefix of each kind of id. Outside, an id is prefix + UUID; inside, the UUID alone beside a small integer key. */
export const ID_PREFIXES = {
  project: 'or',
  brand: 'kw',
  prompt: 'pr',
  suggestion: 'ps',
  brand_suggestion: 'bs',
  tag: 'tg',
  topic: 'to',
  topic_suggestion: 'ts',
  chat: 'ch',
  correction: 'co',
  key: 'ky',
  share_link: 'sl',
  run: 'ru',
  task: 'ta',
  webhook: 'wh',
  event: 'ev',
  delivery: 'de',
} as const;

export type IdKind = keyof typeof ID_PREFIXES;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** A new UUIDv7; within one process, later ones always sort after earlier ones. */
export function createUuid(): string {
  return v7();
}

export function toId(kind: IdKind, uuid: string): string {
  return `${ID_PREFIXES[kind]}_${uuid}`;
}

/** The UUID inside an id, or null where it cannot be an id of that kind: the caller treats it as unknown. */
export function parseId(kind: IdKind, id: string): string | null {
  const prefix = `${ID_PREFIXES[kind]}_`;
  if (!id.startsWith(prefix)) return null;
  const uuid = id.slice(prefix.length);
  return UUID.test(uuid) ? uuid : null;
}

export function parseIds(kind: IdKind, ids: readonly string[]): string[] {
  return ids.map((id) => parseId(kind, id)).filter((uuid) => uuid !== null);
}
