import { toLooseKey } from './names.ts';

/** A model that answers can come from, with its one channel. */
export interface KnownModel {
  id: string;
  /** The id that other tools use; null for a company's own model. */
  public_id: string | null;
  name: string;
  channel_id: string;
}

/** Models as the API lists them. */
export function toKnownModels(
  listed: readonly { id: string; public_id: string | null; name: string; model_channels: readonly { id: string }[] }[],
): KnownModel[] {
  return listed.map(({ id, public_id, name, model_channels }) => ({
    id,
    public_id,
    name,
    channel_id: model_channels[0]?.id ?? id,
  }));
}

/** What people call the assistants on the web, by public id. A vendor's name alone is no model. */
const NICKNAMES: Record<string, string[]> = {
  'chatgpt-scraper': ['ChatGPT', 'OpenAI ChatGPT', 'ChatGPT Search', 'chatgpt.com'],
  'perplexity-scraper': ['Perplexity', 'Perplexity AI', 'perplexity.ai'],
  'google-ai-overview-scraper': [
    'Google AI Overview',
    'Google AI Overviews',
    'AI Overview',
    'AI Overviews',
    'Google AIO',
    'AIO',
    'Google SGE',
  ],
  'google-ai-mode-scraper': ['Google AI Mode', 'AI Mode'],
  'gemini-scraper': ['Gemini', 'Google Gemini', 'gemini.google.com'],
  'microsoft-copilot-scraper': ['Microsoft Copilot', 'Copilot', 'MS Copilot', 'Bing Copilot', 'Bing Chat'],
  'grok-scraper': ['Grok', 'xAI Grok'],
  'gpt-4o-search': ['GPT-4o Search Preview'],
  sonar: ['Perplexity Sonar', 'Perplexity API'],
};

/** Finds models by how people write them: undefined if none has the name, several if it is not clear which is meant. */
export function createModelFinder(models: readonly KnownModel[]): (text: string) => KnownModel[] {
  const exact = toIndex(models, ({ id, public_id, channel_id }) => [id, public_id ?? id, channel_id]);
  const names = toIndex(models, ({ id, public_id, name }) => [name, id, public_id ?? id].map(toLooseKey));
  const nicknames = toIndex(models, ({ public_id }) => (NICKNAMES[public_id ?? ''] ?? []).map(toLooseKey));
  return (text) => {
    const key = toLooseKey(text);
    return exact.get(text.trim()) ?? names.get(key) ?? nicknames.get(key) ?? [];
  };
}

function toIndex(models: readonly KnownModel[], toKeys: (model: KnownModel) => string[]): Map<string, KnownModel[]> {
  const index = new Map<string, KnownModel[]>();
  for (const model of models) {
    for (const key of new Set(toKeys(model))) index.set(key, [...(index.get(key) ?? []), model]);
  }
  return index;
}
