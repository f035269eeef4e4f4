import { REPORTS } from './operations.mjs';
import { pickSome, toFilter, toPeriod, toValues } from './values.mjs';

const NUMBERS = [0, 0.1, 0.25, 0.5, 1, 2, 3, 10, 50, 60];

/** Conditions that leave most rows, so that there is something to compare. */
export function toCoveringBody(random, { shape, pool, operation }) {
  return {
    ...toPeriod(random, pool),
    dimensions: shape.dimensions,
    filters: shape.filters.map((field) => toFilter(random, { field, pool, isMild: true })),
    having: shape.having.map((field) => {
      const [operator, value] = random.pick([
        ['gte', 0],
        ['lt', 60],
        ['gt', 0],
        ['lte', 50],
      ]);
      return { field, operator, value };
    }),
    order_by: shape.order_by.map((field) => ({ field, direction: random.pick(['asc', 'desc']) })),
    limit: random.pick([7, 100, 1000, operation.id === 'report_brands' ? 3000 : 10_000]),
    offset: random.pick([0, 0, 0, 1]),
    include_total_count: random.chance(0.5),
  };
}

export function toBody(random, { fields, pool, operation }) {
  const dimensions = pickSome(random, fields.dimensions, 3);
  const sortable = [...fields.having, ...REPORTS[operation.id].names, ...dimensions];
  const choosable = [...(operation.id === 'report_brands' ? ['brand_id'] : []), ...dimensions];
  const toHaving = () => {
    if (choosable.length > 0 && random.chance(0.3)) {
      const field = random.pick(choosable);
      const values = toValues(random, field, { pool });
      if (values.length > 0) return { field, operator: random.pick(['in', 'not_in']), values };
    }
    return {
      field: random.pick(fields.having),
      operator: random.pick(['gt', 'gte', 'lt', 'lte']),
      value: random.pick(NUMBERS),
    };
  };
  return {
    ...toPeriod(random, pool),
    dimensions,
    ...(random.chance(0.4)
      ? { filters: pickSome(random, fields.filters, 2).map((field) => toFilter(random, { field, pool })) }
      : {}),
    ...(random.chance(0.3) ? { having: [toHaving(), toHaving()].slice(random.integer(2)) } : {}),
    ...toOrderAndPage(random, sortable),
    ...(random.chance(0.3) ? { include_total_count: true } : {}),
    ...(random.chance(0.2) ? { include_diagnostics: true } : {}),
  };
}

export function toOrderAndPage(random, sortable) {
  return {
    ...(random.chance(0.6)
      ? {
          order_by: pickSome(random, sortable, 3).map((field) => ({
            field,
            ...(random.chance(0.7) ? { direction: random.pick(['asc', 'desc']) } : {}),
          })),
        }
      : {}),
    ...(random.chance(0.6) ? { limit: random.pick([1, 7, 50, 300, 300, 2000]) } : { limit: 1000 }),
    ...(random.chance(0.2) ? { offset: random.pick([1, 5, 40, 500]) } : {}),
  };
}
