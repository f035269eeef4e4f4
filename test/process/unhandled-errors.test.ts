import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { type FakeProvider, json, silence, startFakeProvider } from '../harness/fake-provider.ts';
import { ask, createFolder, type Program, removeFolder, startProgram } from '../harness/program.ts';
import { waitUntil } from '../harness/wait-until.ts';

const THROWING = pathToFileURL(join(import.meta.dirname, 'throw-when-told.mjs')).href;

let folder: string;
let program: Program;
let provider: FakeProvider;
let project: string;

afterEach(async () => {
  program.process.kill('SIGKILL');
  await program.ended;
  await provider.close();
  await removeFolder(folder);
});

const start = () => startProgram(folder, { NODE_OPTIONS: `--import=${THROWING}`, ALLOW_PRIVATE_ADDRESSES: 'true' });

/** Starts the program with a project that asks a local provider one prompt. */
async function setUp(): Promise<void> {
  provider = await startFakeProvider();
  folder = await createFolder();
  program = await start();
  project = String((await ask(program, { method: 'POST', path: '/projects', body: { name: 'P' } })).body.id);
  await write('POST', '/prompts', { text: 'Which tea is best?', country_code: 'US' });
  const request = { method: 'POST', url: `${provider.origin}/ask`, body: { q: '{{prompt}}' } };
  const description = { kind: 'http', request, response: { answer: '$.text' } };
  await write('PATCH', '/model-channels/famA-0', { is_active: true, ask: description });
}

async function write(method: string, path: string, body: object) {
  const { status, body: answer } = await ask(program, { method, path: `${path}?project_id=${project}`, body });
  expect(status, JSON.stringify(answer)).toBeLessThan(300);
  return answer;
}

async function startRun(): Promise<string> {
  return String((await write('POST', '/runs', { kind: 'collection' })).id);
}

async function readTask(run: string) {
  const { body } = await ask(program, { path: `/runs/${run}/tasks?project_id=${project}` });
  return (body.data as { state: string; reason: string | null; message: string | null }[])[0]!;
}

const isAsked = (times: number) =>
  waitUntil(`the prompt is asked ${times} times`, () => provider.requests.length >= times);

describe('an error that nobody handles', () => {
  it.each(['exception', 'rejection'])('ends the ask to which it belongs, but not the process: %s', async (kind) => {
    await setUp();
    provider.respondWith(
      (response) => {
        response.writeHead(200, { 'x-throw': kind, 'content-type': 'application/json' });
        response.flushHeaders();
      },
      json({ text: 'Any tea.' }),
    );
    const run = await startRun();
    await waitUntil('the prompt is answered', async () => (await readTask(run)).state === 'done');
    expect(provider.requests).toHaveLength(2);
    expect(program.process.exitCode).toBeNull();
    expect(program.errors()).toContain('an error was not handled; it ended the work that it belongs to');
    const metrics = await (await fetch(`${program.url}/metrics`)).text();
    expect(metrics).toContain('overheard_unhandled_errors_total{owner="outbound_request"} 1');
  });

  it('ends the process if it belongs to nothing, and what was asked then for the second time is set aside', async () => {
    await setUp();
    provider.respondWith(silence);
    const run = await startRun();
    // Ends from outside do not count.
    for (const asked of [1, 2]) {
      await isAsked(asked);
      program.process.kill('SIGKILL');
      expect(await program.ended).toBe('SIGKILL');
      program = await start();
    }
    for (const asked of [3, 4]) {
      await isAsked(asked);
      program.process.kill('SIGUSR2');
      expect(await program.ended).toBe(1);
      expect(program.errors()).toContain('the process ends');
      program = await start();
    }
    await waitUntil('the task is set aside', async () => (await readTask(run)).state === 'failed');
    expect(await readTask(run)).toMatchObject({
      reason: 'crashed',
      message: 'Asking this ended the service twice.',
    });
    expect(provider.requests).toHaveLength(4);
    expect((await ask(program, { path: `/runs/${run}?project_id=${project}` })).body.state).toBe('failed');
  });
});
