import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brandNews } from '../../src/background/brand-news.ts';
import type { BackgroundServices } from '../../src/background/kinds.ts';
import { budgetWatch } from '../../src/collection/budget-watch.ts';
import { addDays } from '../../src/domain/dates.ts';
import { EVENTS } from '../../src/domain/event.ts';
import { changes } from '../../src/notifications/changes.ts';
import { replaceSuggestions } from '../../src/store/queries/brand-suggestions.ts';
import type { WorkKind } from '../../src/work/kind.ts';
import { type FakeModel, type FakeModelAnswer, startFakeModel } from '../harness/fake-model.ts';
import { createNoonClock } from '../harness/noon.ts';
import { startService, type TestService } from '../harness/service.ts';
import { waitUntil } from '../harness/wait-until.ts';

const ajv = new Ajv2020({ strict: false });

/** Nobody listens there: what is told is read from the list of deliveries. */
const NOBODY = 'http://127.0.0.1:9/hook';
const signal = new AbortController().signal;

let service: TestService;
let provider: FakeModel;
let answer: (authorization: string | undefined) => FakeModelAnswer = () => ({ answer: 'Fine.' });

beforeAll(async () => {
  // A budget counts by the day.
  service = await startService({}, createNoonClock());
  provider = await startFakeModel(({ headers }) => answer(headers.authorization));
});
afterAll(async () => {
  await service.close();
  await provider.close();
});

interface Told {
  event: { kind: string; text: string };
}

/** A project with a webhook that is told of these events. */
async function setUp(...events: string[]) {
  const created = await service.createProject();
  const { client } = created;
  const { store } = service.context;
  const own = store.db.selectFrom('projects').select('project').where('id', '=', created.id.slice(3));
  const { project } = await own.executeTakeFirstOrThrow();
  const { id } = (await client.post('/webhooks', { url: NOBODY, events })).body;
  const deliveries = async () => (await client.get(`/webhooks/${id}/deliveries`)).body.data;
  return {
    ...created,
    project,
    deliveries,
    /** What the webhook was told, in order. Each event has the data that its kind says. */
    told: async (): Promise<string[]> => {
      const rows = await store.db.selectFrom('outbox').selectAll().where('project', '=', project).execute();
      for (const { kind, data } of rows) expect(ajv.validate(EVENTS[kind].data, JSON.parse(data)), data).toBe(true);
      return (await deliveries()).map(({ event }: Told) => event.text).reverse();
    },
    /** Takes a step at this time, as a worker would. */
    step: async (kind: WorkKind<BackgroundServices>, time: Date) => {
      const services = { ...service.context, now: () => time };
      const decide = await kind.step(services, { project, kind: kind.kind, subject: 0 }, { signal });
      return typeof decide === 'function' ? store.write(project, ({ db }) => decide(db)) : decide;
    },
    ask: async (more: object) => {
      await client.post('/prompts', { text: 'Which one?', country_code: 'US' });
      const ask = { kind: 'openai-compatible', model: 'm', base_url: provider.base_url, ...more };
      expect((await client.patch('/model-channels/famD-1', { is_active: true, ask })).status).toBe(200);
    },
    run: async (): Promise<string> => (await client.post('/runs', { kind: 'collection' })).body.id,
    finish: (id: string) =>
      waitUntil('the run ends', async () => (await client.get(`/runs/${id}`)).body.state !== 'running'),
  };
}

describe('a run', () => {
  it('is told of when it ends', async () => {
    const { ask, run, finish, told, deliveries } = await setUp('run_finished', 'run_failed');
    await ask({});
    await finish(await run());
    expect(await told()).toEqual(['The collection run finished. 1 answer collected.']);
    await waitUntil('the worker tries to deliver it', async () => (await deliveries())[0].attempts === 1);
    expect(await deliveries()).toMatchObject([{ state: 'pending', message: expect.stringContaining('ECONNREFUSED') }]);
  });

  it('of re-analysis is told of under a kind of its own', async () => {
    const { client, told } = await setUp('extraction_finished');
    const chat = {
      prompt_text: 'a',
      country_code: 'US',
      model_id: 'famA-scraper',
      date: '2026-01-01',
      answer: 'Acme.',
    };
    await client.post('/chats', { chats: [chat] });
    await client.post('/brands', { name: 'Acme' });
    await waitUntil('it is told', async () => (await told()).length > 0);
    expect(await told()).toEqual(['Re-analysis finished: 1 answer.']);
  });
});

describe('a budget', () => {
  it('is told of once when it is reached, and once when it allows more', async () => {
    const { client, ask, run, finish, told, step } = await setUp('budget_reached');
    await ask({ concurrency: 1, price: { request: 1 } });
    await client.put('/schedule', { budget: { day: 1 } });
    for (let runs = 0; runs < 3; runs += 1) await finish(await run());
    const began = 'The budget is reached. Overheard asks nothing more until the budget allows it.';
    expect(await told()).toEqual([began]);
    const now = service.context.now().getTime();
    expect(await step(budgetWatch, new Date(now))).toEqual({ due_at: new Date(now + 600_000) });
    expect(await step(budgetWatch, new Date(now + 25 * 3_600_000))).toBe('done');
    expect(await step(budgetWatch, new Date(now + 26 * 3_600_000))).toBe('done');
    expect(await told()).toEqual([began, 'The budget is no longer reached. The next run asks again.']);
  });
});

describe('a secret', () => {
  it('is told of once when it is refused, and once when it is replaced', async () => {
    answer = (authorization) => (authorization === 'Bearer right' ? { answer: 'Fine.' } : { status: 401 });
    const { client, ask, run, finish, told } = await setUp('secret_refused');
    await client.put('/secrets/mine', { value: 'wrong', hosts: [provider.host] });
    await ask({ secret: 'mine' });
    const id = await run();
    await waitUntil('it is told', async () => (await told()).length > 0);
    const [began] = await told();
    expect(began).toContain('rejected the key "mine"');
    await client.put('/secrets/mine', { value: 'right', hosts: [provider.host] });
    await finish(id);
    expect(await told()).toEqual([began, expect.stringContaining('"mine" of')]);
    answer = () => ({ answer: 'Fine.' });
  });
});

describe('suggested brands', () => {
  it('are told of together, each once', async () => {
    const { project, told, step } = await setUp('brand_suggested');
    const { store, now } = service.context;
    const suggest = (...names: string[]) =>
      store.write(project, (transaction) => {
        const brands = names.map((name) => ({ key: name, name, spellings: [], domains: [], members: [name] }));
        return replaceSuggestions(transaction, project, { brands, now: now() });
      });
    await suggest('Zorbix');
    const work = store.db.selectFrom('work').select('due_at').where('project', '=', project);
    expect(await work.where('kind', '=', brandNews.kind).execute()).toHaveLength(1);
    await step(brandNews, service.context.now());
    expect(await told()).toEqual(['Answers name a brand that you do not track: Zorbix.']);
    await step(brandNews, service.context.now());
    // One that was gone for a while is no news.
    await suggest();
    await suggest('Zorbix', 'Quantel');
    await step(brandNews, service.context.now());
    expect((await told()).slice(1)).toEqual(['Answers name a brand that you do not track: Quantel.']);
  });
});

describe('significant changes', () => {
  it('are looked for as soon as a webhook wants to know', async () => {
    const { project } = await setUp('metric_changed');
    const { store } = service.context;
    const notices = store.db.selectFrom('notices').select('name').where('project', '=', project);
    await waitUntil('it was looked', async () => (await notices.execute()).length > 0);
    const work = store.db.selectFrom('work').select(['kind', 'attempts']).where('project', '=', project);
    expect(await work.where('kind', '=', changes.kind).execute()).toEqual([{ kind: 'changes', attempts: 0 }]);
    // From here on, the test says what time it is.
    await service.context.worker.stop();
  });

  it('are told of once when they begin and once when they end, on one look per day', async () => {
    const { client, told, step } = await setUp('metric_changed');
    const { id: brand_id } = (await client.post('/brands', { name: 'Acme', is_own: true })).body;
    const chats = Array.from({ length: 14 }, (_, day) =>
      Array.from({ length: 12 }, (_, prompt) => ({
        prompt_text: `Question ${prompt}`,
        country_code: 'US',
        model_id: 'famA-scraper',
        date: addDays('2026-03-01', day),
        external_id: `${day} ${prompt}`,
        mentions: (day + prompt) % 10 < (day < 7 ? 1 : 9) ? [{ brand_id, count: 1, position: 1 }] : [],
      })),
    ).flat();
    expect((await client.post('/chats', { chats })).body.accepted).toBe(chats.length);
    expect(await step(changes, new Date('2026-03-07T12:00:00Z'))).toEqual({ due_at: new Date('2026-03-08T23:00:00Z') });
    expect(await told()).toEqual([]);
    // Before the evening of a day without a run, nothing is looked for.
    expect(await step(changes, new Date('2026-03-14T12:00:00Z'))).toEqual({ due_at: new Date('2026-03-14T23:00:00Z') });
    expect(await told()).toEqual([]);
    await step(changes, new Date('2026-03-14T23:00:00Z'));
    const [began] = await told();
    expect(began).toMatch(/^\d+ significant changes:\n- /);
    expect(began).toMatch(/- Visibility of Acme rose from \d+(\.\d)?% to \d+(\.\d)?%\./);
    await step(changes, new Date('2026-03-14T23:30:00Z'));
    expect(await told()).toHaveLength(1);
    await step(changes, new Date('2026-04-20T23:00:00Z'));
    const [, ended, ...rest] = await told();
    expect(ended).toMatch(/no longer significant:\n- /);
    expect(rest).toEqual([]);
  });
});
