import { type Static, Type } from 'typebox';
import { Strict } from './paging.ts';
import { OneOf } from './schema.ts';
import { Text } from './text.ts';

/** A model, with the one channel that its answers come through. Both share a key in the facts. */
export interface CatalogEntry {
  key: number;
  model_id: string;
  channel_id: string;
  name: string;
  description: string;
}

/** The models that a project's answers can come from. */
export interface Catalog {
  /** Built-in models in the order of the specification, then the company's own by age. */
  entries: readonly CatalogEntry[];
  findModel(id: string): CatalogEntry | undefined;
  findChannel(id: string): CatalogEntry | undefined;
  /** The entry of a key that facts have; every such key has one. */
  get(key: number): CatalogEntry;
}

/** The models of the specification. Their order is kept forever: a model's place is its key in the facts. */
const BUILT_IN_IDS = [
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

/** Own models have keys from here on, so that there is room for more built-in ones. */
export const FIRST_OWN_KEY = 1000;

const BUILT_IN_ENTRIES: readonly CatalogEntry[] = BUILT_IN_IDS.map((model_id, key) => {
  const family = toFamily(model_id);
  const earlier = BUILT_IN_IDS.slice(0, key).filter((other) => toFamily(other) === family).length;
  return {
    key,
    model_id,
    channel_id: `${family}-${earlier}`,
    name: model_id.replaceAll('-', ' '),
    description: describeChannel(model_id),
  };
});

/** The catalog of a company without models of its own. */
export const BUILT_IN = createCatalog([]);

/** The built-in models, and a company's own in the order they are given. */
export function createCatalog(own: readonly CatalogEntry[]): Catalog {
  const entries = [...BUILT_IN_ENTRIES, ...own];
  const byModel = new Map(entries.map((entry) => [entry.model_id, entry]));
  const byChannel = new Map(entries.map((entry) => [entry.channel_id, entry]));
  const byKey = new Map(entries.map((entry) => [entry.key, entry]));
  return {
    entries,
    findModel: (id) => byModel.get(id),
    findChannel: (id) => byChannel.get(id),
    get: (key) => {
      const entry = byKey.get(key);
      if (!entry) throw new Error(`no model has the key ${key}`);
      return entry;
    },
  };
}

export const ModelId = Type.String({ enum: BUILT_IN_IDS });

/** Text that a channel's page puts around its answers, and that is cut out before brands are looked for. */
export const Furniture = Strict({
  text: Text(500, { description: '`*` stands for up to 80 characters of the same line.' }),
  cut: OneOf(['text', 'line', 'rest'], {
    description: 'What is cut: the text, also the rest of its line, or everything after it.',
  }),
});
export type Furniture = Static<typeof Furniture>;

function toFamily(modelId: string): string {
  return modelId.slice(0, modelId.indexOf('-'));
}

function describeChannel(modelId: string): string {
  const way = modelId.endsWith('-scraper') ? 'the public web page' : 'the API';
  return `${modelId.replace(/-(scraper|api)$/, '').replaceAll('-', ' ')} through ${way}`;
}
