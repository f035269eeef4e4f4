import { afterAll, expect, it } from 'vitest';
import { createDemoChats } from '../../src/demo/demo-answers.ts';
import { createSettings } from '../../src/extraction/settings.ts';
import { DEMO_BRANDS } from '../../src/providers/demo/demo-words.ts';
import { LONGEST_WAIT_MS } from '../harness/wait-until.ts';

// Threads run what was built, so what was built is tested.
const built = '../../dist/analysis/readers.js';
const { createReaders } = (await import(built)) as typeof import('../../src/analysis/readers.ts');

const here = createReaders(0);
const elsewhere = createReaders(2);
afterAll(() => Promise.all([here.close(), elsewhere.close()]));

const brands = DEMO_BRANDS.map(({ name }, brand) => ({
  brand,
  name,
  aliases: [],
  exclude: [],
  regex: null,
  case: 'smart' as const,
  domains: [],
  is_own: false,
}));
const settings = JSON.stringify(createSettings(brands, []));
const answers = [...createDemoChats('2026-03-01')].slice(0, 500).map(({ answer = '', sources = [] }, index) => ({
  answer,
  channel: 'famA-0',
  sources: index % 2 === 0 ? sources : '[]',
}));

it('reads in threads what it reads here, in the same order', async () => {
  const read = await elsewhere.read(settings, answers);
  expect(read).toEqual(await here.read(settings, answers));
  expect(read.some(({ mentions }) => mentions.length > 0)).toBe(true);
  expect(read.some(({ pages }) => pages.length > 0)).toBe(true);
});

it('fails for settings that cannot be prepared, and reads on with others', async () => {
  await expect(elsewhere.read('no settings', answers)).rejects.toThrow(/JSON/);
  expect(await elsewhere.read(settings, answers)).toHaveLength(answers.length);
});

it('finds the same evidence in a thread as here', async () => {
  const long = { answer: answers.map(({ answer }) => answer).join('\n\n'), channel: 'famA-0', sources: [] };
  const evidence = await elsewhere.explain(settings, long);
  expect(evidence).toEqual(await here.explain(settings, long));
  expect(evidence.brands.some(({ mentions }) => mentions.some(({ clauses }) => clauses.length > 0))).toBe(true);
});

it('goes on while thousands of names are prepared', async () => {
  let attempt = 0;
  /** How often there was time for something else. */
  const countTurns = async () => {
    attempt += 1;
    const aliases = Array.from({ length: 5000 }, (_, n) => `Name ${n} of-the Brand ${attempt}`);
    const many = JSON.stringify(createSettings([{ ...brands[0]!, aliases }], []));
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 20);
    const answer = `Name 7 of the brand ${attempt}.`;
    const [reading] = await elsewhere.read(many, [{ answer, channel: 'famA-0', sources: [] }]);
    clearInterval(timer);
    expect(reading!.mentions).toMatchObject([{ mention_count: 1 }]);
    return turns;
  };
  // Here it would have been none each time: preparing them takes half a second.
  await expect.poll(countTurns, { timeout: LONGEST_WAIT_MS }).toBeGreaterThan(5);
});

it('goes on while an answer with very many sources is read', async () => {
  let count = 0;
  /** An answer whose pages nobody has seen before. */
  const create = () => {
    count += 1;
    const toUrl = (n: number) => `https://site${n}.example${count}/page?x=${n}`;
    return { answer: '', channel: 'famA-0', sources: Array.from({ length: 10_000 }, (_, n) => ({ url: toUrl(n) })) };
  };
  const measureHere = async () => {
    const answer = create();
    const begun = performance.now();
    await here.read(settings, [answer]);
    return performance.now() - begun;
  };
  /** The longest time that nothing else had a turn, as a part of what it takes to read such an answer here. */
  const measure = async () => {
    const unit = Math.min(await measureHere(), await measureHere());
    const answer = create();
    let [last, longest] = [performance.now(), 0];
    const look = () => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    };
    const timer = setInterval(look, 1);
    const [reading] = await elsewhere.read(settings, [answer]);
    look();
    clearInterval(timer);
    expect(reading!.pages).toHaveLength(10_000);
    return longest / unit;
  };
  // Code that runs for the first time takes longer.
  for (let run = 0; run < 3; run += 1) await measureHere();
  // Here it would be all of it, each time.
  await expect.poll(measure, { timeout: LONGEST_WAIT_MS }).toBeLessThan(0.6);
});

it('ends what nobody waits for any more, and reads on', async () => {
  const long = { answer: 'Varrow is good. '.repeat(60_000), channel: 'famA-0', sources: [] };
  const controller = new AbortController();
  const reading = elsewhere.read(
    settings,
    Array.from({ length: 20 }, () => long),
    { signal: controller.signal },
  );
  // The first parts have been handed to the threads by then, and none can have come back.
  setImmediate(() => controller.abort(new Error('left')));
  await expect(reading).rejects.toThrow('left');
  expect(await elsewhere.read(settings, answers)).toHaveLength(answers.length);
});
