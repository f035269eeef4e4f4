import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCpuMs } from '../harness/cpu-time.ts';
import { type Client, startService, type TestService } from '../harness/service.ts';
import { LONGEST_WAIT_MS } from '../harness/wait-until.ts';

const UNKNOWN = '00000000-0000-7000-8000-000000000000';

let service: TestService;
let client: Client;
let brand: string;
let rival: string;

const ANSWERS = [
  { external_id: 'a', date: '2026-01-01', answer: 'The ÄHRE costs 100% more than it did. Acme is a terrible brand.' },
  {
    external_id: 'b',
    date: '2026-01-02',
    answer: 'One ähre has a_b. Zenta comes first, then Acme and Acme. Acme is an excellent brand.',
  },
  { external_id: 'c', date: '2026-01-03', answer: 'Nothing of the kind: 1000 axb (x|y).' },
  { external_id: 'd', date: '2026-01-03', model_channel_id: 'famB-0', answer: 'The **Acme**\nRunner 2 is here.' },
  { external_id: 'e', date: '2026-01-04', country_code: 'DE', answer: '' },
];

beforeAll(async () => {
  service = await startService();
  ({ client } = await service.createProject());
  const create = async (path: string, body: object) => (await client.post(path, body)).body.id;
  brand = await create('/brands', { name: 'Acme', is_own: true });
  rival = await create('/brands', { name: 'Zenta' });
  const shared = { prompt_text: 'Which shoes?', country_code: 'US', model_channel_id: 'famA-0' };
  const { body } = await client.post('/chats', { chats: ANSWERS.map((chat) => ({ ...shared, ...chat })) });
  expect(body.accepted).toBe(ANSWERS.length);
});
afterAll(() => service.close());

const everything = { start_date: '2026-01-01', end_date: '2026-12-31' };

async function list(query: Record<string, string>) {
  const { status, body } = await client.get('/chats', { query: { ...everything, ...query } });
  expect(status).toBe(200);
  return body;
}

async function listIds(query: Record<string, string>): Promise<string> {
  const { data, total_count } = await list(query);
  if (!query.limit) expect(total_count).toBe(data.length);
  return data.map(({ external_id }: { external_id: string }) => external_id).join('');
}

describe('searching answers', () => {
  it.each([
    ['ähre', 'ab'],
    ['ÄHRE', 'ab'],
    ['Ahre', ''],
    ['100%', 'a'],
    ['0% ', 'a'],
    ['a_b', 'b'],
    ['(X|Y)', 'c'],
    ['.', 'abcd'],
    ['acme runner', 'd'],
    ['**acme**', 'd'],
    ['\\', ''],
    ["' or true --", ''],
    ['a*', ''],
  ])('for %j finds it in any letter case, and takes it literally', async (search, expected) => {
    expect(await listIds({ search })).toBe(expected);
  });

  it('goes together with filters, pages and exports', async () => {
    expect(await listIds({ search: 'acme', brand_id: rival })).toBe('b');
    expect(await listIds({ search: 'acme', start_date: '2026-01-02' })).toBe('bd');
    expect(await list({ search: 'acme', limit: '1', offset: '1' })).toMatchObject({
      data: [{ external_id: 'b' }],
      total_count: 3,
    });
    expect(await list({ search: 'acme', limit: '1', offset: '9' })).toMatchObject({ data: [], total_count: 3 });
    const query = { ...everything, search: 'acme' };
    const lines = await client.get('/chats', { query, headers: { accept: 'application/x-ndjson' } });
    expect(lines.text.trim().split('\n')).toHaveLength(3);
  });

  it.each([{ search: ' ' }, { search: 'x'.repeat(201) }, { search: '' }])('refuses %j', async (query) => {
    expect((await client.get('/chats', { query })).body.details[0].path).toBe('search');
  });

  it('takes 200 characters of any kind', async () => {
    for (const character of ['a', 'Ä', '(', '\\', '%', '😀', '"']) {
      expect(await listIds({ search: character.repeat(200) })).toBe('');
    }
  });
});

describe('several values of a filter', () => {
  it('match chats that have any of them', async () => {
    expect(await listIds({ model_channel_ids: 'famB-0' })).toBe('d');
    expect(await listIds({ model_channel_ids: 'famA-0,famB-0' })).toBe('abcde');
    expect(await listIds({ model_channel_ids: 'famZ-9' })).toBe('');
    expect(await listIds({ country_codes: 'US,FR' })).toBe('abcd');
    expect(await listIds({ country_codes: 'DE', is_counted: 'true' })).toBe('');
    expect(await listIds({ is_counted: 'true' })).toBe('abcd');
    const topic = (await client.post('/topics', { name: 'Shoes' })).body.id;
    const tag = (await client.post('/tags', { name: 'Run' })).body.id;
    const prompts = (await client.get('/prompts')).body.data;
    const us = prompts.find((prompt: { user_location: { country: string } }) => prompt.user_location.country === 'US');
    await client.patch(`/prompts/${us.id}`, { topic_id: topic, tag_ids: [tag] });
    expect(await listIds({ topic_ids: `${topic},to_${UNKNOWN}`, tag_ids: tag })).toBe('abcd');
    expect(await listIds({ tag_ids: `tg_${UNKNOWN}` })).toBe('');
  });

  it('are checked one by one', async () => {
    const { status, body } = await client.get('/chats', { query: { country_codes: 'US,XX' } });
    expect(status).toBe(400);
    expect(body.details[0].path).toContain('country_codes');
  });
});

describe('what answers say about a brand', () => {
  it('comes with each answer', async () => {
    const { data } = await list({ about_brand_id: brand });
    expect(data).toMatchObject([
      { external_id: 'a', mention_count: 1, position: 1 },
      { external_id: 'b', mention_count: 3, position: 2 },
      { external_id: 'c', mention_count: 0, position: null, sentiment: null },
      { external_id: 'd', mention_count: 1, position: 1, sentiment: null },
      { external_id: 'e', mention_count: 0, position: null, sentiment: null },
    ]);
    expect(data[0].sentiment).toBeLessThan(0);
    expect(data[1].sentiment).toBeGreaterThan(0);
    expect((await list({})).data[0]).not.toHaveProperty('position');
  });

  it('sorts them, with ties from new to old and answers without a value last', async () => {
    const sorted = (order_by: string, sort: string, more = {}) =>
      listIds({ about_brand_id: brand, order_by, sort, ...more });
    expect(await sorted('mention_count', 'desc')).toBe('bdaec');
    expect(await sorted('mention_count', 'asc')).toBe('ecdab');
    expect(await sorted('position', 'asc')).toBe('dabec');
    expect(await sorted('position', 'desc')).toBe('bdaec');
    expect(await sorted('sentiment', 'desc')).toBe('baedc');
    expect(await sorted('sentiment', 'asc')).toBe('abedc');
    expect(await sorted('date', 'desc')).toBe('edcba');
    let pages = '';
    for (const offset of ['0', '2', '4']) pages += await sorted('position', 'asc', { limit: '2', offset });
    expect(pages).toBe('dabec');
  });

  it('needs a brand that exists', async () => {
    const query = { order_by: 'position' };
    expect((await client.get('/chats', { query })).body.details[0].path).toBe('order_by');
    expect((await client.get('/chats', { query: { about_brand_id: `kw_${UNKNOWN}` } })).status).toBe(404);
    const stream = { ...query, about_brand_id: brand };
    const lines = await client.get('/chats', { query: stream, headers: { accept: 'application/x-ndjson' } });
    expect(lines.status).toBe(400);
  });

  it('is in a table where it was asked for', async () => {
    const read = async (query: object) =>
      (await client.get('/chats', { query: { ...everything, ...query }, headers: { accept: 'text/csv' } })).text;
    expect(await read({})).toMatch(
      /^id,prompt_id,model_id,model_channel_id,date,country_code,status,external_id,language\r\n/,
    );
    expect(await read({ about_brand_id: brand })).toMatch(/external_id,language,mention_count,position,sentiment\r\n/);
  });
});

describe('excerpts', () => {
  const read = async (query: Record<string, string>) => {
    const { data } = await list({ include_excerpts: 'true', limit: '10', ...query });
    return data.map(({ excerpt }: { excerpt: { text: string; marks: number[] } | null }) => {
      if (!excerpt) return null;
      const [start, end] = excerpt.marks;
      return [excerpt.text, start === undefined ? null : excerpt.text.slice(start, end), excerpt.marks.length / 2];
    });
  };

  it('show the brand, or else the beginning of the answer', async () => {
    expect(await read({ about_brand_id: brand })).toEqual([
      ['The ÄHRE costs 100% more than it did. Acme is a terrible brand.', 'Acme', 1],
      ['One ähre has a_b. Zenta comes first, then Acme and Acme. Acme is an excellent brand.', 'Acme', 3],
      ['Nothing of the kind: 1000 axb (x|y).', null, 0],
      ['The Acme Runner 2 is here.', 'Acme', 1],
      null,
    ]);
  });

  it('show the text that was searched for', async () => {
    const found = await read({ about_brand_id: brand, search: 'ähre' });
    expect(found.map(([, mark]: string[]) => mark)).toEqual(['ÄHRE', 'ähre']);
    expect(await read({ search: 'acme runner' })).toEqual([['The Acme Runner 2 is here.', 'Acme Runner', 1]]);
  });

  it('come for short pages only', async () => {
    const { body } = await client.get('/chats', { query: { include_excerpts: 'true' } });
    expect(body.message).toBe('limit: must be at most 200 with include_excerpts.');
  });

  it('of long answers hold nobody up', async () => {
    const { client: other } = await service.createProject();
    const id = (await other.post('/brands', { name: 'Acme' })).body.id;
    const text = 'All the [words](https://a.example/b) of **it** go on. '.repeat(1500);
    const shared = { prompt_text: 'How long?', country_code: 'US', model_channel_id: 'famA-0', date: '2026-01-01' };
    const chats = [`Acme. ${text}`, `${text} Acme.`, text.repeat(20)].map((answer) => ({ ...shared, answer }));
    expect((await other.post('/chats', { chats })).body.accepted).toBe(3);
    let attempt = 0;
    // Each attempt is another question, or the second answer would be a remembered one.
    const toQuery = () => ({ about_brand_id: id, include_excerpts: 'true', limit: String(10 + attempt) });
    const marksOf = async (more: object) =>
      (await other.get('/chats', { query: { ...toQuery(), ...more } })).body.data.map(
        ({ excerpt: { text: passage, marks } }: { excerpt: { text: string; marks: number[] } }) =>
          passage.slice(marks[0] ?? 0, marks[1] ?? 0),
      );
    /** The longest time between two turns of the event loop, in processor time: a busy machine takes turns with others. */
    const findLongestTurn = async () => {
      attempt += 1;
      let longest = 0;
      let last = readCpuMs();
      const timer = setInterval(() => {
        const now = readCpuMs();
        longest = Math.max(longest, now - last);
        last = now;
      }, 5);
      expect(await marksOf({})).toEqual(['Acme', '', '']);
      expect(await marksOf({ search: 'ACME' })).toEqual(['Acme', 'Acme']);
      clearInterval(timer);
      return longest;
    };
    // It is a fraction of this on an idle machine.
    await expect.poll(findLongestTurn, { timeout: LONGEST_WAIT_MS }).toBeLessThan(1000);
  });
});
