import { afterAll, expect, it } from 'vitest';
import { ask, createFolder, type Program, removeFolder, startProgram } from '../harness/program.ts';
import { waitUntil } from '../harness/wait-until.ts';

const ROUNDS = 3;
const WRITERS = 4;
const CHATS_PER_ROUND = 300;
const folder = await createFolder();
afterAll(() => removeFolder(folder));

interface Acknowledged {
  topics: Set<string>;
  chats: Set<string>;
}

/** Writes one thing after another until the server is gone, remembering what was acknowledged. */
async function writeUntilGone(
  program: Program,
  { project, name, known }: { project: string; name: string; known: Acknowledged },
) {
  for (let index = 0; ; index += 1) {
    const own = `${name}-${index}`;
    const chats = Array.from({ length: 20 }, (_, part) => ({
      prompt_text: `prompt ${index % 5}`,
      country_code: 'US',
      model_id: 'famA-scraper',
      date: '2026-01-01',
      external_id: `${own}-${part}`,
      mentions: [],
    }));
    try {
      const topic = await ask(program, { method: 'POST', path: '/topics', body: { project_id: project, name: own } });
      if (topic.status === 201) known.topics.add(own);
      const batch = await ask(program, { method: 'POST', path: '/chats', body: { project_id: project, chats } });
      if (batch.status === 200) for (const { external_id } of chats) known.chats.add(external_id);
    } catch {
      return;
    }
  }
}

async function listAll(program: Program, path: string): Promise<Record<string, string>[]> {
  return (await ask(program, { path: `${path}&limit=10000` })).body.data as Record<string, string>[];
}

it('keeps everything that was acknowledged, though it is killed in the middle of writing', async () => {
  const known: Acknowledged = { topics: new Set(), chats: new Set() };
  const env = { MAX_TOPICS: '100000' };
  let program = await startProgram(folder, env);
  const project = (await ask(program, { method: 'POST', path: '/projects', body: { name: 'Crash' } })).body
    .id as string;
  for (let round = 0; round < ROUNDS; round += 1) {
    const writers = Array.from({ length: WRITERS }, (_, writer) =>
      writeUntilGone(program, { project, name: `${round}-${writer}`, known }),
    );
    const enough = known.chats.size + CHATS_PER_ROUND;
    await waitUntil('enough is acknowledged', () => known.chats.size >= enough, { everyMs: 7 });
    program.process.kill('SIGKILL');
    await Promise.all(writers);
    expect(await program.ended).toBe('SIGKILL');
    program = await startProgram(folder, env);
    const topics = new Set((await listAll(program, `/topics?project_id=${project}`)).map(({ name }) => name));
    expect([...known.topics].filter((name) => !topics.has(name))).toEqual([]);
    const chats = new Set(
      (await listAll(program, `/chats?project_id=${project}`)).map(({ external_id }) => external_id),
    );
    expect([...known.chats].filter((id) => !chats.has(id))).toEqual([]);
    // A batch is kept whole or not at all.
    expect(chats.size % 20).toBe(0);
  }
  expect(known.topics.size).toBeGreaterThan(ROUNDS * 10);
  expect(known.chats.size).toBeGreaterThanOrEqual(ROUNDS * CHATS_PER_ROUND);
  program.process.kill('SIGTERM');
  expect(await program.ended).toBe(0);
});
