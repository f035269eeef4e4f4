import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'undici';

export const KEY = 'stress-key-of-this-machine-only';
const LOOK_MS = 300;
/** How often in a row there must be nothing to do: work that has ended may have made other work. */
const QUIET_LOOKS = 5;
const PROGRAM = join(import.meta.dirname, '../bin/overheard.cjs');

/**
 * Starts the built program with a store of its own, or with the one of this address; `files` is how many files it may open,
 * and `command` is another script with its arguments that serves the API and says where.
 */
export async function startProgram({
  command = [PROGRAM, 'serve'],
  env = {},
  folder = mkdtempSync(join(tmpdir(), 'overheard-stress-')),
  isInspected = false,
  onLog = (chunk) => process.stderr.write(chunk),
  files,
} = {}) {
  const flags = isInspected ? ['--inspect=127.0.0.1:0'] : [];
  // The shell becomes the program, with the same process ID.
  const shell = files === undefined ? [] : ['sh', '-c', `ulimit -n ${files}; exec "$@"`, 'sh'];
  const [executable, ...rest] = [...shell, process.execPath, ...flags, ...command];
  const child = spawn(executable, rest, {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      BOOTSTRAP_KEY: KEY,
      DEMO: 'off',
      RATE_LIMIT: '0',
      FAILED_ATTEMPTS_LIMIT: '0',
      PORT: '0',
      LOG_LEVEL: 'warn',
      // As in the Docker image.
      MALLOC_ARENA_MAX: '2',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code)));
  let logged = 0;
  let errors = '';
  let inspector;
  child.stderr.on('data', (chunk) => {
    logged += chunk.length;
    onLog(chunk);
    errors += isInspected && inspector === undefined ? chunk : '';
    inspector ??= /ws:\/\/127\.0\.0\.1:\S+(?=\s)/.exec(errors)?.[0];
  });
  let output = '';
  const url = await new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      output += chunk;
      const found = /http:\/\/127\.0\.0\.1:\d+(?=\D)/.exec(output);
      if (found) resolve(found[0]);
    });
    void ended.then((end) => reject(new Error(`the program ended with ${end}`)));
  });
  return {
    url,
    pid: child.pid,
    /** Resolves with the signal or the code that it ended with. */
    ended,
    /** In bytes. */
    countLogged: () => logged,
    /** In megabytes. */
    readMemory: () =>
      Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))[1]) / 1024),
    /** Collects garbage now, which Node would do at some later time. Only for a program that is inspected. */
    collectGarbage: () => collectGarbage(inspector),
    /** Ends it without a word, and keeps its folder. */
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function collectGarbage(inspector) {
  const socket = new WebSocket(inspector);
  socket.addEventListener('error', () => {
    throw new Error(`the inspector at ${inspector} does not answer`);
  });
  await once(socket, 'open');
  socket.send(JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' }));
  await once(socket, 'message');
  socket.close();
  await once(socket, 'close');
}

/** Sends requests as JSON to the API of a program. */
export function createClient({ url }, key = KEY) {
  return async function call(method, path, { body, headers = {}, signal } = {}) {
    const isText = typeof body === 'string' || body instanceof Uint8Array;
    const response = await fetch(`${url}/v1${path}`, {
      method,
      signal,
      headers: { 'X-API-Key': key, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body), duplex: 'half' }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      size: text.length,
      json: () => JSON.parse(text),
    };
  };
}

/** Waits until a program has no background work left that is due. */
export async function waitUntilIdle({ url }) {
  for (let quiet = 0; quiet < QUIET_LOOKS; ) {
    await pause(LOOK_MS);
    const text = await (await fetch(`${url}/metrics`)).text();
    const busy = [...text.matchAll(/^work_items\{.*state="(?:waiting|held)"\} ([1-9]\d*)$/gm)];
    quiet = text.includes('work_items{') && busy.length === 0 ? quiet + 1 : 0;
  }
}
