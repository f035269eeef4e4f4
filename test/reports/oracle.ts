import { toCountryKey } from '../../src/domain/countries.ts';
import { toMonth, toWeek } from '../../src/domain/dates.ts';
import { MODEL_CHANNELS } from '../../src/domain/models.ts';
import { compareText } from '../../src/domain/text.ts';
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

/** Places, catalogue places, country keys and dates; null is the group without a value. */
export type Key = number | string | null;

export interface PlainRow {
  brand: number;
  keys: Key[];
  [metric: string]: unknown;
}

type Chat = Dataset['chats'][number];

/** The report, computed the slow and obvious way, chat by chat. */
export function computeReport(data: Dataset, request: PlainRequest): PlainRow[] {
  const chats = data.chats.filter((chat) => chat.mentions && isInScope(data, { chat, request }));
  const groups = new Map<string, { keys: Key[]; chats: Chat[] }>();
  for (const chat of chats) {
    for (const keys of toKeyTuples(data, { chat, request })) {
      const name = JSON.stringify(keys);
      const group = groups.get(name) ?? { keys, chats: [] };
      group.chats.push(chat);
      groups.set(name, group);
    }
  }
  const rows = [...groups.values()].flatMap(({ keys, chats: own }) =>
    data.brands.map((_, brand) => ({ brand, keys, ...toMetrics(own, brand) }) as PlainRow),
  );
  const shown = rows.filter((row) => isShown(row, request));
  const sorted = shown.sort((a, b) => compareRows(data, { a, b, request }));
  return sorted.slice(request.offset, request.offset + request.limit);
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
      return MODEL_CHANNELS.findIndex(({ id }) => id === chat.channel);
    case 'country_code':
      return toCountryKey(chat.country);
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

function toMetrics(chats: readonly Chat[], brand: number): Record<string, number | undefined> {
  let mention_count = 0;
  let voice = 0;
  let visibility_count = 0;
  let position_sum = 0;
  let thousandths = 0;
  let sentiment_count = 0;
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
    position: visibility_count === 0 ? undefined : position_sum / visibility_count,
    position_sum,
    position_count: visibility_count,
  };
}

function isShown(row: PlainRow, { filters, having, dimensions }: PlainRequest): boolean {
  const chosen = filters.every(
    ({ field, operator, values }) => field !== 'brand_id' || values.includes(row.brand) === (operator === 'in'),
  );
  return (
    chosen &&
    having.every((entry) => {
      if ('values' in entry) {
        const key = entry.field === 'brand_id' ? row.brand : row.keys[dimensions.indexOf(entry.field)]!;
        return (key !== null && entry.values.includes(key)) === (entry.operator === 'in');
      }
      const value = row[entry.field] as number | undefined;
      if (value === undefined) return false;
      if (entry.operator === 'gt') return value > entry.value;
      if (entry.operator === 'gte') return value >= entry.value;
      return entry.operator === 'lt' ? value < entry.value : value <= entry.value;
    })
  );
}

function compareRows(data: Dataset, { a, b, request }: { a: PlainRow; b: PlainRow; request: PlainRequest }): number {
  const { dimensions, order_by } = request;
  const asked =
    order_by.length > 0
      ? order_by
      : [
          { field: 'visibility', direction: 'desc' },
          { field: 'mention_count', direction: 'desc' },
        ];
  const ties = [...dimensions, 'brand_id'].map((field) => ({ field, direction: 'asc' }));
  for (const { field, direction } of [...asked, ...ties]) {
    const [left, right] = [a, b].map((row) => {
      if (field === 'brand_id') return row.brand;
      if (field === 'brand_name') return data.brands[row.brand]!;
      return dimensions.includes(field) ? row.keys[dimensions.indexOf(field)] : (row[field] as number | undefined);
    });
    const order = compareKeys(left, right, direction === 'desc' ? -1 : 1);
    if (order !== 0) return order;
  }
  return 0;
}

/** What has no value comes last in both directions. */
function compareKeys(left: Key | undefined, right: Key | undefined, sign: number): number {
  if (left == null || right == null) return Number(left == null) - Number(right == null);
  if (typeof left === 'string') return sign * compareText(left, right as string);
  return sign * (left - (right as number));
}
