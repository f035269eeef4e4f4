import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const KEY = 'stress-key-of-this-machine-only';
const PROGRAM = join(import.meta.dirname, '../bin/overheard.cjs');

/** Starts the built program with a store of its own, or with the one of this address. */
export async function startProgram({ env = {}, folder = mkdtempSync(join(tmpdir(), 'overheard-stress-')) } = {}) {
  const child = spawn(process.execPath, [PROGRAM, 'serve'], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      BOOTSTRAP_KEY: KEY,
      DEMO: 'off',
      RATE_LIMIT: '0',
      FAILED_ATTEMPTS_LIMIT: '0',
      PORT: '0',
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code)));
  let logged = 0;
  child.stderr.on('data', (chunk) => {
    logged += chunk.length;
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
