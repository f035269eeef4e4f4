// Plays the same requests to the version before and to this one, on copies of the same data, and compares all answers:
//   npm run stress -- replay --before ../folder-of-the-version-before
//     [--after .] [--engine postgres] [--requests 4000] [--seed 1] [--shown 15]
// Both folders must be built. The version before makes the data. First nothing moves: months are half summed up, and two
// re-analyses have stopped halfway. Then both make the same changes. At last both do all background work.
// Fails on a difference that is not in stress/replay-exceptions.json. Only new IDs, times and secrets are left out.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createRandom } from './random.mjs';
import { createComparison, readExceptions } from './replay/compare.mjs';
import { fillDatabase, finishWork } from './replay/data.mjs';
import { openDatabases } from './replay/databases.mjs';
import { createNormalizer } from './replay/normalize.mjs';
import { readPools } from './replay/pools.mjs';
import { openProgram } from './replay/programs.mjs';
import { createRequests } from './replay/requests.mjs';
import { makeChanges } from './replay/writes.mjs';

const { values: flags } = parseArgs({
  options: {
    before: { type: 'string' },
    after: { type: 'string', default: join(import.meta.dirname, '..') },
    engine: { type: 'string', default: 'duckdb' },
    requests: { type: 'string', default: '4000' },
    seed: { type: 'string', default: '1' },
    shown: { type: 'string', default: '15' },
  },
});
if (flags.before === undefined) {
  console.error('Name the folder of the version before, which must be built: --before ../before');
  process.exit(2);
}
const FOLDERS = { before: resolve(flags.before), after: resolve(flags.after) };
const SIDES = Object.keys(FOLDERS);
const REQUESTS = Number(flags.requests);
const SEED = Number(flags.seed);
/** After changes, and after the background work, there is less to ask. */
const LATER_SHARE = 0.5;
const SIDE_BY_SIDE = 4;
/** How often a request is made again with the tag of its answer, and how often once more as it is. */
const TAGGED_SHARE = 0.05;
const REPEATED_SHARE = 0.1;
/** How a report without rows begins. */
const EMPTY_REPORT = Buffer.from('{"data":[]');
/** How many differences are printed; all are counted. */
const SHOWN = Number(flags.shown);
const SHOWN_PLACES = 5;
const SHOWN_CHARACTERS = 300;

const started = performance.now();
const log = (text) => console.error(`${((performance.now() - started) / 1000).toFixed(0)} s: ${text}`);
const exceptions = readExceptions(join(import.meta.dirname, 'replay-exceptions.json'));
const openapi = JSON.parse(readFileSync(join(FOLDERS.before, 'docs/openapi.json'), 'utf8'));
const totals = {
  requests: 0,
  reports: 0,
  filled: 0,
  differences: 0,
  excused: 0,
  statuses: new Map(),
  operations: new Set(),
};

const databases = await openDatabases(flags.engine);
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    await databases.remove();
    process.exit(1);
  });
}
try {
  await replay();
} finally {
  await databases.remove();
}
report();

async function replay() {
  const { keys, projects } = await fillDatabase({ databases, name: 'filled', folder: FOLDERS.before, seed: SEED, log });
  for (const side of SIDES) await databases.copy('filled', side);
  const normalizers = Object.fromEntries(SIDES.map((side) => [side, createNormalizer(Date.now())]));
  const comparison = await createComparison(normalizers);
  const play = { keys, projects, normalizers, comparison };

  let programs = await openBoth((side) => openProgram(FOLDERS[side], { url: databases.toUrl(side), hasWorker: false }));
  await ask({ ...play, programs, phase: 'nothing moves', count: REQUESTS });
  log('changes …');
  const change = createExchange({ ...play, programs, phase: 'changes' });
  await makeChanges({ send: change.one, random: createRandom(SEED), projects });
  await ask({ ...play, programs, phase: 'after changes', count: REQUESTS * LATER_SHARE });
  await closeBoth(programs);

  log('background work …');
  const finish = (side) => {
    const open = () => openProgram(FOLDERS[side], { url: databases.toUrl(side), hasWorker: true });
    return finishWork({ databases, name: side, open });
  };
  // The second time for what had to wait for the first, such as sums of what was re-analyzed.
  await closeBoth(await openBoth(finish));
  programs = await openBoth(finish);
  await ask({ ...play, programs, phase: 'after background work', count: REQUESTS * LATER_SHARE });
  await closeBoth(programs);
  comparison.close();
}

async function openBoth(open) {
  const programs = {};
  // One after the other: how far each comes must not depend on the other.
  for (const side of SIDES) programs[side] = await open(side);
  return programs;
}

async function closeBoth(programs) {
  for (const side of SIDES) await programs[side].stop();
}

/** Asks both programs everything that changes nothing. */
async function ask({ phase, count, ...play }) {
  const random = createRandom(SEED + count);
  const before = totals.differences;
  const exchange = createExchange({ ...play, phase });
  // Both are asked, so that each new ID has its number before a request names it.
  const pools = await readPools({ read: exchange.one, projects: play.projects });
  const requests = createRequests({ openapi, random, pools, count });
  for (let from = 0; from < requests.length; from += SIDE_BY_SIDE) {
    const part = requests.slice(from, from + SIDE_BY_SIDE);
    await exchange.all(part);
    const repeated = part.filter(() => random.chance(REPEATED_SHARE));
    const tagged = part.filter(() => random.chance(TAGGED_SHARE));
    await exchange.all([...repeated, ...tagged.map((request) => ({ ...request, isTagged: true }))]);
  }
  log(`${phase}: ${requests.length} requests, ${totals.differences - before} differences`);
}

/** Sends requests to both programs, and compares their answers in the order of the requests. */
function createExchange({ programs, keys, normalizers, comparison, phase }) {
  const tags = { before: new Map(), after: new Map() };
  const toKey = ({ isTagged: _, ...request }) => JSON.stringify(request);

  const send = async (side, request, number) => {
    const { method, body, accept, caller, headers = {}, isTagged } = request;
    const toOwn = (text) => (side === 'before' ? text : normalizers.before.translate(text, normalizers.after));
    const tag = isTagged ? tags[side].get(toKey(request)) : undefined;
    const answer = await programs[side].ask({
      method,
      path: toOwn(request.path),
      headers: {
        'x-request-id': `replay-${number}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(accept ? { accept } : {}),
        ...(tag ? { 'if-none-match': tag } : {}),
        ...(caller === 'none' ? {} : { 'x-api-key': keys[caller] ?? 'ohc_unknown' }),
        ...headers,
      },
      body: body === undefined ? undefined : toOwn(body),
    });
    if (answer.headers.etag) tags[side].set(toKey(request), answer.headers.etag);
    return answer;
  };
  const settle = async (request, answers) => {
    const places = await comparison.compare(request, answers);
    record({ phase, request, places, answer: answers[0] });
    return answers[0];
  };
  return {
    async all(requests) {
      const first = totals.requests;
      totals.requests += requests.length;
      const answers = await Promise.all(
        requests.map((request, index) => Promise.all(SIDES.map((side) => send(side, request, first + index)))),
      );
      for (const [index, request] of requests.entries()) await settle(request, answers[index]);
    },
    /** One request after the other. Resolves with what the version before says. */
    async one(request) {
      const number = totals.requests++;
      const answers = [];
      for (const side of SIDES) answers.push(await send(side, request, number));
      return settle(request, answers);
    },
  };
}

function record({ phase, request, places, answer: { status, bytes } }) {
  totals.operations.add(request.operation);
  if (request.operation.startsWith('report_') && status === 200) {
    totals.reports += 1;
    if (!bytes.subarray(0, 10).equals(EMPTY_REPORT)) totals.filled += 1;
  }
  totals.statuses.set(status, (totals.statuses.get(status) ?? 0) + 1);
  const left = places.filter(({ at }) => {
    const exception = exceptions.find(({ isOf }) => isOf(request, at));
    if (exception) exception.uses += 1;
    return exception === undefined;
  });
  if (left.length === 0) {
    totals.excused += places.length > 0 ? 1 : 0;
    return;
  }
  totals.differences += 1;
  if (totals.differences > SHOWN) return;
  const cut = (value) => (JSON.stringify(value) ?? 'nothing').slice(0, SHOWN_CHARACTERS);
  const { operation, method, path, body = '', accept = '', caller } = request;
  console.log(`${phase}: ${operation} as ${caller}\n  ${method} ${path} ${accept} ${body.slice(0, 1000)}`);
  for (const { at, values } of left.slice(0, SHOWN_PLACES)) {
    console.log(`  ${at}\n    before: ${cut(values[0])}\n    after:  ${cut(values[1])}`);
  }
  if (left.length > SHOWN_PLACES) console.log(`  and ${left.length - SHOWN_PLACES} more`);
}

function report() {
  const statuses = [...totals.statuses].sort().map(([status, count]) => `${status}: ${count}`);
  console.log(
    `${totals.requests} requests of ${totals.operations.size} operations on ${flags.engine}, seed ${SEED}, in ${((performance.now() - started) / 1000).toFixed(0)} s`,
  );
  console.log(`${totals.reports} reports, ${totals.filled} of them with rows; statuses ${statuses.join(', ')}`);
  for (const { reason, uses } of exceptions) console.log(`${uses} places excused: ${reason}`);
  console.log(
    `${totals.differences} differences${totals.excused > 0 ? `, and ${totals.excused} that are excused` : ''}`,
  );
  process.exitCode = totals.differences === 0 ? 0 : 1;
}
