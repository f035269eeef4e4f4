import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseNamed, sumNames } from '../../src/store/queries/brand-suggestions.ts';
import { listProjectKeys } from '../../src/store/queries/projects.ts';
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

  it('are counted in the answers that the filters of reports choose', async () => {
    const client = await createNamed();
    await untilListed(client, 'Zorbix', 'Quentara');
    const count = async (...filters: object[]) =>
      Object.fromEntries(
        (await list(client, { filters: JSON.stringify(filters) })).map(({ name, chat_count }) => [name, chat_count]),
      );
    const isGerman = { field: 'country_code', operator: 'in', values: ['DE'] };
    const notGerman = { ...isGerman, operator: 'not_in' };
    expect(await count()).toEqual({ Zorbix: 3, Quentara: 3 });
    expect(await count(isGerman)).toEqual({ Zorbix: 2, Quentara: 2 });
    expect(await count(notGerman)).toEqual({ Zorbix: 1, Quentara: 1 });
    expect(await count(isGerman, notGerman)).toEqual({});
    const prompts: { id: string; user_location: { country: string } }[] = (await client.get('/prompts')).body.data;
    const german = prompts.find(({ user_location }) => user_location.country === 'DE')!;
    const ofGerman = { field: 'prompt_id', operator: 'in', values: [german.id] };
    expect(await count(ofGerman)).toEqual({ Zorbix: 2, Quentara: 2 });
    expect(await count({ ...ofGerman, values: prompts.map(({ id }) => id) })).toEqual({ Zorbix: 3, Quentara: 3 });
    expect(await count({ field: 'tag_id', operator: 'not_in', values: ['tg_1'] })).toEqual({ Zorbix: 3, Quentara: 3 });
    const [zorbix] = await list(client, { filters: JSON.stringify([notGerman]) });
    expect(zorbix).toMatchObject({ share: 1, first_seen: '2026-01-01' });
    expect(zorbix!.examples).toHaveLength(1);
  });

  it.each([
    ['[{', 'filters: This is not valid JSON.'],
    ['[{"field":"country_code","operator":"not_in","values":["XX"]}]', 'is not a known country_code'],
    ['{}', 'filters'],
    ['[{"field":"country_code","operator":"in","values":["\\u0000"]}]', 'U+0000'],
    ['[{"field":"domain","operator":"in","values":["a.com"]}]', 'filters[0].field'],
  ])('are not counted by the filters %s', async (filters, problem) => {
    const { client } = await service.createProject();
    const { status, body } = await client.get('/brands/suggestions', { query: { filters } });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain(problem);
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

  it('are looked for in the newest answers and in some of all others', async () => {
    const old = Array.from({ length: 30 }, (_, n) => `I would take the Oldmark, number ${n}.`);
    const newer = Array.from({ length: 10 }, (_, n) => `I would take the Newmark, number ${n}.`);
    const { client } = await service.createProject();
    const chats = [...old, ...newer].map((answer, index) => ({
      prompt_text: 'Which?',
      country_code: 'US',
      model_id: 'famA-scraper',
      date: '2026-01-01',
      external_id: `${index}`,
      answer,
    }));
    expect((await client.post('/chats', { chats })).body.accepted).toBe(40);
    const { store } = service.context;
    const project = (await listProjectKeys(store.db)).at(-1)!;
    const options = { signal: new AbortController().signal };
    const choose = (answers: number) => chooseNamed(store, project, { answers, options });
    const sum = async (answers: readonly number[]) => {
      const names = await sumNames(store, project, { answers, limit: 10, options });
      return Object.fromEntries(names.map(({ text, chats: count }) => [text, count]));
    };
    expect(await sum(await choose(40))).toEqual({ Oldmark: 30, Newmark: 10 });
    const some = await choose(20);
    const { Oldmark, Newmark } = await sum(some);
    expect(Newmark).toBe(10);
    expect(some).toHaveLength(10 + Oldmark!);
    // About a third of the 30 others, from all parts of them.
    expect(Oldmark).toBeGreaterThanOrEqual(7);
    expect(Oldmark).toBeLessThanOrEqual(13);
    for (const part of [0, 1, 2]) {
      expect(some.some((chat) => chat > 10 * part && chat <= 10 * (part + 1))).toBe(true);
    }
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
