import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { waitUntil } from '../harness/wait-until.ts';
import { startProgram } from '../process/program.ts';

/** Makes the demo project once: a copy of it is there at once, and making it takes several seconds. */
export default async function makeDemo(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'overheard-demo-'));
  const key = 'a-key-that-only-makes-the-demo-project';
  const program = await startProgram(folder, {
    DATABASE_URL: 'duckdb:./data/overheard.duckdb',
    DEMO: 'on',
    // Whoever starts with another key gets a link to sign in, as at the first start.
    BOOTSTRAP_KEY: key,
  });
  const read = async (path: string, query = ''): Promise<{ data: { id: string; state?: string }[] }> => {
    const response = await fetch(`${program.url}/v1${path}${query}`, { headers: { 'X-API-Key': key } });
    return (await response.json()) as { data: { id: string; state?: string }[] };
  };
  await waitUntil("today's questions are asked", async () => {
    const { data } = await read('/runs', `?project_id=${(await read('/projects')).data[0]!.id}`);
    return data.some(({ state }) => state === 'done');
  });
  program.process.kill('SIGTERM');
  await program.ended;
  project.provide('demo', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
