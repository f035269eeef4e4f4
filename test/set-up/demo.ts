import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { DAY_MS } from '../../src/domain/dates.ts';
import { startProgram } from '../harness/program.ts';
import { waitUntil } from '../harness/wait-until.ts';

/** The demo asks every midnight. Pages would change under tests that are under way then, so its copies ask in ten days. */
function toDistantCron(now: Date): string {
  const day = new Date(now.getTime() + 10 * DAY_MS);
  return `0 0 ${day.getUTCDate()} ${day.getUTCMonth() + 1} *`;
}

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
  const headers = { 'X-API-Key': key };
  const read = async (path: string): Promise<{ data: { id: string; state?: string }[] }> => {
    const response = await fetch(`${program.url}/v1${path}`, { headers });
    return (await response.json()) as { data: { id: string; state?: string }[] };
  };
  const project_id = (await read('/projects')).data[0]!.id;
  await waitUntil("today's questions are asked", async () => {
    const { data } = await read(`/runs?project_id=${project_id}`);
    return data.some(({ state }) => state === 'done') && !data.some(({ state }) => state === 'running');
  });
  const body = JSON.stringify({ project_id, is_active: true, cron: toDistantCron(new Date()) });
  const { status } = await fetch(`${program.url}/v1/schedule`, { method: 'PUT', headers, body });
  if (status !== 200) throw new Error(`the schedule of the demo cannot be changed: ${status}`);
  program.process.kill('SIGTERM');
  await program.ended;
  project.provide('demo', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
