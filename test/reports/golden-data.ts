import type { Dataset } from './dataset.ts';

/** Small enough to be counted by hand. The prompts: 0 under both tags, 1 under one, 2 under nothing. */
export const GOLDEN_DATA: Dataset = {
  brands: ['Birch', 'Acme', 'cedar'],
  topics: ['Wood', 'Unused'],
  tags: ['hard', 'soft'],
  prompts: [
    { country: 'US', topic: 0, tags: [0, 1] },
    { country: 'DE', topic: 0, tags: [0] },
    { country: 'US', topic: null, tags: [] },
  ],
  chats: [
    {
      prompt: 0,
      channel: 'famA-0',
      date: '2026-01-01',
      country: 'US',
      mentions: [
        { brand: 1, count: 2, position: 1, sentiment: 0.5 },
        { brand: 0, count: 1, position: 2, sentiment: -0.25 },
      ],
    },
    {
      prompt: 0,
      channel: 'famB-0',
      date: '2026-01-01',
      country: 'US',
      mentions: [{ brand: 0, count: 3, position: 1 }],
    },
    {
      prompt: 1,
      channel: 'famA-0',
      date: '2026-01-02',
      country: 'DE',
      mentions: [{ brand: 1, count: 1, position: 1, sentiment: 1 }],
    },
    { prompt: 2, channel: 'famA-0', date: '2026-01-05', country: 'US', mentions: [] },
    {
      prompt: 2,
      channel: 'famB-0',
      date: '2026-02-01',
      country: 'US',
      mentions: [
        { brand: 1, count: 1, position: 2, sentiment: -1 },
        { brand: 0, count: 1, position: 1, sentiment: 0.333 },
      ],
    },
    { prompt: 0, channel: 'famA-0', date: '2026-01-01', country: 'US' },
  ],
};

export interface GoldenCase {
  name: string;
  /** `$brands.0` and the like stand for ids. */
  request: object;
  columns: string[];
  /** One line a row, in order; ids by place, as in the request. */
  rows: unknown[][];
}

const ALL = { start_date: '2026-01-01', end_date: '2026-02-28' };
const COUNTS = ['visibility_count', 'visibility_total', 'mention_count'];
const [BIRCH, ACME, CEDAR] = ['$brands.0', '$brands.1', '$brands.2'];

export const GOLDEN_CASES: GoldenCase[] = [
  {
    name: 'every number of a report without dimensions, brands never mentioned included',
    request: ALL,
    columns: [
      'brand',
      ...COUNTS,
      'visibility',
      'share_of_voice',
      'position_sum',
      'position_count',
      'position',
      'sentiment_sum',
      'sentiment_count',
      'sentiment_positive_count',
      'sentiment_negative_count',
      'sentiment',
    ],
    rows: [
      [BIRCH, 3, 5, 5, 0.6, 5 / 9, 4, 3, 4 / 3, 0.083, 2, 1, 1, 52.075],
      [ACME, 3, 5, 4, 0.6, 4 / 9, 4, 3, 4 / 3, 0.5, 3, 2, 1, 50 + 500 / 60],
      [CEDAR, 0, 5, 0, 0, 0, 0, 0, undefined, 0, 0, 0, 0, undefined],
    ],
  },
  {
    name: 'the default dates are the first of January 2026',
    request: {},
    columns: ['brand', ...COUNTS, 'share_of_voice', 'position'],
    rows: [
      [BIRCH, 2, 2, 4, 4 / 6, 1.5],
      [ACME, 1, 2, 2, 2 / 6, 1],
      [CEDAR, 0, 2, 0, 0, undefined],
    ],
  },
  {
    name: 'dates without chats give no rows',
    request: { start_date: '2025-01-01', end_date: '2025-12-31' },
    columns: ['brand'],
    rows: [],
  },
  {
    name: 'by prompt, ties falling to the prompts in order of creation and then the brands',
    request: { ...ALL, dimensions: ['prompt_id'] },
    columns: ['prompt', 'brand', ...COUNTS],
    rows: [
      ['$prompts.0', BIRCH, 2, 2, 4],
      ['$prompts.1', ACME, 1, 1, 1],
      ['$prompts.0', ACME, 1, 2, 2],
      ['$prompts.2', BIRCH, 1, 2, 1],
      ['$prompts.2', ACME, 1, 2, 1],
      ['$prompts.0', CEDAR, 0, 2, 0],
      ['$prompts.1', BIRCH, 0, 1, 0],
      ['$prompts.1', CEDAR, 0, 1, 0],
      ['$prompts.2', CEDAR, 0, 2, 0],
    ],
  },
  {
    name: 'a chat counts once under each tag of its prompt, and prompts without tags form a group of their own',
    request: {
      ...ALL,
      dimensions: ['tag_id'],
      order_by: [
        { field: 'tag_id', direction: 'asc' },
        { field: 'brand_id', direction: 'asc' },
      ],
    },
    columns: ['tag', 'brand', ...COUNTS, 'share_of_voice'],
    rows: [
      ['$tags.0', BIRCH, 2, 3, 4, 4 / 7],
      ['$tags.0', ACME, 2, 3, 3, 3 / 7],
      ['$tags.0', CEDAR, 0, 3, 0, 0],
      ['$tags.1', BIRCH, 2, 2, 4, 4 / 6],
      ['$tags.1', ACME, 1, 2, 2, 2 / 6],
      ['$tags.1', CEDAR, 0, 2, 0, 0],
      [null, BIRCH, 1, 2, 1, 0.5],
      [null, ACME, 1, 2, 1, 0.5],
      [null, CEDAR, 0, 2, 0, 0],
    ],
  },
  {
    name: 'the group without a topic comes last in either direction',
    request: {
      ...ALL,
      dimensions: ['topic_id'],
      order_by: [{ field: 'topic_id' }],
      filters: [{ field: 'brand_id', operator: 'in', values: [ACME] }],
    },
    columns: ['topic', 'brand', ...COUNTS, 'share_of_voice'],
    rows: [
      ['$topics.0', ACME, 2, 3, 3, 3 / 7],
      [null, ACME, 1, 2, 1, 0.5],
    ],
  },
  {
    name: 'by date, newest first',
    request: {
      ...ALL,
      dimensions: ['date'],
      order_by: [{ field: 'date', direction: 'desc' }],
      filters: [{ field: 'brand_id', operator: 'in', values: [BIRCH] }],
    },
    columns: ['date', ...COUNTS],
    rows: [
      ['2026-02-01', 1, 1, 1],
      ['2026-01-05', 0, 1, 0],
      ['2026-01-02', 0, 1, 0],
      ['2026-01-01', 2, 2, 4],
    ],
  },
  {
    name: 'by ISO week, named by its Monday',
    request: {
      ...ALL,
      dimensions: ['week'],
      order_by: [{ field: 'week', direction: 'asc' }],
      filters: [{ field: 'brand_id', operator: 'in', values: [ACME] }],
    },
    columns: ['week', ...COUNTS],
    rows: [
      ['2025-12-29', 2, 3, 3],
      ['2026-01-05', 0, 1, 0],
      ['2026-01-26', 1, 1, 1],
    ],
  },
  {
    name: 'by month, named by its first day',
    request: {
      ...ALL,
      dimensions: ['month'],
      order_by: [{ field: 'month', direction: 'asc' }],
      filters: [{ field: 'brand_id', operator: 'in', values: [ACME] }],
    },
    columns: ['month', ...COUNTS],
    rows: [
      ['2026-01-01', 2, 4, 3],
      ['2026-02-01', 1, 1, 1],
    ],
  },
  {
    name: 'by model and channel together, in the order of the catalog',
    request: {
      ...ALL,
      dimensions: ['model_id', 'model_channel_id'],
      order_by: [{ field: 'model_id', direction: 'asc' }],
      filters: [{ field: 'brand_id', operator: 'in', values: [ACME] }],
    },
    columns: ['model', 'model_channel', ...COUNTS],
    rows: [
      ['famA-scraper', 'famA-0', 2, 3, 3],
      ['famB-scraper', 'famB-0', 1, 2, 1],
    ],
  },
  {
    name: 'by country',
    request: {
      ...ALL,
      dimensions: ['country_code'],
      order_by: [
        { field: 'country_code', direction: 'asc' },
        { field: 'brand_name', direction: 'asc' },
      ],
    },
    columns: ['country_code', 'brand', ...COUNTS],
    rows: [
      ['DE', ACME, 1, 1, 1],
      ['DE', BIRCH, 0, 1, 0],
      ['DE', CEDAR, 0, 1, 0],
      ['US', ACME, 2, 4, 3],
      ['US', BIRCH, 3, 4, 5],
      ['US', CEDAR, 0, 4, 0],
    ],
  },
  {
    name: 'by chat, without the one whose answer is empty',
    request: {
      ...ALL,
      dimensions: ['chat_id'],
      order_by: [{ field: 'chat_id', direction: 'asc' }],
      filters: [{ field: 'brand_id', operator: 'in', values: [ACME] }],
    },
    columns: ['chat', 'visibility_count', 'mention_count', 'position', 'sentiment'],
    rows: [
      ['$chats.0', 1, 2, 1, 75],
      ['$chats.1', 0, 0, undefined, undefined],
      ['$chats.2', 1, 1, 1, 100],
      ['$chats.3', 0, 0, undefined, undefined],
      ['$chats.4', 1, 1, 2, 0],
    ],
  },
  {
    name: 'names sort by code point, so capitals come first',
    request: { ...ALL, order_by: [{ field: 'brand_name', direction: 'asc' }] },
    columns: ['brand'],
    rows: [[ACME], [BIRCH], [CEDAR]],
  },
  {
    name: 'rows without a position come last in both directions',
    request: { ...ALL, order_by: [{ field: 'position', direction: 'asc' }] },
    columns: ['brand', 'position'],
    rows: [
      [BIRCH, 4 / 3],
      [ACME, 4 / 3],
      [CEDAR, undefined],
    ],
  },
  {
    name: 'a filter by tag keeps prompts that have it, and only that tag forms a group',
    request: {
      ...ALL,
      dimensions: ['tag_id'],
      filters: [
        { field: 'tag_id', operator: 'in', values: ['$tags.1'] },
        { field: 'brand_id', operator: 'in', values: [BIRCH] },
      ],
    },
    columns: ['tag', ...COUNTS],
    rows: [['$tags.1', 2, 2, 4]],
  },
  {
    name: 'two filters by tag ask for both',
    request: {
      ...ALL,
      dimensions: ['prompt_id'],
      filters: [
        { field: 'tag_id', operator: 'in', values: ['$tags.0'] },
        { field: 'tag_id', operator: 'in', values: ['$tags.1'] },
        { field: 'brand_id', operator: 'in', values: [BIRCH] },
      ],
    },
    columns: ['prompt', ...COUNTS],
    rows: [['$prompts.0', 2, 2, 4]],
  },
  {
    name: 'not_in keeps what has no value',
    request: {
      ...ALL,
      filters: [
        { field: 'tag_id', operator: 'not_in', values: ['$tags.1'] },
        { field: 'brand_id', operator: 'in', values: [ACME] },
      ],
    },
    columns: ['brand', ...COUNTS],
    rows: [[ACME, 2, 3, 2]],
  },
  {
    name: 'filters by topic: in, and not_in that keeps prompts without one',
    request: { ...ALL, filters: [{ field: 'topic_id', operator: 'not_in', values: ['$topics.0'] }] },
    columns: ['brand', ...COUNTS],
    rows: [
      [BIRCH, 1, 2, 1],
      [ACME, 1, 2, 1],
      [CEDAR, 0, 2, 0],
    ],
  },
  {
    name: 'filters by channel, country and chat move numerators and denominators alike',
    request: {
      ...ALL,
      filters: [
        { field: 'model_channel_id', operator: 'in', values: ['famA-0', 'famK-0'] },
        { field: 'country_code', operator: 'not_in', values: ['DE'] },
        { field: 'chat_id', operator: 'not_in', values: ['$chats.3'] },
      ],
    },
    columns: ['brand', ...COUNTS, 'share_of_voice'],
    rows: [
      [ACME, 1, 1, 2, 2 / 3],
      [BIRCH, 1, 1, 1, 1 / 3],
      [CEDAR, 0, 1, 0, 0],
    ],
  },
  {
    name: 'a filter by brand chooses rows and leaves the share of voice among all',
    request: { ...ALL, filters: [{ field: 'brand_id', operator: 'not_in', values: [BIRCH, CEDAR] }] },
    columns: ['brand', 'share_of_voice'],
    rows: [[ACME, 4 / 9]],
  },
  {
    name: 'an id that does not exist matches nothing',
    request: {
      ...ALL,
      filters: [
        { field: 'prompt_id', operator: 'in', values: ['pr_nonsense', 'pr_00000000-0000-7000-8000-000000000000'] },
      ],
    },
    columns: ['brand'],
    rows: [],
  },
  {
    name: 'having takes finished rows away and changes no number',
    request: { ...ALL, having: [{ field: 'mention_count', operator: 'gt', value: 4 }] },
    columns: ['brand', 'share_of_voice'],
    rows: [[BIRCH, 5 / 9]],
  },
  {
    name: 'having on a metric that a row has not takes the row away',
    request: { ...ALL, having: [{ field: 'position', operator: 'gte', value: 0 }] },
    columns: ['brand'],
    rows: [[BIRCH], [ACME]],
  },
  {
    name: 'having on a dimension and on the brand',
    request: {
      ...ALL,
      dimensions: ['date'],
      having: [
        { field: 'date', operator: 'in', values: ['2026-01-02', '2026-02-01'] },
        { field: 'brand_id', operator: 'not_in', values: [CEDAR, BIRCH] },
        { field: 'sentiment', operator: 'lt', value: 100 },
      ],
    },
    columns: ['date', 'brand', 'sentiment'],
    rows: [['2026-02-01', ACME, 0]],
  },
  {
    name: 'a page in the middle',
    request: {
      ...ALL,
      dimensions: ['country_code'],
      order_by: [
        { field: 'country_code', direction: 'asc' },
        { field: 'brand_name', direction: 'asc' },
      ],
      limit: 2,
      offset: 2,
    },
    columns: ['country_code', 'brand'],
    rows: [
      ['DE', CEDAR],
      ['US', ACME],
    ],
  },
];
