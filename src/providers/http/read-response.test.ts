import { expect, it } from 'vitest';
import { readCpuMs } from '../../../test/harness/cpu-time.ts';
import { readReply } from './read-response.ts';

const MOST_WORK_MS = 600;

it('pages that are cited very often are counted, not written down once for each citation', async () => {
  const pages = Array.from({ length: 10_000 }, (_, n) => ({ url: `https://site-${n}.example/page`, cited: 1e9 }));
  const response = { answer: '$.text', sources: '$.pages', source_cited: '$.cited' };
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 4 && least >= MOST_WORK_MS; attempt += 1) {
    const before = readCpuMs();
    const { sources } = await readReply({ text: 'Fine.', pages }, response);
    least = Math.min(least, readCpuMs() - before);
    expect(sources).toHaveLength(1000);
    expect(sources[1]).toEqual({ url: 'https://site-1.example/page', citation_count: 1000, citation_position: 2 });
  }
  expect(least).toBeLessThan(MOST_WORK_MS);
});

it('others have their turn while very many pages are read', async () => {
  const pages = Array.from({ length: 10_000 }, (_, n) => ({
    url: `https://site-${n}.example/page`,
    title: `Page ${n}`,
  }));
  const response = {
    answer: '$.text',
    sources: '$.pages',
    source_url: "$['url','none']",
    source_title: "$['title','none']",
  };
  // Others have one between two expressions, too.
  const fewTurns = await countTurns(() => readReply({ text: 'Fine.', pages: pages.slice(0, 10) }, response));
  const turns = await countTurns(() => readReply({ text: 'Fine.', pages }, response));
  expect(turns).toBeGreaterThan(fewTurns);
});

async function countTurns(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await work();
  isOver = true;
  return turns;
}
