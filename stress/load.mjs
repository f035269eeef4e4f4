// Many clients at once, some reading, some writing one small thing at a time:
//   npm run stress -- load [--clients 200] [--seconds 20] [--projects 10] [--only write] [--pause 500] [--database postgres://…]
// Clients send the next request at once, or after a pause in milliseconds. Prints how long each kind of request took, and fails after errors other than 429 and 503 with Retry-After.
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Pool } from 'undici';
import { createClient, KEY, startProgram } from './program.mjs';

const { values: flags } = parseArgs({
  options: {
    clients: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '20' },
    database: { type: 'string' },
    projects: { type: 'string', default: '10' },
    only: { type: 'string', default: '' },
    pause: { type: 'string', default: '0' },
  },
});
const CLIENTS = Number(flags.clients);
const WARM_UP_MS = 3000;
const PROJECTS = Number(flags.projects);
const PAUSE_MS = Number(flags.pause);

// With a higher maximum, names of tags would not be kept in memory.
const program = await startProgram({
  env: { MAX_TAGS: '20000', ...(flags.database ? { DATABASE_URL: flags.database } : {}) },
});
const call = createClient(program);
const projects = [];
for (let n = 0; n < PROJECTS; n += 1) {
  const project = (await call('POST', '/projects', { body: { name: `P${n}` } })).json().id;
  for (const name of ['Acme', 'Zorbix', 'Brumelle'])
    await call('POST', `/brands?project_id=${project}`, { body: { name } });
  const chats = Array.from({ length: 500 }, (_, at) => toChat(at));
  await call('POST', `/chats?project_id=${project}`, { body: { chats } });
  projects.push(project);
}

// Lighter than `fetch`: on a small machine the clients take their share of the processor.
const pool = new Pool(program.url, { connections: CLIENTS });
async function send(method, path, body) {
  const response = await pool.request({
    method,
    path: `/v1${path}`,
    headers: { 'X-API-Key': KEY, ...(body ? { 'Content-Type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: response.statusCode, headers: response.headers, text: await response.body.text() };
}

let number = 0;
function toChat(at) {
  return {
    prompt_text: `Which is best ${at % 20}?`,
    country_code: 'US',
    model_channel_id: 'famA-0',
    date: `2026-01-${String(1 + (at % 28)).padStart(2, '0')}`,
    answer: `Acme is good, Zorbix is better (${at} ${Math.random()}). See https://site${at % 50}.example/page.`,
  };
}

const KINDS = {
  'read: topics': (project) => send('GET', `/topics?project_id=${project}`),
  'read: prompts': (project) => send('GET', `/prompts?project_id=${project}&limit=20`),
  'read: report': (project) =>
    send('POST', `/reports/brands?project_id=${project}`, { start_date: '2026-01-01', end_date: '2026-01-31' }),
  'write: chat': (project) => send('POST', `/chats?project_id=${project}`, { chats: [toChat(++number)] }),
  'write: tag': (project) => send('POST', `/tags?project_id=${project}`, { name: `tag ${++number}` }),
};
const names = Object.keys(KINDS).filter((name) => name.includes(flags.only));
const times = new Map(names.map((name) => [name, []]));
const refused = new Map();
const errors = new Map();
// The first seconds show how long it takes to compile the program.
const begin = performance.now() + WARM_UP_MS;
const end = begin + Number(flags.seconds) * 1000;

async function work(client) {
  const name = names[client % names.length];
  for (let turn = client; performance.now() < end; turn += 1) {
    // Not all at the same moment.
    if (PAUSE_MS > 0) await setTimeout(PAUSE_MS * (0.5 + Math.random()));
    const started = performance.now();
    let outcome;
    try {
      const { status, headers } = await KINDS[name](projects[turn % PROJECTS]);
      if (started < begin) continue;
      if (status < 300) times.get(name).push(performance.now() - started);
      else if ((status === 429 || status === 503) && headers['retry-after']) {
        refused.set(name, (refused.get(name) ?? 0) + 1);
        await setTimeout(1000 * Number(headers['retry-after']));
      } else outcome = String(status);
    } catch (error) {
      outcome = error.cause?.code ?? error.message;
    }
    if (outcome) errors.set(`${name}: ${outcome}`, (errors.get(`${name}: ${outcome}`) ?? 0) + 1);
  }
}

await Promise.all(Array.from({ length: CLIENTS }, (_, client) => work(client)));
await pool.close();
await program.stop();

console.log(`${CLIENTS} clients, ${flags.seconds} s, ${PROJECTS} projects, ${PAUSE_MS} ms between requests`);
console.log('kind             per second   p50 ms   p99 ms   max ms  refused');
for (const [name, all] of times) {
  all.sort((a, b) => a - b);
  const at = (share) => (all[Math.floor((all.length - 1) * share)] ?? 0).toFixed(0).padStart(8);
  const rate = (all.length / Number(flags.seconds)).toFixed(0);
  console.log(
    `${name.padEnd(16)} ${rate.padStart(10)} ${at(0.5)} ${at(0.99)} ${at(1)} ${String(refused.get(name) ?? 0).padStart(8)}`,
  );
}
for (const [what, count] of errors) console.log(`${count} × ${what}`);
process.exitCode = errors.size === 0 ? 0 : 1;
