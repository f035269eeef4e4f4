import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = promisify(execFile);

/** Runs a script of `stress/` in its short form. It fails where the script does. */
async function runStress(name: string, ...options: string[]): Promise<string> {
  const script = join(import.meta.dirname, `../../stress/${name}.mjs`);
  const { stdout } = await run(process.execPath, [script, ...options], { env: { PATH: process.env.PATH } });
  return stdout;
}

it('the program answers requests of every kind as published', async () => {
  const seed = String(1 + Math.floor(Math.random() * 1_000_000));
  expect(await runStress('fuzz', '--requests', '600', '--seed', seed)).toContain('No problems.');
});
