import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type FakeModel, startFakeModel } from '../harness/fake-model.ts';
import { createNoonClock } from '../harness/noon.ts';
import { startService, type TestService } from '../harness/service.ts';
import { waitUntil } from '../harness/wait-until.ts';

const MODEL = { prompt_text: 'x', country_code: 'US', model_id: 'famA-scraper', date: '2026-01-01' };

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

/** A project with one prompt, and a channel whose provider answers with this body. */
async function setUp(answer: () => object, toAsk: (url: string) => object) {
  const provider = await startFakeModel(() => ({ status: 200, body: answer() }));
  providers.push(provider);
  const { client } = await service.createProject();
  await client.post('/prompts', { text: 'Which one?', country_code: 'US' });
  const ask = toAsk(provider.base_url);
  const changed = await client.patch('/model-channels/famD-1', { is_active: true, ask });
  expect(changed.body).toEqual({});
  const run = async () => {
    const { id } = (await client.post('/runs', { kind: 'collection' })).body;
    await waitUntil('the run is over', async () => (await client.get(`/runs/${id}`)).body.state !== 'running');
    const [task] = (await client.get(`/runs/${id}/tasks`)).body.data;
    return { run: (await client.get(`/runs/${id}`)).body, task };
  };
  const test = async () =>
    (await client.post('/model-channels/famD-1/test', { text: 'Which one?', country_code: 'US' })).body;
  return { client, run, test };
}

const askOverHttp = (url: string) => ({
  kind: 'http',
  request: { method: 'POST', url, body: { messages: [{ content: '{{prompt}}' }] } },
  response: { answer: '$.answer', cost: '$.cost' },
});

describe('a provider that reports an absurd cost', () => {
  it.each([12_500_000, 9e9, 1e308, '1e999', -1])('of %s is refused, and the next run ends', async (cost) => {
    let body: object = { answer: 'x', cost };
    const { client, run, test } = await setUp(() => body, askOverHttp);
    const message = `The provider reports a cost of ${Number(cost)} dollars. The cost of one ask must be from 0 to 10000 dollars.`;
    expect(await test()).toMatchObject({ answer: null, reason: 'bad_response', message });
    const refused = await run();
    expect(refused.run).toMatchObject({ state: 'failed', failures: [{ reason: 'bad_response', example: message }] });
    body = { answer: 'x', cost: 0.25 };
    const { task } = await run();
    expect(task).toMatchObject({ state: 'done', cost: 0.25 });
    expect((await client.get(`/chats/${task.chat.id}/content`)).body.cost).toBe(0.25);
    expect((await client.get('/runs')).body.data.map((one: { cost: number }) => one.cost)).toEqual([0.25, 0]);
    expect((await client.get('/schedule')).body).toMatchObject({ spent: { day: 0.25 }, reserved: 0 });
  });
});

describe('a provider that counts oddly', () => {
  it.each([1e300, 9e15, 2 ** 53, 1.5, -1])('%d tokens is answered, and they are unknown', async (odd) => {
    const choices = [{ index: 0, message: { role: 'assistant', content: 'Fine.' }, finish_reason: 'stop' }];
    const { client, run, test } = await setUp(
      () => ({ choices, usage: { prompt_tokens: odd, completion_tokens: odd } }),
      (base_url) => ({ kind: 'openai-compatible', model: 'm', base_url, price: { input: 1, output: 1 } }),
    );
    const usage = { input_tokens: null, output_tokens: null, searches: 0 };
    expect(await test()).toMatchObject({ answer: 'Fine.', usage, cost: null });
    const { task } = await run();
    expect(task).toMatchObject({ state: 'done', cost: null });
    const content = (await client.get(`/chats/${task.chat.id}/content`)).body;
    expect(content).toMatchObject({ cost: null, input_tokens: null, output_tokens: null });
  });
});

describe('answers that are sent in', () => {
  it('have the bounds of collected ones, entry by entry', async () => {
    const { client } = await service.createProject();
    const fields = { cost: 10_000, input_tokens: 1e9, output_tokens: 1e9, duration_ms: 1e9 };
    const entry = (answer: string, more: object) => ({ ...MODEL, answer, ...more });
    const { body } = await client.post('/chats', {
      chats: [
        entry('a', fields),
        entry('b', { cost: 10_000.01 }),
        entry('c', { cost: -1 }),
        entry('d', { input_tokens: 1e9 + 1 }),
        entry('e', { output_tokens: 2 ** 53 }),
        entry('f', { duration_ms: 1e300 }),
        entry('g', { input_tokens: 1.5 }),
      ],
    });
    expect(body).toMatchObject({ accepted: 1, rejected_count: 6 });
    expect(body.rejected.map(({ message }: { message: string }) => message)).toEqual([
      'cost must be at most 10000, or null.',
      'cost must be at least 0, or null.',
      'input_tokens must be at most 1000000000, or null.',
      'output_tokens must be at most 1000000000, or null.',
      'duration_ms must be at most 1000000000, or null.',
      'input_tokens must be a whole number, or null.',
    ]);
    const { data } = (await client.get('/chats?start_date=2026-01-01&end_date=2026-01-01')).body;
    expect((await client.get(`/chats/${data[0].id}/content`)).body).toMatchObject(fields);
  });
});

describe('a budget', () => {
  it('is a number that can be read back', async () => {
    const { client } = await service.createProject();
    const budget = { day: 9_000_000, month: 9_000_000 };
    expect((await client.put('/schedule', { budget })).status).toBe(200);
    expect((await client.get('/schedule')).body.budget).toEqual(budget);
    expect((await client.put('/schedule', { budget: { day: 1e9 } })).body.message).toContain('at most 9000000');
  });
});
