import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, it } from 'vitest';

const run = promisify(execFile);

/** Runs a script of `stress/` in its short form. It fails where the script does. */
async function runStress(name: string, ...options: string[]): Promise<string> {
  const script = join(import.meta.dirname, `../../stress/${name}.mjs`);
  const { stdout } = await run(process.execPath, [script, ...options], { env: { PATH: process.env.PATH } });
  return stdout;
}

// Once is enough: the long forms run on both engines.
it.runIf(inject('engine') === 'duckdb')('requests of every kind are answered as published', async () => {
  const seed = String(1 + Math.floor(Math.random() * 1_000_000));
  expect(await runStress('fuzz', '--requests', '600', '--seed', seed)).toContain('No problems.');
});

it.runIf(inject('engine') === 'duckdb')(
  'a hostile provider neither ends the program nor leaves its key in it',
  async () => {
    const seed = String(1 + Math.floor(Math.random() * 1_000_000));
    expect(await runStress('hostile-provider', '--short', '--seed', seed)).toContain('Deaths: 0. Leaks: 0.');
  },
);
