import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createClient } from '../bench/client.mjs';
import { startProcess } from '../bench/server-process.mjs';
import { startPostgres } from '../scripts/postgres-server.mjs';
import { createReads, prepareProject, runWriters } from './single-state.mjs';

/**
 * Makes reads beside writers on the built program and counts those that are of no single state.
 *
 *   node stress/reads.mjs --reads 100000 --engine duckdb
 *   node stress/reads.mjs --reads 100000 --engine postgres
 */
const { values } = parseArgs({
  options: {
    reads: { type: 'string', default: '10000' },
    readers: { type: 'string', default: '8' },
    engine: { type: 'string', default: 'duckdb' },
  },
});
const READS = Number(values.reads);
const READERS = Number(values.readers);
const SHOWN_PROBLEMS = 10;
const REPORT_EVERY_MS = 30_000;

const folder = mkdtempSync(join(tmpdir(), 'overheard-reads-'));
const server = values.engine === 'postgres' ? await startPostgres() : undefined;
try {
  process.exitCode = (await race()) === 0 ? 0 : 1;
} finally {
  await server?.remove();
  rmSync(folder, { recursive: true, force: true });
}

async function race() {
  const service = await startProcess(server ? server.toUrl('postgres') : join(folder, 'overheard.duckdb'));
  const company = createClient(service);
  const { id } = await company.send('/projects', { name: 'Race' });
  const { key } = await company.send('/keys', { project_id: id });
  company.close();
  const client = createClient({ url: service.url, key, connections: 2 * READERS });
  const ask = async (request) => {
    const { status, text } = await client.ask(request);
    return { status, text, body: request.accept ? undefined : JSON.parse(text) };
  };
  const kept = await prepareProject(ask);
  const stop = new AbortController();
  const writing = runWriters(ask, kept, stop.signal);
  const read = createReads(ask, kept);
  const started = performance.now();
  const problems = [];
  let made = 0;
  const progress = setInterval(() => console.error(`${made} reads, ${problems.length} inconsistent`), REPORT_EVERY_MS);
  const readOn = async () => {
    while (made < READS) {
      made += 1;
      const problem = await read();
      if (problem === null) continue;
      problems.push(problem);
      if (problems.length <= SHOWN_PROBLEMS) console.error(problem.slice(0, 500));
    }
  };
  try {
    await Promise.race([Promise.all(Array.from({ length: READERS }, readOn)), writing]);
  } finally {
    stop.abort();
    clearInterval(progress);
  }
  const seconds = (performance.now() - started) / 1000;
  const changes = await writing;
  client.close();
  const { peak_mb } = service.readMemory();
  await service.close();
  console.log(
    JSON.stringify({
      engine: values.engine,
      reads: made,
      inconsistent: problems.length,
      changes,
      seconds: Math.round(seconds),
      reads_per_second: Math.round(made / seconds),
      memory_peak_mb: peak_mb,
    }),
  );
  return problems.length;
}
