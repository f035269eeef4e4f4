// One tenant tries to keep the service busy, within all limits: npm run stress -- blocking [--only TEXT] [--size 0.1]
// Prints for each attempt how long others waited, and fails if that is too long or a response is too large.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ATTACKS } from './attacks.mjs';
import { createClient, startProgram } from './program.mjs';

const MAX_BLOCKED_MS = 100;
const MAX_HEALTH_P99_MS = 50;
const MAX_RESPONSE_BYTES = 20 * 1024 * 1024;

const { values: flags } = parseArgs({
  options: { only: { type: 'string', default: '' }, size: { type: 'string', default: '1' } },
});

const program = await startProgram();
const call = createClient(program);
const watcher = spawn(process.execPath, [join(import.meta.dirname, 'watch-health.mjs'), program.url], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
let failures = 0;
try {
  await readBlocked();
  console.log('blocked  health p99    max   took    response  memory  attempt');
  for (const [name, attack] of Object.entries(ATTACKS)) {
    if (!name.includes(flags.only)) continue;
    const project = (await call('POST', '/projects', { body: { name } })).json().id;
    await settle();
    await Promise.all([readHealth(), readBlocked()]);
    const started = performance.now();
    const results = (await attack({ call, project, size: Number(flags.size) })) ?? [];
    const took = performance.now() - started;
    await settle();
    const [times, blocked] = await Promise.all([readHealth(), readBlocked()]);
    const p99 = times[Math.floor(times.length * 0.99)] ?? 0;
    const size = Math.max(0, ...results.map((result) => result.size));
    const isBad =
      blocked > MAX_BLOCKED_MS ||
      p99 > MAX_HEALTH_P99_MS ||
      size > MAX_RESPONSE_BYTES ||
      results.some(({ status }) => status >= 500);
    if (isBad) failures += 1;
    const statuses = [...new Set(results.map(({ status }) => status))].join(' ');
    console.log(
      `${blocked.toFixed(0).padStart(4)} ms ${p99.toFixed(0).padStart(8)} ms ${times.at(-1)?.toFixed(0).padStart(4)} ms ${(took / 1000).toFixed(1).padStart(5)} s ${(size / 1024 / 1024).toFixed(1).padStart(7)} MB ${String(program.readMemory()).padStart(5)} MB  ${isBad ? 'BAD ' : ''}${name} ${statuses}`,
    );
  }
} finally {
  watcher.kill('SIGTERM');
  await program.stop();
}
console.log(failures === 0 ? 'Nobody had to wait.' : `${failures} attempts kept others waiting.`);
process.exitCode = failures === 0 ? 0 : 1;

/** The longest time that the event loop stood still since the last time. */
async function readBlocked() {
  const text = await (await fetch(`${program.url}/metrics`)).text();
  return Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(text)[1]) * 1000;
}

function readHealth() {
  return new Promise((resolve) => {
    let text = '';
    const take = (chunk) => {
      text += chunk;
      if (!text.endsWith('\n')) return;
      watcher.stdout.off('data', take);
      resolve(JSON.parse(text).sort((a, b) => a - b));
    };
    watcher.stdout.on('data', take);
    watcher.kill('SIGUSR2');
  });
}

function settle() {
  return new Promise((resolve) => setTimeout(resolve, 300));
}
