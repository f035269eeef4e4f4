import { mkdirSync, rmSync } from 'node:fs';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { FIRST_ANSWER_DAY, readAnswers, toLines } from './answers.mjs';
import { createClient } from './client.mjs';
import { startProcess } from './server-process.mjs';
import { round, toMedian } from './statistics.mjs';

const BRANDS = 50;
const LINES = 24_000;
const DOCUMENTS = 20;
const CHATS_A_DOCUMENT = 400;
const SOAK_BYTES = 2 * 1024 ** 3;
const REPORTS_ALONE = 60;
/** Shorter than the re-extraction during which reports are measured. */
const BESIDE_MS = 8000;
const LAST_DAY = '2025-12-31';
const CHUNK_CHARACTERS = 256 * 1024;
const NDJSON = 'application/x-ndjson';
/** The reports that are measured during a re-extraction. */
const BESIDE = { 'by date': ['date'], 'prompt × channel': ['prompt_id', 'model_channel_id'] };

/** An alias that no answer has, and a phrase that every answer has. After the first, no answer has to be read in full. */
const EDITS = { reextraction: { aliases: ['Something Else Entirely'] }, reextraction_of_all: { exclude: ['the'] } };

const FOLDER = fileURLToPath(new URL('.data/', import.meta.url));

/** Measures ingestion over HTTP, then re-extraction after an edit, alone and with reports at the same time. */
export async function measureIngestion({ log = console.error }) {
  return withService('ingestion', async ({ service, client, project_id, brands, source }) => {
    const figures = { ingestion_answers: source.kind, ingestion_brands: BRANDS };
    await sendLines(client, project_id, toLines(source, { count: 2000, prefix: 'warm' }));

    const lines = await timed(() => sendLines(client, project_id, toLines(source, { count: LINES })));
    figures.ingestion_ndjson_answers_per_second = round(LINES / lines, 0);
    log(`ingestion, NDJSON: ${figures.ingestion_ndjson_answers_per_second} answers/s`);

    const documents = Array.from({ length: DOCUMENTS }, (_, place) => {
      const options = { from: place * CHATS_A_DOCUMENT, count: CHATS_A_DOCUMENT, prefix: 'document' };
      return `{"chats":[${[...toLines(source, options)].join(',')}]}`;
    });
    const json = await timed(async () => {
      for (const document of documents) {
        const { accepted } = await client.send(`/chats?project_id=${project_id}`, document);
        if (accepted !== CHATS_A_DOCUMENT) throw new Error(`only ${accepted} chats were accepted`);
      }
    });
    figures.ingestion_json_answers_per_second = round((DOCUMENTS * CHATS_A_DOCUMENT) / json, 0);
    log(`ingestion, JSON: ${figures.ingestion_json_answers_per_second} answers/s`);

    // Wait for the background work that follows ingestion.
    await pause(3000);
    const [first] = brands;
    for (const [name, edit] of Object.entries(EDITS)) {
      await client.send(`/brands/${first}`, { project_id, ...edit }, 'PATCH');
      const run = await waitForRun(client, project_id);
      const seconds = (Date.parse(run.finished_at) - Date.parse(run.started_at)) / 1000;
      figures.reextraction_answers = run.total;
      figures[`${name}_answers_per_second`] = round(run.total / seconds, 0);
      log(`${name}: ${figures[`${name}_answers_per_second`]} answers/s over ${run.total}`);
    }

    await pause(3000);
    const alone = await askInTurn(client, { project_id, isEnough: (count) => count >= REPORTS_ALONE });
    await client.send(`/brands/${first}`, { project_id, exclude: ['and'] }, 'PATCH');
    const end = performance.now() + BESIDE_MS;
    const beside = await askInTurn(client, { project_id, isEnough: () => performance.now() > end });
    const { state } = await findRun(client, project_id);
    if (state !== 'running') throw new Error('the re-extraction was over before its reports were: take more answers');
    for (const name of Object.keys(BESIDE)) {
      const key = name.replaceAll(/\W+/g, '_');
      figures[`report_alone_${key}_ms`] = round(alone[name]);
      figures[`report_beside_reextraction_${key}_ms`] = round(beside[name]);
      figures[`report_beside_reextraction_${key}_ratio`] = round(beside[name] / alone[name]);
      log(`report ${name}: ${round(alone[name])} ms alone, ${round(beside[name])} ms beside a re-extraction`);
    }
    figures.ingestion_memory_peak_mb = service.readMemory().peak_mb;
    return figures;
  });
}

/** Sends two gigabytes of lines in one request and measures the peak memory of the service. */
export async function measureSoak({ log = console.error, bytes = SOAK_BYTES }) {
  return withService('soak', async ({ service, client, project_id, source }) => {
    let sent = 0;
    function* lines() {
      for (const line of toLines(source, { count: Number.MAX_SAFE_INTEGER, prefix: 'soak' })) {
        if (sent >= bytes) return;
        sent += Buffer.byteLength(line);
        yield line;
      }
    }
    const watch = setInterval(() => {
      log(`soak: ${Math.round(sent / 1024 ** 2)} MB sent, ${service.readMemory().now_mb} MB of memory`);
    }, 20_000);
    try {
      let accepted = 0;
      const seconds = await timed(async () => {
        ({ accepted } = await sendLines(client, project_id, lines()));
      });
      const figures = {
        soak_sent_mb: Math.round(sent / 1024 ** 2),
        soak_answers_per_second: round(accepted / seconds, 0),
        soak_memory_peak_mb: service.readMemory().peak_mb,
      };
      log(JSON.stringify(figures));
      return figures;
    } finally {
      clearInterval(watch);
    }
  });
}

/** Starts the service with a project of fifty brands, and does the work on it. What is prepared is done before a restart. */
export async function withService(name, work, prepare) {
  mkdirSync(FOLDER, { recursive: true });
  const file = `${FOLDER}${name}.duckdb`;
  const remove = () => {
    for (const end of ['', '.wal', '.tmp', '.commits']) rmSync(file + end, { recursive: true, force: true });
  };
  remove();
  let service = await startProcess(file);
  let client = createClient(service);
  try {
    const source = readAnswers();
    const { project_id, brands } = await createProject(client, { name, source });
    const restart = async () => {
      client.close();
      await service.close();
      service = await startProcess(file);
      client = createClient(service);
    };
    let prepared;
    if (prepare) {
      prepared = await prepare({ client, project_id, source });
      await restart();
    }
    return await work({ service, client, project_id, brands, source, prepared, file, restart });
  } finally {
    client.close();
    await service.close();
    remove();
  }
}

/** A project of fifty brands. */
export async function createProject(client, { name, source }) {
  const { id: project_id } = await client.send('/projects', { name });
  const brands = [];
  for (const brand of source.names.slice(0, BRANDS)) {
    brands.push((await client.send('/brands', { project_id, name: brand })).id);
  }
  return { project_id, brands };
}

export async function sendLines(client, project_id, lines) {
  const body = Readable.from(toChunks(lines), { objectMode: false });
  const { status, text } = await client.ask({ path: `/chats?project_id=${project_id}`, body, type: NDJSON });
  const answer = JSON.parse(text);
  if (status !== 200 || answer.rejected_count > 0 || answer.duplicates > 0) throw new Error(text.slice(0, 500));
  return answer;
}

function* toChunks(lines) {
  let chunk = '';
  for (const line of lines) {
    chunk += line;
    if (chunk.length < CHUNK_CHARACTERS) continue;
    yield Buffer.from(chunk);
    chunk = '';
  }
  if (chunk !== '') yield Buffer.from(chunk);
}

async function waitForRun(client, project_id) {
  while (true) {
    await pause(200);
    const run = await findRun(client, project_id);
    if (run?.state === 'failed') throw new Error(run.message);
    if (run?.state === 'done') return run;
  }
}

async function findRun(client, project_id) {
  const { data } = await client.get(`/runs?project_id=${project_id}`);
  return data.find(({ kind }) => kind === 'extraction');
}

/** The median times of the reports, requested one after the other, each time over other days: answers are remembered. */
async function askInTurn(client, { project_id, isEnough }) {
  const times = Object.fromEntries(Object.keys(BESIDE).map((name) => [name, []]));
  for (let count = 0; !isEnough(count); count += 1) {
    for (const [name, dimensions] of Object.entries(BESIDE)) {
      // 930 different pairs, and no trend in their length.
      const start_date = moveDay(FIRST_ANSWER_DAY, count % 30);
      const end_date = moveDay(LAST_DAY, -((count * 7) % 31));
      const body = { project_id, dimensions, start_date, end_date };
      const { ms, status } = await client.ask({ path: '/reports/brands', body });
      if (status !== 200) throw new Error(`the report answered ${status}`);
      times[name].push(ms);
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, values]) => [name, toMedian(values)]));
}

function moveDay(day, count) {
  return new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10);
}

export async function timed(work) {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}

function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { soak = process.argv.includes('--soak') } = process.send ? JSON.parse(process.argv[2] ?? '{}') : {};
  const figures = soak ? await measureSoak({}) : await measureIngestion({});
  if (process.send) process.send({ figures });
  else process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
}
