import { afterAll, expect, it } from 'vitest';
import { ask, createFolder, type Program, removeFolder, startProgram } from '../harness/program.ts';
import { waitUntil } from '../harness/wait-until.ts';

const folder = await createFolder();
afterAll(() => removeFolder(folder));

const ANSWERS = 6000;

async function readRun(program: Program, project: string) {
  const { body } = await ask(program, { path: `/runs?project_id=${project}` });
  return (body.data as { state: string; done: number; total: number }[])[0]!;
}

it('goes on after kill -9 and ends with the facts of all answers', async () => {
  let program = await startProgram(folder);
  const project = (await ask(program, { method: 'POST', path: '/projects', body: { name: 'Again' } })).body
    .id as string;
  const chats = Array.from({ length: ANSWERS }, (_, index) => ({
    prompt_text: 'Which?',
    country_code: 'US',
    model_id: 'famA-scraper',
    date: '2026-01-01',
    answer: `Zorbix is number ${index}.`,
  }));
  expect(
    (await ask(program, { method: 'POST', path: '/chats', body: { project_id: project, chats } })).body.accepted,
  ).toBe(ANSWERS);
  await ask(program, { method: 'POST', path: '/brands', body: { project_id: project, name: 'Zorbix' } });
  await waitUntil('some answers are read', async () => (await readRun(program, project)).done > 0, { everyMs: 5 });
  program.process.kill('SIGKILL');
  await program.ended;

  program = await startProgram(folder);
  await waitUntil('the run ends', async () => (await readRun(program, project)).state !== 'running');
  expect(await readRun(program, project)).toMatchObject({ state: 'done', done: ANSWERS, total: ANSWERS });
  const report = await ask(program, { method: 'POST', path: '/reports/brands', body: { project_id: project } });
  expect(report.body.data).toMatchObject([{ mention_count: ANSWERS, visibility_total: ANSWERS, visibility: 1 }]);
  program.process.kill('SIGTERM');
  expect(await program.ended).toBe(0);
});
