import { afterAll, expect, inject, it } from 'vitest';
import { createExtractor } from '../../src/extraction/extract.ts';
import { toTrackedBrand } from '../extraction/find-mentions.ts';
import { ask, createFolder, removeFolder, startProgram } from '../harness/program.ts';

const folder = await createFolder();
afterAll(() => removeFolder(folder));

const ANSWER =
  '## Picks\n\n1. **Sony** – see [Bose](https://bose.com "x") &amp; [more][1]\n\n| A |\n|---|\n| Bose |\n\n[1]: https://a.b';
/** Enough for the threads to take part. */
const CHATS = 100;

async function readMetric(url: string): Promise<string | undefined> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return /^extraction_slow_parsing (\d)$/m.exec(metrics)?.[1];
}

// The engine makes no difference.
it.runIf(inject('engine') === 'duckdb')(
  'reports once that answers are parsed the slow way, and finds the same in them',
  async () => {
    const hook = new URL('block-parser-buffer.mjs', import.meta.url).href;
    const program = await startProgram(folder, { NODE_OPTIONS: `--import ${hook}`, EXTRACTION_THREADS: '2' });
    expect(await readMetric(program.url)).toBe('1');

    const project_id = (await ask(program, { method: 'POST', path: '/projects', body: { name: 'P' } })).body.id;
    for (const name of ['Sony', 'Bose']) {
      await ask(program, { method: 'POST', path: '/brands', body: { project_id, name } });
    }
    const chats = Array.from({ length: CHATS }, (_, index) => ({
      prompt_text: 'Which headphones?',
      country_code: 'US',
      model_id: 'famA-scraper',
      date: '2026-01-01',
      external_id: String(index),
      answer: ANSWER,
    }));
    const sent = await ask(program, { method: 'POST', path: '/chats', body: { project_id, chats } });
    expect(sent.body).toMatchObject({ accepted: CHATS });
    const list = await ask(program, { path: `/chats?project_id=${project_id}&limit=1` });
    const [{ id }] = list.body.data as [{ id: string }];
    const { body } = await ask(program, { path: `/chats/${id}/content?project_id=${project_id}` });
    const extractor = createExtractor(['Sony', 'Bose'].map((name, index) => toTrackedBrand({ name }, index)));
    const { brands, sources } = extractor.extract({ text: ANSWER, channel: 'famA-0', sources: [] });
    expect(body).toMatchObject({
      brands_mentioned: brands.map(({ position, count, mentions }) => ({ position, count, mentions })),
      sources,
    });

    const lines = program
      .errors()
      .split('\n')
      .filter((line) => line.includes('parsed the slow way'));
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 40, reason: 'The native part is blocked by a test.' },
    ]);
    program.process.kill('SIGTERM');
    expect(await program.ended).toBe(0);
  },
);
