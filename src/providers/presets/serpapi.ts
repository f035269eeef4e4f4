import type { Preset } from './preset.ts';

const API = 'https://serpapi.com/search.json';

const shared = { vendor: 'SerpApi', checked_on: '2026-11-15', secret_format: 'API key' };
const channel = { kind: 'http' as const, secret: 'serpapi', timeout_seconds: 120 };
const PLACE = 'location={{country_name}}&hl={{language}}';
const KEY = 'api_key={{secret}}';
const reporting = {
  source_url: '$.link',
  error: '$.error',
  ok: { path: '$.search_metadata.status', equals: ['Success'], reasons: { Error: 'overloaded' as const } },
};

export const serpApiPresets: Preset[] = [
  {
    ...shared,
    id: 'serpapi-google-ai-mode',
    name: 'Google AI Mode (web)',
    model_ids: ['famC-ai-mode-scraper'],
    documentation: 'https://serpapi.com/google-ai-mode-api',
    ask: {
      ...channel,
      request: { method: 'GET', url: `${API}?engine=google_ai_mode&q={{prompt}}&${PLACE}&no_cache=true&${KEY}` },
      response: { answer: '$.reconstructed_markdown', sources: '$.references[*]', ...reporting },
    },
  },
  {
    ...shared,
    id: 'serpapi-google-ai-overview',
    name: 'Google AI Overview (web)',
    model_ids: ['famC-ai-overview-scraper'],
    documentation: 'https://serpapi.com/google-ai-overview-api',
    ask: {
      ...channel,
      request: { method: 'GET', url: `${API}?engine=google&q={{prompt}}&${PLACE}&no_cache=true&${KEY}` },
      // An overview that Google loads later has to be fetched with its token, within a minute.
      // biome-ignore lint/suspicious/noThenProperty: the contract names this field.
      then: { id: '$.ai_overview.page_token', url: `${API}?engine=google_ai_overview&page_token={{id}}&${KEY}` },
      response: {
        answer: '$.ai_overview.text_blocks..snippet',
        sources: '$.ai_overview.references[*]',
        ...reporting,
      },
    },
  },
];
