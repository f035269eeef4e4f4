// Starts and stops the built program as a user does, in a folder and on a database of its own.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { createDatabase, query, type TestDatabase } from './databases.ts';

export const KEY = 'a-bootstrap-key-of-more-than-24-characters';

/** A process that takes longer hangs; on a busy machine several that start together take a minute. */
const LONGEST_START_MS = 150_000;

export interface Program {
  process: ChildProcess;
  url: string;
  output(): string;
  errors(): string;
  /** Resolves with the exit code, or the signal that ended it. */
  ended: Promise<number | string>;
}

const databases = new Map<string, TestDatabase>();

/** A folder for the program to run in, and a database for it. */
export async function createFolder(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'overheard-'));
  databases.set(folder, await createDatabase({ path: './data/overheard.duckdb' }));
  return folder;
}

/** Removes the folder with its database. */
export async function removeFolder(folder: string): Promise<void> {
  await databases.get(folder)?.drop();
  rmSync(folder, { recursive: true, force: true });
}

/** Runs a statement on the data of a stopped program, behind its back, and returns the rows. */
export async function runStatement(
  folder: string,
  text: string,
  values: number[] = [],
): Promise<Record<string, unknown>[]> {
  const { url } = databases.get(folder)!;
  if (!url.startsWith('duckdb:')) return query(url, text, values);
  const instance = await DuckDBInstance.create(join(folder, url.slice('duckdb:'.length)));
  const connection = await instance.connect();
  const rows = (await connection.runAndReadAll(text, values)).getRowObjectsJS();
  connection.closeSync();
  instance.closeSync();
  return rows;
}

/** Starts the program as a user does, in a folder of its own, and waits until it says where it listens. */
export async function startProgram(folder: string, env: Record<string, string> = {}): Promise<Program> {
  const program = runProgram(['serve'], {
    folder,
    // The system picks the port: one that was free a moment ago may be taken by another test.
    env: { PORT: '0', BOOTSTRAP_KEY: KEY, DEMO: 'off', RATE_LIMIT: '0', ...env },
  });
  let timer: NodeJS.Timeout | undefined;
  const url = await new Promise<string>((resolve, reject) => {
    const fail = (reason: string) => reject(new Error(`the program ${reason}: ${program.errors()}`));
    timer = setTimeout(() => fail(`did not get ready in ${LONGEST_START_MS / 1000} seconds`), LONGEST_START_MS);
    program.process.stdout.on('data', () => {
      const found = /http:\/\/127\.0\.0\.1:\d+(?=\D)/.exec(program.output());
      if (found) resolve(found[0]);
    });
    void program.ended.then((end) => fail(`ended with ${end}`));
  }).finally(() => clearTimeout(timer));
  return { ...program, url };
}

/** Runs the program with these arguments. */
export function runProgram(args: string[], { folder, env = {} }: { folder: string; env?: Record<string, string> }) {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../bin/overheard.cjs'), ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, DATABASE_URL: databases.get(folder)?.url, DATABASE_POOL: '6', ...env },
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
