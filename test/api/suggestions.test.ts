import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, startService, type TestService } from '../harness/service.ts';

const UNKNOWN = 'ps_00000000-0000-7000-8000-000000000000';

let service: TestService;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

async function createClient(): Promise<Client> {
  return (await service.createProject()).client;
}

async function suggest(client: Client, text: string, more: object = {}): Promise<string> {
  const { status, body } = await client.post('/prompts/suggestions', { text, country_code: 'US', ...more });
  expect(status).toBe(201);
  return body.id;
}

async function listIds(client: Client, query: Record<string, string> = {}): Promise<string[]> {
  return (await client.get('/prompts/suggestions', { query })).body.data.map(({ id }: { id: string }) => id);
}

describe('listing', () => {
  it('shows a suggestion in the shape of a prompt, and no total', async () => {
    const client = await createClient();
    const topic_id = (await client.post('/topics', { name: 'topic' })).body.id;
    const tag = (await client.post('/tags', { name: 'tag' })).body.id;
    const id = await suggest(client, ' Which shoes? ', { country_code: 'DE', topic_id, tag_ids: [tag], volume: 12 });
    expect(id).toMatch(/^ps_[0-9a-f-]{36}$/);
    expect((await client.get('/prompts/suggestions')).body).toEqual({
      data: [
        {
          id,
          source: 'manual',
          messages: [{ content: 'Which shoes?' }],
          tags: [{ id: tag }],
          topic: { id: topic_id },
          user_location: { country: 'DE' },
          volume: 12,
        },
      ],
    });
  });

  it('puts the best first, and pages of any size put together are the whole', async () => {
    const client = await createClient();
    const [low, high, none, tie] = [
      await suggest(client, 'low', { volume: 1 }),
      await suggest(client, 'high', { volume: 900 }),
      await suggest(client, 'none'),
      await suggest(client, 'tie', { volume: 900 }),
    ];
    const whole = [high, tie, low, none];
    expect(await listIds(client)).toEqual(whole);
    for (const size of [1, 2, 3]) {
      const pieces: string[] = [];
      for (let offset = 0; offset < whole.length; offset += size) {
        pieces.push(...(await listIds(client, { limit: String(size), offset: String(offset) })));
      }
      expect(pieces).toEqual(whole);
    }
  });

  it('narrows by topic, and an unknown one gives an empty list', async () => {
    const client = await createClient();
    const topic_id = (await client.post('/topics', { name: 'topic' })).body.id;
    const id = await suggest(client, 'a', { topic_id });
    await suggest(client, 'b');
    expect(await listIds(client, { topic_id })).toEqual([id]);
    expect(await listIds(client, { topic_id: 'to_nothing' })).toEqual([]);
    expect(await listIds(client, { topic_id: 'to_00000000-0000-7000-8000-000000000000' })).toEqual([]);
  });

  it('loses topic and tag when these are deleted, and can still be accepted', async () => {
    const client = await createClient();
    const topic_id = (await client.post('/topics', { name: 'topic' })).body.id;
    const tag = (await client.post('/tags', { name: 'tag' })).body.id;
    const id = await suggest(client, 'a', { topic_id, tag_ids: [tag] });
    await client.delete(`/topics/${topic_id}`);
    await client.delete(`/tags/${tag}`);
    expect((await client.get('/prompts/suggestions')).body.data[0]).toMatchObject({ topic: null, tags: [] });
    expect((await client.post(`/prompts/suggestions/${id}/accept`)).status).toBe(200);
    expect((await client.get('/prompts')).body.data[0]).toMatchObject({ topic: null, tags: [] });
  });
});

describe('adding', () => {
  it.each([
    ['', 400],
    ['x'.repeat(700), 201],
    ['😀'.repeat(700), 201],
    ['x'.repeat(701), 400],
  ])('takes texts of 1 to 700 code points', async (text, status) => {
    const client = await createClient();
    expect((await client.post('/prompts/suggestions', { text, country_code: 'US' })).status).toBe(status);
  });

  it.each([
    { country_code: 'xx' },
    { country_code: null },
    { volume: -1 },
    { volume: '1' },
    { topic_id: 'to_x' },
    { tag_ids: ['tg_x'] },
    { extra: 1 },
  ])('refuses %j and adds nothing', async (more) => {
    const client = await createClient();
    const answer = await client.post('/prompts/suggestions', { text: 'x', country_code: 'US', ...more });
    expect(answer.status).toBe(400);
    expect(await listIds(client)).toEqual([]);
  });

  it('answers 409 where the same is suggested or tracked for the country already', async () => {
    const client = await createClient();
    await suggest(client, 'suggested');
    await client.post('/prompts', { text: 'tracked', country_code: 'US' });
    for (const text of ['suggested', 'tracked']) {
      expect((await client.post('/prompts/suggestions', { text, country_code: 'US' })).status).toBe(409);
      expect((await client.post('/prompts/suggestions', { text, country_code: 'DE' })).status).toBe(201);
    }
  });
});

describe('accepting', () => {
  it('makes a prompt with all that the suggestion holds, and takes it off the list', async () => {
    const client = await createClient();
    const topic_id = (await client.post('/topics', { name: 'topic' })).body.id;
    const tag = (await client.post('/tags', { name: 'tag' })).body.id;
    const id = await suggest(client, 'a', { country_code: 'DE', topic_id, tag_ids: [tag], volume: 7 });
    const accepted = await client.post(`/prompts/suggestions/${id}/accept`);
    expect(accepted.status).toBe(200);
    expect(accepted.body).toEqual({ id: expect.stringMatching(/^pr_/) });
    expect(await listIds(client)).toEqual([]);
    expect((await client.get('/prompts')).body.data).toMatchObject([
      {
        id: accepted.body.id,
        messages: [{ content: 'a' }],
        topic: { id: topic_id },
        tags: [{ id: tag }],
        user_location: { country: 'DE' },
        volume: 7,
      },
    ]);
  });

  it('answers 409 where the prompt exists meanwhile, and the suggestion stays open', async () => {
    const client = await createClient();
    const id = await suggest(client, 'a');
    await client.post('/prompts', { text: 'a', country_code: 'US' });
    expect((await client.post(`/prompts/suggestions/${id}/accept`)).status).toBe(409);
    expect(await listIds(client)).toEqual([id]);
    expect((await client.post(`/prompts/suggestions/${id}/reject`)).status).toBe(200);
  });
});

describe('rejecting', () => {
  it('takes it off the list and makes nothing', async () => {
    const client = await createClient();
    const id = await suggest(client, 'a');
    const rejected = await client.post(`/prompts/suggestions/${id}/reject`);
    expect(rejected.status).toBe(200);
    expect(rejected.body).toEqual({});
    expect(await listIds(client)).toEqual([]);
    expect((await client.get('/prompts')).body.totalCount).toBe(0);
  });
});

it('answers 404 to a suggestion that is closed or was never there', async () => {
  const client = await createClient();
  const accepted = await suggest(client, 'a');
  const rejected = await suggest(client, 'b');
  await client.post(`/prompts/suggestions/${accepted}/accept`);
  await client.post(`/prompts/suggestions/${rejected}/reject`);
  for (const id of [accepted, rejected, UNKNOWN, 'nonsense', UNKNOWN.replace('ps_', 'pr_')]) {
    for (const verb of ['accept', 'reject']) {
      expect((await client.post(`/prompts/suggestions/${id}/${verb}`)).status, `${verb} ${id}`).toBe(404);
    }
  }
});
