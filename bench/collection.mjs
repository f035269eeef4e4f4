import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { FIRST_ANSWER_DAY, toLines } from './answers.mjs';
import { sendLines, withService } from './ingestion.mjs';
import { round, toMedian } from './statistics.mjs';

const TASKS = Number(process.env.BENCH_TASKS ?? 10_000);
const REPLICATES = 10;
const LATENCY_MS = 50;
/** Asks in flight: what a provider usually allows a paying customer. */
const CONCURRENCY = 16;
const CHANNEL = 'famD-1';
/** Answers that are there before, so that a report has something to read. */
const STORED = 2000;
const REPORTS_ALONE = 60;

/** Asks a local provider, and measures the time against the shortest possible one, the memory, and a report beside it. */
export async function measureCollection({ log = console.error }) {
  const provider = await startProvider();
  try {
    return await withService('collection', async ({ service, client, project_id, source }) => {
      await sendLines(client, project_id, toLines(source, { count: STORED, prefix: 'before' }));
      const prompts = Array.from({ length: TASKS / REPLICATES }, (_, index) => ({
        text: `Which one is the best for purpose ${index}?`,
        country_code: 'US',
      }));
      const { accepted } = await client.send('/prompts/bulk', { project_id, prompts });
      if (accepted !== prompts.length) throw new Error(`only ${accepted} prompts were accepted`);
      const prompt_ids = (await client.get(`/prompts?project_id=${project_id}&limit=10000`)).data
        .filter(({ messages }) => messages[0].content.startsWith('Which one is the best for purpose'))
        .map(({ id }) => id);
      const ask = {
        kind: 'openai-compatible',
        model: 'local',
        base_url: provider.base_url,
        concurrency: CONCURRENCY,
        price: { input: 1, output: 2 },
      };
      await client.send(`/model-channels/${CHANNEL}`, { project_id, is_active: true, ask }, 'PATCH');
      const alone = await measureReport(client, { project_id, isEnough: (count) => count >= REPORTS_ALONE });
      const before_mb = service.readMemory().now_mb;

      const started = performance.now();
      const basket = { prompt_ids, replicates: REPLICATES };
      const { id } = await client.send('/runs', { project_id, kind: 'collection', ...basket });
      let run;
      const isOver = async () => {
        run = await client.get(`/runs/${id}?project_id=${project_id}`);
        return run.state !== 'running';
      };
      let isEnded = false;
      const watching = (async () => {
        while (!(await isOver())) await pause(100);
        isEnded = true;
      })();
      const beside = await measureReport(client, { project_id, isEnough: () => isEnded, everyMs: 100 });
      await watching;
      const seconds = (performance.now() - started) / 1000;
      if (run.tasks.done !== TASKS)
        throw new Error(`only ${run.tasks.done} tasks were done: ${JSON.stringify(run.failures)}`);
      const ideal = (TASKS * LATENCY_MS) / 1000 / CONCURRENCY;
      const figures = {
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
      log(JSON.stringify(figures));
      return figures;
    });
  } finally {
    provider.close();
  }
}

/** The median time of a report by date. */
async function measureReport(client, { project_id, isEnough, everyMs = 0 }) {
  const times = [];
  for (let count = 0; !isEnough(count); count += 1) {
    const body = { project_id, dimensions: ['date'], start_date: FIRST_ANSWER_DAY, end_date: '2025-12-31' };
    const { ms, status } = await client.ask({ path: '/reports/brands', body });
    if (status !== 200) throw new Error(`the report answered ${status}`);
    times.push(ms);
    if (everyMs > 0) await pause(everyMs);
  }
  return toMedian(times);
}

/** A server that speaks the protocol of chat completions and takes its time. */
async function startProvider() {
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
  await new Promise((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return { base_url: `http://127.0.0.1:${server.address().port}/v1`, close: () => server.close() };
}

function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const figures = await measureCollection({});
  if (process.send) process.send({ figures });
  else process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
}
