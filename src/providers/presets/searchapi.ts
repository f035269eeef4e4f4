import type { Preset } from './preset.ts';

const API = 'https://www.searchapi.io/api/v1/search';

interface Engine {
  engine: string;
  name: string;
  model_id: string;
  documentation?: string;
  /** Parameters beyond engine and question. Only AI Mode has one for the place. */
  parameters?: string;
}

function toPreset({ engine, name, model_id, documentation, parameters = '' }: Engine): Preset {
  return {
    id: `searchapi-${engine.replaceAll('_', '-')}`,
    vendor: 'SearchApi',
    name,
    model_ids: [model_id],
    documentation: documentation ?? `https://www.searchapi.io/openapi/${engine}.yaml`,
    checked_on: '2026-11-15',
    secret_format: 'API key',
    ask: {
      kind: 'http',
      secret: 'searchapi',
      timeout_seconds: 180,
      request: {
        method: 'GET',
        url: `${API}?engine=${engine}&q={{prompt}}${parameters}`,
        headers: { Authorization: 'Bearer {{secret}}' },
      },
      response: {
        answer: '$.markdown',
        sources: '$.reference_links[*]',
        source_url: '$.link',
        model: '$.response_metadata.model',
        error: '$.error',
      },
    },
  };
}

export const searchApiPresets: Preset[] = [
  toPreset({
    engine: 'chatgpt',
    name: 'ChatGPT (web)',
    model_id: 'famA-scraper',
    parameters: '&web_search=true',
  }),
  toPreset({ engine: 'perplexity', name: 'Perplexity (web)', model_id: 'famB-scraper' }),
  toPreset({ engine: 'gemini', name: 'Gemini (web)', model_id: 'famE-scraper' }),
  toPreset({
    engine: 'bing_copilot',
    name: 'Copilot Search in Bing (web)',
    model_id: 'famG-scraper',
  }),
  toPreset({
    engine: 'google_ai_mode',
    name: 'Google AI Mode (web)',
    model_id: 'famC-ai-mode-scraper',
    documentation: 'https://www.searchapi.io/docs/google-ai-mode-api',
    parameters: '&location={{country_name}}&hl={{language}}',
  }),
];
