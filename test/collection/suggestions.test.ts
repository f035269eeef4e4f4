import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startFakeModel } from '../harness/fake-model.ts';
import { createNoonClock } from '../harness/noon.ts';
import { startService, type TestService } from '../harness/service.ts';

let service: TestService;

beforeAll(async () => {
  // Budgets count by the day.
  service = await startService({}, createNoonClock());
});
afterAll(() => service.close());

interface Listed {
  id: string;
  source: string;
  messages: { content: string }[];
}

async function setUp() {
  const { client } = await service.createProject();
  await client.post('/brands', { name: 'Varrow', is_own: true });
  await client.post('/brands', { name: 'Brumelle' });
  const topic = (await client.post('/topics', { name: 'Coffee grinders' })).body.id as string;
  const list = async (): Promise<Listed[]> => (await client.get('/prompts/suggestions')).body.data;
  const generate = (body: object) => client.post('/prompts/suggestions/generate', body);
  return { client, topic, list, generate };
}

describe('generated suggestions', () => {
  it('come from templates, in the country that is asked for', async () => {
    const { list, generate } = await setUp();
    expect((await generate({ count: 5, country_code: 'DE' })).body).toEqual({ created: 5 });
    const suggestions = await list();
    expect(suggestions).toHaveLength(5);
    expect(new Set(suggestions.map(({ source }) => source))).toEqual(new Set(['template']));
    expect(suggestions).toMatchObject([{ user_location: { country: 'DE' } }, {}, {}, {}, {}]);
  });

  it('need a country before there is a prompt', async () => {
    const { client, generate } = await setUp();
    expect((await generate({ count: 5 })).status).toBe(400);
    await client.post('/prompts', { text: 'Which grinder is quiet?', country_code: 'GB' });
    expect((await generate({ count: 1 })).body).toEqual({ created: 1 });
  });

  it('leave out what is known, and what was rejected', async () => {
    const { client, list, generate } = await setUp();
    await generate({ count: 50, country_code: 'US' });
    const before = await list();
    for (const { id } of before) await client.post(`/prompts/suggestions/${id}/reject`);
    await generate({ count: 50, country_code: 'US' });
    const rejected = new Set(before.map(({ messages }) => messages[0]!.content));
    const after = (await list()).map(({ messages }) => messages[0]!.content);
    expect(after.filter((text) => rejected.has(text))).toEqual([]);
  });

  it('can be about one topic, and then about nothing else', async () => {
    const { list, generate, topic } = await setUp();
    await generate({ count: 3, country_code: 'US', topic_id: topic });
    const suggestions = await list();
    expect(suggestions).toMatchObject([{ topic: { id: topic } }, { topic: { id: topic } }, { topic: { id: topic } }]);
    expect(suggestions.map(({ messages }) => messages[0]!.content)).toContain(
      'Which coffee grinders would you recommend in the United States?',
    );
    expect(suggestions.filter(({ messages }) => !/coffee grinders/.test(messages[0]!.content))).toEqual([]);
    expect((await generate({ count: 3, country_code: 'US', topic_id: 'to_unknown' })).status).toBe(400);
  });

  it('can come from the model of a channel, within the budget', async () => {
    const provider = await startFakeModel(() => ({
      answer: '1. Which grinder is quiet?\n2. Which grinder lasts long?',
    }));
    const { client, list, generate } = await setUp();
    const ask = { kind: 'openai-compatible', model: 'm', base_url: provider.base_url, price: { request: 0.5 } };
    await client.patch('/model-channels/famD-1', { ask });
    const wish = { count: 5, country_code: 'US', model_channel_id: 'famD-1', language: 'es' };
    expect((await generate(wish)).body).toEqual({ created: 2 });
    expect(await list()).toMatchObject([{ source: 'channel' }, { source: 'channel' }]);
    expect(provider.requests[0]!.prompt).toContain('Varrow');
    expect(provider.requests[0]!.prompt).toContain('Write in Spanish.');
    expect((await client.get('/schedule')).body.spent).toEqual({ day: 0.5, month: 0.5 });
    await client.put('/schedule', { budget: { day: 0.5 } });
    const refused = await generate(wish);
    expect(refused.status).toBe(400);
    expect(refused.body.message).toContain('budget');
    expect(provider.requests).toHaveLength(1);
    expect((await generate({ ...wish, model_channel_id: 'famA-0' })).status).toBe(400);
    await provider.close();
  });
});
