import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { ask, createFolder, type Program, removeFolder, startProgram } from '../harness/program.ts';
import { waitUntil } from '../harness/wait-until.ts';

const RUNS_BEFORE_KILL = 3;
/** Some of them are under way when the program is killed. */
const RUNS = 10;
const env = { ALLOW_PRIVATE_ADDRESSES: 'true', SECRETS_KEY: 'ab'.repeat(32) };
const folder = await createFolder();
/** The runs that the webhook was told of, by the id of the event. */
const told = new Map<string, string>();
const receiver = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  const { id, data } = JSON.parse(body);
  told.set(id, data.run.id);
  response.end();
});
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await removeFolder(folder);
});

it('tells of every run that ended, and of no other, though the program is killed in between', async () => {
  let program = await startProgram(folder, env);
  const post = (path: string, body: object) => ask(program, { method: 'POST', path, body });
  const project_id = (await post('/projects', { name: 'Outbox' })).body.id as string;
  await post('/prompts', { project_id, text: 'Which one?', country_code: 'US' });
  const channel = { project_id, is_active: true, ask: { kind: 'demo' } };
  await ask(program, { method: 'PATCH', path: '/model-channels/famA-0', body: channel });
  const { port } = receiver.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/hook`;
  const created = await post('/webhooks', { project_id, url, events: ['run_finished', 'run_failed'] });
  expect(created.status).toBe(201);

  const starting = startRuns(program, project_id);
  await waitUntil('some runs have ended', () => told.size >= RUNS_BEFORE_KILL, { everyMs: 3 });
  program.process.kill('SIGKILL');
  await starting;
  await program.ended;
  program = await startProgram(folder, env);
  const list = async (path: string) =>
    (await ask(program, { path: `${path}?project_id=${project_id}` })).body.data as { id: string; state: string }[];
  await waitUntil('all runs have ended', async () => (await list('/runs')).every(({ state }) => state !== 'running'));
  const deliveries = () => list(`/webhooks/${created.body.id}/deliveries`);
  await waitUntil('all is delivered', async () => (await deliveries()).every(({ state }) => state === 'delivered'));
  const runs = (await list('/runs')).map(({ id }) => id).toSorted();
  expect(runs.length).toBeGreaterThanOrEqual(RUNS_BEFORE_KILL);
  // One event for each run. A delivery may have been repeated, but an event has one id.
  expect([...told.values()].toSorted()).toEqual(runs);
  program.process.kill('SIGTERM');
  expect(await program.ended).toBe(0);
});

/** Starts one run after another, unless the program is gone. */
async function startRuns(program: Program, project_id: string): Promise<void> {
  for (let run = 0; run < RUNS; run += 1) {
    try {
      await ask(program, { method: 'POST', path: '/runs', body: { project_id, kind: 'collection' } });
    } catch {
      return;
    }
  }
}
