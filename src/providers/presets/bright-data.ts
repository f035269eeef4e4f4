import type { Preset } from './preset.ts';

const API = 'https://api.brightdata.com/datasets/v3';

/** A request that takes over a minute is answered with a snapshot, which is polled and then downloaded. */
export const brightDataPresets: Preset[] = [
  {
    id: 'bright-data-chatgpt',
    vendor: 'Bright Data',
    name: 'ChatGPT (web)',
    model_ids: ['famA-scraper'],
    documentation: 'https://docs.brightdata.com/api-reference/scrapers/ai-search-apis/chatgpt-search-by-prompt',
    checked_on: '2026-11-15',
    secret_format: 'API key',
    ask: {
      kind: 'http',
      secret: 'bright-data',
      timeout_seconds: 120,
      request: {
        method: 'POST',
        url: `${API}/scrape?dataset_id=gd_m7aof0k82r803d5bjm&format=json&include_errors=true`,
        headers: { Authorization: 'Bearer {{secret}}' },
        body: {
          input: [{ url: 'https://chatgpt.com/', prompt: '{{prompt}}', country: '{{country_code}}', web_search: true }],
        },
      },
      poll: {
        id: '$.snapshot_id',
        url: `${API}/progress/{{id}}`,
        done: { path: '$.status', equals: ['ready'] },
        failed: { path: '$.status', equals: ['failed', 'canceled'] },
        every_seconds: 5,
        give_up_seconds: 900,
      },
      // biome-ignore lint/suspicious/noThenProperty: the contract names this field.
      then: { id: '$.snapshot_id', url: `${API}/snapshot/{{id}}?format=json` },
      response: {
        answer: '$[*].answer_text_markdown',
        sources: "$[*]['search_sources','citations'][*]",
        cited: '$[*].citations[?@.cited != false]',
        model: '$[*].model',
        error: '$[*].error',
        // Every answer says whether ChatGPT searched; a record that only reports an error does not.
        ok: { path: '$[*].web_search_triggered', equals: [true, false] },
      },
    },
  },
];
