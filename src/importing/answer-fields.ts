import type { GivenSource } from '../domain/chat.ts';
import { COUNTRY, type ImportKind } from './fields.ts';

/** Answers, in the fields of `NewChat`. */
export const ANSWERS: ImportKind = {
  fields: [
    {
      name: 'prompt_text',
      kind: 'text',
      synonyms: [
        'prompt',
        'question',
        'prompt content',
        'prompt name',
        'user prompt',
        'full prompt',
        'input',
        'query',
        'search query',
        'keyword',
        'search term',
        'user question',
        'user query',
      ],
    },
    { name: 'prompt_id', kind: 'text', synonyms: ['question id'] },
    {
      name: 'answer',
      kind: 'text',
      synonyms: [
        'response',
        'answer text',
        'response text',
        'ai response',
        'ai answer',
        'llm response',
        'model response',
        'full response',
        'full answer',
        'full response text',
        'full answer text',
        'raw response',
        'response content',
        'reply',
        'output',
        'completion',
        'result',
        'content',
        'text',
      ],
    },
    {
      name: 'date',
      kind: 'date',
      synonyms: [
        'run date',
        'answer date',
        'response date',
        'day',
        'timestamp',
        'datetime',
        'run at',
        'run time',
        'created at',
        'created',
        'created on',
        'collected at',
        'executed at',
        'execution date',
        'captured at',
        'crawl date',
        'scraped at',
        'checked at',
        'asked on',
        'date asked',
        'time',
      ],
    },
    COUNTRY,
    {
      name: 'model_id',
      kind: 'model',
      synonyms: [
        'model',
        'model name',
        'llm',
        'llm name',
        'ai model',
        'engine',
        'ai engine',
        'answer engine',
        'search engine',
        'platform',
        'ai platform',
        'assistant',
        'ai assistant',
        'provider',
        'chatbot',
        'tool',
      ],
    },
    {
      name: 'model_channel_id',
      kind: 'channel',
      synonyms: ['channel', 'model channel', 'channel id', 'channel name'],
    },
    {
      name: 'sources',
      kind: 'pages',
      synonyms: ['source', 'source urls', 'urls', 'links', 'references', 'pages', 'source links', 'source url', 'url'],
    },
    {
      name: 'cited_sources',
      kind: 'pages',
      synonyms: [
        'citations',
        'cited urls',
        'citation urls',
        'cited pages',
        'cited links',
        'citation links',
        'citation',
      ],
    },
    {
      name: 'queries',
      kind: 'lines',
      synonyms: [
        'search queries',
        'web queries',
        'web searches',
        'searches',
        'fan out queries',
        'query fan out',
        'fanouts',
        'subqueries',
        'web search queries',
      ],
    },
    {
      name: 'external_id',
      kind: 'text',
      synonyms: [
        'answer id',
        'response id',
        'chat id',
        'result id',
        'execution id',
        'run id',
        'record id',
        'row id',
        'uuid',
        'id',
      ],
    },
    { name: 'mentions', kind: 'json', synonyms: [] },
    { name: 'cost', kind: 'number', synonyms: ['cost usd', 'price', 'cost in usd', 'total cost'] },
    { name: 'input_tokens', kind: 'integer', synonyms: ['prompt tokens', 'tokens in'] },
    { name: 'output_tokens', kind: 'integer', synonyms: ['completion tokens', 'tokens out'] },
    { name: 'duration_ms', kind: 'integer', synonyms: ['latency ms', 'duration in ms', 'response time ms'] },
    { name: 'asked_at', kind: 'time', synonyms: ['asked'] },
    { name: 'provider_model', kind: 'text', synonyms: ['model version', 'model snapshot'] },
    { name: 'finish', kind: 'text', synonyms: ['finish reason', 'stop reason'] },
  ],
  requirements: [
    { any: ['prompt_text', 'prompt_id'] },
    { any: ['country_code'], with: 'prompt_text' },
    { any: ['model_id', 'model_channel_id'] },
    { any: ['date'] },
    { any: ['answer', 'mentions'] },
  ],
  combine: ({ cited_sources, ...entry }) =>
    cited_sources === undefined
      ? entry
      : { ...entry, sources: addCitations(toList(entry.sources), toList(cited_sources)) },
};

function toList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The API has one list of pages. Those that a file calls cited are cited once, unless it says how often. */
function addCitations(sources: readonly unknown[], cited: readonly unknown[]): unknown[] {
  const known = new Map(sources.map((page) => [readUrl(page), page]));
  const urls = new Set(cited.map(readUrl));
  const others = sources.filter((page) => readUrl(page) === undefined || !urls.has(readUrl(page)));
  return [...cited.map((page) => withCitation(page, known.get(readUrl(page)))), ...others];
}

/** What is no page stays as it is, and is refused later. */
function withCitation(page: unknown, known: unknown): unknown {
  return readUrl(page) === undefined ? page : { citation_count: 1, ...(known as object), ...(page as object) };
}

function readUrl(page: unknown): string | undefined {
  return typeof page === 'object' && page !== null ? (page as Partial<GivenSource>).url : undefined;
}
