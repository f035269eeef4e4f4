import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startFakeModel } from '../harness/fake-model.ts';
import { NOBODY } from '../harness/fake-provider.ts';
import { createNoonClock } from '../harness/noon.ts';
import { startService, type TestService } from '../harness/service.ts';

let service: TestService;

beforeAll(async () => {
  // Budgets count by the day.
  service = await startService({}, createNoonClock());
});
afterAll(() => service.close());

const OPENAI = { kind: 'openai', model: 'gpt-5' };

describe('how a channel is asked', () => {
  it('is kept as it was sent, and removed by null', async () => {
    const { client } = await service.createProject();
    const channel = async () => (await client.get('/model-channels')).body.data[0];
    await client.put('/secrets/openai', { value: 'sk-0123456789abcdef' });
    const ask = { ...OPENAI, secret: 'openai', web_search: true };
    expect((await client.patch('/model-channels/famA-0', { is_active: true, ask })).status).toBe(200);
    expect(await channel()).toMatchObject({ is_active: true, ask, country: 'native' });
    await client.patch('/model-channels/famA-0', { unsupported_country_codes: ['DE'] });
    expect(await channel()).toMatchObject({ ask, unsupported_country_codes: ['DE'] });
    await client.patch('/model-channels/famA-0', { ask: null });
    expect(await channel()).toMatchObject({ is_active: true, ask: null, country: 'none' });
  });

  it.each([
    ['an unknown kind', { kind: 'unheard-of' }],
    ['no model', { kind: 'openai' }],
    ['an unknown field', { ...OPENAI, colour: 'red' }],
    ['an unknown secret', { ...OPENAI, secret: 'nothing' }],
    ['another host than the secret may go to', { ...OPENAI, secret: 'known', base_url: 'https://evil.example/v1' }],
    ['no address', { kind: 'openai-compatible', model: 'm' }],
    ['an address that is none', { kind: 'openai-compatible', model: 'm', base_url: 'nowhere' }],
    ['a search where there is none', { kind: 'mistral', model: 'm', web_search: true }],
    ['no search where it always searches', { kind: 'perplexity', model: 'sonar', web_search: false }],
    ['too much at once', { ...OPENAI, concurrency: 1001 }],
    ['too long a time', { ...OPENAI, timeout_seconds: 601 }],
    ['a negative price', { ...OPENAI, price: { input: -1 } }],
    ['a request without an answer', { kind: 'http', request: { method: 'GET', url: 'https://a.example/' } }],
    ['a key for the demo', { kind: 'demo', secret: 'known' }],
  ])('is refused with %s', async (_name, ask) => {
    const { client } = await service.createProject();
    await client.put('/secrets/known', { value: 'sk-0123456789abcdef' });
    const refused = await client.patch('/model-channels/famA-0', { ask });
    expect(refused.status, refused.text).toBe(400);
    expect((await client.get('/model-channels')).body.data[0].ask).toBeNull();
  });
});

describe('a try', () => {
  it('shows the answer with its brands, stores nothing, and counts in the budget', async () => {
    const provider = await startFakeModel(() => ({ answer: 'Take **Varrow**, which is reliable.' }));
    const { client } = await service.createProject();
    await client.post('/brands', { name: 'Varrow' });
    const ask = { kind: 'openai-compatible', model: 'm', base_url: provider.base_url, price: { request: 0.25 } };
    const body = { text: 'Which one?', country_code: 'US', ask };
    const tried = await client.post('/model-channels/famD-1/test', body);
    expect(tried.body).toMatchObject({
      answer: 'Take **Varrow**, which is reliable.',
      usage: { input_tokens: 20, output_tokens: 100, searches: 0 },
      cost: 0.25,
      provider_model: 'm',
      finish: 'stop',
      brands_mentioned: [{ name: 'Varrow', mentions: [{ text: 'Varrow' }] }],
      reason: null,
      message: null,
    });
    expect((await client.get('/chats')).body.total_count).toBe(0);
    expect(
      (await client.get('/model-channels')).body.data.every(({ ask: kept }: { ask: unknown }) => kept === null),
    ).toBe(true);
    expect((await client.get('/schedule')).body.spent.day).toBe(0.25);
    await client.put('/schedule', { budget: { day: 0.3 } });
    expect((await client.post('/model-channels/famD-1/test', body)).body).toMatchObject({
      answer: null,
      reason: 'budget',
    });
    expect(provider.requests).toHaveLength(1);
    await provider.close();
  });

  it('says why there is no answer', async () => {
    const provider = await startFakeModel(() => ({
      status: 401,
      body: { error: { message: 'Wrong key sk-hidden-1234567890.' } },
    }));
    const { client } = await service.createProject();
    await client.put('/secrets/local', { value: 'sk-hidden-1234567890', hosts: [provider.host] });
    const ask = { kind: 'openai-compatible', model: 'm', base_url: provider.base_url, secret: 'local' };
    const tried = await client.post('/model-channels/famD-1/test', { text: 'Which?', country_code: 'US', ask });
    expect(tried.body).toMatchObject({ answer: null, reason: 'unauthorized', cost: 0 });
    expect(tried.body.message).toContain('Wrong key [secret].');
    await provider.close();
    const nowhere = {
      text: 'Which?',
      country_code: 'US',
      ask: { ...ask, base_url: `${NOBODY}/v1`, secret: undefined },
    };
    const silent = await client.post('/model-channels/famD-1/test', nowhere);
    expect(silent.body).toMatchObject({ answer: null, reason: 'connection' });
  });

  it('needs to know how', async () => {
    const { client } = await service.createProject();
    const tried = await client.post('/model-channels/famD-1/test', { text: 'Which?', country_code: 'US' });
    expect(tried.status).toBe(400);
    expect((await client.post('/model-channels/nothing/test', { text: 'Which?', country_code: 'US' })).status).toBe(
      404,
    );
  });
});

describe('presets', () => {
  it('can be saved as they are, with a secret for their host', async () => {
    const { client } = await service.createProject();
    const { data } = (await client.get('/model-channels/presets')).body;
    expect(new Set(data.map(({ vendor }: { vendor: string }) => vendor)).size).toBeGreaterThanOrEqual(4);
    for (const { id, ask } of data) {
      const host = new URL(ask.request.url).host;
      await client.put(`/secrets/${ask.secret ?? 'vendor'}`, { value: 'user:0123456789abcdef', hosts: [host] });
      const saved = await client.patch('/model-channels/famA-0', { ask });
      expect(saved.status, `${id} ${saved.text}`).toBe(200);
    }
  });
});
