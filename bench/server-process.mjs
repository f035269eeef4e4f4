import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { BOOTSTRAP_KEY, toEnvironment } from './in-process.mjs';

const PROGRAM = fileURLToPath(new URL('../bin/overheard.cjs', import.meta.url));
const START_MS = 120_000;

/** Starts the program as users do, in its own process, and waits until it listens. It may be that of another folder. */
export async function startProcess(file, { program = PROGRAM } = {}) {
  const { UV_THREADPOOL_SIZE: _, ...environment } = process.env;
  const child = spawn(process.execPath, [program, 'serve'], {
    env: { ...environment, ...toEnvironment(file) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  // The service must not outlive a measurement that fails.
  process.once('exit', () => child.kill('SIGKILL'));
  const url = await new Promise((resolve, reject) => {
    let text = '';
    const timer = setTimeout(() => reject(new Error('the service did not start in time')), START_MS);
    exited.then((code) => reject(new Error(`the service ended with ${code}: ${text}`)));
    child.stdout.on('data', (chunk) => {
      text += chunk;
      const found = /listening on (http:\/\/[^/;\s]+)/.exec(text);
      if (!found) return;
      clearTimeout(timer);
      resolve(found[1]);
    });
  });
  return {
    url,
    key: BOOTSTRAP_KEY,
    /** Current and peak memory in megabytes. */
    readMemory() {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      const read = (name) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)[1]) / 1024);
      return { now_mb: read('VmRSS'), peak_mb: read('VmHWM') };
    },
    async close() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
