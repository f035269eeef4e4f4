import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startProgram } from '../process/program.ts';

/** Makes the demo project once: a copy of it is there at once, and making it takes several seconds. */
export default async function makeDemo(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'overheard-demo-'));
  const program = await startProgram(folder, {
    DATABASE_URL: 'duckdb:./data/overheard.duckdb',
    DEMO: 'on',
    // Whoever starts with another key gets a link to sign in, as at the first start.
    BOOTSTRAP_KEY: 'a-key-that-only-makes-the-demo-project',
  });
  program.process.kill('SIGTERM');
  await program.ended;
  project.provide('demo', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
