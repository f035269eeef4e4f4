import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, startService, type TestService } from '../harness/service.ts';
import { waitUntil } from '../harness/wait-until.ts';

const UNKNOWN = 'bs_00000000-0000-7000-8000-000000000000';

const ANSWERS = [
  '1. **Zorbix Pro 4** – quiet, says [Zorbix](https://www.zorbix.com/pro)\n2. **Quentara Home** – cheap',
  'I would take a Zorbix. Its noise is low, and the Quentara Home costs less in Germany.',
  "- **Zorbix Mini**: small\n- **Qu'entara**: cheap",
  'Nothing of that: noise matters more.',
];

interface Suggestion {
  id: string;
  name: string;
  domains: string[];
  chat_count: number;
  mention_count: number;
  share: number;
  first_seen: string;
  examples: { chat: { id: string }; excerpt: string }[];
}

let service: TestService;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

async function list(client: Client, query: Record<string, string> = {}): Promise<Suggestion[]> {
  const { status, body } = await client.get('/brands/suggestions', { query });
  expect(status).toBe(200);
  expect(body.total_count).toBeGreaterThanOrEqual(body.data.length);
  return body.data;
}

async function untilListed(client: Client, ...names: string[]): Promise<Suggestion[]> {
  let found: Suggestion[] = [];
  await waitUntil(`${names.join(', ')} is suggested`, async () => {
    found = await list(client);
    return found.map(({ name }) => name).join() === names.join();
  });
  return found;
}

async function createNamed(answers = ANSWERS): Promise<Client> {
  const { client } = await service.createProject();
  const chats = answers.map((answer, index) => ({
    prompt_text: 'Which?',
    country_code: index === 0 ? 'US' : 'DE',
    model_id: 'famA-scraper',
    date: `2026-01-0${index + 1}`,
    external_id: `${index}`,
    answer,
  }));
  expect((await client.post('/chats', { chats })).body.accepted).toBe(answers.length);
  return client;
}

describe('brands that nobody tracks', () => {
  it('are found in answers, with their numbers and places', async () => {
    const client = await createNamed();
    const [zorbix, quentara] = await untilListed(client, 'Zorbix', 'Quentara');
    expect(zorbix).toMatchObject({
      name: 'Zorbix',
      domains: ['zorbix.com'],
      chat_count: 3,
      mention_count: 4,
      share: 3 / 4,
      first_seen: '2026-01-01',
    });
    expect(zorbix!.examples.map(({ excerpt }) => excerpt)).toEqual([
      "Zorbix Mini: small · Qu'entara: cheap",
      'I would take a Zorbix. Its noise is low, and the Quentara Home costs less in Germany.',
      'Zorbix Pro 4 – quiet, says Zorbix · Quentara Home – cheap',
    ]);
    const { body } = await client.get(`/chats/${zorbix!.examples[1]!.chat.id}/content`);
    expect(JSON.stringify(body)).toContain('I would take a Zorbix.');
    expect(quentara).toMatchObject({ chat_count: 3, mention_count: 3, domains: [] });
  });

  it('are counted in the answers that match, page by page', async () => {
    const client = await createNamed();
    await untilListed(client, 'Zorbix', 'Quentara');
    const [zorbix] = await list(client, { country_code: 'DE', end_date: '2026-01-02' });
    expect(zorbix).toMatchObject({ chat_count: 1, mention_count: 1, share: 1, first_seen: '2026-01-02' });
    expect(zorbix!.examples).toHaveLength(1);
    expect(await list(client, { start_date: '2026-02-01' })).toEqual([]);
    expect(await list(client, { prompt_id: 'pr_00000000-0000-7000-8000-000000000000' })).toEqual([]);
    const pages = [await list(client, { limit: '1' }), await list(client, { limit: '1', offset: '1' })];
    expect(pages.flat().map(({ name }) => name)).toEqual(['Zorbix', 'Quentara']);
    for (const offset of ['1', '5']) {
      const query = { limit: '1', offset };
      expect((await client.get('/brands/suggestions', { query })).body.total_count).toBe(2);
    }
    expect((await client.get('/brands/suggestions', { query: { limit: '1000' } })).status).toBe(400);
  });

  it('become brands when they are accepted, with their spellings and domains, and are found in the answers', async () => {
    const client = await createNamed();
    const [zorbix, quentara] = await untilListed(client, 'Zorbix', 'Quentara');
    const withKey = { headers: { 'Idempotency-Key': 'once' } };
    const accepted = await client.post(`/brands/suggestions/${quentara!.id}/accept`, undefined, withKey);
    expect(accepted.status).toBe(200);
    const repeated = await client.post(`/brands/suggestions/${quentara!.id}/accept`, undefined, withKey);
    expect(repeated.body).toEqual(accepted.body);
    const { data } = (await client.get('/brands')).body;
    expect(data).toMatchObject([{ id: accepted.body.id, name: 'Quentara', aliases: ["Qu'entara"], is_own: false }]);
    expect((await list(client)).map(({ name }) => name)).toEqual(['Zorbix']);
    await waitUntil('answers are read again', async () => {
      const report = await client.post('/reports/brands', { start_date: '2026-01-01', end_date: '2026-01-31' });
      return report.body.data[0]?.visibility_count === 3;
    });
    expect((await client.post(`/brands/suggestions/${quentara!.id}/accept`)).status).toBe(404);
    await client.post('/brands', { name: 'Zorbix' });
    expect(await list(client)).toEqual([]);
    expect((await client.post(`/brands/suggestions/${zorbix!.id}/accept`)).status).toBe(409);
  });

  it('are not suggested again once they are rejected, and follow the answers', async () => {
    const client = await createNamed();
    const [zorbix] = await untilListed(client, 'Zorbix', 'Quentara');
    expect((await client.post(`/brands/suggestions/${zorbix!.id}/reject`)).status).toBe(200);
    expect((await client.post(`/brands/suggestions/${zorbix!.id}/reject`)).status).toBe(404);
    expect((await client.post(`/brands/suggestions/${UNKNOWN}/reject`)).status).toBe(404);
    const chat = { prompt_text: 'Which?', country_code: 'US', model_id: 'famA-scraper', date: '2026-01-09' };
    const more = ['**Velmoor X1**: new', 'Zorbix or the Velmoor, I cannot say.', 'Take the Velmoor.', '**Velmoor X2**'];
    await client.post('/chats', { chats: more.map((answer) => ({ ...chat, answer })) });
    const [velmoor, quentara] = await untilListed(client, 'Velmoor', 'Quentara');
    expect(velmoor).toMatchObject({ chat_count: 4, share: 1 / 2 });
    expect(quentara).toMatchObject({ chat_count: 3 });
    await client.delete('/chats', { external_ids: ['0', '1', '2', '3'] });
    expect((await list(client)).map(({ name }) => name)).toEqual(['Velmoor']);
  });

  it('are suggested while they are not tracked', async () => {
    const client = await createNamed();
    await untilListed(client, 'Zorbix', 'Quentara');
    const { id } = (await client.post('/brands', { name: 'The Zorbix', aliases: ['Zorbix Pro', 'Zorbix'] })).body;
    await untilListed(client, 'Quentara');
    await client.delete(`/brands/${id}`);
    await untilListed(client, 'Zorbix', 'Quentara');
  });
});
