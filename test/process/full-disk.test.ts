import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, inject, it } from 'vitest';
import { ask, createFolder, removeFolder, startProgram } from '../harness/program.ts';
import { waitUntil } from '../harness/wait-until.ts';

const folder = await createFolder();
const disk = join(folder, 'data');
const MEGABYTES = 40;

/** Puts a small disk in the place of the data folder, or says why that is not possible. */
function mount(): string | null {
  if (inject('engine') !== 'duckdb') return 'a database server has disks of its own';
  mkdirSync(disk, { recursive: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${MEGABYTES}m`, 'tmpfs', disk], { stdio: 'pipe' });
    return null;
  } catch (error) {
    return `a small disk cannot be mounted here: ${String(error).split('\n')[0]}`;
  }
}

const obstacle = mount();
if (obstacle !== null && inject('engine') === 'duckdb') console.warn(`SKIPPED, a full disk: ${obstacle}.`);

afterAll(async () => {
  if (obstacle === null) execFileSync('umount', ['-l', disk]);
  await removeFolder(folder);
});

it.runIf(obstacle === null)('a full disk is 503 and not ready, loses nothing, and is left without hands', async () => {
  const program = await startProgram(folder);
  const project_id = (await ask(program, { method: 'POST', path: '/projects', body: { name: 'P' } })).body.id;
  let accepted = 0;
  const send = async () => {
    const chats = Array.from({ length: 20 }, (_, n) => ({
      prompt_text: 'Which?',
      country_code: 'US',
      model_id: 'famA-scraper',
      date: '2026-01-01',
      answer: `${accepted} ${n} ${Math.random()} `.repeat(1000),
    }));
    const reply = await ask(program, { method: 'POST', path: '/chats', body: { project_id, chats } });
    if (reply.status === 200) accepted += 20;
    return reply;
  };
  const readReady = async () => (await fetch(`${program.url}/readyz`)).status;

  expect((await send()).status).toBe(200);
  const filler = join(disk, 'filler');
  writeFileSync(filler, Buffer.alloc((MEGABYTES - 8) * 1024 * 1024));
  let reply = await send();
  for (let n = 0; reply.status === 200 && n < 100; n += 1) reply = await send();
  expect(reply).toMatchObject({ status: 503, body: { code: 'store_unavailable' } });
  expect(reply.body.message).toContain('disk is full');
  expect(await readReady()).toBe(503);
  // Reading goes on.
  expect(
    (await ask(program, { path: `/chats?project_id=${project_id}&start_date=2026-01-01&end_date=2026-01-01` })).body,
  ).toMatchObject({
    totalCount: accepted,
  });

  rmSync(filler);
  await waitUntil('the service is ready again', async () => (await readReady()) === 200);
  expect((await send()).status).toBe(200);
  program.process.kill('SIGKILL');
  await program.ended;
  const again = await startProgram(folder);
  const path = `/chats?project_id=${project_id}&start_date=2026-01-01&end_date=2026-01-01&limit=1`;
  expect((await ask(again, { path })).body.totalCount).toBe(accepted);
  again.process.kill('SIGTERM');
  await again.ended;
});
