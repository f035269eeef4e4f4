import { BRAND_METRICS } from '../../src/reports/metrics.ts';

/** A request whose SQL is kept in `sql/`, in a file of its name. */
interface Shape {
  name: string;
  path: string;
  request: object;
  /** The engines are sent different texts. */
  differs?: boolean;
  /** Asked of a project with a brand that reports do not show yet. */
  has_hidden_brand?: boolean;
  /** Asked when the same project has been asked these. */
  asked_before?: object[];
  /** Asked of a project whose January is summed up. */
  has_months?: boolean;
}

const BRANDS = '/reports/brands';
const DOMAINS = '/reports/domains';
const URLS = '/reports/urls';

export const SHAPES: Shape[] = [
  { name: 'brands', path: BRANDS, request: {} },
  { name: 'brands by date', path: BRANDS, request: { dimensions: ['date'] } },
  {
    name: 'brands by week after brands',
    path: BRANDS,
    request: { dimensions: ['week'] },
    asked_before: [{}, { dimensions: ['month'] }],
  },
  {
    name: 'brands by topic and week, after two by date and topic',
    path: BRANDS,
    request: { dimensions: ['topic_id', 'week'] },
    asked_before: [
      { dimensions: ['date', 'topic_id'] },
      { dimensions: ['topic_id', 'month'], start_date: '2026-01-02' },
    ],
  },
  {
    name: 'brands by channel and country, after two in another order',
    path: BRANDS,
    request: { dimensions: ['country_code', 'model_channel_id'], order_by: [{ field: 'sentiment', direction: 'asc' }] },
    asked_before: [
      { dimensions: ['model_channel_id', 'country_code'] },
      { dimensions: ['model_channel_id', 'country_code'], limit: 1, offset: 1 },
    ],
  },
  {
    name: 'brands by week, model and country',
    path: BRANDS,
    request: { dimensions: ['week', 'model_id', 'country_code'] },
  },
  {
    name: 'brands by prompt and channel',
    path: BRANDS,
    request: { dimensions: ['prompt_id', 'model_channel_id'] },
  },
  { name: 'brands with intervals, by topic', path: BRANDS, request: { dimensions: ['topic_id'], intervals: true } },
  {
    name: 'brands with intervals of a panel, by channel',
    path: BRANDS,
    request: { dimensions: ['model_channel_id'], intervals: { design: 'panel' } },
  },
  {
    name: 'brands compared with the period before, by topic',
    path: BRANDS,
    request: { dimensions: ['topic_id'], include_previous_period: true },
  },
  {
    name: 'brands of a panel compared with another period',
    path: BRANDS,
    request: { compare: { start_date: '2025-12-01', end_date: '2025-12-31' }, intervals: { design: 'panel' } },
  },
  {
    name: 'brands by topic and month, of more than a month',
    path: BRANDS,
    request: { dimensions: ['topic_id', 'month'], end_date: '2026-02-10' },
    has_months: true,
  },
  {
    name: 'brands with intervals of a panel, of a month',
    path: BRANDS,
    request: { intervals: { design: 'panel' } },
    has_months: true,
  },
  {
    name: 'brands compared with a month, by topic',
    path: BRANDS,
    request: {
      dimensions: ['topic_id'],
      start_date: '2026-02-01',
      end_date: '2026-02-28',
      include_previous_period: true,
      previous_start_date: '2026-01-01',
      previous_end_date: '2026-01-31',
    },
    has_months: true,
  },
  { name: 'domains, of a month', path: DOMAINS, request: {}, has_months: true },
  {
    name: 'urls by month, of more than a month',
    path: URLS,
    request: { dimensions: ['month'], end_date: '2026-02-10' },
    has_months: true,
  },
  { name: 'brands by tag and date', path: BRANDS, request: { dimensions: ['tag_id', 'date'] } },
  {
    name: 'brands by topic and tag, of one tag',
    path: BRANDS,
    request: {
      dimensions: ['topic_id', 'tag_id'],
      filters: [{ field: 'tag_id', operator: 'in', values: ['$tags.0'] }],
      order_by: [{ field: 'topic_id', direction: 'asc' }],
    },
  },
  {
    name: 'brands with filters and having',
    path: BRANDS,
    request: {
      dimensions: ['month'],
      filters: [
        { field: 'brand_id', operator: 'not_in', values: ['$brands.2'] },
        { field: 'topic_id', operator: 'in', values: ['$topics.0'] },
        { field: 'tag_id', operator: 'not_in', values: ['$tags.1'] },
        { field: 'country_code', operator: 'in', values: ['US', 'DE'] },
        { field: 'chat_id', operator: 'not_in', values: ['$chats.0'] },
      ],
      having: [
        { field: 'visibility', operator: 'gte', value: 0.1 },
        { field: 'brand_id', operator: 'in', values: ['$brands.0'] },
        { field: 'month', operator: 'not_in', values: ['2026-02-01'] },
      ],
      order_by: [{ field: 'brand_name', direction: 'asc' }, { field: 'brand_id' }],
    },
  },
  {
    name: 'brands with filters on daily sums',
    path: BRANDS,
    request: { filters: [{ field: 'model_id', operator: 'in', values: ['famA-scraper'] }] },
  },
  {
    name: 'brands by country in the order of every metric',
    path: BRANDS,
    request: {
      dimensions: ['country_code'],
      order_by: Object.keys(BRAND_METRICS).map((field) => ({
        field,
        ...(field === 'position' ? { direction: 'asc' } : {}),
      })),
    },
  },
  {
    name: 'brands of many prompts',
    path: BRANDS,
    request: {
      filters: [
        { field: 'prompt_id', operator: 'in', values: Array.from({ length: 20 }, (_, place) => `$prompts.${place}`) },
      ],
    },
    differs: true,
  },
  {
    name: 'brands, one of them hidden',
    path: BRANDS,
    request: { dimensions: ['model_channel_id'] },
    has_hidden_brand: true,
  },
  {
    name: 'brands with their count',
    path: BRANDS,
    request: {
      dimensions: ['date'],
      having: [{ field: 'mention_count', operator: 'gt', value: 0 }],
      include_total_count: true,
    },
  },
  { name: 'brands by chat, mentions only', path: BRANDS, request: { dimensions: ['chat_id'], limit: 2 } },
  {
    name: 'brands by chat, mentions then zeros',
    path: BRANDS,
    request: { dimensions: ['chat_id', 'prompt_id'], limit: 5, offset: 2 },
  },
  {
    name: 'brands by chat, zeros after all mentions',
    path: BRANDS,
    request: { dimensions: ['chat_id'], offset: 3 },
  },
  {
    name: 'brands by chat, zeros then mentions',
    path: BRANDS,
    request: {
      dimensions: ['date', 'chat_id'],
      order_by: [
        { field: 'mention_count', direction: 'asc' },
        { field: 'sentiment' },
        { field: 'sentiment_sum' },
        { field: 'sentiment_count' },
        { field: 'sentiment_positive_count' },
        { field: 'sentiment_negative_count' },
        { field: 'position' },
        { field: 'position_sum' },
      ],
      filters: [{ field: 'brand_id', operator: 'in', values: ['$brands.0'] }],
    },
  },
  {
    name: 'brands by chat, mentions after all zeros',
    path: BRANDS,
    request: { dimensions: ['chat_id'], order_by: [{ field: 'visibility', direction: 'asc' }], offset: 6 },
  },
  {
    name: 'brands by chat, one of them hidden',
    path: BRANDS,
    request: { dimensions: ['chat_id'] },
    has_hidden_brand: true,
  },
  {
    name: 'brands by chat and tag',
    path: BRANDS,
    request: { dimensions: ['chat_id', 'tag_id'] },
  },
  { name: 'domains', path: DOMAINS, request: {} },
  { name: 'domains by topic and date', path: DOMAINS, request: { dimensions: ['topic_id', 'date'] } },
  {
    name: 'domains with gap',
    path: DOMAINS,
    request: {
      dimensions: ['date'],
      order_by: [{ field: 'gap' }, { field: 'domain', direction: 'asc' }],
      having: [{ field: 'retrieval_rate', operator: 'lte', value: 10 }],
      include_total_count: true,
    },
  },
  {
    name: 'domains with filters',
    path: DOMAINS,
    request: {
      filters: [
        { field: 'prompt_id', operator: 'not_in', values: ['$prompts.0'] },
        { field: 'domain', operator: 'not_in', values: ['unheard.example'] },
        { field: 'url', operator: 'not_in', values: ['https://unheard.example/1'] },
        { field: 'domain_classification', operator: 'not_in', values: ['OWN'] },
        { field: 'url_classification', operator: 'not_in', values: ['HOMEPAGE'] },
        { field: 'mentioned_brand_id', operator: 'not_in', values: ['$brands.0'] },
        { field: 'gap', operator: 'gte', value: 1 },
      ],
      order_by: [
        { field: 'retrieved_percentage' },
        { field: 'citation_rate' },
        { field: 'retrieval_count' },
        { field: 'citation_count' },
        { field: 'retrieved_chat_count' },
        { field: 'total_chat_count' },
      ],
    },
  },
  { name: 'domains, a brand hidden', path: DOMAINS, request: {}, has_hidden_brand: true },
  { name: 'urls', path: URLS, request: {} },
  {
    name: 'urls with filters',
    path: URLS,
    request: {
      dimensions: ['model_channel_id'],
      filters: [
        { field: 'url', operator: 'not_in', values: ['https://unheard.example/1'] },
        { field: 'domain_classification', operator: 'not_in', values: ['OWN'] },
        { field: 'url_classification', operator: 'not_in', values: ['HOMEPAGE'] },
        { field: 'mentioned_brand_id', operator: 'in', values: ['$brands.0'] },
        { field: 'mentioned_brand_count', operator: 'lte', value: 3 },
      ],
      having: [{ field: 'mentioned_brand_count', operator: 'gt', value: 0 }],
      order_by: [{ field: 'retrievals' }, { field: 'url', direction: 'asc' }],
      include_total_count: true,
    },
  },
  {
    name: 'diagnostics',
    path: BRANDS,
    request: {
      filters: [{ field: 'topic_id', operator: 'in', values: ['$topics.0', 'unknown'] }],
      include_diagnostics: true,
    },
  },
  {
    name: 'queries',
    path: '/queries/search',
    request: { filters: [{ field: 'model_channel_id', operator: 'in', values: ['famA-0'] }] },
  },
];
