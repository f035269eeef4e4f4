import { copyFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import pg from 'pg';
import { waitUntilIdle } from '../stress/program.mjs';
import { readAnswers, toLines } from './answers.mjs';
import { createClient, createClientThread } from './client.mjs';
import { createProject, sendLines, timed } from './ingestion.mjs';
import { REPORTS } from './report-set.mjs';
import { toTable } from './results.mjs';
import { startProcess } from './server-process.mjs';
import { measureMixedSet } from './service.mjs';
import { addAnswer } from './single.mjs';
import { round, toMedian } from './statistics.mjs';

const SIDES = ['before', 'after'];
/** How often and how long each report is measured on either side. */
const FEWEST_REPETITIONS = 4;
const MOST_REPETITIONS = 30;
const BUDGET_MS = 6000;
/** How often the equal request is made again each time. */
const AGAIN = 5;
const LOADS = 3;
const ROUNDS = 3;
const LINES = 8000;
const CLIENTS = 64;
const SINGLE_MS = 5000;
const TAGS = 200;
const ANSWERS = 60;
/** Single answers are of the day of the measurement, so the months that reports are about stay summed up. */
const TODAY = new Date().toISOString().slice(0, 10);

/**
 * Measures the version in another folder and this one in one run, in turns, on copies of the same data, which the version
 * before makes. All over HTTP, so nothing of either has to be known. The load on the machine affects both alike.
 */
export async function compareVersions({ before, engine, prefix = '', log = console.error }) {
  const folders = { before: resolve(before), after: fileURLToPath(new URL('..', import.meta.url)) };
  const load = (file) => import(pathToFileURL(join(folders.before, 'bench', file)));
  const [{ SMALL }, { withData }] = [await load('data.mjs'), await load('postgres.mjs')];
  return withData(engine, async (ensure) => {
    const data = await ensure(SMALL);
    const copies = {};
    for (const side of SIDES) copies[side] = await copyData(data.file, side);
    const program = (side) => join(folders[side], 'bin/overheard.cjs');
    const start = (side) => startProcess(copies[side].file, { program: program(side) });
    const figures = createFigures({ prefix, log });
    try {
      for (const side of SIDES) {
        const service = await start(side);
        await waitUntilIdle(service);
        await service.close();
      }
      if (figures.wants('load')) await measureLoad({ figures, start, data });
      const services = { before: await start('before'), after: await start('after') };
      try {
        await measureTogether({ figures, services, data });
      } finally {
        for (const side of SIDES) await services[side].close();
      }
    } finally {
      for (const side of SIDES) await copies[side].remove();
    }
    return figures.toTable();
  });
}

/** Another file or database with the same data. */
async function copyData(file, side) {
  if (!file.includes('://')) {
    const copy = `${file}.${side}`;
    const remove = () => {
      for (const end of ['', '.wal', '.tmp', '.commits']) rmSync(copy + end, { recursive: true, force: true });
    };
    remove();
    copyFileSync(file, copy);
    return { file: copy, remove };
  }
  const url = new URL(file);
  const name = url.pathname.slice(1);
  const copy = `${name}_${side}`;
  const administer = async (...statements) => {
    const client = new pg.Client(new URL('/postgres', url).href);
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  };
  const drop = `drop database if exists ${copy}`;
  await administer(drop, `create database ${copy} template ${name}`);
  return { file: new URL(`/${copy}`, url).href, remove: () => administer(drop) };
}

/** Collects what is measured; `isRate`: more is better. */
function createFigures({ prefix, log }) {
  const figures = new Map();
  const best = ({ isRate }, values) => (isRate ? Math.max(...values) : Math.min(...values));
  const toRow = (name) => {
    const figure = figures.get(name);
    const { before, after } = figure;
    return [
      name,
      ...[before, after].map((values) => round(best(figure, values))),
      round(best(figure, after) / best(figure, before)),
      round(toMedian(after) / toMedian(before)),
    ];
  };
  return {
    wants: (name) => name.startsWith(prefix) || prefix.startsWith(name),
    add(side, name, value, options = {}) {
      if (!figures.has(name)) figures.set(name, { before: [], after: [], ...options });
      figures.get(name)[side].push(value);
    },
    log(...names) {
      for (const name of names) log(toRow(name).join(' | '));
    },
    toTable: () => toTable(['figure', 'before', 'after', 'ratio', 'ratio of medians'], [...figures.keys()].map(toRow)),
  };
}

/** Runs the work for both, each first in turn. */
async function inTurns(repetitions, work) {
  for (let turn = 0; turn < repetitions; turn += 1) {
    for (const side of turn % 2 === 0 ? SIDES : SIDES.toReversed()) await work(side, turn);
  }
}

/** Many clients, each time in a new process. */
async function measureLoad({ figures, start, data }) {
  await inTurns(LOADS, async (side) => {
    const measured = await measureMixedSet({ data, start: () => start(side), log: () => {} });
    const add = (name, key, options) => figures.add(side, `load: ${name}`, measured[key], options);
    add('the same reports again, requests/s', 'throughput_requests_per_second', { isRate: true });
    add('small reads beside these, p99 ms', 'throughput_small_request_p99_ms');
    add('different reports, requests/s', 'throughput_differing_requests_per_second', { isRate: true });
    add('small reads beside those, p99 ms', 'throughput_differing_small_request_p99_ms');
    add('memory at rest afterwards, MB', 'memory_at_rest_after_mb');
  });
}

async function measureTogether({ figures, services, data }) {
  const clients = {};
  for (const side of SIDES) clients[side] = createClient({ ...services[side], connections: CLIENTS });
  for (const report of REPORTS.filter(({ name }) => figures.wants(name))) {
    await measureReport(report, { figures, services, clients, data });
  }
  const parts = { single: measureSingle, tags: measureTags, many: measureMany, lines: measureLines };
  for (const [name, measure] of Object.entries(parts)) {
    if (figures.wants(name)) await measure({ figures, clients, data });
  }
  for (const side of SIDES) clients[side].close();
}

let answers = 0;

/** A report as the first one after an answer came in, and the equal request again. */
async function measureReport({ name, path, body }, { figures, services, clients, data: { project_id } }) {
  const threads = {};
  for (const side of SIDES) threads[side] = createClientThread(services[side]);
  const request = { path, body: { project_id, ...body } };
  const ask = async (side) => {
    const { ms, status, text } = await threads[side].ask(request);
    if (status !== 200) throw new Error(`${name}: ${status} ${text}`);
    return ms;
  };
  let slowest = 0;
  for (const side of SIDES) slowest = Math.max(slowest, await ask(side));
  const repetitions = Math.min(MOST_REPETITIONS, Math.max(FEWEST_REPETITIONS, Math.round(BUDGET_MS / slowest)));
  await inTurns(repetitions, async (side) => {
    answers += 1;
    await addAnswer(clients[side], { project_id, index: `report-${answers}`, date: TODAY });
    figures.add(side, `${name}, first`, await ask(side));
    for (let count = 0; count < AGAIN; count += 1) figures.add(side, `${name}, again`, await ask(side));
  });
  for (const side of SIDES) await threads[side].close();
  figures.log(`${name}, first`, `${name}, again`);
}

/** Answers one by one, where there are 1.46 million. */
async function measureSingle({ figures, clients, data: { project_id } }) {
  await inTurns(ANSWERS, async (side, turn) => {
    figures.add(
      side,
      'single: one answer, ms',
      await addAnswer(clients[side], { project_id, index: `one-${turn}`, date: TODAY }),
    );
  });
  figures.log('single: one answer, ms');
}

async function measureTags({ figures, clients }) {
  await inTurns(ROUNDS, async (side, turn) => {
    const { id: project_id } = await clients[side].send('/projects', { name: `Tags ${turn}` });
    const seconds = await timed(async () => {
      for (let tag = 0; tag < TAGS; tag += 1) await clients[side].send('/tags', { project_id, name: `Tag ${tag}` });
    });
    figures.add(side, 'tags: one by one, per second', TAGS / seconds, { isRate: true });
  });
  figures.log('tags: one by one, per second');
}

/** Single answers of many clients at once. */
async function measureMany({ figures, clients }) {
  const source = readAnswers();
  await inTurns(ROUNDS, async (side, turn) => {
    const { project_id } = await createProject(clients[side], { name: `Many ${turn}`, source });
    const lines = toLines(source, { count: Number.MAX_SAFE_INTEGER, prefix: 'many' });
    const end = performance.now() + SINGLE_MS;
    let sent = 0;
    const send = async () => {
      while (performance.now() < end) {
        await clients[side].send(`/chats?project_id=${project_id}`, `{"chats":[${lines.next().value}]}`);
        sent += 1;
      }
    };
    const seconds = await timed(() => Promise.all(Array.from({ length: CLIENTS }, send)));
    figures.add(side, `many: single answers of ${CLIENTS} clients, per second`, sent / seconds, { isRate: true });
  });
  figures.log(`many: single answers of ${CLIENTS} clients, per second`);
}

async function measureLines({ figures, clients }) {
  const source = readAnswers();
  await inTurns(ROUNDS, async (side, turn) => {
    const { project_id } = await createProject(clients[side], { name: `Lines ${turn}`, source });
    const lines = toLines(source, { count: LINES });
    const seconds = await timed(() => sendLines(clients[side], project_id, lines));
    figures.add(side, 'lines: of one large body, per second', LINES / seconds, { isRate: true });
  });
  figures.log('lines: of one large body, per second');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const table = await compareVersions(JSON.parse(process.argv[2] ?? '{}'));
  if (process.send) process.send({ table });
  else process.stdout.write(table);
}
