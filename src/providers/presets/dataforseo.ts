import type { Ask } from '../../domain/ask.ts';
import type { Preset } from './preset.ts';

const API = 'https://api.dataforseo.com/v3';
const DOCUMENTATION = 'https://docs.dataforseo.com/v3';

const shared = { vendor: 'DataForSEO', checked_on: '2026-11-15', secret_format: 'login:password' };

/** Failures come with status 200 and a code in each task: see https://docs.dataforseo.com/v3/appendix/errors. */
const reporting: Pick<NonNullable<Ask['response']>, 'cost' | 'error' | 'ok'> = {
  cost: '$.tasks[*].cost',
  error: '$.tasks[*].status_message',
  ok: {
    path: '$.tasks[*].status_code',
    equals: [20000],
    reasons: {
      40100: 'unauthorized',
      40200: 'no_credit',
      40202: 'rate_limited',
      40210: 'no_credit',
      50000: 'overloaded',
    },
  },
};

interface Task {
  path: string;
  /** Fields of the task beyond keyword, place and language. */
  options?: Record<string, unknown>;
  response: NonNullable<Ask['response']>;
}

/** DataForSEO decodes `%` and `+` in a keyword, so a prompt with one of them arrives changed. */
function toAsk({ path, options = {}, response }: Task): Ask {
  return {
    kind: 'http',
    secret: 'dataforseo',
    timeout_seconds: 180,
    request: {
      method: 'POST',
      url: `${API}/${path}`,
      headers: { Authorization: 'Basic {{secret_base64}}' },
      body: [{ keyword: '{{prompt}}', location_name: '{{country_name}}', language_code: '{{language}}', ...options }],
    },
    response: { ...response, ...reporting },
  };
}

const chat = {
  answer: '$.tasks[*].result[*].markdown',
  sources: "$.tasks[*].result[*]['search_results','sources'][*]",
  cited: '$.tasks[*].result[*].sources[*]',
  queries: '$.tasks[*].result[*].fan_out_queries[*]',
  model: '$.tasks[*].result[*].model',
};
const overview = {
  answer: "$.tasks[*].result[*].items[?@.type == 'ai_overview'].items[*].markdown",
  sources: "$.tasks[*].result[*].items[?@.type == 'ai_overview'].references[*]",
  cited: "$.tasks[*].result[*].items[?@.type == 'ai_overview'].items[*].references[*]",
};

export const dataForSeoPresets: Preset[] = [
  {
    ...shared,
    id: 'dataforseo-chatgpt',
    name: 'ChatGPT (web)',
    model_ids: ['famA-scraper'],
    documentation: `${DOCUMENTATION}/ai_optimization/chat_gpt/llm_scraper/live/advanced/`,
    ask: toAsk({
      path: 'ai_optimization/chat_gpt/llm_scraper/live/advanced',
      options: { force_web_search: true },
      response: chat,
    }),
  },
  {
    ...shared,
    id: 'dataforseo-gemini',
    name: 'Gemini (web)',
    model_ids: ['famE-scraper'],
    documentation: `${DOCUMENTATION}/ai_optimization/gemini/llm_scraper/live/advanced/`,
    ask: toAsk({ path: 'ai_optimization/gemini/llm_scraper/live/advanced', response: chat }),
  },
  {
    ...shared,
    id: 'dataforseo-ai-mode',
    name: 'Google AI Mode (web)',
    model_ids: ['famC-ai-mode-scraper'],
    documentation: `${DOCUMENTATION}/serp/google/ai_mode/live/advanced/`,
    ask: toAsk({ path: 'serp/google/ai_mode/live/advanced', response: overview }),
  },
  {
    ...shared,
    id: 'dataforseo-ai-overview',
    name: 'Google AI Overview (web)',
    model_ids: ['famC-ai-overview-scraper'],
    documentation: `${DOCUMENTATION}/serp/google/organic/live/advanced/`,
    ask: toAsk({
      path: 'serp/google/organic/live/advanced',
      options: { load_async_ai_overview: true },
      response: overview,
    }),
  },
];
