// Sends what the OpenAPI document allows, what it nearly allows, and what is hostile, and checks every response against it:
//   npm run stress -- fuzz [--requests 1000000] [--clients 16] [--seed 1] [--database postgres://…]
// Sign-ins, messages of assistants, odd paths and odd headers are among them, which the document does not describe.
// Fails after any 5xx but a 503 with Retry-After, any response that is not as published, or memory that does not come back.
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { createHostileRequests, listTools, sendByHand } from './hostile-requests.mjs';
import { createClient, startProgram } from './program.mjs';
import { createRandom } from './random.mjs';

const { values: flags } = parseArgs({
  options: {
    requests: { type: 'string', default: '1000000' },
    clients: { type: 'string', default: '16' },
    seed: { type: 'string', default: '1' },
    database: { type: 'string' },
  },
});
const TOTAL = Number(flags.requests);
/** Memory is measured at rest, without garbage, each time after this many requests. By the first time, the program should remember all it may. */
const REST_EVERY = 100_000;
const MAX_GROWTH = 1.1;
/** Threads that have nothing to do end after half a minute. */
const SETTLE_MS = 35_000;
const SHOWN = 20;
/** The share of requests that are of no operation. */
const HOSTILE_SHARE = 0.25;

const openapi = JSON.parse(readFileSync(new URL('../docs/openapi.json', import.meta.url), 'utf8'));
const random = createRandom(Number(flags.seed));
const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema({ $id: 'openapi', components: openapi.components });
const operations = Object.entries(openapi.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, described]) => ({ path, method: method.toUpperCase(), ...described })),
);
/** IDs that responses had, by the first letters that say what they are of. */
const ids = new Map();
const HOSTILE = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '💥'.repeat(50),
  "' or 1=1 --",
  '"; drop table chats; --',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '__proto__',
  'constructor',
  'toString',
  'NaN',
  '-0',
  '1e309',
  '2026-02-30',
  '9999-12-31',
  '0000-00-00',
  'x'.repeat(5000),
  '%',
  '%00',
  '\u202e',
  '{}',
  '[]',
  'null',
  'true',
  '١٢٣',
  'ſ',
  'İ',
  '😀',
  '$1',
  '\\',
  '/',
  'A'.repeat(201),
];
const VALUES = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  2 ** 53,
  [],
  {},
  [[]],
  [null],
  { $gt: 1 },
  { length: 5 },
  ...HOSTILE,
];

function fromSchema(schema, depth = 0) {
  if (!schema || depth > 8) return null;
  if (schema.$ref) return fromSchema(openapi.components.schemas[schema.$ref.split('/').at(-1)], depth + 1);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return fromSchema(random.pick(options), depth + 1);
  switch (Array.isArray(schema.type) ? random.pick(schema.type) : schema.type) {
    case 'string':
      return toText(schema);
    case 'integer':
      return Math.max(schema.minimum ?? 0, Math.min(schema.maximum ?? 100, random.integer(50)));
    case 'number':
      return Math.max(schema.minimum ?? -5, Math.min(schema.maximum ?? 5, random.next() * 10 - 5));
    case 'boolean':
      return random.chance(0.5);
    case 'array':
      return Array.from({ length: Math.max(schema.minItems ?? 0, random.integer(4)) }, () =>
        fromSchema(schema.items, depth + 1),
      );
    case 'object': {
      const required = new Set(schema.required ?? []);
      const entries = Object.entries(schema.properties ?? {}).filter(
        ([name]) => required.has(name) || random.chance(0.4),
      );
      return Object.fromEntries(entries.map(([name, inner]) => [name, toField(name, inner, depth)]));
    }
    default:
      return random.pick(VALUES);
  }
}

/** Fields that name something get an ID that exists, most of the time. */
function toField(name, schema, depth) {
  if (/(^|_)ids?$/.test(name) && random.chance(0.8)) {
    const known = [...ids.values()].flat();
    if (known.length > 0)
      return name.endsWith('s') && schema.type === 'array' ? [random.pick(known)] : random.pick(known);
  }
  return fromSchema(schema, depth + 1);
}

function toText({ format, maxLength = 30, minLength = 1, pattern }) {
  if (format === 'date') return `2026-0${1 + random.integer(9)}-1${random.integer(10)}`;
  if (format === 'date-time') return '2026-01-01T00:00:00.000Z';
  if (pattern?.includes('A-Z')) return random.pick(['US', 'DE', 'FR']);
  return `t${random.integer(5000)}`.padEnd(minLength, 'x').slice(0, Math.max(1, maxLength));
}

/** Changes one place of a value into something that does not belong there. */
function spoil(value) {
  if (typeof value !== 'object' || value === null || random.chance(0.3)) return random.pick(VALUES);
  const copy = Array.isArray(value) ? [...value] : { ...value };
  const keys = Object.keys(copy);
  if (keys.length === 0 || random.chance(0.15)) {
    if (Array.isArray(copy)) copy.push(random.pick(VALUES));
    else copy[random.pick(HOSTILE)] = random.pick(VALUES);
    return copy;
  }
  const key = random.pick(keys);
  if (random.chance(0.15)) delete copy[key];
  else copy[key] = spoil(copy[key]);
  return copy;
}

function toRequest(operation, project) {
  const kind = random.next();
  const isSpoiled = kind > 0.5;
  let { path } = operation;
  const query = new URLSearchParams();
  for (const { name, in: place, schema, content, required } of operation.parameters ?? []) {
    let value = name === 'project_id' ? project : toField(name, schema ?? content['application/json'].schema, 0);
    if (content) value = JSON.stringify(isSpoiled ? spoil(value) : value);
    if (isSpoiled && random.chance(0.2)) value = random.pick(HOSTILE);
    if (place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(String(value).toWellFormed() || 'x'));
    else if (required || name === 'project_id' || random.chance(0.3)) {
      for (const one of Array.isArray(value) ? value : [value])
        query.append(name, typeof one === 'object' ? JSON.stringify(one) : String(one));
    }
  }
  if (isSpoiled && random.chance(0.1)) query.append(random.pick(HOSTILE), random.pick(HOSTILE));
  const schema = operation.requestBody?.content['application/json']?.schema;
  let body = schema && fromSchema(schema);
  if (body && 'project_id' in body) body.project_id = project;
  if (schema && isSpoiled) body = spoil(body);
  let text = schema && JSON.stringify(body);
  if (schema && kind > 0.95)
    text = random.pick([
      text.slice(0, -1),
      `${text}${text}`,
      text.replace(/"/g, "'"),
      `[${text}]`,
      '[['.repeat(500),
      '',
    ]);
  return { method: operation.method, path: `${path}?${query}`, body: text };
}

const program = await startProgram({
  isInspected: true,
  env: {
    MAX_PROMPTS: '300',
    MAX_BRANDS: '50',
    MAX_TOPICS: '50',
    MAX_TAGS: '50',
    ...(flags.database ? { DATABASE_URL: flags.database } : {}),
  },
});
const call = createClient(program);
const toHostile = createHostileRequests({
  random,
  tools: await listTools(program.url),
  hostile: HOSTILE,
  values: VALUES,
  fromSchema,
  spoil,
  readProject: () => project,
});
const statuses = new Map();
const problems = [];
let sent = 0;
let project = await createProject();

async function createProject() {
  const { id } = (await call('POST', '/projects', { body: { name: `fuzz ${sent}` } })).json();
  ids.clear();
  return id;
}

/** Everything else goes, because memory and time must not grow by what is stored. */
async function changeProject() {
  project = await createProject();
  const list = async (path) => (await call('GET', `${path}limit=10000`)).json().data;
  for (const { id } of await list('/projects?')) if (id !== project) await call('DELETE', `/projects/${id}`);
  for (const { id, name, revoked_at } of await list('/keys?')) {
    if (name !== 'BOOTSTRAP_KEY' && revoked_at === null) await call('DELETE', `/keys/${id}`);
  }
  for (const { id } of await list(`/models?project_id=${project}&`)) {
    await call('DELETE', `/models/${encodeURIComponent(id)}`);
  }
}

async function fuzz(total) {
  while (sent < total && problems.length < 100) {
    const number = ++sent;
    if (number % 20_000 === 0) await changeProject();
    if (random.chance(HOSTILE_SHARE)) await sendHostile();
    else await sendOperation();
    if (number % 10_000 === 0)
      console.log(`${number} requests, ${problems.length} problems, ${program.readMemory()} MB`);
  }
}

async function sendOperation() {
  const operation = random.pick(operations);
  const request = toRequest(operation, project);
  try {
    const answer = await call(request.method, request.path, { body: request.body });
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    check(operation, request, { ...answer, retryAfter: answer.headers.get('retry-after') });
  } catch (error) {
    problems.push(`${request.method} ${request.path}: ${error.cause?.message ?? error.message}`);
  }
}

async function sendHostile() {
  const request = toHostile();
  const sent = JSON.stringify({ ...request, body: request.body?.slice(0, 400) });
  try {
    const { status, headers, text } = await sendByHand(program.url, request);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    const isKnown = isKnownError(status, headers['retry-after']) && !text.includes('failed unexpectedly');
    if (!isKnown) problems.push(`${sent} → ${status}: a server error\n  got: ${text.slice(0, 400)}`);
  } catch (error) {
    problems.push(`${sent}: ${error.message}`);
  }
}

/** A service may be busy, as long as it says when to come back. */
function isKnownError(status, retryAfter) {
  return status < 500 || (status === 503 && Boolean(retryAfter));
}

const compiled = new Map();

function check(operation, request, { status, text, retryAfter }) {
  const say = (what) =>
    problems.push(
      `${request.method} ${request.path} → ${status}: ${what}\n  sent: ${request.body?.slice(0, 400)}\n  got: ${text.slice(0, 400)}`,
    );
  if (!isKnownError(status, retryAfter)) return say('a server error');
  let body;
  try {
    body = JSON.parse(text);
  } catch {
    return say('not JSON');
  }
  const published = operation.responses[status]?.content?.['application/json']?.schema;
  if (!published && status < 400) return say('this status is not published');
  const name = status >= 400 ? 'error' : `${operation.operationId} ${status}`;
  const validate =
    compiled.get(name) ?? ajv.compile(status >= 400 ? { $ref: 'openapi#/components/schemas/Error' } : published);
  compiled.set(name, validate);
  if (!validate(body)) say(ajv.errorsText(validate.errors));
  if (status === 401) say('the key of the fuzzer is gone');
  if (status < 300) collect(operation, body);
}

function collect(operation, body) {
  for (const entry of [body, ...(Array.isArray(body.data) ? body.data.slice(0, 5) : [])]) {
    if (typeof entry?.id !== 'string') continue;
    const kind = entry.id.slice(0, 3);
    // It must delete neither its project nor its key.
    if (kind === 'or_' || operation.path.startsWith('/key')) continue;
    ids.set(kind, [...(ids.get(kind) ?? []).slice(-20), entry.id]);
  }
}

/** Sends requests up to this total. */
async function fuzzUpTo(total) {
  const started = performance.now();
  await Promise.all(Array.from({ length: Number(flags.clients) }, () => fuzz(total)));
  seconds += (performance.now() - started) / 1000;
}

/** The memory in megabytes each time when there was nothing left to do. */
const atRest = [];
let seconds = 0;
for (let total = REST_EVERY; total <= TOTAL && problems.length === 0; total += REST_EVERY) {
  await fuzzUpTo(total);
  await pause(SETTLE_MS);
  // What the first collection frees is given back a moment later.
  await program.collectGarbage();
  await pause(1000);
  await program.collectGarbage();
  atRest.push(program.readMemory());
  console.log(`${total} requests, ${atRest.at(-1)} MB at rest`);
}
await fuzzUpTo(TOTAL);
await program.stop();

console.log(
  `${sent} requests in ${seconds.toFixed(0)} s (${(sent / seconds).toFixed(0)} a second), seed ${flags.seed}`,
);
console.log(
  [...statuses]
    .sort()
    .map(([status, count]) => `${status}: ${count}`)
    .join(', '),
);
const [first, last] = [atRest[0], atRest.at(-1)];
console.log(
  atRest.length > 1
    ? `memory at rest: ${first} MB after ${REST_EVERY} requests, ${last} MB after ${atRest.length * REST_EVERY}`
    : `memory was not compared: that needs ${2 * REST_EVERY} requests without a problem`,
);
for (const problem of problems.slice(0, SHOWN)) console.log(problem);
const hasGrown = atRest.length > 1 && last > first * MAX_GROWTH;
console.log(
  problems.length === 0 && !hasGrown
    ? 'No problems.'
    : `${problems.length} problems${hasGrown ? ', and memory has grown' : ''}.`,
);
process.exitCode = problems.length === 0 && !hasGrown ? 0 : 1;
