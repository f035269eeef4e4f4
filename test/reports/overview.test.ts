import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays } from '../../src/domain/dates.ts';
import { startService, type TestProject, type TestService } from '../harness/service.ts';
import { type Dataset, fillProject } from './dataset.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const NOW = { start_date: '2026-02-08', end_date: '2026-02-14' };

async function readOverview({ client }: TestProject, { start_date, end_date } = NOW) {
  const { status, body } = await client.get(`/overview?start_date=${start_date}&end_date=${end_date}`);
  expect(status).toBe(200);
  return body;
}

/** A number from 0 to 1 that looks random, and is the same each time. */
function toChance(seed: number): number {
  return Math.abs(Math.sin(seed * 12.9898 + 78.233) * 43758.5453) % 1;
}

/** Thirty prompts over two weeks; brands are named with these chances, in the first and the second week. */
function toDataset(chances: [number, number][], { prompts = 30 } = {}): Dataset {
  return {
    brands: ['Acme', 'Brumelle', 'Corvane'].slice(0, chances.length),
    own: 0,
    topics: ['one'],
    tags: [],
    prompts: Array.from({ length: prompts }, () => ({ country: 'US', topic: 0, tags: [] })),
    chats: Array.from({ length: prompts * 14 }, (_, index) => {
      const day = Math.floor(index / prompts);
      const named = chances.flatMap((weeks, brand) =>
        toChance(index * 7 + brand) < weeks[day < 7 ? 0 : 1] ? [brand] : [],
      );
      return {
        prompt: index % prompts,
        channel: 'famA-0',
        date: addDays('2026-02-01', day),
        country: 'US',
        mentions: named.map((brand, at) => ({ brand, count: 1, position: at + 1 })),
      };
    }),
  };
}

async function judge(chances: [number, number][], options = {}) {
  const project = await service.createProject();
  await fillProject(project, toDataset(chances, options));
  return readOverview(project);
}

it('says who is ahead, and does not make much of a small difference', async () => {
  const ahead = await judge([
    [0.6, 0.6],
    [0.2, 0.2],
    [0.1, 0.1],
  ]);
  expect(ahead).toMatchObject({ verdict: 'ahead', answers: 210, prompts: 30, channels: 1 });
  expect(ahead.own.brand.name).toBe('Acme');
  expect(ahead.leader).toEqual(ahead.own);
  expect(ahead.rival.brand.name).toBe('Brumelle');
  expect(ahead.own.intervals.visibility.low).toBeLessThan(ahead.own.visibility);
  expect(ahead.message).toContain('more often than any competitor');
  expect(ahead.movers).toEqual([]);

  const behind = await judge([
    [0.2, 0.2],
    [0.6, 0.6],
  ]);
  expect(behind).toMatchObject({ verdict: 'behind' });
  expect(behind.leader).toEqual(behind.rival);

  const level = await judge([
    [0.4, 0.4],
    [0.42, 0.42],
  ]);
  expect(level).toMatchObject({ verdict: 'level' });
});

it('lists what really changed, the surest first, and where', async () => {
  const { movers, message } = await judge([
    [0.1, 0.8],
    [0.4, 0.4],
  ]);
  expect(message).toMatch(/Its visibility rose by \d+\.\d percentage points since the period before\.$/);
  const kinds = movers.map(({ metric, prompt, topic, model_channel }: Record<string, unknown>) =>
    prompt ? 'prompt' : topic ? 'topic' : model_channel ? 'channel' : metric,
  );
  expect(kinds).toContain('visibility');
  expect(kinds).toContain('topic');
  expect(kinds).toContain('channel');
  const surest = movers.map(({ p_value }: { p_value: number }) => p_value);
  expect(surest).toEqual(surest.toSorted((left: number, right: number) => left - right));
  const rise = movers.find((mover: Record<string, unknown>) => mover.metric === 'visibility' && mover.topic);
  expect(rise.value - rise.previous).toBeCloseTo(rise.difference, 8);
});

it('says what is missing to tell', async () => {
  const empty = await service.createProject();
  expect(await readOverview(empty)).toMatchObject({
    verdict: 'no_data',
    answers: 0,
    informative_rate: 0,
    own: null,
    leader: null,
    movers: [],
  });
  const nobody = await service.createProject();
  await fillProject(nobody, { ...toDataset([]), brands: [] });
  expect(await readOverview(nobody)).toMatchObject({ verdict: 'no_brands', answers: 210 });
  const foreign = await service.createProject();
  const { own: _, ...rest } = toDataset([[0.5, 0.5]]);
  await fillProject(foreign, rest);
  expect(await readOverview(foreign)).toMatchObject({
    verdict: 'no_brands',
    own: null,
    rival: { brand: { name: 'Acme' } },
  });
  expect(await judge([[0.5, 0.5]], { prompts: 1 })).toMatchObject({ verdict: 'too_few_answers', answers: 7 });
  expect(await judge([[0, 0]])).toMatchObject({ verdict: 'nobody_named', informative_rate: 0 });
  const alone = await judge([[0.5, 0.5]]);
  expect(alone).toMatchObject({ verdict: 'level', rival: null });
  expect(alone.informative_rate).toBe(alone.own.visibility);
});

it('goes back to the first day of the calendar', async () => {
  const project = await service.createProject();
  await fillProject(project, toDataset([[0.5, 0.5]]));
  const all = { start_date: '0001-01-01', end_date: '2026-02-14' };
  expect((await readOverview(project, all)).own).not.toHaveProperty('change');
});
