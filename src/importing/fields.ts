/** How the values of a field are understood. */
export type ValueKind =
  | 'text'
  | 'country'
  | 'model'
  | 'channel'
  | 'date'
  | 'time'
  | 'pages'
  | 'lines'
  | 'names'
  | 'json'
  | 'number'
  | 'integer'
  | 'boolean';

export interface ImportField {
  name: string;
  kind: ValueKind;
  /** Names that other tools give the column, likely ones first. Case, spacing and punctuation do not matter. */
  synonyms: string[];
}

/** What every entry needs: one of some fields. */
export interface Requirement {
  any: string[];
  /** Only where this field is in use. */
  with?: string;
}

/** Something that can be imported. */
export interface ImportKind {
  fields: ImportField[];
  requirements: Requirement[];
}

/** The columns that we add to a file of refused lines. */
export const REFUSED_COLUMNS = { place: 'overheard_place', reason: 'overheard_reason', text: 'overheard_text' };

const COUNTRY: ImportField = {
  name: 'country_code',
  kind: 'country',
  synonyms: [
    'country',
    'market',
    'location',
    'geo',
    'region',
    'locale',
    'country iso',
    'iso country',
    'prompt country',
  ],
};

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
      synonyms: [
        'citations',
        'source',
        'cited sources',
        'source urls',
        'cited urls',
        'citation urls',
        'cited pages',
        'urls',
        'links',
        'references',
        'pages',
        'source links',
        'citation links',
        'source url',
        'citation',
        'url',
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
};
