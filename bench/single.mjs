import { copyFileSync, rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createClient } from './client.mjs';
import { ensureData, SMALL } from './data.mjs';
import { startProcess } from './server-process.mjs';
import { round, toMedian } from './statistics.mjs';

const WARM_UP = 20;
const ANSWERS = 200;
const QUICK_ONES = 20;
const QUICK_MS = 150;
const PAUSE_MS = 200;
const MAXIMUM_TAGS = 900;

/** Measures answers that are added one by one, in turn to a project with a year of answers and to an empty one. */
export async function measureSingle({ log = console.error }) {
  const data = await ensureData(SMALL);
  const file = `${data.file}.single`;
  const remove = () => {
    for (const end of ['', '.wal', '.tmp', '.commits']) rmSync(file + end, { recursive: true, force: true });
  };
  remove();
  copyFileSync(data.file, file);
  const service = await startProcess(file);
  const client = createClient(service);
  try {
    const { id: empty } = await client.send('/projects', { name: 'Empty' });
    const projects = { large: data.project_id, empty };
    for (const name of ['BrandAx', 'BrandBx']) await client.send('/brands', { project_id: empty, name });
    const longest = await waitForSums(client, data.project_id);
    const times = { large: [], empty: [] };
    for (let index = 0; index < WARM_UP + ANSWERS; index += 1) {
      for (const [size, project_id] of Object.entries(projects)) {
        const ms = await addAnswer(client, { project_id, index });
        if (index >= WARM_UP) times[size].push(ms);
      }
    }
    const [large, alone] = [toMedian(times.large), toMedian(times.empty)];
    const figures = {
      longest_wait_while_months_are_summed_ms: round(longest, 0),
      single_answer_ms: round(alone),
      single_answer_large_project_ms: round(large),
      single_answer_large_to_empty_project: round(large / alone),
    };
    log(`an answer added alone: ${JSON.stringify(figures)}`);
    return figures;
  } finally {
    client.close();
    await service.close();
    remove();
  }
}

/** Months are summed up in the background first, and writes wait for that. Returns how long in milliseconds, at most. */
async function waitForSums(client, project_id) {
  let quick = 0;
  let longest = 0;
  for (let index = 0; quick < QUICK_ONES; index += 1) {
    if (index === MAXIMUM_TAGS) throw new Error('writes do not become quick');
    const { ms, status, text } = await client.ask({ path: '/tags', body: { project_id, name: `Waiting ${index}` } });
    if (status !== 201) throw new Error(text.slice(0, 300));
    quick = ms < QUICK_MS ? quick + 1 : 0;
    longest = Math.max(longest, ms);
    await pause(PAUSE_MS);
  }
  return longest;
}

/** Adds one answer, and returns how many milliseconds that took. */
export async function addAnswer(client, { project_id, index, date }) {
  const body = { chats: [{ ...toChat(index), ...(date ? { date } : {}) }] };
  const { ms, status, text } = await client.ask({ path: `/chats?project_id=${project_id}`, body });
  if (status !== 200 || JSON.parse(text).accepted !== 1) throw new Error(text.slice(0, 300));
  return ms;
}

/** A new answer to a new prompt, with a page that no answer had before. */
function toChat(index) {
  return {
    prompt_text: `Which product is best for somebody number ${index}?`,
    country_code: 'US',
    model_channel_id: 'famA-0',
    date: '2026-01-01',
    external_id: `single-${index}`,
    answer: `BrandAx is good, BrandBx is cheaper. This is answer ${index}.`,
    sources: [{ url: `https://site-${index}.example/page` }],
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const figures = await measureSingle(JSON.parse(process.argv[2] ?? '{}'));
  if (process.send) process.send({ figures });
  else process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
}
