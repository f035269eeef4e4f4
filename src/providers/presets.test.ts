import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Ask } from '../domain/ask.ts';
import { ModelId } from '../domain/catalog.ts';
import { validate } from '../domain/validation.ts';
import { http } from './http/http.ts';
import { createOutbound } from './outbound.ts';
import type { Preset } from './presets/preset.ts';
import { PRESETS } from './presets.ts';
import type { Reply } from './provider.ts';

interface Exchange {
  /** How the request begins, method first. */
  request: string;
  status?: number;
  json: unknown;
}

/** Responses as the vendors' documentation shows them, with what must be read out of them. */
const CASES: Record<string, { exchanges: Exchange[]; reply: Partial<Reply>; body?: unknown }> = {};

function answer(id: string, given: (typeof CASES)[string]): void {
  CASES[id] = given;
}

const PAGE_A = { url: 'https://a.com/x', title: 'A' };
const PAGE_B = { url: 'https://b.com/y', title: 'B' };
const uncited = (page: typeof PAGE_A) => ({ ...page, citation_count: 0 });
const cited = (page: typeof PAGE_A, position: number) => ({ ...page, citation_count: 1, citation_position: position });

const record = {
  url: 'https://chatgpt.com/?q=x',
  prompt: 'Which tea & why?',
  answer_text: 'Green tea.',
  answer_text_markdown: '**Green tea.**',
  model: 'gpt-4o',
  web_search_triggered: true,
  citations: [{ ...PAGE_A, position: 1 }],
  search_sources: [PAGE_A, { ...PAGE_B, favicon: 'https://b.com/favicon.ico' }],
  links_attached: [{ url: 'https://c.com', text: 'C', position: 0 }],
  country: 'DE',
};
answer('bright-data-chatgpt', {
  exchanges: [
    { request: 'POST /datasets/v3/scrape?dataset_id=gd_m7aof0k82r803d5bjm', status: 202, json: { snapshot_id: 's_1' } },
    {
      request: 'GET /datasets/v3/progress/s_1',
      json: { snapshot_id: 's_1', dataset_id: 'gd_m7aof0k82r803d5bjm', status: 'ready' },
    },
    { request: 'GET /datasets/v3/snapshot/s_1?format=json', json: [record] },
  ],
  reply: {
    answer: '**Green tea.**',
    sources: [cited(PAGE_A, 1), uncited(PAGE_B)],
    provider_model: 'gpt-4o',
  },
  body: { input: [{ url: 'https://chatgpt.com/', prompt: 'Which tea & why?', country: 'DE', web_search: true }] },
});

for (const endpoint of ['chatgpt', 'perplexity', 'aimode', 'gemini', 'copilot', 'grok']) {
  answer(`cloro-${endpoint}`, {
    exchanges: [
      {
        request: `POST /v1/monitor/${endpoint}`,
        json: {
          success: true,
          result: {
            text: 'Green tea.',
            markdown: '**Green tea.**',
            model: 'gpt-5-mini',
            sources: [
              { position: 1, url: PAGE_A.url, label: 'A', description: 'About A' },
              { position: 2, url: PAGE_B.url, label: 'B', description: 'About B' },
            ],
            citationPills: [{ label: 'B', citationPillId: 1, url: PAGE_B.url, domain: 'b.com', position: 2 }],
            searchQueries: ['best tea'],
          },
        },
      },
    ],
    reply: {
      answer: '**Green tea.**',
      sources: [uncited(PAGE_A), cited(PAGE_B, 1)],
      queries: ['best tea'],
      provider_model: 'gpt-5-mini',
    },
    body: {
      prompt: 'Which tea & why?',
      country: 'DE',
      include: { markdown: true, ...(endpoint === 'chatgpt' ? { searchQueries: true } : {}) },
    },
  });
}
answer('cloro-aioverview', {
  exchanges: [
    {
      request: 'POST /v1/monitor/google',
      json: {
        success: true,
        result: {
          organicResults: [{ position: 1, title: 'C', link: 'https://c.com' }],
          aioverview: {
            text: 'Green tea.',
            markdown: '**Green tea.**',
            sources: [{ position: 1, url: PAGE_A.url, label: 'A', description: 'About A' }],
          },
        },
      },
    },
  ],
  reply: { answer: '**Green tea.**', sources: [uncited(PAGE_A)] },
});

const toTask = (result: unknown) => ({
  version: '0.1.20250724',
  status_code: 20000,
  status_message: 'Ok.',
  cost: 0.004,
  tasks: [{ id: '1', status_code: 20000, status_message: 'Ok.', cost: 0.004, result: [result] }],
});
for (const [id, path] of [
  ['dataforseo-chatgpt', 'chat_gpt'],
  ['dataforseo-gemini', 'gemini'],
]) {
  answer(id!, {
    exchanges: [
      {
        request: `POST /v3/ai_optimization/${path}/llm_scraper/live/advanced`,
        json: toTask({
          keyword: 'Which tea & why?',
          location_code: 2276,
          language_code: 'de',
          model: 'gpt-4o',
          markdown: '**Green tea.**',
          search_results: [{ type: 'chat_gpt_search_result', ...PAGE_A, domain: 'a.com', description: 'About A' }],
          sources: [{ type: 'chat_gpt_source', ...PAGE_B, domain: 'b.com', snippet: 'About B' }],
          fan_out_queries: ['best tea'],
          items: [{ type: 'chat_gpt_text', markdown: '**Green tea.**' }],
        }),
      },
    ],
    reply: {
      answer: '**Green tea.**',
      sources: [uncited(PAGE_A), cited(PAGE_B, 1)],
      queries: ['best tea'],
      billed: 0.004,
      provider_model: 'gpt-4o',
    },
    body: [
      {
        keyword: 'Which tea & why?',
        location_name: 'Germany',
        language_code: 'de',
        ...(path === 'chat_gpt' ? { force_web_search: true } : {}),
      },
    ],
  });
}
for (const [id, path] of [
  ['dataforseo-ai-mode', 'ai_mode'],
  ['dataforseo-ai-overview', 'organic'],
]) {
  answer(id!, {
    exchanges: [
      {
        request: `POST /v3/serp/google/${path}/live/advanced`,
        json: toTask({
          keyword: 'Which tea & why?',
          items: [
            {
              type: 'ai_overview',
              items: [
                { type: 'ai_overview_element', text: 'Green tea.', markdown: '**Green tea.**', references: [PAGE_A] },
                { type: 'ai_overview_element', text: 'It is mild.', markdown: 'It is mild.' },
              ],
              references: [
                { type: 'ai_overview_reference', source: 'A', domain: 'a.com', ...PAGE_A, text: 'About A' },
                { type: 'ai_overview_reference', source: 'B', domain: 'b.com', ...PAGE_B, text: 'About B' },
              ],
            },
            { type: 'organic', url: 'https://c.com', title: 'C' },
          ],
        }),
      },
    ],
    reply: {
      answer: '**Green tea.**\n\nIt is mild.',
      sources: [cited(PAGE_A, 1), uncited(PAGE_B)],
      billed: 0.004,
    },
  });
}

const toOxylabs = (content: unknown): Exchange[] => [
  { request: 'POST /v1/queries', status: 202, json: { id: '7352996936896485377', status: 'pending' } },
  { request: 'GET /v1/queries/7352996936896485377', json: { id: '7352996936896485377', status: 'done' } },
  {
    request: 'GET /v1/queries/7352996936896485377/results',
    json: { results: [{ content, status_code: 200, job_id: '7352996936896485377', page: 1 }] },
  },
];
answer('oxylabs-chatgpt', {
  exchanges: toOxylabs({
    prompt: 'Which tea & why?',
    llm_model: 'gpt-4o',
    markdown_text: '**Green tea.**',
    response_text: 'Green tea.',
    citations: [{ url: PAGE_A.url, text: 'A' }],
    links: [{ url: PAGE_B.url, text: 'B' }],
    parse_status_code: 12000,
  }),
  reply: { answer: '**Green tea.**', sources: [cited(PAGE_A, 1), uncited(PAGE_B)], provider_model: 'gpt-4o' },
  body: { source: 'chatgpt', prompt: 'Which tea & why?', geo_location: 'Germany', parse: true, search: true },
});
answer('oxylabs-perplexity', {
  exchanges: toOxylabs({
    model: 'turbo',
    prompt_query: 'Which tea & why?',
    top_sources: [{ ...PAGE_A, source: 'A' }],
    answer_results_md: 'Green tea[2].',
    additional_results: { sources_results: [PAGE_A, PAGE_B] },
    parse_status_code: 12000,
  }),
  reply: { answer: 'Green tea[2].', provider_model: 'turbo' },
});

const referenceLinks = [
  { index: 1, title: 'A', link: PAGE_A.url, source: 'A', snippet: 'About A' },
  { index: 2, title: 'B', link: PAGE_B.url, source: 'B', snippet: 'About B' },
];
for (const engine of ['chatgpt', 'perplexity', 'gemini', 'bing_copilot', 'google_ai_mode']) {
  answer(`searchapi-${engine.replaceAll('_', '-')}`, {
    exchanges: [
      {
        request: `GET /api/v1/search?engine=${engine}&q=Which%20tea%20%26%20why%3F`,
        json: {
          search_metadata: { id: '1', status: 'Success' },
          text_blocks: [{ type: 'paragraph', answer: 'Green tea.' }],
          markdown: 'Green tea [1].',
          reference_links: referenceLinks,
          response_metadata: { model: 'gpt-5' },
        },
      },
    ],
    reply: {
      answer: 'Green tea [1].',
      sources: [cited(PAGE_A, 1), uncited(PAGE_B)],
      provider_model: 'gpt-5',
    },
  });
}

const references = [
  { title: 'A', link: PAGE_A.url, snippet: 'About A', source: 'A', index: 0 },
  { title: 'B', link: PAGE_B.url, snippet: 'About B', source: 'B', index: 1 },
];
answer('serpapi-google-ai-mode', {
  exchanges: [
    {
      request: 'GET /search.json?engine=google_ai_mode&q=Which%20tea%20%26%20why%3F&location=Germany&hl=de',
      json: {
        search_metadata: { id: '1', status: 'Success' },
        text_blocks: [{ type: 'paragraph', snippet: 'Green tea.' }],
        references,
        reconstructed_markdown: '**Green tea.**',
      },
    },
  ],
  reply: { answer: '**Green tea.**', sources: [uncited(PAGE_A), uncited(PAGE_B)] },
});
answer('serpapi-google-ai-overview', {
  exchanges: [
    {
      request: 'GET /search.json?engine=google&q=Which',
      json: {
        search_metadata: { status: 'Success' },
        ai_overview: { page_token: 'to/ken', serpapi_link: 'https://…' },
      },
    },
    {
      request: 'GET /search.json?engine=google_ai_overview&page_token=to%2Fken&api_key=user%3Apass',
      json: {
        search_metadata: { status: 'Success' },
        ai_overview: {
          text_blocks: [
            { type: 'paragraph', snippet: 'Green tea.' },
            { type: 'list', list: [{ title: 'Mild:', snippet: 'It is mild.' }] },
          ],
          references,
        },
      },
    },
  ],
  reply: { answer: 'Green tea.\n\nIt is mild.', sources: [uncited(PAGE_A), uncited(PAGE_B)] },
});

let exchanges: Exchange[] = [];
let seen: { request: string; authorization: string | undefined; body: string }[] = [];
let server: Server;
let local = '';

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += String(piece);
    seen.push({ request: `${request.method} ${request.url}`, authorization: request.headers.authorization, body });
    const { status = 200, json } = exchanges[seen.length - 1]!;
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  local = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
const outbound = createOutbound({ allow_private: true });
afterAll(async () => {
  await outbound.close();
  server.close();
});

/** The same description with our server's host, and no time lost between polls. */
function toLocal({ ask }: Preset): Ask {
  const text = JSON.stringify(ask).replace(/https:\/\/(?:api\.|data\.|www\.|serpapi)[^/"]+/g, local);
  const copy = JSON.parse(text) as Ask;
  return copy.poll === undefined ? copy : { ...copy, poll: { ...copy.poll, every_seconds: 1 } };
}

describe.each(PRESETS.map((preset) => [preset.id, preset] as const))('%s', (id, preset) => {
  it('is a valid description', () => {
    expect(validate(Ask, structuredClone(preset.ask))).toEqual(preset.ask);
    expect(http.check!(preset.ask)).toEqual([]);
    for (const model_id of preset.model_ids) expect(validate(ModelId, model_id)).toBe(model_id);
    expect(new URL(preset.documentation).protocol).toBe('https:');
    expect(http.listHosts!(preset.ask)).toHaveLength(1);
  });

  it('reads what the documentation shows', async () => {
    const { exchanges: given, reply, body } = CASES[id]!;
    exchanges = given;
    seen = [];
    const question = { prompt: 'Which tea & why?', country_code: 'DE', date: '2026-03-01', id: 'ta_1' };
    const read = await http.ask(
      { ...question, ask: toLocal(preset) },
      {
        secret: 'user:pass',
        send: outbound.send,
        signal: new AbortController().signal,
        now: () => new Date(),
      },
    );
    expect(read).toMatchObject(reply);
    expect(seen).toHaveLength(given.length);
    for (const [index, { request }] of given.entries()) expect(seen[index]!.request).toContain(request);
    const sent = seen.every(({ request, authorization }) =>
      request.includes('api_key=user%3Apass')
        ? authorization === undefined
        : authorization === 'Bearer user:pass' || authorization === 'Basic dXNlcjpwYXNz',
    );
    expect(sent).toBe(true);
    if (body !== undefined) expect(JSON.parse(seen[0]!.body)).toEqual(body);
  });
});

it('there is one preset per vendor and assistant, from six vendors', () => {
  expect(new Set(PRESETS.map(({ id }) => id)).size).toBe(PRESETS.length);
  expect(new Set(PRESETS.map(({ vendor, model_ids }) => `${vendor} ${model_ids}`)).size).toBe(PRESETS.length);
  expect(new Set(PRESETS.map(({ vendor }) => vendor)).size).toBe(6);
});

it.each([
  ['bright-data-chatgpt', [{ error: 'Crawl failed', error_code: 'crawl_failed' }], 'Crawl failed'],
  [
    'dataforseo-chatgpt',
    { tasks: [{ status_code: 40210, status_message: 'Insufficient funds' }] },
    'Insufficient funds',
  ],
  ['serpapi-google-ai-mode', { search_metadata: { status: 'Error' }, error: 'Try later' }, 'Try later'],
])('%s recognizes a failure with status 200', async (id, json, message) => {
  exchanges = [{ request: '', json }];
  seen = [];
  const ask = toLocal(PRESETS.find((preset) => preset.id === id)!);
  const services = {
    secret: 'k',
    send: outbound.send,
    signal: new AbortController().signal,
    now: () => new Date(),
  };
  const asking = http.ask({ prompt: 'x', country_code: 'DE', date: '2026-03-01', id: 'ta_1', ask }, services);
  await expect(asking).rejects.toThrow(message);
});
