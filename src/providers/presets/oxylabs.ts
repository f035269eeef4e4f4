import type { Ask } from '../../domain/ask.ts';
import type { Preset } from './preset.ts';

const API = 'https://data.oxylabs.io/v1/queries';
const DOCUMENTATION = 'https://developers.oxylabs.io/api-targets/llms-and-ai';

const shared = { vendor: 'Oxylabs', checked_on: '2026-11-15', secret_format: 'username:password' };

/** A job is submitted, polled, and its result downloaded ("Push-Pull"). */
function toAsk(body: Record<string, unknown>, response: NonNullable<Ask['response']>): Ask {
  return {
    kind: 'http',
    secret: 'oxylabs',
    timeout_seconds: 60,
    request: {
      method: 'POST',
      url: API,
      headers: { Authorization: 'Basic {{secret_base64}}' },
      body: { prompt: '{{prompt}}', geo_location: '{{country_name}}', parse: true, ...body },
    },
    poll: {
      id: '$.id',
      url: `${API}/{{id}}`,
      done: { path: '$.status', equals: ['done'] },
      failed: { path: '$.status', equals: ['faulted'] },
      every_seconds: 5,
      give_up_seconds: 600,
    },
    // biome-ignore lint/suspicious/noThenProperty: the contract names this field.
    then: { url: `${API}/{{id}}/results` },
    response: {
      ...response,
      error: '$.message',
      // Without this, a page that could not be parsed would count as an empty answer.
      ok: { path: '$.results[*].content.parse_status_code', equals: [12000] },
    },
  };
}

export const oxylabsPresets: Preset[] = [
  {
    ...shared,
    id: 'oxylabs-chatgpt',
    name: 'ChatGPT (web)',
    model_ids: ['famA-scraper'],
    documentation: `${DOCUMENTATION}/chatgpt`,
    ask: toAsk(
      { source: 'chatgpt', search: true },
      {
        answer: '$.results[*].content.markdown_text',
        sources: "$.results[*].content['citations','links'][*]",
        cited: '$.results[*].content.citations[*]',
        source_title: "$['title','text']",
        model: '$.results[*].content.llm_model',
      },
    ),
  },
  {
    ...shared,
    id: 'oxylabs-perplexity',
    name: 'Perplexity (web)',
    model_ids: ['famB-scraper'],
    documentation: `${DOCUMENTATION}/perplexity`,
    ask: toAsk(
      { source: 'perplexity' },
      {
        answer: '$.results[*].content.answer_results_md',
        sources: "$.results[*].content..['sources_results','top_sources'][*]",
        model: '$.results[*].content.model',
      },
    ),
  },
];
