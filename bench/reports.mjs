import { fileURLToPath } from 'node:url';
import { DuckDBPreparedStatement } from '@duckdb/node-api';
import { CompiledQuery } from 'kysely';
import { createClientThread } from './client.mjs';
import { ensureData, SMALL } from './data.mjs';
import { BOOTSTRAP_KEY, startHere } from './in-process.mjs';
import { REPORTS } from './report-set.mjs';
import { round, toMedian, toQuantile } from './statistics.mjs';

/** Each report is asked for about this long, its limit likewise, in turns. */
const BUDGET_MS = 12_000;
const MOST_REPETITIONS = 60;
const FEWEST_REPETITIONS = 7;
/** What takes longer than this is asked for only a few times. */
const SLOW_MS = 4000;
const FEWEST_SLOW = 3;

/** Measures the reports that `isWanted` names on a data file, beside their limits, in one process. */
export async function measureReports({ data, isWanted = () => true, budgetMs = BUDGET_MS, log = console.error }) {
  const sqlTimes = recordSqlTimes();
  const service = await startHere(data.file);
  const client = createClientThread({ url: service.url, key: BOOTSTRAP_KEY });
  try {
    const [{ generation }] = await query(service, `select generation from projects where project = ${data.project}`);
    const results = [];
    for (const report of REPORTS.filter(({ name }) => isWanted(name))) {
      const result = await measureReport(report, { service, client, data, generation, sqlTimes, budgetMs });
      log(toLine(result));
      results.push(result);
    }
    return results;
  } finally {
    await client.close();
    await service.close();
  }
}

async function measureReport(report, { service, client, data, generation, sqlTimes, budgetMs }) {
  const { name, bar, isWriting = false } = report;
  const limitSql = report.toLimit({ project: data.project, generation });
  const question = { path: report.path, body: { project_id: data.project_id, ...report.body } };
  const first = await client.ask({ ...question, wantsText: true });
  if (first.status === 404) return { name, bar, skipped: `${report.path} is not there yet` };
  if (first.status !== 200)
    return { name, bar, failed: `answered ${first.status}: ${String(first.text).slice(0, 120)}` };
  const { data: rows } = JSON.parse(first.text);
  const difference = findDifference(rows, await query(service, limitSql), report.fields);

  const times = [];
  const limits = [];
  const beyond = [];
  const limitTime = isWriting ? () => timeWriting(rows) : () => time(() => query(service, limitSql));
  for (let spent = 0; isWorthMore({ count: times.length, spent, budgetMs }); ) {
    sqlTimes.length = 0;
    const { ms, status } = await client.ask(question);
    if (status !== 200) return { name, bar, failed: `answered ${status} when repeated` };
    beyond.push(ms - sqlTimes.reduce((sum, sqlMs) => sum + sqlMs, 0));
    const limit = await limitTime();
    times.push(ms);
    limits.push(limit);
    spent += ms + limit;
  }
  const limit_ms = toMedian(limits);
  const p50_ms = toMedian(times);
  const measured = isWriting ? toMedian(beyond) : p50_ms;
  return {
    name,
    p50_ms: round(p50_ms),
    p95_ms: round(toQuantile(times, 0.95)),
    limit_ms: round(limit_ms),
    ratio: round(measured / limit_ms, 3),
    bar,
    rows: rows.length,
    repetitions: times.length,
    beyond_sql_ms: round(toMedian(beyond)),
    ...(difference ? { difference } : {}),
  };
}

function isWorthMore({ count, spent, budgetMs }) {
  if (count >= MOST_REPETITIONS) return false;
  const isSlow = count > 0 && spent / count > SLOW_MS;
  return count < (isSlow ? FEWEST_SLOW : FEWEST_REPETITIONS) || spent < budgetMs;
}

function query({ store }, sql) {
  return store.query(CompiledQuery.raw(sql), { signal: new AbortController().signal });
}

async function time(work) {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function timeWriting(rows) {
  return time(() => JSON.stringify({ data: rows }));
}

/** How long each statement ran in the engine, without what is done with its rows. */
function recordSqlTimes() {
  const times = [];
  const { run } = DuckDBPreparedStatement.prototype;
  DuckDBPreparedStatement.prototype.run = async function timedRun() {
    const started = performance.now();
    const result = await run.call(this);
    times.push(performance.now() - started);
    return result;
  };
  return times;
}

/** The first row in which a report and its limit disagree; the limit has no rows of zeros. */
function findDifference(rows, limitRows, fields) {
  for (const [index, row] of rows.entries()) {
    if (row[fields[0]] === 0) return undefined;
    const other = limitRows[index];
    const field = other ? fields.find((name) => row[name] !== other[name]) : fields[0];
    if (field) return `row ${index}: ${field} is ${row[field]}, its limit has ${other?.[field]}`;
  }
  return rows.length === limitRows.length ? undefined : `${rows.length} rows, its limit has ${limitRows.length}`;
}

function toLine({ name, skipped, failed, p50_ms, limit_ms, ratio, bar, difference }) {
  if (skipped) return `${name}: skipped, ${skipped}`;
  if (failed) return `${name}: failed, ${failed}`;
  const note = difference ? `; DIFFERS FROM ITS LIMIT: ${difference}` : '';
  return `${name}: ${p50_ms} ms, limit ${limit_ms} ms, ${ratio}× (bar ${bar}×)${note}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { shape = SMALL, prefix = '', budgetMs } = JSON.parse(process.argv[2] ?? '{}');
  const data = await ensureData(shape);
  const results = await measureReports({ data, isWanted: (name) => name.startsWith(prefix), budgetMs });
  if (process.send) process.send({ results, data });
}
