import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type FakeModel, type FakeModelAnswer, type FakeModelRequest, startFakeModel } from '../harness/fake-model.ts';
import { createNoonClock } from '../harness/noon.ts';
import { startService, type TestProject, type TestService } from '../harness/service.ts';
import { waitUntil } from '../harness/wait-until.ts';

let service: TestService;
const providers: FakeModel[] = [];

beforeAll(async () => {
  // Budgets count by the day.
  service = await startService({}, createNoonClock());
});
afterAll(() => service.close());
afterEach(async () => {
  for (const provider of providers.splice(0)) await provider.close();
});

interface Setting {
  project: TestProject;
  provider: FakeModel;
}

/** A project with prompts, a brand, and a channel that a local server answers. */
async function setUp(
  answer: (request: FakeModelRequest) => FakeModelAnswer | Promise<FakeModelAnswer>,
  { prompts = 3, ask = {} }: { prompts?: number; ask?: object } = {},
): Promise<Setting> {
  const provider = await startFakeModel(answer);
  providers.push(provider);
  const project = await service.createProject();
  const { client } = project;
  await client.post('/brands', { name: 'Acme' });
  for (let index = 0; index < prompts; index += 1) {
    await client.post('/prompts', { text: `Question ${index}?`, country_code: 'US' });
  }
  expect((await client.put('/secrets/local', { value: 'sk-test-1234567890abcd', hosts: [provider.host] })).status).toBe(
    200,
  );
  const changed = await client.patch('/model-channels/famD-1', {
    is_active: true,
    ask: {
      kind: 'openai-compatible',
      model: 'local-model',
      base_url: provider.base_url,
      secret: 'local',
      price: { input: 1, output: 2 },
      ...ask,
    },
  });
  expect(changed.body).toEqual({});
  return { project, provider };
}

async function run({ project: { client } }: Setting, body: object = {}): Promise<string> {
  const started = await client.post('/runs', { kind: 'collection', ...body });
  expect(started.status, started.text).toBe(201);
  return started.body.id;
}

async function finish({ project: { client } }: Setting, id: string) {
  await waitUntil('the run is over', async () => (await client.get(`/runs/${id}`)).body.state !== 'running');
  return (await client.get(`/runs/${id}`)).body;
}

describe('a run', () => {
  it('asks each prompt on each channel and stores the answers with what they cost', async () => {
    const setting = await setUp(({ prompt }) => ({ answer: `Acme is a good answer to "${prompt}".` }), { prompts: 3 });
    const { client } = setting.project;
    const id = await run(setting, { replicates: 2 });
    const done = await finish(setting, id);
    expect(done).toMatchObject({
      kind: 'collection',
      state: 'done',
      trigger: 'manual',
      total: 6,
      done: 6,
      tasks: { queued: 0, running: 0, done: 6, failed: 0, skipped: 0 },
      failures: [],
      message: '6 answers collected.',
    });
    // 20 tokens in at 1 dollar and 100 out at 2 dollars a million.
    expect(done.cost).toBeCloseTo(6 * 0.00022, 12);
    expect(done.channels).toEqual([
      {
        id: 'famD-1',
        total: 6,
        done: 6,
        failed: 0,
        cost: expect.closeTo(0.00132, 12),
        input_tokens: 120,
        output_tokens: 600,
      },
    ]);
    const tasks = (await client.get(`/runs/${id}/tasks`)).body.data;
    expect(tasks).toHaveLength(6);
    const { chat } = tasks[0];
    const content = (await client.get(`/chats/${chat.id}/content`)).body;
    expect(content).toMatchObject({
      external_id: tasks[0].id,
      provider_model: 'local-model',
      input_tokens: 20,
      output_tokens: 100,
      finish: 'stop',
      cost: expect.closeTo(0.00022, 12),
      brands_mentioned: [{ name: 'Acme' }],
    });
    expect(setting.provider.requests[0]!.headers.authorization).toBe('Bearer sk-test-1234567890abcd');
    const schedule = (await client.get('/schedule')).body;
    expect(schedule.spent.day).toBeCloseTo(done.cost, 12);
    expect(schedule.reserved).toBe(0);
  });

  it('asks again what failed for a while, and says why what failed for good did', async () => {
    const setting = await setUp(
      ({ prompt, index }) => {
        if (prompt.includes('1')) return { status: 400, body: { error: { message: 'No such thing.' } } };
        return index < 2 ? { status: 500 } : { answer: 'Fine.' };
      },
      { ask: { concurrency: 1 } },
    );
    const id = await run(setting);
    const done = await finish(setting, id);
    expect(done).toMatchObject({ state: 'done', tasks: { done: 2, failed: 1 } });
    expect(done.failures).toEqual([
      { reason: 'refused_by_provider', count: 1, example: expect.stringContaining('No such thing.') },
    ]);
    const failed = (await setting.project.client.get(`/runs/${id}/tasks`, { query: { state: 'failed' } })).body.data;
    expect(failed).toMatchObject([{ attempts: 1, reason: 'refused_by_provider', cost: 0, chat: null }]);
  });

  it('never has more asks in flight than the channel allows', async () => {
    const setting: Setting = await setUp(
      async () => {
        // The first three wait for each other, so that a fourth would be seen.
        await waitUntil('three asks came', () => setting.provider.requests.length >= 3);
        return { answer: 'Fine.' };
      },
      { prompts: 10, ask: { concurrency: 3 } },
    );
    await finish(setting, await run(setting));
    expect(setting.provider.most_open()).toBe(3);
  });

  it('leaves the store alone while a channel has as many asks in flight as it may', async () => {
    const setting = await setUp(() => 'hang', { prompts: 2, ask: { concurrency: 1 } });
    const id = await run(setting);
    await waitUntil('the first ask came', () => setting.provider.requests.length === 1);
    const { store } = service.context;
    const own = store.db.selectFrom('projects').select('project').where('id', '=', setting.project.id.slice(3));
    const { project: key } = await own.executeTakeFirstOrThrow();
    // The look after the one that began it finds the channel full.
    await pause(800);
    const write = vi.spyOn(store, 'write');
    const began = performance.now();
    await pause(5000);
    const seconds = (performance.now() - began) / 1000;
    // A renewal of the lease every two seconds, and a look every five. With two looks each second it would be 2.5 per second.
    const writes = write.mock.calls.filter(([project]) => project === key).length;
    expect(writes / seconds).toBeLessThan(1.6);
    write.mockRestore();
    await setting.project.client.post(`/runs/${id}/cancel`);
  });

  it('stops before the budget is spent, and goes on when it is raised', async () => {
    const setting = await setUp(() => ({ answer: 'Fine.' }), {
      prompts: 8,
      ask: { concurrency: 1, price: { request: 1 } },
    });
    const { client } = setting.project;
    expect((await client.put('/schedule', { budget: { day: 5 } })).status).toBe(200);
    const id = await run(setting);
    const stopped = await finish(setting, id);
    expect(stopped).toMatchObject({ state: 'stopped', cost: 5, tasks: { done: 5, skipped: 3 } });
    expect((await client.get('/schedule')).body).toMatchObject({ spent: { day: 5, month: 5 }, reserved: 0 });
    await client.put('/schedule', { budget: { day: 7 } });
    expect((await client.post(`/runs/${id}/retry`)).body).toEqual({ queued: 3 });
    expect(await finish(setting, id)).toMatchObject({ state: 'stopped', cost: 7, tasks: { done: 7, skipped: 1 } });
    await client.put('/schedule', {});
    await client.post(`/runs/${id}/retry`);
    expect(await finish(setting, id)).toMatchObject({ state: 'done', cost: 8, tasks: { done: 8 } });
  });

  it('does not ask a channel without a price under a budget', async () => {
    const setting = await setUp(() => ({ answer: 'Fine.' }), { ask: { price: undefined } });
    await setting.project.client.put('/schedule', { budget: { month: 100 } });
    expect(await finish(setting, await run(setting))).toMatchObject({ state: 'stopped', tasks: { skipped: 3 } });
    expect(setting.provider.requests).toEqual([]);
  });

  it('can be cancelled: what was asked ends, the rest is skipped', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const setting = await setUp(
      async () => {
        await held;
        return { answer: 'Late, but here.' };
      },
      { prompts: 5, ask: { concurrency: 2 } },
    );
    const { client } = setting.project;
    const id = await run(setting);
    await waitUntil('two asks are in flight', () => setting.provider.requests.length === 2);
    expect((await client.post(`/runs/${id}/cancel`)).body).toEqual({});
    release();
    const cancelled = await finish(setting, id);
    expect(cancelled).toMatchObject({ state: 'cancelled', tasks: { done: 2, skipped: 3 } });
    expect((await client.post(`/runs/${id}/cancel`)).status).toBe(409);
    expect((await client.post(`/runs/${id}/retry`)).body).toEqual({ queued: 3 });
    expect(await finish(setting, id)).toMatchObject({ state: 'done', tasks: { done: 5 } });
  });

  it('pauses a channel whose key is refused, until the key is changed', async () => {
    const setting = await setUp(
      ({ headers }) => (headers.authorization === 'Bearer right' ? { answer: 'Fine.' } : { status: 401 }),
      { prompts: 4, ask: { concurrency: 1 } },
    );
    const { client } = setting.project;
    const id = await run(setting);
    const channel = async () =>
      (await client.get('/model-channels')).body.data.find((entry: { id: string }) => entry.id === 'famD-1');
    await waitUntil('the channel is paused', async () => (await channel()).paused_reason === 'unauthorized');
    expect(setting.provider.requests).toHaveLength(1);
    await client.put('/secrets/local', { value: 'right', hosts: [setting.provider.host] });
    const done = await finish(setting, id);
    expect(done).toMatchObject({ state: 'done', tasks: { done: 3, failed: 1 } });
    expect(await channel()).toMatchObject({ paused_until: null, paused_reason: null });
  });

  it('skips what cannot be asked any more', async () => {
    const setting = await setUp(() => ({ answer: 'Fine.' }), {
      prompts: 3,
      ask: { requests_per_minute: 60, concurrency: 1 },
    });
    const { client } = setting.project;
    await client.patch('/model-channels/famD-1', { unsupported_country_codes: ['DE'] });
    await client.post('/prompts', { text: 'Welche?', country_code: 'DE' });
    const id = await run(setting);
    const prompts = (await client.get('/prompts')).body.data;
    await client.delete(
      `/prompts/${prompts.find(({ messages }: { messages: unknown }) => JSON.stringify(messages).includes('2'))?.id ?? prompts[2].id}`,
    );
    const done = await finish(setting, id);
    expect(done.state).toBe('done');
    expect(done.tasks).toMatchObject({ failed: 0, skipped: 2, done: 2 });
  });

  it('refuses what cannot be asked at all', async () => {
    const setting = await setUp(() => ({ answer: 'Fine.' }), { prompts: 0 });
    const { client } = setting.project;
    expect((await client.post('/runs', { kind: 'collection' })).body.code).toBe('nothing_to_ask');
    const { id } = (await client.post('/prompts', { text: 'Which?', country_code: 'US' })).body;
    const refused = async (body: object) => (await client.post('/runs', { kind: 'collection', ...body })).status;
    expect(await refused({ prompt_ids: ['pr_00000000-0000-7000-8000-000000000000'] })).toBe(400);
    expect(await refused({ model_channel_ids: ['famA-0'] })).toBe(400);
    expect(await refused({ model_channel_ids: ['nothing'] })).toBe(400);
    expect(await refused({ replicates: 21 })).toBe(400);
    await client.post(`/prompts/${id}/archive`);
    expect(await refused({ prompt_ids: [id] })).toBe(400);
    expect((await client.post('/runs', { kind: 'collection' })).body.code).toBe('nothing_to_ask');
    const estimated = await client.post('/runs/estimate', {});
    expect(estimated.body).toEqual({ asks: 0, skipped: 0, cost: 0, cost_known: true });
  });
});

describe('what is known about an answer', () => {
  it('is exported, and can be read in again', async () => {
    const setting = await setUp(() => ({ answer: 'Fine.' }), { prompts: 1 });
    const { client } = setting.project;
    await finish(setting, await run(setting));
    const query = { start_date: '2020-01-01', end_date: '2100-01-01' };
    const headers = { accept: 'application/x-ndjson' };
    const lines = (await client.get('/chats', { query, headers })).text;
    const [line] = lines
      .trim()
      .split('\n')
      .map((text) => JSON.parse(text));
    expect(line).toMatchObject({ input_tokens: 20, output_tokens: 100, finish: 'stop', provider_model: 'local-model' });
    const other = await service.createProject();
    const sent = await other.client.post('/chats', lines, { headers: { 'content-type': 'application/x-ndjson' } });
    expect(sent.body).toMatchObject({ accepted: 1, rejected_count: 0 });
    const [chat] = (await other.client.get('/chats', { query })).body.data;
    const { cost, asked_at, duration_ms } = (await other.client.get(`/chats/${chat.id}/content`)).body;
    expect({ cost, asked_at, duration_ms }).toEqual({
      cost: line.cost,
      asked_at: line.asked_at,
      duration_ms: line.duration_ms,
    });
  });

  it('is null where nothing is known, and refused where it makes no sense', async () => {
    const { client } = await service.createProject();
    const chat = {
      prompt_text: 'Which?',
      country_code: 'US',
      model_id: 'famA-scraper',
      date: '2026-01-01',
      answer: 'x',
    };
    const chats = [
      chat,
      { ...chat, external_id: 'a', asked_at: '2026-02-30T99:00:00Z' },
      { ...chat, external_id: 'b', cost: -1 },
      { ...chat, external_id: 'c', finish: 'tired' },
    ];
    expect((await client.post('/chats', { chats })).body).toMatchObject({ accepted: 1, rejected_count: 3 });
    const [{ id }] = (await client.get('/chats')).body.data;
    expect((await client.get(`/chats/${id}/content`)).body).toMatchObject({ cost: null, asked_at: null, finish: null });
  });
});
