import { fileURLToPath } from 'node:url';
import { createClient } from './client.mjs';
import { ensureData, SMALL } from './data.mjs';
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

/** Measures many clients that request all reports in turn, and the memory of the service. */
export async function measureMixedSet({ data, log = console.error }) {
  const service = await startProcess(data.file);
  const client = createClient({ ...service, connections: CLIENTS });
  try {
    await pause(SETTLE_MS);
    const atRest = service.readMemory();
    const there = [];
    for (const { path, body } of REPORTS) {
      const question = { path, body: JSON.stringify({ project_id: data.project_id, ...body }) };
      const { status } = await client.ask(question);
      if (status === 200) there.push(question);
    }
    const stop = new AbortController();
    const times = [];
    const small = [];
    let failures = 0;
    const started = performance.now();
    const timer = setTimeout(() => stop.abort(), MIXED_MS);
    const askInTurn = async (_, place) => {
      for (let turn = place; !stop.signal.aborted; turn += 1) {
        try {
          const { ms, status } = await client.ask({ ...there[turn % there.length], signal: stop.signal });
          if (status === 200) times.push(ms);
          else failures += 1;
        } catch (error) {
          if (!stop.signal.aborted) throw error;
        }
      }
    };
    const askSmall = async () => {
      const side = createClient(service);
      while (!stop.signal.aborted) {
        small.push((await side.ask({ method: 'GET', path: `/brands?project_id=${data.project_id}` })).ms);
        await pause(50);
      }
      side.close();
    };
    await Promise.all([...Array.from({ length: CLIENTS }, askInTurn), askSmall()]);
    clearTimeout(timer);
    const seconds = (performance.now() - started) / 1000;
    await pause(SETTLE_MS);
    const after = service.readMemory();
    const figures = {
      throughput_clients: CLIENTS,
      throughput_reports: there.length,
      throughput_requests_per_second: round(times.length / seconds),
      throughput_p50_ms: round(toMedian(times)),
      throughput_p95_ms: round(toQuantile(times, 0.95)),
      throughput_failures: failures,
      throughput_small_request_p99_ms: round(toQuantile(small, 0.99)),
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

function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { shape = SMALL, prefix = '', only } = JSON.parse(process.argv[2] ?? '{}');
  const data = await ensureData(shape);
  const cold = only === 'mixed' ? {} : await measureCold({ data, isWanted: (name) => name.startsWith(prefix) });
  const figures = only === 'cold' ? {} : await measureMixedSet({ data });
  if (process.send) process.send({ cold, figures });
}
