import { coverPairs } from '../covering-requests.mjs';
import { listFields, listReads, pickOperation, REPORTS } from './operations.mjs';
import { toBody, toCoveringBody, toOrderAndPage } from './report-bodies.mjs';
import { DATE_FIELDS, toField, toPathValue, toPeriod, toValue } from './values.mjs';

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

function pickWeighted(random, kinds) {
  let at = random.integer(kinds.reduce((sum, [weight]) => sum + weight, 0));
  for (const [weight, make] of kinds) {
    at -= weight;
    if (at < 0) return make;
  }
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
