import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sortPart } from './sort-part.ts';

const keys = fc.array(fc.nat({ max: 50 }), { maxLength: 3000, size: 'max' });
const part = fc.record({ from: fc.nat({ max: 3500 }), length: fc.integer({ min: 1, max: 400 }) });

function order(values: readonly number[]) {
  return (left: number, right: number) => values[left]! - values[right]! || left - right;
}

it('a part has what the whole has there when it is sorted', async () => {
  await fc.assert(
    fc.asyncProperty(keys, part, async (values, { from, length }) => {
      const whole = [...values.keys()].sort(order(values));
      const found = await sortPart(values.length, { from, to: from + length }, order(values));
      expect([...found]).toEqual(whole.slice(from, from + length));
    }),
  );
});

it.each([
  ['sorted', (place: number) => place],
  ['sorted the other way', (place: number) => -place],
  ['organ pipes', (place: number) => Math.min(place, 60_000 - place)],
  ['all equal', () => 0],
  ['two in turn', (place: number) => place % 2],
])('compares each number a few times: %s', async (_name, toValue) => {
  const values = Array.from({ length: 60_000 }, (_, place) => toValue(place));
  let compared = 0;
  const count = (left: number, right: number) => {
    compared += 1;
    return order(values)(left, right);
  };
  const found = await sortPart(values.length, { from: 30_000, to: 31_000 }, count);
  expect([...found]).toEqual([...values.keys()].sort(order(values)).slice(30_000, 31_000));
  expect(compared).toBeLessThan(8 * values.length);
});

/** An order that is only decided while it is being found out, always in the way that helps least. */
function createAdversary(count: number) {
  const decided = new Map<number, number>();
  let candidate = -1;
  let compared = 0;
  const decide = (number: number) => decided.set(number, decided.size);
  const place = (number: number) => decided.get(number) ?? count;
  return {
    compare(left: number, right: number): number {
      compared += 1;
      if (left === right) return 0;
      if (!decided.has(left) && !decided.has(right)) decide(left === candidate ? left : right);
      if (!decided.has(left)) candidate = left;
      else if (!decided.has(right)) candidate = right;
      return place(left) - place(right);
    },
    place,
    countCompared: () => compared,
  };
}

it('takes no longer than sorting everything, in whatever order', async () => {
  const count = 20_000;
  const { compare, place, countCompared } = createAdversary(count);
  const found = await sortPart(count, { from: 15_000, to: 15_100 }, compare);
  expect(countCompared()).toBeLessThan(5 * count * Math.log2(count));
  expect([...found].map(place)).toEqual([...found].map(place).sort((left, right) => left - right));
});
