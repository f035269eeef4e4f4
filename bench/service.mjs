import { setMaxListeners } from 'node:events';
import { fileURLToPath } from 'node:url';
import { addDays } from '../dist/domain/dates.js';
import { createClient, createClientThread } from './client.mjs';
import { SMALL } from './data.mjs';
import { withData } from './postgres.mjs';
import { REPORTS } from './report-set.mjs';
import { startProcess } from './server-process.mjs';
import { round, toMedian, toQuantile } from './statistics.mjs';

const COLD_STARTS = 3;
const CLIENTS = 64;
const MIXED_MS = 20_000;
const SETTLE_MS = 1500;

/** Measures the first request of a new process, for each report. */
export async function measureCold({ data, isWanted, log = console.error }) {
  const cold = {};
  for (const { name, path, body } of REPORTS.filter((report) => isWanted(report.name))) {
    const times = [];
    for (let start = 0; start < COLD_STARTS; start += 1) {
      const service = await startProcess(data.file);
      const client = createClient(service);
      const { ms, status } = await client.ask({ path, body: { project_id: data.project_id, ...body } });
      client.close();
      await service.close();
      if (status !== 200) break;
      times.push(ms);
    }
    if (times.length === 0) continue;
    cold[name] = round(toMedian(times));
    log(`${name}, cold: ${cold[name]} ms`);
  }
  return cold;
}

/** Measures many clients that request reports in turn, and the memory of the service. */
export async function measureMixedSet({ data, start = startProcess, log = console.error }) {
  const service = await start(data.file);
  const client = createClient({ ...service, connections: CLIENTS });
  try {
    await pause(SETTLE_MS);
    const atRest = service.readMemory();
    const toQuestion = ({ path, body }) => ({ path, body: { project_id: data.project_id, ...body } });
    const there = [];
    for (const report of REPORTS) {
      if ((await client.ask(toQuestion(report))).status === 200) there.push(report);
    }
    const repeated = await askTogether({
      service,
      client,
      data,
      toNext: (turn) => toQuestion(there[turn % there.length]),
    });
    // Those with intervals or a comparison have bars of their own.
    const plain = there.filter(({ body }) => body.intervals === undefined);
    const differing = await askTogether({
      service,
      client,
      data,
      toNext: (_, count) => toQuestion(endEarlier(plain[count % plain.length], 1 + Math.floor(count / plain.length))),
    });
    await pause(SETTLE_MS);
    const after = service.readMemory();
    const figures = {
      throughput_clients: CLIENTS,
      throughput_reports: there.length,
      throughput_requests_per_second: repeated.requests_per_second,
      throughput_p50_ms: repeated.p50_ms,
      throughput_p95_ms: repeated.p95_ms,
      throughput_failures: repeated.failures,
      throughput_small_request_p99_ms: repeated.small_request_p99_ms,
      throughput_differing_reports: plain.length,
      throughput_differing_requests_per_second: differing.requests_per_second,
      throughput_differing_p50_ms: differing.p50_ms,
      throughput_differing_failures: differing.failures,
      throughput_differing_small_request_p99_ms: differing.small_request_p99_ms,
      memory_at_start_mb: atRest.now_mb,
      memory_at_rest_after_mb: after.now_mb,
      memory_peak_mb: after.peak_mb,
    };
    log(JSON.stringify(figures));
    return figures;
  } finally {
    client.close();
    await service.close();
  }
}

/** A report whose days end some days earlier. */
function endEarlier({ path, body }, days) {
  return { path, body: { ...body, end_date: addDays(body.end_date, -days) } };
}

/** All clients ask without a pause, and beside them somebody asks for little. */
async function askTogether({ service, client, data, toNext }) {
  const stop = new AbortController();
  // Each client listens to it, and ten listeners would be taken for a leak.
  setMaxListeners(0, stop.signal);
  const times = [];
  const small = [];
  let failures = 0;
  let count = 0;
  const started = performance.now();
  const timer = setTimeout(() => stop.abort(), MIXED_MS);
  const askInTurn = async (_, place) => {
    for (let turn = place; !stop.signal.aborted; turn += 1) {
      try {
        const { ms, status } = await client.ask({ ...toNext(turn, count++), signal: stop.signal });
        if (status === 200) times.push(ms);
        else failures += 1;
      } catch (error) {
        if (!stop.signal.aborted) throw error;
      }
    }
  };
  const askSmall = async () => {
    // In a thread of its own: this one is busy with what the others receive.
    const side = createClientThread(service);
    while (!stop.signal.aborted) {
      small.push((await side.ask({ method: 'GET', path: `/brands?project_id=${data.project_id}` })).ms);
      await pause(50);
    }
    await side.close();
  };
  await Promise.all([...Array.from({ length: CLIENTS }, askInTurn), askSmall()]);
  clearTimeout(timer);
  const seconds = (performance.now() - started) / 1000;
  return {
    requests_per_second: round(times.length / seconds),
    p50_ms: round(toMedian(times)),
    p95_ms: round(toQuantile(times, 0.95)),
    failures,
    small_request_p99_ms: round(toQuantile(small, 0.99)),
  };
}

function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { shape = SMALL, prefix = '', only, engine } = JSON.parse(process.argv[2] ?? '{}');
  await withData(engine, async (ensure) => {
    const data = await ensure(shape);
    const cold = only === 'mixed' ? {} : await measureCold({ data, isWanted: (name) => name.startsWith(prefix) });
    const figures = only === 'cold' ? {} : await measureMixedSet({ data });
    if (process.send) process.send({ cold, figures });
  });
}
