import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, inject, it } from 'vitest';
import { query } from '../harness/databases.ts';
import { type FakeModel, startFakeModel } from '../harness/fake-model.ts';
import {
  ask as askProgram,
  createFolder,
  type Program,
  removeFolder,
  runStatement,
  startProgram,
} from '../harness/program.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { createClient, type Log, startCluster } from './cluster.ts';

/** `npm run chaos:collection` takes a day of 5,000. */
const TASKS = inject('collectionTasks');
const CHANNELS = ['famA-0', 'famB-0', 'famD-1', 'famF-0'];
const PROMPTS = Math.ceil(TASKS / CHANNELS.length);
const FAILURES = 0.2;
const COST_CENTS = 1;
/** Asks that are cut off cost money too. */
const BUDGET_CENTS = PROMPTS * CHANNELS.length * 10 * COST_CENTS;
/** Tasks that end between two kills: on a machine that is busy, processes would otherwise be killed before they asked. */
const PROGRESS = Math.max(8, Math.round(TASKS / 100));

type Ask = (asking: { method?: string; path: string; body?: object }) => Promise<{ status: number; text: string }>;

interface Task {
  id: string;
  state: string;
  reason: string | null;
  attempts: number;
  cost: number | null;
  chat: { id: string } | null;
  prompt: { id: string };
  model_channel: { id: string };
}

/** A provider that answers after a while, and fails at random in every way. */
async function startUnreliable(): Promise<FakeModel> {
  return startFakeModel(async ({ prompt }) => {
    await pause(5 + Math.random() * 60);
    const dice = Math.random();
    if (dice > FAILURES) return { answer: `An answer to ${prompt}` };
    if (dice < 0.05) return 'reset';
    if (dice < 0.1) return { status: 429, headers: { 'retry-after': '1' } };
    return dice < 0.15 ? { status: 500 } : { status: 200, body: { nonsense: true } };
  });
}

async function askJson<Body>(ask: Ask, asking: Parameters<Ask>[0]): Promise<Body> {
  const { status, text } = await ask(asking);
  expect(status, text).toBeLessThan(300);
  return JSON.parse(text) as Body;
}

/** A project with prompts, channels that the provider answers, and a budget. */
async function setUp(ask: Ask, provider: FakeModel): Promise<string> {
  const { id: project_id } = await askJson<{ id: string }>(ask, {
    method: 'POST',
    path: '/projects',
    body: { name: 'Chaos' },
  });
  const prompts = Array.from({ length: PROMPTS }, (_, index) => ({ text: `Question ${index}?`, country_code: 'US' }));
  await askJson(ask, { method: 'POST', path: '/prompts/bulk', body: { project_id, prompts } });
  for (const channel of CHANNELS) {
    const settings = {
      kind: 'openai-compatible',
      model: channel,
      base_url: provider.base_url,
      concurrency: 5,
      price: { request: COST_CENTS / 100 },
    };
    const body = { project_id, is_active: true, ask: settings };
    await askJson(ask, { method: 'PATCH', path: `/model-channels/${channel}`, body });
  }
  const body = { project_id, budget: { day: BUDGET_CENTS / 100 } };
  await askJson(ask, { method: 'PUT', path: '/schedule', body });
  return project_id;
}

/** Everything about the run that must hold, whatever was killed when. */
async function check(ask: Ask, { project, run, provider }: { project: string; run: string; provider: FakeModel }) {
  const tasks = await listAll<Task>(ask, `/runs/${run}/tasks?project_id=${project}`);
  expect(tasks).toHaveLength(PROMPTS * CHANNELS.length);
  const states = new Set(tasks.map(({ state }) => state));
  expect([...states].filter((state) => !['done', 'failed', 'skipped'].includes(state))).toEqual([]);
  expect(tasks.filter(({ state, reason }) => state !== 'done' && reason === null)).toEqual([]);

  // Each answer is stored once, for the task that it belongs to.
  const chats = await listAll<{ id: string; external_id: string }>(
    ask,
    `/chats?project_id=${project}&start_date=2020-01-01&end_date=2100-01-01`,
  );
  const done = tasks.filter(({ state }) => state === 'done');
  expect(new Set(chats.map(({ external_id }) => external_id)).size).toBe(chats.length);
  expect(chats.map(({ external_id }) => external_id).sort()).toEqual(done.map(({ id }) => id).sort());
  expect(done.every(({ chat }) => chat !== null)).toBe(true);
  expect(done.length).toBeGreaterThan(tasks.length / 2);

  // The costs add up to the cent, and the budget was kept.
  const toCents = (dollars: number) => Math.round(dollars * 100_000) / 1000;
  const { cost } = await askJson<{ cost: number }>(ask, { path: `/runs/${run}?project_id=${project}` });
  const summed = tasks.reduce((sum, task) => sum + toCents(task.cost ?? 0), 0);
  const { reserved } = await askJson<{ reserved: number }>(ask, { path: `/schedule?project_id=${project}` });
  expect(toCents(cost)).toBe(summed);
  expect(reserved).toBe(0);
  expect(summed).toBeLessThanOrEqual(BUDGET_CENTS);
  expect(summed).toBeGreaterThanOrEqual(done.length * COST_CENTS);

  // Nothing was asked more often than its task says.
  const asked = new Map<string, number>();
  for (const { prompt, body } of provider.requests) {
    const key = `${prompt} ${body.model}`;
    asked.set(key, (asked.get(key) ?? 0) + 1);
  }
  return { done: done.length, asked: provider.requests.length, most: Math.max(...asked.values()), spent: summed };
}

/** What is booked for the only project, over all days: a run may go on past midnight, and the API only tells what was spent today. */
const BOOKED = 'select sum(booked) as booked from spending where project = $1';
const ONLY_PROJECT = 1;

/** In cents. */
function readBooked([row]: Record<string, unknown>[]): number {
  return Math.round(Number(row!.booked) / 10_000) / 1000;
}

async function listAll<Item>(ask: Ask, path: string): Promise<Item[]> {
  const items: Item[] = [];
  while (true) {
    const { data } = await askJson<{ data: Item[] }>(ask, { path: `${path}&limit=10000&offset=${items.length}` });
    items.push(...data);
    if (data.length < 10_000) return items;
  }
}

interface RunKey {
  project: string;
  run: string;
}

async function readRun(ask: Ask, { project, run }: RunKey): Promise<{ state: string; done: number }> {
  return askJson(ask, { path: `/runs/${run}?project_id=${project}` });
}

async function isOver(ask: Ask, key: RunKey): Promise<boolean> {
  return (await readRun(ask, key)).state !== 'running';
}

/** Waits until some tasks more have ended, or all. */
async function waitForProgress(ask: Ask, key: RunKey): Promise<void> {
  const { done: before } = await readRun(ask, key);
  await waitUntil('tasks have ended', async () => {
    const { state, done } = await readRun(ask, key);
    return state !== 'running' || done >= before + PROGRESS;
  });
}

describe('a day of collection with a provider that fails', () => {
  it.skipIf(inject('engine') !== 'postgres')(
    'is complete and exact though one of three processes is killed every second',
    async () => {
      const provider = await startUnreliable();
      const cluster = await startCluster({ services: 1, workers: 2, env: { ALLOW_PRIVATE_ADDRESSES: 'true' } });
      const log: Log = { answers: 0, errors: new Map(), slowest_ms: 0 };
      const client = createClient(cluster, log);
      const ask: Ask = (asking) => client({ ...asking, headers: { 'Content-Type': 'application/json' } });
      const project = await setUp(ask, provider);
      const body = { project_id: project, kind: 'collection' };
      const { id: run } = await askJson<{ id: string }>(ask, { method: 'POST', path: '/runs', body });
      let isEnded = false;
      const killing = (async () => {
        while (!isEnded) {
          await pause(1000);
          await waitForProgress(ask, { project, run });
          if (!isEnded) await cluster.killOne();
        }
      })();
      await waitUntil('the run is over', () => isOver(ask, { project, run }), { everyMs: 500, longestMs: 1_500_000 });
      isEnded = true;
      await killing;
      await cluster.settled();
      const result = await check(ask, { project, run, provider });
      expect(readBooked(await query(cluster.database.toUrl('postgres'), BOOKED, [ONLY_PROJECT]))).toBe(result.spent);
      console.log(`${TASKS} tasks, ${JSON.stringify(cluster.kills())} killed:`, result);
      await cluster.close();
      await provider.close();
    },
    1_800_000,
  );

  it.skipIf(inject('engine') !== 'duckdb')(
    'is complete and exact though the process is killed again and again',
    async () => {
      const provider = await startUnreliable();
      const folder = await createFolder();
      let program: Program = await startProgram(folder, { EXTRACTION_THREADS: '0' });
      const ask: Ask = async (asking) => {
        const { status, body } = await askProgram(program, asking);
        return { status, text: JSON.stringify(body) };
      };
      const project = await setUp(ask, provider);
      const { id: run } = await askJson<{ id: string }>(ask, {
        method: 'POST',
        path: '/runs',
        body: { project_id: project, kind: 'collection' },
      });
      let kills = 0;
      while (!(await isOver(ask, { project, run }))) {
        await waitForProgress(ask, { project, run });
        await pause(Math.random() * 200);
        program.process.kill('SIGKILL');
        await program.ended;
        kills += 1;
        program = await startProgram(folder, { EXTRACTION_THREADS: '0' });
      }
      const result = await check(ask, { project, run, provider });
      console.log(`${TASKS} tasks, ${kills} killed:`, result);
      program.process.kill('SIGTERM');
      await program.ended;
      expect(readBooked(await runStatement(folder, BOOKED, [ONLY_PROJECT]))).toBe(result.spent);
      await removeFolder(folder);
      await provider.close();
    },
    1_800_000,
  );
});
