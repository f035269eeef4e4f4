import { Type } from 'typebox';
import { expect, it } from 'vitest';
import { MEASURE_NAMES, MEASURES } from '../statistics/measures.ts';
import { listSums, type Metric, toProperties, toReader } from './metric.ts';
import { BRAND_METRICS } from './metrics.ts';

const schema = Type.Number();
const sums = { hits: 3, total: 4, none: 0 };
const read = (metric: Omit<Metric, 'schema'>) => toReader({ schema, ...metric })(sums);

it('reads a sum as it is, and divides it by what the metric says', () => {
  expect(read({ numerator: 'hits' })).toBe(3);
  expect(read({ numerator: 'hits', times: 1000 })).toBe(0.003);
  expect(read({ numerator: 'hits', denominator: 'total' })).toBe(0.75);
  expect(read({ numerator: 'hits', denominator: 'total', times: 20, plus: 50 })).toBe(50 + 3 / 80);
});

it('has 0 or nothing where there is nothing to divide by', () => {
  expect(read({ numerator: 'hits', denominator: 'none', when_empty: 'zero' })).toBe(0);
  expect(read({ numerator: 'hits', denominator: 'none', when_empty: 'absent' })).toBeUndefined();
});

it.each(MEASURE_NAMES)('has the value of %s that its intervals are made of', (name) => {
  const metric = BRAND_METRICS[name]!;
  for (const [a, b] of [
    [3, 7],
    [41, 13],
    [0, 5],
    [-250, 9],
  ] as const) {
    const value = toReader(metric)({ [metric.numerator]: a, [metric.denominator!]: b });
    expect(value).toBe(MEASURES[name].toValue(a, b));
    const { shift, unit, fromShare } = MEASURES[name];
    expect(fromShare((a + shift * b) / (unit * b))).toBeCloseTo(value!, 9);
  }
});

it('needs each sum once', () => {
  const metrics = {
    hits: { schema, numerator: 'hits' },
    share: { schema, numerator: 'hits', denominator: 'total' },
  };
  expect(listSums(metrics)).toEqual(['hits', 'total']);
});

it('is optional in a row exactly where it may be absent', () => {
  const properties = toProperties({
    share: { schema, numerator: 'hits', denominator: 'total' },
    mean: { schema, numerator: 'hits', denominator: 'none', when_empty: 'absent' },
  });
  expect(Type.IsOptional(properties.share)).toBe(false);
  expect(Type.IsOptional(properties.mean)).toBe(true);
});
