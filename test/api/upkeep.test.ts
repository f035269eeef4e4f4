import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../src/domain/dates.ts';
import { startService, type TestProject, type TestService } from '../harness/service.ts';

const BRANDS = 50;
const DAYS = 1100;
const PATIENCE_MS = 20_000;

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
    const deadline = Date.now() + PATIENCE_MS;
    while ((await countChanges()) !== 0 && Date.now() < deadline) await pause(50);
    expect(await countChanges()).toBe(0);
  });
});
