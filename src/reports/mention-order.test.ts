import { expect, it } from 'vitest';
import { placeZeros } from './mention-order.ts';

const by = (...fields: string[]) =>
  fields.map((entry) => {
    const [field, direction = 'desc'] = entry.split(' ') as [string, string?];
    return { field, direction };
  });

it.each([
  { order: by('visibility', 'mention_count'), expected: 'last' },
  { order: by('visibility asc'), expected: 'first' },
  { order: by('visibility_total', 'mention_count asc', 'sentiment'), expected: 'first' },
  { order: by('position_sum'), expected: 'last' },
  { order: by('position'), expected: 'last' },
  { order: by('position asc'), expected: 'last' },
  { order: by('position_count asc'), expected: 'first' },
])('zeros come $expected in the order $order', ({ order, expected }) => {
  expect(placeZeros(order)).toBe(expected);
});

it.each([
  { why: 'tells no zeros from mentions', order: by('sentiment', 'visibility') },
  { why: 'is 0 for some mentions too', order: by('sentiment_count') },
  { why: 'needs the other brands of the chat', order: by('visibility', 'share_of_voice') },
  { why: 'is no metric', order: by('brand_name', 'visibility') },
  { why: 'is the same for all', order: by('visibility_total') },
])('zeros have no place in an order that $why', ({ order }) => {
  expect(placeZeros(order)).toBeUndefined();
});
