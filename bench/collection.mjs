import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { FIRST_ANSWER_DAY, toLines } from './answers.mjs';
import { createClient } from './client.mjs';
import { sendLines, withService } from './ingestion.mjs';
import { round, toMedian } from './statistics.mjs';

const TASKS = 10_000;
const REPLICATES = 10;
const LATENCY_MS = 50;
/** Asks in flight: what a provider usually allows a paying customer. */
const CONCURRENCY = 16;
const CHANNEL = 'famD-1';
/** Answers that are there before, so that a report has something to read. */
const STORED = 2000;
const WARM_PROMPTS = 50;
const REPORTS_ALONE = 60;
const BETWEEN_REPORTS_MS = 100;
const PROMPT = 'Which one is the best for purpose';
/** How often to look whether the run is over, as the dashboard does. */
const LOOK_MS = 2000;

/** Asks a local provider, and measures the time against the shortest possible one, the memory, and a report beside it. */
export async function measureCollection({ log = console.error }) {
  const provider = await startProvider();
  // The memory that loading takes is not that of collecting.
  const prepare = ({ client, project_id, source }) => prepareProject(client, { project_id, source, provider });
  try {
    return await withService(
      'collection',
      async ({ service, client, project_id, prepared: prompt_ids }) => {
        const figures = await measureRun({ service, client, project_id, prompt_ids });
        log(JSON.stringify(figures));
        return figures;
      },
      prepare,
    );
  } finally {
    provider.close();
  }
}

async function prepareProject(client, { project_id, source, provider }) {
  await sendLines(client, project_id, toLines(source, { count: STORED, prefix: 'before' }));
  const prompts = Array.from({ length: TASKS / REPLICATES }, (_, index) => ({
    text: `${PROMPT} ${index}?`,
    country_code: 'US',
  }));
  const { accepted } = await client.send('/prompts/bulk', { project_id, prompts });
  if (accepted !== prompts.length) throw new Error(`only ${accepted} prompts were accepted`);
  const ask = {
    kind: 'openai-compatible',
    model: 'local',
    base_url: provider.base_url,
    concurrency: CONCURRENCY,
    price: { input: 1, output: 2 },
  };
  await client.send(`/model-channels/${CHANNEL}`, { project_id, is_active: true, ask }, 'PATCH');
  return (await client.get(`/prompts?project_id=${project_id}&limit=10000`)).data
    .filter(({ messages }) => messages[0].content.startsWith(PROMPT))
    .map(({ id }) => id);
}

async function measureRun({ service, client, project_id, prompt_ids }) {
  // Reports have a connection of their own.
  const reader = createClient(service);
  try {
    // A process that has just started is slow for a second or two, as the other measurements know.
    await collect(client, { project_id, prompt_ids: prompt_ids.slice(0, WARM_PROMPTS) });
    const alone = await measureReport(reader, { project_id, isEnough: (count) => count >= REPORTS_ALONE });
    const before_mb = service.readMemory().now_mb;
    let isEnded = false;
    const collecting = collect(client, { project_id, prompt_ids }).finally(() => {
      isEnded = true;
    });
    const beside = await measureReport(reader, { project_id, isEnough: () => isEnded });
    const run = await collecting;
    if (run.tasks.done !== TASKS) {
      throw new Error(`only ${run.tasks.done} tasks were done: ${JSON.stringify(run.failures)}`);
    }
    const seconds = (Date.parse(run.finished_at) - Date.parse(run.started_at)) / 1000;
    const ideal = (TASKS * LATENCY_MS) / 1000 / CONCURRENCY;
    return {
      collection_tasks: TASKS,
      collection_concurrency: CONCURRENCY,
      collection_seconds: round(seconds),
      collection_ideal_seconds: round(ideal),
      collection_time_ratio: round(seconds / ideal),
      collection_memory_before_mb: before_mb,
      collection_memory_peak_mb: service.readMemory().peak_mb,
      report_alone_ms: round(alone),
      report_beside_collection_ms: round(beside),
      report_beside_collection_ratio: round(beside / alone),
    };
  } finally {
    reader.close();
  }
}

/** Asks each prompt several times, and returns the run when it is over. */
async function collect(client, { project_id, prompt_ids }) {
  const basket = { prompt_ids, replicates: REPLICATES };
  const { id } = await client.send('/runs', { project_id, kind: 'collection', ...basket });
  while (true) {
    await pause(LOOK_MS);
    const run = await client.get(`/runs/${id}?project_id=${project_id}`);
    if (run.state !== 'running') return run;
  }
}

/** The median time of a report by date. */
async function measureReport(client, { project_id, isEnough }) {
  const times = [];
  for (let count = 0; !isEnough(count); count += 1) {
    const body = { project_id, dimensions: ['date'], start_date: FIRST_ANSWER_DAY, end_date: '2025-12-31' };
    const { ms, status } = await client.ask({ path: '/reports/brands', body });
    if (status !== 200) throw new Error(`the report answered ${status}`);
    times.push(ms);
    await pause(BETWEEN_REPORTS_MS);
  }
  return toMedian(times);
}

/** Starts the provider on a thread of its own, so that it takes no longer than it says. */
async function startProvider() {
  const worker = new Worker(new URL(import.meta.url), { workerData: { isProvider: true } });
  const port = await new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  return { base_url: `http://127.0.0.1:${port}/v1`, close: () => worker.terminate() };
}

/** A server that speaks the protocol of chat completions and takes its time. */
function provide() {
  const text = 'There are several good ones. '.repeat(40);
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      setTimeout(() => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(
          JSON.stringify({
            id: 'one',
            object: 'chat.completion',
            created: 1,
            model: 'local',
            choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
            usage: { prompt_tokens: 20, completion_tokens: 300, total_tokens: 320 },
          }),
        );
      }, LATENCY_MS);
    });
  });
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
}

function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

if (workerData?.isProvider) {
  provide();
} else if (isMainThread && process.argv[1] === fileURLToPath(import.meta.url)) {
  const figures = await measureCollection({});
  if (process.send) process.send({ figures });
  else process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
}
