import type { Preset } from './preset.ts';

const API = 'https://api.cloro.dev/v1/monitor';
const DOCUMENTATION = 'https://docs.cloro.dev/api-reference/endpoint';

const shared = { vendor: 'cloro', checked_on: '2026-11-15', secret_format: 'API key' };
const channel = { kind: 'http' as const, secret: 'cloro', timeout_seconds: 300 };
const headers = { Authorization: 'Bearer {{secret}}' };
const ok = { path: '$.success', equals: [true] };

interface Assistant {
  endpoint: string;
  name: string;
  model_id: string;
  /** Flags beyond the Markdown. */
  include?: Record<string, boolean>;
}

function toPreset({ endpoint, name, model_id, include = {} }: Assistant): Preset {
  return {
    ...shared,
    id: `cloro-${endpoint}`,
    name,
    model_ids: [model_id],
    documentation: `${DOCUMENTATION}/monitor-${endpoint}`,
    ask: {
      ...channel,
      request: {
        method: 'POST',
        url: `${API}/${endpoint}`,
        headers,
        body: { prompt: '{{prompt}}', country: '{{country_code}}', include: { markdown: true, ...include } },
      },
      response: {
        answer: '$.result.markdown',
        sources: '$.result.sources[*]',
        cited: '$.result.citationPills[*]',
        source_title: '$.label',
        queries: '$.result.searchQueries[*]',
        model: '$.result.model',
        ok,
      },
    },
  };
}

export const cloroPresets: Preset[] = [
  toPreset({
    endpoint: 'chatgpt',
    name: 'ChatGPT (web)',
    model_id: 'famA-scraper',
    include: { searchQueries: true },
  }),
  toPreset({ endpoint: 'perplexity', name: 'Perplexity (web)', model_id: 'famB-scraper' }),
  toPreset({ endpoint: 'aimode', name: 'Google AI Mode (web)', model_id: 'famC-ai-mode-scraper' }),
  toPreset({ endpoint: 'gemini', name: 'Gemini (web)', model_id: 'famE-scraper' }),
  toPreset({ endpoint: 'copilot', name: 'Microsoft Copilot (web)', model_id: 'famG-scraper' }),
  toPreset({ endpoint: 'grok', name: 'Grok (web)', model_id: 'famK-scraper' }),
  {
    ...shared,
    id: 'cloro-aioverview',
    name: 'Google AI Overview (web)',
    model_ids: ['famC-ai-overview-scraper'],
    documentation: `${DOCUMENTATION}/google/ai-overview`,
    ask: {
      ...channel,
      request: {
        method: 'POST',
        url: `${API}/google`,
        headers,
        body: {
          query: '{{prompt}}',
          country: '{{country_code}}',
          include: { aioverview: { markdown: true } },
        },
      },
      response: {
        answer: '$.result.aioverview.markdown',
        sources: '$.result.aioverview.sources[*]',
        source_url: "$['url','link']",
        source_title: "$['label','title']",
        ok,
      },
    },
  },
];
