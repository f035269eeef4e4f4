import { fileURLToPath } from 'node:url';
import { DuckDBPreparedStatement } from '@duckdb/node-api';
import { CompiledQuery } from 'kysely';
import pg from 'pg';
import { createClientThread } from './client.mjs';
import { SMALL } from './data.mjs';
import { BOOTSTRAP_KEY, startHere } from './in-process.mjs';
import { withData } from './postgres.mjs';
import { REPORTS } from './report-set.mjs';
import { round, toMedian, toQuantile } from './statistics.mjs';

/** How long each report and its limit are measured, in turns. */
const BUDGET_MS = 12_000;
const MOST_REPETITIONS = 60;
const FEWEST_REPETITIONS = 7;
/** Reports that take longer are repeated only a few times. */
const SLOW_MS = 4000;
const FEWEST_SLOW = 3;
/** How often a report is measured as the first one after a change, when nothing about it is remembered. */
const FIRST_REPETITIONS = 5;
const FIRST_SLOW = 2;
/** How many further ones there are before the sums of a report are remembered. */
const UNTIL_REMEMBERED = 2;
/** More than a report is repeated, alone and beside others. */
const VARIANTS = 500;
const LARGEST_LIMIT = 10_000;
/** How much slower a report may be with nine more projects of the same size in the file. */
const NEIGHBOURS_BAR = 1.4;

/**
 * Measures the reports that `isWanted` accepts on a data file, together with their limits. With `neighbours`, a file that
 * has other projects too, it measures them there as well. Everything happens in one process and in turns, so that other
 * load on the machine affects all measurements alike.
 */
export async function measureReports({
  data,
  neighbours,
  isWanted = () => true,
  toBar = ({ bar }) => bar,
  budgetMs = BUDGET_MS,
  log,
}) {
  const sqlTimes = recordSqlTimes();
  const alone = await openPlace(data);
  const beside = neighbours && (await openPlace(neighbours));
  try {
    const results = [];
    for (const report of REPORTS.filter(({ name }) => isWanted(name))) {
      const wanted = { ...report, bar: toBar(report) };
      const result = await measureReport(wanted, { alone, beside, sqlTimes, budgetMs });
      log(toLine(result));
      results.push(result);
    }
    return results;
  } finally {
    await alone.close();
    await beside?.close();
  }
}

let asked = 0;

/** Another limit each time: the answer to the same request is remembered, which is not what is measured here. */
function vary({ limit = 1000 }) {
  const step = asked % VARIANTS;
  asked += 1;
  return { limit: limit === LARGEST_LIMIT ? limit - step : limit + step };
}

/** Starts the service on a data file, with a client and access to its store. */
async function openPlace({ file, project, project_id }) {
  const service = await startHere(file);
  const client = createClientThread({ url: service.url, key: BOOTSTRAP_KEY });
  // On a database server, reports of a project are remembered once something was written to it.
  await client.ask({ path: '/tags', body: { project_id, name: 'Benchmark' } });
  const query = (sql) => service.store.query(CompiledQuery.raw(sql), { signal: new AbortController().signal });
  const [{ generation }] = await query(`select generation from projects where project = ${project}`);
  return {
    query,
    toLimit: (report) => report.toLimit({ project, generation }),
    // Nobody has answers of that day, but the tables that reports are read from count as changed.
    change: () =>
      service.store.write(project, async ({ db }) => {
        for (const table of ['chats', 'daily_chats', 'sources']) {
          await db.deleteFrom(table).where('project', '=', project).where('date', '=', '1999-01-01').execute();
        }
      }),
    ask: ({ path, body }, options) => client.ask({ path, body: { project_id, ...body, ...vary(body) }, ...options }),
    async close() {
      await client.close();
      await service.close();
    },
  };
}

async function measureReport(report, { alone, beside, sqlTimes, budgetMs }) {
  // The first answer is compared with the limit's, row by row.
  asked = 0;
  const { name, bar, isWriting = false } = report;
  const limitSql = alone.toLimit(report);
  const first = await alone.ask(report, { wantsText: true });
  if (first.status === 404) return { name, bar, skipped: `${report.path} is not there yet` };
  if (first.status !== 200) return { name, bar, failed: `answered ${first.status}: ${first.text.slice(0, 120)}` };
  const { data: rows } = JSON.parse(first.text);
  const difference = findDifference(rows, await alone.query(limitSql), report.fields);
  if (beside) await beside.ask(report);

  const firstTimes = [];
  while (firstTimes.length < (firstTimes[0] > SLOW_MS ? FIRST_SLOW : FIRST_REPETITIONS)) {
    await alone.change();
    firstTimes.push((await alone.ask(report)).ms);
  }
  for (let count = 0; count < UNTIL_REMEMBERED; count += 1) {
    await alone.ask(report);
    await beside?.ask(report);
  }

  const times = [];
  const besideTimes = [];
  const limits = [];
  const beyond = [];
  const runLimit = isWriting ? () => JSON.stringify({ data: rows }) : () => alone.query(limitSql);
  for (let spent = 0; isWorthMore({ count: times.length, spent, budgetMs }); ) {
    sqlTimes.length = 0;
    const { ms, status } = await alone.ask(report);
    if (status !== 200) return { name, bar, failed: `answered ${status} when repeated` };
    beyond.push(ms - sqlTimes.reduce((sum, sqlMs) => sum + sqlMs, 0));
    times.push(ms);
    limits.push(await time(runLimit));
    spent += ms + limits.at(-1);
    if (!beside) continue;
    const besideAnswer = await beside.ask(report);
    if (besideAnswer.status === 200) besideTimes.push(besideAnswer.ms);
  }
  const limit_ms = toMedian(limits);
  const p50_ms = toMedian(times);
  return {
    name,
    p50_ms: round(p50_ms),
    p95_ms: round(toQuantile(times, 0.95)),
    first_ms: round(toMedian(firstTimes)),
    limit_ms: round(limit_ms),
    ratio: round((isWriting ? toMedian(beyond) : p50_ms) / limit_ms, 3),
    bar,
    rows: rows.length,
    repetitions: times.length,
    beyond_sql_ms: round(toMedian(beyond)),
    ...(besideTimes.length > 0 ? toBeside(besideTimes, p50_ms) : {}),
    ...(difference ? { difference } : {}),
  };
}

function toBeside(times, aloneMs) {
  const p50_ms = toMedian(times);
  return {
    beside_p50_ms: round(p50_ms),
    beside_p95_ms: round(toQuantile(times, 0.95)),
    beside_ratio: round(p50_ms / aloneMs, 3),
    beside_bar: NEIGHBOURS_BAR,
  };
}

function isWorthMore({ count, spent, budgetMs }) {
  if (count >= MOST_REPETITIONS) return false;
  const isSlow = count > 0 && spent / count > SLOW_MS;
  return count < (isSlow ? FEWEST_SLOW : FEWEST_REPETITIONS) || spent < budgetMs;
}

async function time(work) {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Records how long each statement runs in the engine, without the processing of its rows. */
function recordSqlTimes() {
  const times = [];
  const record = (prototype, method) => {
    const original = prototype[method];
    prototype[method] = function timed(...args) {
      const started = performance.now();
      const result = original.apply(this, args);
      // COPY returns a stream; no report uses it.
      if (typeof result?.then !== 'function') return result;
      return result.then((value) => {
        times.push(performance.now() - started);
        return value;
      });
    };
  };
  record(DuckDBPreparedStatement.prototype, 'run');
  record(pg.Client.prototype, 'query');
  return times;
}

/** The maximum for a report on a database server, as a multiple of its limit there. */
function toServerBar({ name, bar, isWriting }) {
  if (isWriting) return bar;
  return name.startsWith('by chat') ? 2 : 1.3;
}

/** The first row in which a report and its limit differ. The limit has no rows of zeros. */
function findDifference(rows, limitRows, fields) {
  for (const [index, row] of rows.entries()) {
    if (row[fields[0]] === 0) return undefined;
    const other = limitRows[index];
    const field = other ? fields.find((name) => row[name] !== other[name]) : fields[0];
    if (field) return `row ${index}: ${field} is ${row[field]}, its limit has ${other?.[field]}`;
  }
  return rows.length === limitRows.length ? undefined : `${rows.length} rows, its limit has ${limitRows.length}`;
}

function toLine({ name, skipped, failed, p50_ms, first_ms, limit_ms, ratio, bar, beside_ratio, difference }) {
  if (skipped) return `${name}: skipped, ${skipped}`;
  if (failed) return `${name}: failed, ${failed}`;
  const neighbours = beside_ratio === undefined ? '' : `; beside others ${beside_ratio}× of alone`;
  const note = difference ? `; DIFFERS FROM ITS LIMIT: ${difference}` : '';
  return `${name}: ${p50_ms} ms, after a change ${first_ms} ms, limit ${limit_ms} ms, ${ratio}× (bar ${bar}×)${neighbours}${note}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { shape = SMALL, besideShape, prefix = '', budgetMs, engine } = JSON.parse(process.argv[2] ?? '{}');
  await withData(engine, async (ensure) => {
    const data = await ensure(shape);
    const neighbours = besideShape && (await ensure(besideShape));
    const isWanted = (name) => name.startsWith(prefix);
    const toBar = engine === 'postgres' ? toServerBar : undefined;
    const results = await measureReports({ data, neighbours, isWanted, toBar, budgetMs, log: console.error });
    if (process.send) process.send({ results, data });
  });
}
