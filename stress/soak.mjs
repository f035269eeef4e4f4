// Uses the program for a long time, well below what it can do, and looks for anything that grows:
//   npm run stress -- soak [--minutes 60] [--database postgres://…]
// Answers come in and the oldest are deleted, so that the data stay about the same. Every period prints memory, open files, bytes
// logged and latencies. It fails if a period of the last quarter is much above those of the second: the first warms up.
import { readdirSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createClient, startProgram } from './program.mjs';

const { values: flags } = parseArgs({
  options: { minutes: { type: 'string', default: '60' }, database: { type: 'string' } },
});
const PERIODS = 24;
const PERIOD_MS = (Number(flags.minutes) * 60_000) / PERIODS;
const PROJECTS = 4;
const KEPT = 2000;
/** What may grow by how much; latencies of a shared machine vary by themselves. */
const ALLOWED = { memory: 1.1, files: 1.1, logged: 1.5, p50: 1.5, p99: 2.5 };

const program = await startProgram({ env: flags.database ? { DATABASE_URL: flags.database } : {} });
const call = createClient(program);
const range = { start_date: '2026-01-01', end_date: '2026-01-31' };
const projects = [];
for (let n = 0; n < PROJECTS; n += 1) {
  const id = (await call('POST', '/projects', { body: { name: `Soak ${n}` } })).json().id;
  for (const name of ['Zorbix', 'Brumelle']) await call('POST', `/brands?project_id=${id}`, { body: { name } });
  projects.push({ id, kept: [], number: 0 });
}
const errors = [];
let times = [];
let isOver = false;

async function ask(method, path, body) {
  const started = performance.now();
  const response = await call(method, path, body ? { body } : {});
  times.push(performance.now() - started);
  if (response.status >= 300) errors.push(`${method} ${path}: ${response.status} ${response.text.slice(0, 200)}`);
  return response;
}

/** Does one thing after another, with pauses in between. */
async function repeat(everyMs, work) {
  for (let turn = 0; !isOver; turn += 1) {
    const started = performance.now();
    await work(projects[turn % PROJECTS], turn);
    await setTimeout(Math.max(0, everyMs - (performance.now() - started)));
  }
}

const chores = [
  repeat(200, async (project) => {
    const chats = Array.from({ length: 10 }, () => {
      const number = ++project.number;
      project.kept.push(`c${number}`);
      return {
        external_id: `c${number}`,
        prompt_text: `Which ${number % 20}?`,
        country_code: 'US',
        model_channel_id: 'famA-0',
        date: `2026-01-${String(1 + (number % 28)).padStart(2, '0')}`,
        answer: `Zorbix is good, Brumelle is better. ${number} https://site${number % 200}.example/page`,
      };
    });
    await ask('POST', `/chats?project_id=${project.id}`, { chats });
    if (project.kept.length <= KEPT) return;
    await ask('DELETE', `/chats?project_id=${project.id}`, { external_ids: project.kept.splice(0, 10) });
  }),
  repeat(100, ({ id }) => ask('POST', `/reports/brands?project_id=${id}`, range)),
  repeat(150, ({ id }, turn) =>
    ask('POST', `/reports/domains?project_id=${id}`, { ...range, limit: 1 + (turn % 50), dimensions: ['date'] }),
  ),
  repeat(50, ({ id }) => ask('GET', `/prompts?project_id=${id}&limit=20`)),
  repeat(500, async ({ id }, turn) => {
    const tag = (await ask('POST', `/tags?project_id=${id}`, { name: `tag ${turn}` })).json().id;
    await ask('DELETE', `/tags/${tag}?project_id=${id}`);
  }),
];

const at = (share) => times[Math.floor((times.length - 1) * share)] ?? 0;
const periods = [];
let logged = 0;
for (let period = 0; period < PERIODS; period += 1) {
  await setTimeout(PERIOD_MS);
  times.sort((a, b) => a - b);
  const measured = {
    memory: program.readMemory(),
    files: readdirSync(`/proc/${program.pid}/fd`).length,
    logged: program.countLogged() - logged,
    p50: at(0.5),
    p99: at(0.99),
  };
  logged = program.countLogged();
  periods.push(measured);
  console.log(
    `${String(period + 1).padStart(3)}/${PERIODS}  ${measured.memory} MB, ${measured.files} files, ${measured.logged} bytes logged, ${times.length} requests, p50 ${measured.p50.toFixed(1)} ms, p99 ${measured.p99.toFixed(1)} ms`,
  );
  times = [];
}
isOver = true;
await Promise.all(chores);
await program.stop();

const quarter = PERIODS / 4;
const median = (list, name) => list.map((one) => one[name]).sort((a, b) => a - b)[Math.floor(list.length / 2)];
let isGrowing = false;
for (const [name, most] of Object.entries(ALLOWED)) {
  const [second, last] = [periods.slice(quarter, 2 * quarter), periods.slice(-quarter)];
  const growth = median(last, name) / Math.max(1, median(second, name));
  if (growth > most) isGrowing = true;
  console.log(`${name}: last quarter to second ${growth.toFixed(2)} (at most ${most})`);
}
for (const error of errors.slice(0, 10)) console.log(error);
process.exitCode = isGrowing || errors.length > 0 ? 1 : 0;
