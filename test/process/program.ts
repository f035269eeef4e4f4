import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const KEY = 'a-bootstrap-key-of-more-than-24-characters';

export interface Program {
  process: ChildProcess;
  url: string;
  output(): string;
  errors(): string;
  /** Resolves with the exit code, or the signal that ended it. */
  ended: Promise<number | string>;
}

export function createFolder(): string {
  return mkdtempSync(join(tmpdir(), 'overheard-'));
}

/** Starts the program as a user does, in a folder of its own, and waits until it is ready. */
export async function startProgram(folder: string, env: Record<string, string> = {}): Promise<Program> {
  const port = await findFreePort();
  const program = runProgram(['serve'], {
    folder,
    env: { PORT: String(port), BOOTSTRAP_KEY: KEY, DEMO: 'off', RATE_LIMIT: '0', ...env },
  });
  const url = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + 30_000;
  while (Date.now() < deadline && program.process.exitCode === null) {
    const ready = await fetch(`${url}/readyz`)
      .then(({ status }) => status === 200)
      .catch(() => false);
    if (ready) return { ...program, url };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`the program did not get ready: ${program.errors()}`);
}

/** Runs the program with these arguments. */
export function runProgram(args: string[], { folder, env = {} }: { folder: string; env?: Record<string, string> }) {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../bin/overheard.cjs'), ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...env },
  });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const ended = new Promise<number | string>((resolve) =>
    child.on('close', (code, signal) => resolve(code ?? signal ?? '')),
  );
  return { process: child, output: () => output, errors: () => errors, ended };
}

/** A JSON request with the bootstrap key. */
export async function ask(
  program: Program,
  { method = 'GET', path, body }: { method?: string; path: string; body?: object },
) {
  const response = await fetch(`${program.url}/v1${path}`, {
    method,
    headers: { 'X-API-Key': KEY, ...(body ? { 'Content-Type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  };
}

function findFreePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
