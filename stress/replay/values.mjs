import { DAY_MS, toDay } from './answers.mjs';

export const DATE_FIELDS = ['date', 'week', 'month'];
const COUNTRIES = ['US', 'DE', 'AE', 'BR', 'ZA'];
const SEARCHES = ['comparison', 'random thing', 'Zorbix', 'good', '%', '_', 'ä', 'Given', 'site-3'];

export function pickSome(random, list, most) {
  const picked = new Set();
  for (let left = random.integer(most + 1); left > 0; left -= 1) picked.add(random.pick(list));
  return [...picked];
}

export function toPeriod(random, { days }) {
  const today = Date.now();
  const day = (back) => toDay(today - back * DAY_MS);
  const monthOf = (date) => `${date.slice(0, 7)}-01`;
  const [late, early] = [random.integer(days + 5), random.integer(days + 5)].sort((a, b) => a - b);
  const before = (date) => toDay(Date.parse(date) - DAY_MS);
  return random.pick([
    () => ({ start_date: day(days + 5), end_date: day(0) }),
    () => ({ start_date: day(days + 5), end_date: day(0) }),
    () => ({ start_date: day(early), end_date: day(late) }),
    // Whole months, which sums are kept of.
    () => ({ start_date: monthOf(day(early)), end_date: before(monthOf(day(Math.max(0, late - 31)))) }),
    () => ({ start_date: monthOf(day(days)), end_date: before(monthOf(day(0))) }),
    () => ({ start_date: monthOf(day(early)), end_date: day(late) }),
    () => ({ start_date: day(early), end_date: day(early) }),
    () => ({ start_date: '2001-01-01', end_date: random.pick(['2001-12-31', '2099-12-31']) }),
  ])();
}

/** Values of a field: what exists, and sometimes what does not. */
export function toValue(random, field, pool) {
  const kind = field.replace(/^(about|mentioned)_/, '').replace(/_ids?$/, '');
  if (kind === 'country_code' || kind === 'country_codes') return random.pick(COUNTRIES);
  if (kind === 'language') return random.pick(['en', 'de', 'fr']);
  if (DATE_FIELDS.includes(kind)) return toDay(Date.now() - random.integer(pool.days) * DAY_MS);
  const known = pool[kind === 'external' ? 'external_id' : kind] ?? [];
  return known.length > 0 && random.chance(0.95) ? random.pick(known) : `${kind}_unknown`;
}

export function toValues(random, field, { pool, least = 1, most = 4 }) {
  const values = Array.from({ length: least + random.integer(most - least + 1) }, () => toValue(random, field, pool));
  // A model that nobody knows is an error.
  return [...new Set(values)]
    .filter((value) => !value.startsWith('model_unknown'))
    .concat(values.length === 0 ? ['x'] : []);
}

export function toFilter(random, { field, pool, isMild = false }) {
  if (field === 'gap' || field === 'mentioned_brand_count') {
    return {
      field,
      operator: random.pick(['gt', 'gte', 'lt', 'lte']),
      value: isMild ? random.integer(3) : random.integer(8),
    };
  }
  const operator = random.pick(['in', 'not_in']);
  const sizes = isMild && operator === 'in' ? { least: 5, most: 12 } : { least: 1, most: isMild ? 1 : 4 };
  const values = toValues(random, field, { pool, ...sizes });
  return { field, operator, values: values.length > 0 ? values : [pool.model[0] ?? 'famA-scraper'] };
}

/** A value for a parameter or a field of a body, as its schema and its name say. */
export function toField(random, { name, schema, pool }) {
  if (name === 'start_date' || name === 'end_date') return toPeriod(random, pool)[name];
  if (name === 'offset') return random.pick([0, 1, 10, 1000]);
  if (name === 'limit') return random.pick([1, 5, 100, Math.min(1000, schema.maximum)]);
  if (name === 'search') return random.pick(SEARCHES);
  if (name === 'url') return toValue(random, 'url', pool);
  if (name === 'group') return random.pick(['letters', 'none']);
  if (name === 'filters')
    return pickSome(random, schema.items.properties.field.enum, 2).map((field) => toFilter(random, { field, pool }));
  if (name === 'country_code') return random.pick(COUNTRIES);
  if (name === 'language') return random.pick(['en', 'de', 'fr']);
  if (schema.type === 'array') {
    const of = name.replace(/s$/, '');
    return schema.items.enum && !of.startsWith('country')
      ? [random.pick(schema.items.enum)]
      : toValues(random, of, { pool });
  }
  if (schema.enum) return random.pick(schema.enum);
  if (schema.type === 'boolean') return random.chance(0.5);
  if (schema.type === 'integer') return Math.max(schema.minimum ?? 0, random.integer(20));
  if (schema.type === 'number') return random.pick([0.05, 0.5, 0.9]);
  return toValue(random, name, pool);
}

/** What the `{id}` of a path names. */
export function toPathValue(random, { path, pool }) {
  if (path.startsWith('/prompts/suggestions')) return toValue(random, 'prompt_suggestion', pool);
  const kind = { chats: 'chat', runs: 'run', webhooks: 'webhook', 'model-channels': 'model_channel' }[
    path.split('/')[1]
  ];
  return toValue(random, kind ?? 'brand', pool);
}
