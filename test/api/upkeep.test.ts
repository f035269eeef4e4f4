import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createSumming } from '../../src/background/upkeep.ts';
import { addDays } from '../../src/domain/dates.ts';
import { INSTALLATION } from '../../src/store/queries/counters.ts';
import { startService, type TestProject, type TestService } from '../harness/service.ts';
import { LONGEST_WAIT_MS } from '../harness/wait-until.ts';

const BRANDS = 50;
const DAYS = 1100;

let service: TestService;
let project: TestProject;

beforeAll(async () => {
  service = await startService();
  project = await service.createProject();
});
afterAll(() => service.close());

describe('upkeep', () => {
  it('sums up the daily changes after answers came in, without anything else waking the worker', async () => {
    const mentions: { brand_id: string; count: number; position: number }[] = [];
    for (let brand = 0; brand < BRANDS; brand += 1) {
      const { id } = (await project.client.post('/brands', { name: `Brand ${brand}` })).body;
      mentions.push({ brand_id: id, count: 1, position: brand + 1 });
    }
    const chats = Array.from({ length: DAYS }, (_, day) => ({
      prompt_text: 'Which brand?',
      country_code: 'US',
      model_id: 'famA-scraper',
      date: addDays('2020-01-01', day),
      mentions,
    }));
    const taken = await project.client.post('/chats', { chats });
    expect(taken.body).toMatchObject({ accepted: DAYS, rejected: [] });
    const countChanges = async () => {
      const rows = await service.context.store.db
        .selectFrom('counters')
        .select('value')
        .where('project', '=', 1)
        .where('name', '=', 'daily_rows')
        .execute();
      return rows[0]?.value;
    };
    // The next time is after half as many rows as there are now, and some more: a chat and a mention of each brand for each day.
    const half = ((BRANDS + 1) * DAYS) / 2;
    await expect.poll(countChanges, { timeout: LONGEST_WAIT_MS }).toBe(-half);
  });

  it('sums up a month once in five minutes, however often it changes', async () => {
    const quiet = await startService({ WORKER: 'off' });
    onTestFinished(() => quiet.close());
    const { client } = await quiet.createProject();
    const answer = (number: number) => ({
      prompt_text: `Which brand ${number}?`,
      country_code: 'US',
      model_id: 'famA-scraper',
      date: number % 2 === 0 ? '2021-01-05' : '2021-02-05',
      answer: 'Any.',
      external_id: `answer ${number}`,
    });
    const summing = createSumming();
    let time = new Date();
    const services = { ...quiet.context, now: () => time };
    const work = { project: INSTALLATION, kind: summing.kind, subject: 0 };
    const sumUp = async () => {
      let outcome: unknown;
      do {
        outcome = await summing.step(services, work, { signal: new AbortController().signal });
      } while (outcome === 'again');
      return outcome;
    };
    const listSummed = async () => {
      const rows = await quiet.context.store.db
        .selectFrom('summed_months')
        .select('date')
        .where('project', '=', 1)
        .orderBy('date')
        .execute();
      return rows.map(({ date }) => date);
    };

    await client.post('/chats', { chats: [answer(0), answer(1)] });
    expect(await sumUp()).toEqual({ due_at: new Date(time.getTime() + 300_000) });
    expect(await listSummed()).toEqual(['2021-01-01', '2021-02-01']);
    await client.post('/chats', { chats: [answer(2)] });
    expect(await listSummed()).toEqual(['2021-02-01']);
    await sumUp();
    expect(await listSummed()).toEqual(['2021-02-01']);
    time = new Date(time.getTime() + 300_000);
    await sumUp();
    expect(await listSummed()).toEqual(['2021-01-01', '2021-02-01']);
    await client.delete('/chats', { external_ids: ['answer 1'] });
    expect(await listSummed()).toEqual(['2021-01-01']);
    // A clock that is set back does not stop it.
    await client.post('/chats', { chats: [answer(3), answer(4)] });
    expect(await listSummed()).toEqual([]);
    time = new Date(time.getTime() - 86_400_000);
    await sumUp();
    expect(await listSummed()).toEqual(['2021-01-01', '2021-02-01']);
  });

  it('sums up the months of each project in turn', async () => {
    const quiet = await startService({ WORKER: 'off' });
    onTestFinished(() => quiet.close());
    const summing = createSumming();
    const work = { project: INSTALLATION, kind: summing.kind, subject: 0 };
    const step = () => summing.step(quiet.context, work, { signal: new AbortController().signal });
    for (let number = 0; number < 3; number += 1) {
      const { client } = await quiet.createProject();
      const chats = ['2021-01-05', '2021-02-05'].map((date) => ({
        prompt_text: 'Which brand?',
        country_code: 'US',
        model_id: 'famA-scraper',
        date,
        answer: 'Any.',
      }));
      await client.post('/chats', { chats });
    }
    const listSummed = () =>
      Promise.all(
        [1, 2, 3].map(async (project) => {
          const rows = await quiet.context.store.db
            .selectFrom('summed_months')
            .select('date')
            .where('project', '=', project)
            .execute();
          return rows.length;
        }),
      );
    const seen: number[][] = [];
    while ((await step()) === 'again') seen.push(await listSummed());
    expect(seen).toEqual([
      [1, 0, 0],
      [1, 1, 0],
      [1, 1, 1],
      [2, 1, 1],
      [2, 2, 1],
      [2, 2, 2],
    ]);
  });
});
