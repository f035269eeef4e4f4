import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { BOOTSTRAP_KEY, toEnvironment } from './in-process.mjs';

const PROGRAM = fileURLToPath(new URL('../bin/overheard.cjs', import.meta.url));
const START_MS = 120_000;

/** Starts the program as its users do, in a process of its own, and waits until it listens. */
export async function startProcess(file) {
  const { UV_THREADPOOL_SIZE: _, ...environment } = process.env;
  const child = spawn(process.execPath, [PROGRAM, 'serve'], {
    env: { ...environment, ...toEnvironment(file) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  // Whatever becomes of a measurement, its service ends with it.
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
    /** Megabytes of memory, now and at most so far. */
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
