import { coverPairs } from '../covering-requests.mjs';
import { DAY_MS, toDay } from './data.mjs';

const DATE_FIELDS = ['date', 'week', 'month'];
const COUNTRIES = ['US', 'DE', 'AE', 'BR', 'ZA'];
const REPORTS = {
  report_brands: { names: ['brand_id', 'brand_name'] },
  report_domains: { names: ['domain', 'retrievals'] },
  report_urls: { names: ['url'] },
};
const NUMBERS = [0, 0.1, 0.25, 0.5, 1, 2, 3, 10, 50, 60];
const ODD = [
  null,
  true,
  -1,
  1.5,
  '',
  'x',
  '2026-02-30',
  '9999-12-31',
  [],
  {},
  ['a', 'a'],
  'ä'.repeat(300),
  2 ** 53,
  '\u0000',
];
const FORMATS = ['application/x-ndjson', 'text/csv', 'application/vnd.apache.parquet'];
const SEARCHES = ['comparison', 'random thing', 'Zorbix', 'good', '%', '_', 'ä', 'Given', 'site-3'];

/**
 * Makes requests that change nothing: every read operation of the document, and above all reports in which every dimension,
 * metric, filter and order meets each other one. `pools` says what they can name in each project.
 */
export function createRequests({ openapi, random, pools, count }) {
  const operations = listReads(openapi);
  const filled = pools.filter(({ chat }) => chat.length > 0);
  const requests = [];
  const add = (request) => requests.push(request);
  const context = { random, openapi, operations, add };
  for (const operation of operations) {
    for (const pool of pools) add(toSearch(context, { operation, pool, share: 0 }));
    // Nobody, somebody else, who may only read, and who may only look.
    for (const caller of ['none', 'unknown', 'other', 'read', 'link half', 'link frozen']) {
      add({ ...toSearch(context, { operation, pool: pools[0], share: 0 }), caller });
    }
  }
  for (const path of ['/metrics', '/openapi.json', '/healthz'])
    add({ operation: path, method: 'GET', path, caller: 'none' });
  for (const operation of operations.filter(({ id }) => id in REPORTS)) {
    for (const shape of coverPairs(listFields(operation))) {
      const pool = pickPool(random, filled);
      add(toReport({ operation, pool, body: toCoveringBody(random, { shape, pool, operation }) }));
    }
  }
  const kinds = [
    [50, () => addReports(context, pickPool(random, filled))],
    [10, () => addIntervals(context, pickPool(random, filled))],
    [20, () => addSearch(context, pickPool(random, pools))],
    [6, () => addExport(context, pickPool(random, pools))],
    [6, () => addDeepPage(context, pickPool(random, filled))],
    [8, () => addBad(context, pickPool(random, pools))],
  ];
  while (requests.length < count) pickWeighted(random, kinds)();
  return requests;
}

const pickPool = (random, pools) => pools[Math.floor(random.next() ** 1.5 * pools.length)];

function pickOperation({ random, operations }, ids) {
  const wanted = random.pick(ids);
  return operations.find(({ id }) => id === wanted);
}

function pickWeighted(random, kinds) {
  let at = random.integer(kinds.reduce((sum, [weight]) => sum + weight, 0));
  for (const [weight, make] of kinds) {
    at -= weight;
    if (at < 0) return make;
  }
}

/** The operations that change nothing are those whose answers have an ETag. */
function listReads({ paths }) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, described]) => {
      const { operationId: id, parameters = [], requestBody, responses } = described;
      if (!parameters.some(({ name }) => name === 'If-None-Match')) return [];
      const schema = requestBody?.content['application/json']?.schema;
      const formats = FORMATS.filter((type) => type in responses['200'].content);
      return [
        {
          id,
          method: method.toUpperCase(),
          path,
          parameters,
          schema,
          formats,
          answer: responses['200'].content['application/json'].schema,
        },
      ];
    }),
  );
}

/** The fields that a report can be asked by, in each place of a request. */
function listFields({ id, schema, answer }) {
  const { dimensions, filters } = schema.properties;
  const names = dimensions.items.enum;
  const row = answer.properties.data.items.properties;
  const metrics = Object.keys(row).filter((name) => ['number', 'integer'].includes(row[name].type));
  return {
    dimensions: names,
    filters: filters.items.properties.field.enum,
    having: metrics,
    order_by: [...metrics, ...REPORTS[id].names, ...names],
  };
}

/** Conditions that leave most rows, so that there is something to compare. */
function toCoveringBody(random, { shape, pool, operation }) {
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

function toPeriod(random, { days }) {
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
function toValue(random, field, pool) {
  const kind = field.replace(/^(about|mentioned)_/, '').replace(/_ids?$/, '');
  if (kind === 'country_code' || kind === 'country_codes') return random.pick(COUNTRIES);
  if (kind === 'language') return random.pick(['en', 'de', 'fr']);
  if (DATE_FIELDS.includes(kind)) return toDay(Date.now() - random.integer(pool.days) * DAY_MS);
  const known = pool[kind === 'external' ? 'external_id' : kind] ?? [];
  return known.length > 0 && random.chance(0.95) ? random.pick(known) : `${kind}_unknown`;
}

function toValues(random, field, { pool, least = 1, most = 4 }) {
  const values = Array.from({ length: least + random.integer(most - least + 1) }, () => toValue(random, field, pool));
  // A model that nobody knows is an error.
  return [...new Set(values)]
    .filter((value) => !value.startsWith('model_unknown'))
    .concat(values.length === 0 ? ['x'] : []);
}

function toFilter(random, { field, pool, isMild = false }) {
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

function pickSome(random, list, most) {
  const picked = new Set();
  for (let left = random.integer(most + 1); left > 0; left -= 1) picked.add(random.pick(list));
  return [...picked];
}

function toBody(random, { fields, pool, operation }) {
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

function toOrderAndPage(random, sortable) {
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

function toReport({ operation, pool, body }) {
  return { ...toRequest({ operation, pool }), body: JSON.stringify({ project_id: pool.project_id, ...body }) };
}

function toRequest({ operation, pool }) {
  return { operation: operation.id, method: operation.method, path: `/v1${operation.path}`, caller: pool.caller };
}

/** A report, and the same one in other orders and pages, which may come from what is remembered of the first. */
function addReports(context, pool) {
  const { random, operations, add } = context;
  const reports = operations.filter(({ id }) => id in REPORTS);
  const operation = random.chance(0.6) ? reports[0] : random.pick(reports);
  const fields = listFields(operation);
  const body = toBody(random, { fields, pool, operation });
  add(toReport({ operation, pool, body }));
  const sortable = [...fields.having, ...REPORTS[operation.id].names, ...body.dimensions];
  for (let more = random.integer(4); more > 0; more -= 1) {
    const isOther = random.chance(0.8);
    add(toReport({ operation, pool, body: { ...body, ...(isOther ? toOrderAndPage(random, sortable) : {}) } }));
  }
}

/** A report that says how sure its numbers are, or compares them with another period. */
function addIntervals(context, pool) {
  const { random, add } = context;
  if (random.chance(0.15)) {
    const operation = pickOperation(context, ['plan_brands']);
    const body = {
      ...toPeriod(random, pool),
      brand_id: toValue(random, 'brand_id', pool),
      change: random.pick([0.01, 0.05, 0.2]),
      ...(random.chance(0.5)
        ? { design: random.pick(['population', 'panel']), metric: random.pick(['visibility', 'share_of_voice']) }
        : {}),
    };
    add(toReport({ operation, pool, body }));
    return;
  }
  const operation = pickOperation(context, ['report_brands']);
  const { dimensions, limit: _, ...body } = toBody(random, { fields: listFields(operation), pool, operation });
  const isCompared = random.chance(0.5);
  const cannot = isCompared ? [...DATE_FIELDS, 'chat_id'] : ['chat_id'];
  const kept = dimensions.filter((name) => !cannot.includes(name));
  const isOfKept = ({ field }) => !cannot.includes(field);
  const period = toPeriod(random, pool);
  add(
    toReport({
      operation,
      pool,
      body: {
        ...body,
        dimensions: kept,
        ...(body.order_by ? { order_by: body.order_by.filter(isOfKept) } : {}),
        ...(body.having ? { having: body.having.filter(isOfKept) } : {}),
        limit: random.pick([10, 200]),
        ...(isCompared && random.chance(0.4)
          ? {}
          : {
              intervals: random.pick([
                true,
                { design: 'panel' },
                { design: 'population', confidence: 0.8 },
                { confidence: 0.99 },
              ]),
            }),
        ...(isCompared
          ? random.pick([
              { include_previous_period: true },
              { compare: period },
              { previous_start_date: period.start_date, previous_end_date: period.end_date },
            ])
          : {}),
      },
    }),
  );
}

/** A value for a parameter or a field of a body, as its schema and its name say. */
function toField(random, { name, schema, pool }) {
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
function toPathValue(random, { path, pool }) {
  if (path.startsWith('/prompts/suggestions')) return toValue(random, 'prompt_suggestion', pool);
  const kind = { chats: 'chat', runs: 'run', webhooks: 'webhook', 'model-channels': 'model_channel' }[
    path.split('/')[1]
  ];
  return toValue(random, kind ?? 'brand', pool);
}

/** A request of any read operation with this share of its optional parameters. */
function toSearch(context, { operation, pool, share = 0.3 }) {
  const { random } = context;
  const { path, parameters, schema } = operation;
  const query = new URLSearchParams();
  for (const { name, in: place, required, schema: own, content, style } of parameters) {
    if (place !== 'query' || name === 'features') continue;
    const isSearch = name === 'limit' || (name === 'filters' && share > 0 && random.chance(0.5));
    const isDay = ['start_date', 'end_date'].includes(name) && random.chance(0.5);
    if (name !== 'project_id' && !required && !isSearch && !isDay && !random.chance(share)) continue;
    const value =
      name === 'project_id'
        ? pool.project_id
        : toField(random, { name, schema: own ?? content['application/json'].schema, pool });
    if (Array.isArray(value) && value.length === 0) continue;
    query.set(
      name,
      content ? JSON.stringify(value) : style === 'form' && Array.isArray(value) ? value.join(',') : String(value),
    );
  }
  const request = {
    ...toRequest({ operation, pool }),
    path: `/v1${path.replace(/\{\w+\}/, () => encodeURIComponent(toPathValue(random, { path, pool })))}?${query}`,
  };
  if (!schema) return request;
  const isOfReport = operation.id in REPORTS;
  const body = isOfReport ? toBody(random, { fields: listFields(operation), pool, operation }) : {};
  for (const [name, own] of Object.entries(schema.properties)) {
    if (isOfReport || name === 'project_id') continue;
    const isNeeded = (schema.required ?? []).includes(name);
    if (isNeeded || random.chance(Math.max(share, 0.2)))
      body[name] = toField(random, { name, schema: own.anyOf?.[0] ?? own, pool });
  }
  if (operation.id === 'estimate_run') body.kind = 'collection';
  return { ...request, body: JSON.stringify(body) };
}

function addSearch(context, pool) {
  const { random, operations, add } = context;
  const busy = [
    'list_chats',
    'get_chat_content',
    'list_facts',
    'list_fact_days',
    'get_overview',
    'search_queries',
    'list_prompts',
    'list_brand_suggestions',
  ];
  const operation = random.chance(0.75) ? pickOperation(context, busy) : random.pick(operations);
  add(toSearch(context, { operation, pool, share: random.pick([0.05, 0.15, 0.4]) }));
}

function addExport(context, pool) {
  const { random, operations, add } = context;
  const operation = random.pick(operations.filter(({ formats }) => formats.length > 0));
  const request = toSearch(context, { operation, pool, share: 0.1 });
  add({ ...request, accept: random.pick(operation.formats) });
}

function addDeepPage(context, pool) {
  const { random, add } = context;
  const limit = random.pick([1, 50, 1000]);
  const offset = Math.floor(random.next() ** 2 * pool.brand.length * 4000);
  if (random.chance(0.4)) {
    const operation = pickOperation(context, ['list_chats', 'list_facts', 'search_queries', 'list_fact_days']);
    const request = toSearch(context, { operation, pool, share: 0.05 });
    if (operation.method === 'POST')
      return add({ ...request, body: JSON.stringify({ ...JSON.parse(request.body), limit, offset: offset % 5000 }) });
    const url = new URL(request.path, 'http://x');
    url.searchParams.set('limit', String(limit));
    url.searchParams.set('offset', String(offset % 5000));
    return add({ ...request, path: url.pathname + url.search });
  }
  const operation = pickOperation(context, ['report_brands', 'report_brands', 'report_domains', 'report_urls']);
  const fields = listFields(operation);
  const { having: _, ...body } = toBody(random, { fields, pool, operation });
  const order_by = random.chance(0.5)
    ? []
    : [{ field: random.pick([...fields.having, 'chat_id']), direction: random.pick(['asc', 'desc']) }];
  const dimensions = random.pick([
    ['chat_id'],
    ['chat_id'],
    ['chat_id', 'date'],
    ['prompt_id', 'date'],
    ['chat_id', 'tag_id'],
  ]);
  const isSorted = order_by.every(({ field }) => field !== 'chat_id' || dimensions.includes('chat_id'));
  add(toReport({ operation, pool, body: { ...body, dimensions, order_by: isSorted ? order_by : [], limit, offset } }));
}

/** A request that is wrong in one place. Its error says what is wrong. */
function addBad(context, pool) {
  const { random, operations, add } = context;
  const operation = random.chance(0.6)
    ? random.pick(operations.filter(({ schema }) => schema))
    : random.pick(operations);
  const request = toSearch(context, { operation, pool, share: 0.2 });
  const [path, query] = request.path.split('?');
  const kind = random.integer(request.body ? 8 : 4);
  if (kind === 0)
    return add({
      ...request,
      path: `${path}?${query}&${random.pick(['limit=0', 'limit=x', 'offset=-1', 'start_date=2026-13-01', 'unknown=1', 'limit=5&limit=6'])}`,
    });
  if (kind === 1) return add({ ...request, path: `${path}?project_id=or_01a00000-0000-7000-8000-000000000000` });
  if (kind === 2) return add({ ...request, accept: random.pick(['image/png', 'text/html', 'text/csv', '*/*']) });
  if (kind === 3) return add({ ...request, method: random.pick(['DELETE', 'PUT', 'PATCH']), body: undefined });
  if (kind === 4) return add({ ...request, body: random.pick(['', '{', '[]', 'null', `${request.body}x`]) });
  const body = JSON.parse(request.body);
  return add({ ...request, body: JSON.stringify(kind === 5 ? { ...body, unknown: 1 } : spoil(random, body)) });
}

/** Changes one place of a value into something that may not belong there. */
function spoil(random, value) {
  if (typeof value !== 'object' || value === null || random.chance(0.2)) return random.pick(ODD);
  const keys = Object.keys(value);
  if (keys.length === 0) return random.pick(ODD);
  const key = random.pick(keys);
  if (random.chance(0.1)) return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
  const copy = Array.isArray(value) ? [...value] : { ...value };
  copy[key] = spoil(random, value[key]);
  return copy;
}
