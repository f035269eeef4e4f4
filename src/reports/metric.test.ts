import { Type } from 'typebox';
import { expect, it } from 'vitest';
import { listSums, type Metric, toProperties, toReader } from './metric.ts';

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
