/**
 * Simulates projects whose true numbers are known, and measures how often intervals contain them, how wide they are, how often
 * a comparison raises a false alarm, and whether plans keep their promise.
 *
 *   npm run simulate                      all cells, 2,000 repetitions each; takes about 20 minutes on two cores
 *   npm run simulate -- --short           a few cells, in seconds
 *   npm run simulate -- --repetitions 500
 *   npm run simulate -- --write           also writes the table and the picture in docs/
 *   npm run simulate -- --keep file       keeps the figures of all cells there; a run that was interrupted goes on from them
 *
 * The same seed gives the same numbers. Exits with 1 if a bar is missed.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import * as comparison from '../dist/statistics/comparison.js';
import * as distributions from '../dist/statistics/distributions.js';
import * as discovery from '../dist/statistics/false-discovery.js';
import * as panel from '../dist/statistics/panel.js';
import * as plan from '../dist/statistics/plan.js';
import * as population from '../dist/statistics/population.js';
import * as strata from '../dist/statistics/strata.js';
import { listTasks } from './simulation/cells.mjs';
import { summarize, toMarkdown, writeDocs } from './simulation/summary.mjs';
import { runTask } from './simulation/tasks.mjs';

const THREADS = 2;

if (isMainThread) await main();
else {
  const statistics = { ...comparison, ...distributions, ...discovery, ...panel, ...plan, ...population, ...strata };
  parentPort.on('message', (task) => parentPort.postMessage(runTask(task, statistics)));
}

async function main() {
  const { values } = parseArgs({
    options: {
      short: { type: 'boolean', default: false },
      repetitions: { type: 'string' },
      write: { type: 'boolean', default: false },
      keep: { type: 'string' },
    },
  });
  const repetitions = Number(values.repetitions ?? (values.short ? 400 : 2000));
  // Others may use the machine, too.
  setPriority(10);
  const started = performance.now();
  const results = await runAll(listTasks({ repetitions, isShort: values.short }), values.keep);
  const summary = { ...summarize(results), repetitions, seconds: Math.round((performance.now() - started) / 1000) };
  process.stdout.write(`${toMarkdown(summary)}\n`);
  process.stdout.write(`${summary.worst.join('\n')}\n${summary.seconds} s\n`);
  if (values.write) writeDocs(summary);
  if (!summary.isMet) process.exitCode = 1;
}

/** Gives each thread the next task when it is done with one. */
async function runAll(tasks, keep) {
  const done = new Map(readLines(keep).map(({ task, rows }) => [JSON.stringify(task), rows]));
  const open = tasks.filter((task) => !done.has(JSON.stringify(task)));
  await Promise.all(
    Array.from({ length: THREADS }, async () => {
      const worker = new Worker(new URL(import.meta.url));
      for (let task = open.shift(); task !== undefined; task = open.shift()) {
        const rows = await new Promise((resolve, reject) => {
          worker.once('message', resolve);
          worker.once('error', reject);
          worker.postMessage(task);
        });
        worker.removeAllListeners('error');
        done.set(JSON.stringify(task), rows);
        if (keep !== undefined) appendFileSync(keep, `${JSON.stringify({ task, rows })}\n`);
        if (process.stderr.isTTY) process.stderr.write(`\r${done.size}/${tasks.length} `);
      }
      await worker.terminate();
    }),
  );
  return tasks.map((task) => ({ kind: task.kind, rows: done.get(JSON.stringify(task)) }));
}

function readLines(file) {
  if (file === undefined || !existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}
