import { type Static, Type } from 'typebox';
import { Strict } from './paging.ts';
import { OneOf } from './schema.ts';
import { Text } from './text.ts';

/** The models of the specification, in its order. The order is kept for ever: a model's place is its key in the facts. */
export const MODEL_IDS = [
  'famA-scraper',
  'famB-scraper',
  'famC-ai-overview-scraper',
  'famD-4o-search',
  'famC-ai-mode-scraper',
  'famE-scraper',
  'famF-sonnet-4',
  'famG-scraper',
  'famF-haiku-4.5',
  'famF-3.5-haiku',
  'famD-4o',
  'famD-3.5-turbo',
  'famE-2.5-flash',
  'famB-sonar',
  'famJ-r1',
  'famH-3.3-70b-instruct',
  'famK-scraper',
  'famK-api',
  'famH-sonar',
];

export interface ModelChannel {
  id: string;
  model_id: string;
  description: string;
}

/** One channel for each model, at the same place: a channel's key is its model's key. */
export const MODEL_CHANNELS: readonly ModelChannel[] = MODEL_IDS.map((model_id, place) => {
  const family = toFamily(model_id);
  const earlier = MODEL_IDS.slice(0, place).filter((other) => toFamily(other) === family).length;
  return { id: `${family}-${earlier}`, model_id, description: describeChannel(model_id) };
});

const KEY_OF_MODEL = new Map(MODEL_IDS.map((id, key) => [id, key]));
const KEY_OF_CHANNEL = new Map(MODEL_CHANNELS.map(({ id }, key) => [id, key]));

export const ModelId = Type.String({ enum: MODEL_IDS });

/** Text that a channel's page puts around its answers, and that is cut out before brands are looked for. */
export const Furniture = Strict({
  text: Text(500, { description: '`*` stands for up to 80 characters of the same line.' }),
  cut: OneOf(['text', 'line', 'rest'], {
    description: 'What is cut: the text, also the rest of its line, or everything after it.',
  }),
});
export type Furniture = Static<typeof Furniture>;

export function toModelName(modelId: string): string {
  return modelId.replaceAll('-', ' ');
}

export function toModelKey(id: string): number | undefined {
  return KEY_OF_MODEL.get(id);
}

export function toChannelKey(id: string): number | undefined {
  return KEY_OF_CHANNEL.get(id);
}

export function fromChannelKey(key: number): ModelChannel {
  const channel = MODEL_CHANNELS[key];
  if (!channel) throw new Error(`no model channel has the key ${key}`);
  return channel;
}

function toFamily(modelId: string): string {
  return modelId.slice(0, modelId.indexOf('-'));
}

function describeChannel(modelId: string): string {
  const way = modelId.endsWith('-scraper') ? 'the public web page' : 'the programming interface';
  return `${toModelName(modelId.replace(/-(scraper|api)$/, ''))} through ${way}`;
}
