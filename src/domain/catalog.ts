import { type Static, Type } from 'typebox';
import { Strict } from './paging.ts';
import { OneOf } from './schema.ts';
import { Text } from './text.ts';

/** A model, with the one channel that its answers come through. Both share a key in the facts. */
export interface CatalogEntry {
  key: number;
  model_id: string;
  /** The id that other tools use for it; null for a company's own model. */
  public_id: string | null;
  channel_id: string;
  name: string;
  /** A name of the product family that people recognize. */
  family: string;
  description: string;
}

/** A model that a company added. */
export interface OwnModel extends CatalogEntry {
  /** Answers may still have its key, but nothing else finds it. */
  is_deleted: boolean;
}

/** Which ids of built-in models responses carry. Input takes both. */
export type ModelIds = 'specification' | 'public';

/** The id under which a model is shown. */
export function toModelId({ model_id, public_id }: CatalogEntry, ids: ModelIds): string {
  return ids === 'public' ? (public_id ?? model_id) : model_id;
}

/** The models that a project's answers can come from. */
export interface Catalog {
  /** Built-in models in the order of the specification, then the company's own by age. */
  entries: readonly CatalogEntry[];
  /** By the id of the specification, the public id, or the id that the company gave. */
  findModel(id: string): CatalogEntry | undefined;
  findChannel(id: string): CatalogEntry | undefined;
  /** The entry of a key that facts have; every such key has one. */
  get(key: number): CatalogEntry;
}

/** What people call the families that the specification's ids begin with. */
const FAMILIES: Record<string, string> = {
  famA: 'ChatGPT',
  famB: 'Perplexity',
  famC: 'Google',
  famD: 'GPT',
  famE: 'Gemini',
  famF: 'Claude',
  famG: 'Microsoft Copilot',
  famH: 'Llama',
  famJ: 'DeepSeek',
  famK: 'Grok',
};

/** The models of the specification: id, public id, name. Their order is kept forever: a model's place is its key in the facts. */
const BUILT_IN_MODELS = [
  ['famA-scraper', 'chatgpt-scraper', 'ChatGPT (web)'],
  ['famB-scraper', 'perplexity-scraper', 'Perplexity (web)'],
  ['famC-ai-overview-scraper', 'google-ai-overview-scraper', 'Google AI Overview (web)'],
  ['famD-4o-search', 'gpt-4o-search', 'GPT-4o Search'],
  ['famC-ai-mode-scraper', 'google-ai-mode-scraper', 'Google AI Mode (web)'],
  ['famE-scraper', 'gemini-scraper', 'Gemini (web)'],
  ['famF-sonnet-4', 'claude-sonnet-4', 'Claude Sonnet 4'],
  ['famG-scraper', 'microsoft-copilot-scraper', 'Microsoft Copilot (web)'],
  ['famF-haiku-4.5', 'claude-haiku-4.5', 'Claude Haiku 4.5'],
  ['famF-3.5-haiku', 'claude-3.5-haiku', 'Claude 3.5 Haiku'],
  ['famD-4o', 'gpt-4o', 'GPT-4o'],
  ['famD-3.5-turbo', 'gpt-3.5-turbo', 'GPT-3.5 Turbo'],
  ['famE-2.5-flash', 'gemini-2.5-flash', 'Gemini 2.5 Flash'],
  ['famB-sonar', 'sonar', 'Perplexity Sonar'],
  ['famJ-r1', 'deepseek-r1', 'DeepSeek R1'],
  ['famH-3.3-70b-instruct', 'llama-3.3-70b-instruct', 'Llama 3.3 70B Instruct'],
  ['famK-scraper', 'grok-scraper', 'Grok (web)'],
  ['famK-api', 'grok-api', 'Grok (API)'],
  ['famH-sonar', 'llama-sonar', 'Llama Sonar'],
] as const;

/** A text in which the specification's ids are replaced by those that responses carry. */
export function showModelIds(text: string, ids: ModelIds): string {
  if (ids === 'specification') return text;
  return text.replace(/fam[A-K](?:-[a-z0-9.]+)+/g, (id) => BUILT_IN_MODELS.find(([known]) => known === id)?.[1] ?? id);
}

/** Own models have keys from here on, so that there is room for more built-in ones. */
export const FIRST_OWN_KEY = 1000;

const BUILT_IN_ENTRIES: readonly CatalogEntry[] = BUILT_IN_MODELS.map(([model_id, public_id, name], key) => {
  const token = toFamily(model_id);
  const earlier = BUILT_IN_MODELS.slice(0, key).filter(([other]) => toFamily(other) === token).length;
  return {
    key,
    model_id,
    public_id,
    channel_id: `${token}-${earlier}`,
    name,
    family: FAMILIES[token]!,
    description: model_id.endsWith('-scraper') ? `${name}: the public web page` : `${name} through its API`,
  };
});

/** The catalog of a company without models of its own. */
export const BUILT_IN = createCatalog([]);

/** The built-in models, and a company's own in the order they are given. */
export function createCatalog(own: readonly OwnModel[]): Catalog {
  const entries = [...BUILT_IN_ENTRIES, ...own.filter(({ is_deleted }) => !is_deleted)];
  const byModel = new Map(
    entries.flatMap((entry) => [entry.model_id, entry.public_id ?? entry.model_id].map((id) => [id, entry] as const)),
  );
  const byChannel = new Map(entries.map((entry) => [entry.channel_id, entry]));
  const byKey = new Map<number, CatalogEntry>([...BUILT_IN_ENTRIES, ...own].map((entry) => [entry.key, entry]));
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

/** A model as input names it: a built-in one by either of its ids, or one of the company's own. */
export const ModelId = Type.String({ examples: BUILT_IN_MODELS.map(([model_id]) => model_id) });

/** The id that a company gives a model of its own. */
export const OwnModelId = Type.String({
  pattern: '^[a-z0-9.-]{1,64}$',
  description: '1 to 64 of a-z, 0-9, "." and "-".',
});

/** What the channel of an own model begins with. */
export const OwnFamily = Type.String({
  pattern: '^(?!fam)[a-z0-9-]{1,32}$',
  description: '1 to 32 of a-z, 0-9 and "-", not beginning with "fam".',
});

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
