// Kills the program in the middle of writing, again and again, and checks what it finds afterwards:
//   npm run stress -- kills [--kills 100] [--engine duckdb|postgres] [--seed 1]
// Each time at least ten requests were acknowledged. Whatever was acknowledged must be there, whatever was not must be there
// whole or not at all, nothing twice, and reports must equal a count of the answers.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startPostgres } from '../scripts/postgres-server.mjs';
import { createClient, startProgram } from './program.mjs';
import { createRandom } from './random.mjs';

const { values: flags } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    engine: { type: 'string', default: 'duckdb' },
    seed: { type: 'string', default: '1' },
  },
});
const KILLS = Number(flags.kills);
const CLIENTS = 6;
const ACKNOWLEDGED = 10;
const MOST_CHATS = 1500;
const BRANDS = ['Zorbix', 'Brumelle'];
const RANGE = { start_date: '2026-01-01', end_date: '2026-01-31' };
const { next: random, pick } = createRandom(Number(flags.seed));

const folder = mkdtempSync(join(tmpdir(), 'overheard-kills-'));
const server = flags.engine === 'postgres' ? await startPostgres() : null;
const env = { MAX_TAGS: '1000000', ...(server ? { DATABASE_URL: server.toUrl('postgres') } : {}) };

/** What is expected: the answer of each chat by its own id, and the ids of tags by their names. */
const known = { chats: new Map(), tags: new Map() };
/** Ids and names that a request is about which is running. */
const busy = new Set();
/** Changes that may or may not have been made. */
let open = [];
let number = 0;
const totals = { kills: 0, acknowledged: 0, open: 0, made: 0, repeated: 0 };
const problems = [];

const toAnswer = () => `${pick([...BRANDS, 'Nobody'])} and ${pick([...BRANDS, 'nothing'])} ${++number}.`;
const toChat = (external_id) => ({
  external_id,
  prompt_text: `Which ${number % 7}?`,
  country_code: 'US',
  model_channel_id: pick(['famA-0', 'famB-0']),
  date: `2026-01-${String(1 + (number % 28)).padStart(2, '0')}`,
  answer: toAnswer(),
});
const pickKnown = (map, most) =>
  [...map.keys()].filter((key) => !busy.has(key) && random() < 0.02 + most / map.size).slice(0, most);

/** A change: the request, what it is about, and what it makes of it (undefined: gone). */
function toChange() {
  const kind = random();
  if (kind < 0.2) {
    const name = `tag ${++number}`;
    return { method: 'POST', path: '/tags', body: { name }, tags: new Map([[name, true]]) };
  }
  if (kind < 0.3 && known.tags.size > 5) {
    const [name] = pickKnown(known.tags, 1);
    if (name !== undefined)
      return { method: 'DELETE', path: `/tags/${known.tags.get(name)}`, tags: new Map([[name, undefined]]) };
  }
  if (kind < 0.45 || known.chats.size > MOST_CHATS) {
    const external_ids = pickKnown(known.chats, known.chats.size > MOST_CHATS ? 20 : 3);
    if (external_ids.length > 0)
      return {
        method: 'DELETE',
        path: '/chats',
        body: { external_ids },
        chats: new Map(external_ids.map((id) => [id, undefined])),
      };
  }
  const isReplaced = kind < 0.6;
  const ids = isReplaced ? pickKnown(known.chats, 5) : [];
  while (ids.length < pick([1, 1, 3, 25])) ids.push(`chat ${++number}`);
  const chats = ids.map(toChat);
  const key = random() < 0.4 ? { 'Idempotency-Key': `key-${++number}` } : {};
  return {
    method: 'POST',
    path: `/chats?on_duplicate=${isReplaced ? 'replace' : 'skip'}`,
    body: { chats },
    headers: key,
    chats: new Map(chats.map(({ external_id, answer }) => [external_id, answer])),
  };
}

const listKeys = ({ chats = new Map(), tags = new Map() }) => [...chats.keys(), ...tags.keys()];

function make({ chats = new Map(), tags = new Map() }, id) {
  for (const [key, answer] of chats) {
    if (answer === undefined) known.chats.delete(key);
    else known.chats.set(key, answer);
  }
  for (const [name, isThere] of tags) {
    if (isThere) known.tags.set(name, id);
    else known.tags.delete(name);
  }
}

async function send(call, project, { method, path, body, headers = {} }) {
  const separator = path.includes('?') ? '&' : '?';
  return call(method, `${path}${separator}project_id=${project}`, { body, headers });
}

/** Writes until the program is gone. Returns what was not acknowledged. */
async function write(call, project, state) {
  while (!state.isOver) {
    const change = toChange();
    for (const key of listKeys(change)) busy.add(key);
    let response;
    try {
      response = await send(call, project, change);
    } catch {
      open.push(change);
      return;
    }
    if (response.status >= 300) problems.push(`${change.method} ${change.path}: ${response.status} ${response.text}`);
    if (change.method === 'POST' && change.chats && response.json().accepted !== change.chats.size)
      problems.push(`not all were accepted: ${response.text}`);
    make(change, change.tags && response.status === 201 ? response.json().id : undefined);
    for (const key of listKeys(change)) busy.delete(key);
    state.acknowledged += 1;
  }
}

/** Everything that is stored. */
async function readAll(call, project) {
  const query = new URLSearchParams({ project_id: project, ...RANGE });
  const { text } = await call('GET', `/chats?${query}`, { headers: { Accept: 'application/x-ndjson' } });
  const chats = new Map();
  for (const line of text.split('\n').filter(Boolean)) {
    const { external_id, answer } = JSON.parse(line);
    if (chats.has(external_id)) problems.push(`${external_id} is there twice`);
    chats.set(external_id, answer);
  }
  const tags = new Map();
  for (let offset = 0, total = 1; offset < total; offset += 1000) {
    const page = (await call('GET', `/tags?project_id=${project}&limit=1000&offset=${offset}`)).json();
    total = page.total ?? page.total_count ?? page.data.length;
    for (const { id, name } of page.data) {
      if (tags.has(name)) problems.push(`tag ${name} is there twice`);
      tags.set(name, id);
    }
    if (page.data.length < 1000) break;
  }
  return { chats, tags };
}

/** Finds out which of the open changes were made, and compares everything with what is expected. */
async function check(call, project) {
  const found = await readAll(call, project);
  for (const change of open) {
    const outcomes = new Set();
    for (const [id, answer] of change.chats ?? []) {
      if (found.chats.get(id) === known.chats.get(id)) outcomes.add('not made');
      else outcomes.add(found.chats.get(id) === answer ? 'made' : 'neither');
    }
    for (const [name, isThere] of change.tags ?? [])
      outcomes.add(found.tags.has(name) === !!isThere ? 'made' : 'not made');
    if (outcomes.size !== 1 || outcomes.has('neither'))
      problems.push(`${change.method} ${change.path} is torn: ${[...outcomes].join()}`);
    totals.open += 1;
    const isMade = outcomes.has('made');
    if (isMade) {
      totals.made += 1;
      make(change, change.tags ? found.tags.get([...change.tags.keys()][0]) : undefined);
    }
    if (change.headers?.['Idempotency-Key']) {
      const again = await send(call, project, change);
      totals.repeated += 1;
      if (again.status !== 200 || again.json().accepted !== change.chats.size)
        problems.push(`repeated after ${isMade ? 'it was made' : 'nothing'}: ${again.status} ${again.text}`);
      make(change);
      for (const [id, answer] of change.chats) found.chats.set(id, answer);
    }
    for (const key of listKeys(change)) busy.delete(key);
  }
  open = [];
  for (const kind of ['chats', 'tags']) {
    for (const [key, value] of known[kind])
      if (found[kind].get(key) !== value) problems.push(`${kind}: ${key} is lost or another`);
    for (const key of found[kind].keys())
      if (!known[kind].has(key)) problems.push(`${kind}: ${key} should not be there`);
  }
  const { data } = (await call('POST', `/reports/brands?project_id=${project}`, { body: RANGE })).json();
  const answers = [...known.chats.values()];
  for (const { brand, visibility_count, visibility_total, mention_count } of data) {
    const parts = answers.map((answer) => answer.split(brand.name).length - 1);
    const expected = [
      parts.filter((count) => count > 0).length,
      answers.length,
      parts.reduce((sum, count) => sum + count, 0),
    ];
    const actual = [visibility_count, visibility_total, mention_count];
    if (expected.join() !== actual.join())
      problems.push(`${brand.name}: ${actual.join()} instead of ${expected.join()}`);
  }
}

const started = performance.now();
let program = await startProgram({ env, folder });
let call = createClient(program);
const project = (await call('POST', '/projects', { body: { name: 'Kills' } })).json().id;
for (const name of BRANDS) await call('POST', `/brands?project_id=${project}`, { body: { name } });

while (totals.kills < KILLS && problems.length === 0) {
  const state = { acknowledged: 0, isOver: false };
  const writers = Array.from({ length: CLIENTS }, () => write(call, project, state));
  while (state.acknowledged < ACKNOWLEDGED) await setTimeout(3);
  await setTimeout(random() * 150);
  await program.kill();
  state.isOver = true;
  await Promise.all(writers);
  totals.kills += 1;
  totals.acknowledged += state.acknowledged;
  program = await startProgram({ env, folder });
  call = createClient(program);
  await check(call, project);
  if (totals.kills % 25 === 0)
    console.log(JSON.stringify({ ...totals, chats: known.chats.size, tags: known.tags.size }));
}
await program.stop();
rmSync(folder, { recursive: true, force: true });
await server?.remove();
console.log(
  JSON.stringify({ engine: flags.engine, ...totals, seconds: Math.round((performance.now() - started) / 1000) }),
);
for (const problem of problems.slice(0, 20)) console.log(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
