// What a provider can do with its answers alone, for each kind of provider:
//   npm run stress -- hostile-provider [--short] [--seed N]
// A server on this machine sends the key back, written in many ways and lying across each place where texts are shortened,
// and responses that are broken in many ways. Fails if the program ends of itself, or if nine characters of the key are in a
// response, the log, an export or a file of the data folder.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createLeakFinder } from './find-leaks.mjs';
import {
  BREAKAGES,
  CHANNEL,
  ECHOES,
  KEY,
  listAsks,
  PLACES,
  SPELLINGS,
  startHostileProvider,
  toQuestion,
} from './hostile-answers.mjs';
import { createClient, startProgram } from './program.mjs';
import { createRandom } from './random.mjs';

const { values: flags } = parseArgs({
  options: { short: { type: 'boolean', default: false }, seed: { type: 'string', default: String(Date.now() % 1e6) } },
});
const STATUSES = [200, 401, 429, 500];
const PERIOD = 'start_date=2020-01-01&end_date=2100-01-01';
const { pick } = createRandom(Number(flags.seed));

const findLeaks = createLeakFinder(KEY);
const provider = await startHostileProvider(KEY);
const asks = listAsks(provider.origin);
const folder = mkdtempSync(join(tmpdir(), 'overheard-stress-'));
const log = [];
const leaks = [];
const deaths = [];
let requests = 0;
let program;
let call;

async function start() {
  program = await startProgram({
    folder,
    env: { ALLOW_PRIVATE_ADDRESSES: 'true', LOG_LEVEL: 'info' },
    onLog: (chunk) => log.push(chunk),
  });
  call = createClient(program);
}

function look(where, said) {
  const found = findLeaks(said);
  if (found.length > 0) leaks.push(`${where}: ${found.join(' ')}`);
}

/** Sends a request, and looks at the response. A program that ended is started again. */
async function request(what, method, path, body) {
  requests += 1;
  try {
    const { text, status } = await call(method, path, { body });
    look(`${what}: ${method} ${path}`, text);
    return status < 300 ? JSON.parse(text) : {};
  } catch {
    const end = await Promise.race([program.ended, setTimeout(10_000, 'no answer')]);
    deaths.push(`${what}: ${end}`);
    if (end === 'no answer') await program.kill();
    await start();
    return {};
  }
}

async function createProject(what) {
  const { id } = await request(what, 'POST', '/projects', { name: what });
  await request(what, 'PUT', `/secrets/hostile?project_id=${id}`, { value: KEY, hosts: [provider.host] });
  return id;
}

await start();

const tries = await createProject('tries');
const tryOnce = (kind, asked) =>
  request(`${kind}, ${JSON.stringify(asked)}`, 'POST', `/model-channels/${CHANNEL}/test?project_id=${tries}`, {
    text: toQuestion(asked),
    country_code: 'US',
    ask: asks[kind],
  });

/** Services with jobs are asked again after a second. */
const isSlow = (kind) => kind === 'http poll' || kind === 'http job';

for (const kind of Object.keys(asks)) {
  for (const echo of Object.keys(ECHOES)) {
    const places = isSlow(kind) || flags.short ? [pick(PLACES)] : PLACES;
    for (const place of places) {
      const spellings = isSlow(kind) || flags.short ? [pick(Object.keys(SPELLINGS))] : Object.keys(SPELLINGS);
      await Promise.all(spellings.map((spelling) => tryOnce(kind, { echo, spelling, place })));
    }
  }
  if (kind === 'http job') continue;
  for (const breakage of Object.keys(BREAKAGES)) {
    for (const status of isSlow(kind) || flags.short ? [pick(STATUSES)] : STATUSES) {
      await tryOnce(kind, { breakage, status });
    }
  }
}

/** A run of each kind for each echo: what it keeps stays in the data folder. */
for (const kind of Object.keys(asks)) {
  for (const echo of flags.short ? [pick(Object.keys(ECHOES))] : Object.keys(ECHOES)) {
    const what = `run of ${kind}, ${echo}`;
    const id = await createProject(what);
    const places = PLACES.filter((place) => place === 0 || place.share === 0.5);
    const prompts = places.map((place) => ({
      text: toQuestion({ echo, spelling: pick(Object.keys(SPELLINGS)), place }),
      country_code: 'US',
    }));
    await request(what, 'POST', `/prompts/bulk?project_id=${id}`, { prompts });
    const ask = { ...asks[kind], concurrency: prompts.length };
    await request(what, 'PATCH', `/model-channels/${CHANNEL}?project_id=${id}`, { is_active: true, ask });
    const { id: run } = await request(what, 'POST', `/runs?project_id=${id}`, { kind: 'collection' });
    for (let waited = 0; waited < 50; waited += 1) {
      const { data = [] } = await request(what, 'GET', `/runs/${run}/tasks?project_id=${id}`);
      if (data.some(({ state, message }) => state === 'done' || message)) break;
      await setTimeout(100);
    }
    await request(what, 'POST', `/runs/${run}/cancel?project_id=${id}`);
    const paths = [`/runs/${run}?`, `/runs/${run}/tasks?`, '/model-channels?', '/schedule?', '/secrets?'];
    for (const path of paths) await request(what, 'GET', `${path}project_id=${id}`);
    const { data: chats = [] } = await request(what, 'GET', `/chats?project_id=${id}&${PERIOD}`);
    for (const chat of chats) await request(what, 'GET', `/chats/${chat.id}/content?project_id=${id}`);
    for (const accept of ['text/csv', 'application/x-ndjson']) {
      const { text } = await call('GET', `/chats?project_id=${id}&${PERIOD}`, { headers: { accept } });
      look(`${what}: ${accept}`, text);
    }
  }
}

await program.kill();
await provider.close();
look('log', Buffer.concat(log));
const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
for (const { parentPath, path, name } of files) look(`file ${name}`, readFileSync(join(parentPath ?? path, name)));
rmSync(folder, { recursive: true });

for (const line of [...deaths.slice(0, 20), ...leaks.slice(0, 20)]) console.log(line);
console.log(
  `${requests} requests, ${files.length} files. Deaths: ${deaths.length}. Leaks: ${leaks.length}. Seed: ${flags.seed}.`,
);
process.exitCode = deaths.length + leaks.length > 0 ? 1 : 0;
