// Computes brands reports slowly and plainly from the chats of a data set, to compare with the service.
import { BUILT_IN } from '../../src/domain/catalog.ts';
import { toCountryKey } from '../../src/domain/countries.ts';
import { addDays, toMonth } from '../../src/domain/dates.ts';
import { toLanguageKey } from '../../src/domain/languages.ts';
import type { Dataset } from './dataset.ts';

/** A request with places in the dataset instead of ids, and numbers that sort as the contract says. */
export interface PlainRequest {
  start_date: string;
  end_date: string;
  dimensions: string[];
  filters: { field: string; operator: 'in' | 'not_in'; values: Key[] }[];
  having: (
    | { field: string; operator: 'gt' | 'gte' | 'lt' | 'lte'; value: number }
    | { field: string; operator: 'in' | 'not_in'; values: Key[] }
  )[];
  order_by: { field: string; direction: 'asc' | 'desc' }[];
  limit: number;
  offset: number;
}

/** Places, catalog places, country keys and dates; null is the group without a value. */
export type Key = number | string | null;

export interface PlainRow {
  brand: number;
  keys: Key[];
  [metric: string]: unknown;
}

export type Chat = Dataset['chats'][number];

/** The groups of chats that a request asks for, each with its chats. */
export function toGroups(data: Dataset, request: PlainRequest): { keys: Key[]; chats: Chat[] }[] {
  const groups = new Map<string, { keys: Key[]; chats: Chat[] }>();
  for (const chat of data.chats) {
    if (!chat.mentions || !isInScope(data, { chat, request })) continue;
    for (const keys of toKeyTuples(data, { chat, request })) {
      const name = JSON.stringify(keys);
      const group = groups.get(name) ?? { keys, chats: [] };
      group.chats.push(chat);
      groups.set(name, group);
    }
  }
  return [...groups.values()];
}

/** The report, computed the slow and obvious way, chat by chat. */
export function computeReport(data: Dataset, request: PlainRequest): PlainRow[] {
  const rows = toGroups(data, request).flatMap(({ keys, chats }) =>
    data.brands.map((_, brand) => ({ brand, keys, ...toMetrics(chats, brand) }) as PlainRow),
  );
  const chosen = rows.filter(({ brand }) =>
    request.filters.every(
      ({ field, operator, values }) => field !== 'brand_id' || values.includes(brand) === (operator === 'in'),
    ),
  );
  return cutOut(chosen, {
    request,
    usual: ['visibility', 'mention_count'],
    last: 'brand_id',
    read: (row, field) => (field === 'brand_id' ? row.brand : data.brands[row.brand]!),
  });
}

interface CutOut<Row> {
  request: PlainRequest;
  /** What rows are ordered by, descending, where nothing is asked for; and what tells rows of a group apart. */
  usual: string[];
  last: string;
  /** A field that is neither a metric nor a dimension. */
  read(row: Row, field: string): Key;
}

/** What is shown of all rows, in order. */
export function cutOut<Row extends { keys: Key[] }>(rows: Row[], { request, usual, last, read }: CutOut<Row>): Row[] {
  const { dimensions, having, order_by, offset, limit } = request;
  const readField = (row: Row, field: string): Key | undefined => {
    if (dimensions.includes(field)) return row.keys[dimensions.indexOf(field)];
    if (field in row) return (row as Record<string, unknown>)[field] as number | undefined;
    return [last, 'brand_name'].includes(field) ? read(row, field) : undefined;
  };
  const shown = rows.filter((row) => having.every((entry) => isShown(readField(row, entry.field), entry)));
  const asked = order_by.length > 0 ? order_by : usual.map((field) => ({ field, direction: 'desc' }));
  const order = [...asked, ...[...dimensions, last].map((field) => ({ field, direction: 'asc' }))];
  shown.sort((a, b) => {
    for (const { field, direction } of order) {
      const compared = compareKeys(readField(a, field), readField(b, field), direction === 'desc' ? -1 : 1);
      if (compared !== 0) return compared;
    }
    return 0;
  });
  return shown.slice(offset, offset + limit);
}

function isInScope(data: Dataset, { chat, request }: { chat: Chat; request: PlainRequest }): boolean {
  if (chat.date < request.start_date || chat.date > request.end_date) return false;
  return request.filters.every(({ field, operator, values }) => {
    if (field === 'brand_id') return true;
    const own = field === 'tag_id' ? data.prompts[chat.prompt]!.tags : [toKey(data, { chat, dimension: field })];
    const matches = own.some((key) => key !== null && values.includes(key));
    return operator === 'in' ? matches : !matches;
  });
}

/** A chat is in one group for each tag of its prompt, where tags are asked for. */
function toKeyTuples(data: Dataset, { chat, request }: { chat: Chat; request: PlainRequest }): Key[][] {
  let tags: Key[] = data.prompts[chat.prompt]!.tags;
  const named = request.filters.filter(({ field, operator }) => field === 'tag_id' && operator === 'in');
  if (named.length > 0) tags = tags.filter((tag) => named.some(({ values }) => values.includes(tag)));
  else if (tags.length === 0) tags = [null];
  const variants = request.dimensions.includes('tag_id') ? tags : [null];
  return variants.map((tag) =>
    request.dimensions.map((dimension) => (dimension === 'tag_id' ? tag : toKey(data, { chat, dimension }))),
  );
}

function toKey(data: Dataset, { chat, dimension }: { chat: Chat; dimension: string }): Key {
  switch (dimension) {
    case 'prompt_id':
      return chat.prompt;
    case 'topic_id':
      return data.prompts[chat.prompt]!.topic;
    case 'model_id':
    case 'model_channel_id':
      return BUILT_IN.findChannel(chat.channel)!.key;
    case 'country_code':
      return toCountryKey(chat.country);
    case 'language':
      return chat.language === undefined ? null : toLanguageKey(chat.language);
    case 'chat_id':
      return data.chats.indexOf(chat);
    case 'week':
      return toWeek(chat.date);
    case 'month':
      return toMonth(chat.date);
    default:
      return chat.date;
  }
}

/** The Monday of the date's ISO week. */
function toWeek(date: string): string {
  return addDays(date, -((new Date(date).getUTCDay() + 6) % 7));
}

function toMetrics(chats: readonly Chat[], brand: number): Record<string, number | undefined> {
  let mention_count = 0;
  let voice = 0;
  let visibility_count = 0;
  let position_sum = 0;
  let thousandths = 0;
  let sentiment_count = 0;
  let sentiment_positive_count = 0;
  let sentiment_negative_count = 0;
  for (const chat of chats) {
    for (const mention of chat.mentions!) {
      voice += mention.count;
      if (mention.brand !== brand) continue;
      visibility_count += 1;
      mention_count += mention.count;
      position_sum += mention.position;
      if (mention.sentiment === undefined) continue;
      thousandths += Math.round(mention.sentiment * 1000);
      sentiment_count += 1;
      if (mention.sentiment > 0.1) sentiment_positive_count += 1;
      if (mention.sentiment < -0.1) sentiment_negative_count += 1;
    }
  }
  return {
    mention_count,
    visibility: visibility_count / chats.length,
    visibility_count,
    visibility_total: chats.length,
    share_of_voice: voice === 0 ? 0 : mention_count / voice,
    sentiment: sentiment_count === 0 ? undefined : 50 + thousandths / (20 * sentiment_count),
    sentiment_sum: thousandths / 1000,
    sentiment_count,
    sentiment_positive_count,
    sentiment_negative_count,
    position: visibility_count === 0 ? undefined : position_sum / visibility_count,
    position_sum,
    position_count: visibility_count,
  };
}

function isShown(value: Key | undefined, entry: PlainRequest['having'][number]): boolean {
  if ('values' in entry) {
    return (value != null && entry.values.includes(value)) === (entry.operator === 'in');
  }
  if (typeof value !== 'number') return false;
  if (entry.operator === 'gt') return value > entry.value;
  if (entry.operator === 'gte') return value >= entry.value;
  return entry.operator === 'lt' ? value < entry.value : value <= entry.value;
}

/** What has no value comes last in both directions. */
function compareKeys(left: Key | undefined, right: Key | undefined, sign: number): number {
  if (left == null || right == null) return Number(left == null) - Number(right == null);
  if (typeof left === 'string') return sign * Buffer.compare(Buffer.from(left), Buffer.from(right as string));
  return sign * (left - (right as number));
}
