import { fork } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { drawCurves } from './curves.mjs';
import { FULL, SMALL } from './data.mjs';
import { REPORTS } from './report-set.mjs';
import { toMarkdown } from './results.mjs';
import { round } from './statistics.mjs';

/** Numbers of prompts for 0.1, 1 and 10 million chats. */
const GROWTH = [34, 342, 3425];
const FIGURES = [
  'ingestion',
  'given',
  'single',
  'reextraction',
  'collection',
  'throughput',
  'memory',
  'soak',
  'extraction',
  'growth',
];

const { values: flags } = parseArgs({
  options: {
    small: { type: 'boolean', default: false },
    soak: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    engine: { type: 'string', default: 'duckdb' },
    prompts: { type: 'string', default: String(SMALL.prompts) },
    json: { type: 'string' },
    compare: { type: 'string' },
  },
});
const prefix = flags.only;
const REPORT_NAMES = REPORTS.map(({ name }) => name);
const wantsReports = REPORT_NAMES.some((name) => name.startsWith(prefix));
const wants = (...names) => names.some((name) => FIGURES.includes(name) && name.startsWith(prefix));

const results = [];
const figures = {};

if (flags.compare !== undefined) {
  const { table } = await runPart('compare.mjs', { before: flags.compare, engine: flags.engine, prefix });
  process.stdout.write(`\n${table}`);
} else {
  if (flags.engine === 'postgres') await measureServer();
  else await measureAll();
  report();
}

async function measureAll() {
  if (wantsReports) await measureReports();
  if (wants('throughput', 'memory')) await measureService();
  if (wants('ingestion', 'reextraction')) Object.assign(figures, (await runPart('ingestion.mjs')).figures);
  if (wants('given')) Object.assign(figures, (await runPart('given.mjs')).figures);
  if (wants('single')) Object.assign(figures, (await runPart('single.mjs')).figures);
  if (wants('collection')) Object.assign(figures, (await runPart('collection.mjs')).figures);
  if (flags.soak && wants('soak')) Object.assign(figures, (await runPart('ingestion.mjs', { soak: true })).figures);
  if (wants('extraction')) await measureExtraction();
  if (!flags.small && wants('growth')) await drawGrowth();
}

/** Measures the reports and their limits on PostgreSQL, and many clients. `--small` leaves out the nine other projects. */
async function measureServer() {
  const prompts = Number(flags.prompts);
  const { results: measured } = await runPart('reports.mjs', {
    shape: { ...SMALL, prompts },
    prefix,
    engine: 'postgres',
    ...(flags.small ? {} : { besideShape: { ...FULL, prompts } }),
  });
  results.push(...measured);
  if (wants('throughput', 'memory')) await measureService({ shape: { ...SMALL, prompts }, engine: 'postgres' });
}

async function measureReports() {
  const { results: measured, data } = await runPart('reports.mjs', {
    shape: SMALL,
    prefix,
    ...(flags.small ? {} : { besideShape: FULL }),
  });
  const { cold } = await runPart('service.mjs', { shape: SMALL, prefix, only: 'cold' });
  results.push(...measured.map((result) => ({ ...result, cold_ms: cold[result.name] })));
  figures.file_mb_per_million_chats_without_answers = toSize(data);
}

function toSize({ bytes, chats }) {
  return round(bytes / chats, 1);
}

async function measureService(options = { shape: SMALL }) {
  const { figures: measured } = await runPart('service.mjs', { ...options, only: 'mixed' });
  Object.assign(figures, measured);
}

/** Measures extraction with its own script, if that is there. The script can write results and figures to a file. */
async function measureExtraction() {
  const script = new URL('extraction.mjs', import.meta.url);
  if (!existsSync(script)) {
    console.error('extraction: skipped, bench/extraction.mjs is not there');
    return;
  }
  const file = fileURLToPath(new URL('.data/extraction.json', import.meta.url));
  mkdirSync(new URL('.data/', import.meta.url), { recursive: true });
  rmSync(file, { force: true });
  await start(fileURLToPath(script), ['--json', file]);
  if (!existsSync(file)) return;
  const written = JSON.parse(readFileSync(file, 'utf8'));
  results.push(...(written.results ?? []));
  Object.assign(figures, written.figures ?? {});
}

async function drawGrowth() {
  const steps = [];
  for (const prompts of GROWTH) {
    const { results: reports, data } = await runPart('reports.mjs', {
      shape: { projects: 1, prompts },
      budgetMs: 4000,
    });
    steps.push({ chats: data.chats, reports: Object.fromEntries(reports.map(({ name, p50_ms }) => [name, p50_ms])) });
  }
  writeFileSync(new URL('../docs/benchmarks-growth.svg', import.meta.url), drawCurves(steps));
  figures.growth = steps;
}

function report() {
  const size = prefix === '' ? (flags.small ? 'small' : 'full') : 'part';
  const name = flags.engine === 'postgres' ? `${size === 'part' ? 'part.' : ''}postgres-${size}` : size;
  const table = toMarkdown({ results, figures });
  process.stdout.write(`\n${table}`);
  const json = `${JSON.stringify({ results, figures }, null, 2)}\n`;
  const folder = new URL('results/', import.meta.url);
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL(`${name}.md`, folder), table);
  writeFileSync(new URL(`${name}.json`, folder), json);
  if (flags.json) writeFileSync(flags.json, json);
  if (results.length === 0 && Object.keys(figures).length === 0) {
    console.error(
      `Nothing is named "${prefix}…": reports are ${REPORT_NAMES.join('; ')}; figures ${FIGURES.join(', ')}.`,
    );
    process.exitCode = 1;
  }
}

/** Runs each part in its own process, so that none is affected by the memory of another. */
async function runPart(file, options = {}) {
  return start(fileURLToPath(new URL(file, import.meta.url)), [JSON.stringify(options)]);
}

function start(file, args) {
  return new Promise((resolve, reject) => {
    let message;
    // Like bin/overheard.cjs: the size is read before the first line of a module runs.
    const child = fork(file, args, { env: { ...process.env, UV_THREADPOOL_SIZE: '16' } });
    child.on('message', (sent) => {
      message = sent;
      child.disconnect();
    });
    child.on('error', reject);
    child.on('exit', (code) => (code === 0 ? resolve(message) : reject(new Error(`${file} ended with ${code}`))));
  });
}
