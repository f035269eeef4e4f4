import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'undici';

export const KEY = 'stress-key-of-this-machine-only';
const PROGRAM = join(import.meta.dirname, '../bin/overheard.cjs');

/** Starts the built program with a store of its own, or with the one of this address; `files` is how many files it may open. */
export async function startProgram({
  env = {},
  folder = mkdtempSync(join(tmpdir(), 'overheard-stress-')),
  isInspected = false,
  files,
} = {}) {
  const flags = isInspected ? ['--inspect=127.0.0.1:0'] : [];
  // The shell becomes the program, with the same process ID.
  const shell = files === undefined ? [] : ['sh', '-c', `ulimit -n ${files}; exec "$@"`, 'sh'];
  const [executable, ...rest] = [...shell, process.execPath, ...flags, PROGRAM, 'serve'];
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
    errors += isInspected && inspector === undefined ? chunk : '';
    inspector ??= /ws:\/\/127\.0\.0\.1:\S+(?=\s)/.exec(errors)?.[0];
    process.stderr.write(chunk);
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
