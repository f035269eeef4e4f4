import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, startService, type TestService } from '../harness/service.ts';

const COUNTRY_CODES =
  'AE, AL, AM, AR, AT, AU, BA, BE, BG, BH, BO, BR, BY, CA, CH, CL, CN, CO, CR, CY, CZ, DE, DK, DO, EC, EE, EG, ES, FI, FR, GB, GE, GH, GR, GT, HK, HN, HR, HU, ID, IE, IL, IN, IQ, IS, IT, JO, JP, KR, KW, LB, LT, LU, LV, MA, MD, ME, MK, MT, MX, MY, NG, NI, NL, NO, NZ, OM, PK, PA, PE, PH, PL, PT, PY, PS, QA, RO, RS, SA, SE, SG, SI, SK, SV, TH, TN, TR, TW, UA, US, UY, VE, VN, ZA'.split(
    ', ',
  );
const UNKNOWN = '00000000-0000-7000-8000-000000000000';

let service: TestService;
/** A project for requests that leave nothing behind. */
let untouched: Client;

beforeAll(async () => {
  service = await startService();
  untouched = await createClient();
});
afterAll(() => service.close());

async function createClient(): Promise<Client> {
  return (await service.createProject()).client;
}

async function create(client: Client, path: string, body: object): Promise<string> {
  const answer = await client.post(path, body);
  expect(answer.status).toBe(201);
  return answer.body.id;
}

function createPrompt(client: Client, text: string, more: object = {}): Promise<string> {
  return create(client, '/prompts', { text, country_code: 'US', ...more });
}

async function listIds(client: Client, query: Record<string, string> = {}): Promise<string[]> {
  const { body } = await client.get('/prompts', { query });
  expect(body.totalCount).toBe(body.total_count);
  return body.data.map(({ id }: { id: string }) => id);
}

async function findPrompt(client: Client, id: string) {
  for (const is_archived of ['false', 'true']) {
    const { body } = await client.get('/prompts', { query: { is_archived } });
    const found = body.data.find((prompt: { id: string }) => prompt.id === id);
    if (found) return found;
  }
  return undefined;
}

async function addChat(client: Client, prompt_id: string, external_id = 'a'): Promise<void> {
  const chat = { prompt_id, model_id: 'famA-scraper', date: '2026-01-01', mentions: [], external_id };
  expect((await client.post('/chats', { chats: [chat] })).body.accepted).toBe(1);
}

describe('POST /prompts', () => {
  it('answers 201 with an id alone, and the prompt is listed as the specification shapes it', async () => {
    const client = await createClient();
    const topic_id = await create(client, '/topics', { name: 'Shoes' });
    const first = await create(client, '/tags', { name: 'first' });
    const second = await create(client, '/tags', { name: 'second' });
    const body = { text: 'Which shoes?', country_code: 'DE', topic_id, tag_ids: [second, first, second] };
    const created = await client.post('/prompts', body);
    expect(created.status).toBe(201);
    expect(created.body).toEqual({ id: expect.stringMatching(/^pr_[0-9a-f-]{36}$/) });
    expect((await client.get('/prompts')).body).toEqual({
      data: [
        {
          id: created.body.id,
          messages: [{ content: 'Which shoes?' }],
          tags: [{ id: first }, { id: second }],
          topic: { id: topic_id },
          user_location: { country: 'DE' },
          volume: 0,
          volume_source: null,
          is_archived: false,
          created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        },
      ],
      totalCount: 1,
      total_count: 1,
    });
  });

  it('shows a prompt without topic and tags as null and []', async () => {
    const client = await createClient();
    const id = await createPrompt(client, 'bare');
    expect(await findPrompt(client, id)).toMatchObject({ topic: null, tags: [] });
  });

  it.each([
    ['no code point', '', 400],
    ['white space alone', ' \t\n\u00a0', 400],
    ['1 code point', 'x', 201],
    ['1 astral code point', '😀', 201],
    ['700 code points', 'x'.repeat(700), 201],
    ['700 astral code points', '😀'.repeat(700), 201],
    ['700 code points in white space', `  ${'y'.repeat(700)}\n`, 201],
    ['701 code points', 'x'.repeat(701), 400],
    ['701 astral code points', '😀'.repeat(701), 400],
  ])('answers a text of %s as it should', async (_name, text, status) => {
    const client = await createClient();
    const answer = await client.post('/prompts', { text, country_code: 'US' });
    expect(answer.status).toBe(status);
    if (status === 201) expect((await findPrompt(client, answer.body.id)).messages).toEqual([{ content: text.trim() }]);
    else expect(answer.body.details[0].path).toBe('text');
  });

  it('creates for every country of the specification', async () => {
    const client = await createClient();
    const prompts = COUNTRY_CODES.map((country_code) => ({ text: 'everywhere', country_code }));
    expect((await client.post('/prompts/bulk', { prompts })).body).toMatchObject({
      accepted: COUNTRY_CODES.length,
      rejected_count: 0,
    });
  });

  it.each(['us', 'XX', 'USA', '', 'UK', 'RU', null, 1, ['US']])('refuses the country %j', async (country_code) => {
    const { status, body } = await untouched.post('/prompts', { text: 'x', country_code });
    expect(status).toBe(400);
    expect(body.details[0].path).toBe('country_code');
    expect(await listIds(untouched)).toEqual([]);
  });

  it.each([
    [{ country_code: 'US' }, 'text'],
    [{ text: 'x' }, 'country_code'],
    [{ text: 5, country_code: 'US' }, 'text'],
    [{ text: 'x', country_code: 'US', tag_ids: 'tg' }, 'tag_ids'],
    [{ text: 'x', country_code: 'US', tag_ids: [5] }, 'tag_ids'],
    [{ text: 'x', country_code: 'US', topic_id: 5 }, 'topic_id'],
    [{ text: 'x', country_code: 'US', volume: 5 }, 'volume'],
  ])('refuses %j and names the field', async (input, field) => {
    const { status, body } = await untouched.post('/prompts', input);
    expect(status).toBe(400);
    expect(body.message).toContain(field);
  });

  it.each(['well-shaped', 'misshapen', 'of another kind'])(
    'names tags and topics that are unknown and %s, and creates nothing',
    async (shape) => {
      const client = await createClient();
      const tag = await create(client, '/tags', { name: 'known' });
      const topic = await create(client, '/topics', { name: 'known' });
      const [badTag, badTopic] = {
        'well-shaped': [`tg_${UNKNOWN}`, `to_${UNKNOWN}`],
        misshapen: ["'; drop", 'to_'],
        'of another kind': [topic, tag],
      }[shape] as [string, string];
      const { status, body } = await client.post('/prompts', {
        text: 'x',
        country_code: 'US',
        tag_ids: [tag, badTag],
        topic_id: badTopic,
      });
      expect(status).toBe(400);
      expect(body.message).toContain(badTag);
      expect(body.message).toContain(badTopic);
      expect(body.details.map(({ path }: { path: string }) => path)).toEqual(['tag_ids', 'topic_id']);
      expect(body.message).not.toContain(`The tag ${tag} `);
      expect(await listIds(client)).toEqual([]);
    },
  );

  it('answers 409 to the same text and country, white space at the ends aside', async () => {
    const client = await createClient();
    await createPrompt(client, 'again');
    const refused = await client.post('/prompts', { text: ' again ', country_code: 'US' });
    expect(refused.status).toBe(409);
    expect(refused.body.code).toBe('duplicate');
    expect(refused.body.message).not.toContain('archive');
    expect(await listIds(client)).toHaveLength(1);
  });

  it('says so where the same prompt is in the archive', async () => {
    const client = await createClient();
    const id = await createPrompt(client, 'kept');
    await client.post(`/prompts/${id}/archive`);
    const refused = await client.post('/prompts', { text: 'kept', country_code: 'US' });
    expect(refused.status).toBe(409);
    expect(refused.body.message).toContain('archive');
  });

  it('takes the same text again once the prompt is deleted', async () => {
    const client = await createClient();
    const id = await createPrompt(client, 'gone');
    await client.delete(`/prompts/${id}`);
    const created = await client.post('/prompts', { text: 'gone', country_code: 'US' });
    expect(created.status).toBe(201);
    expect(created.body.warning).toBeUndefined();
  });
});

describe('warnings', () => {
  it('warns where the text exists for another country, and names it', async () => {
    const client = await createClient();
    await createPrompt(client, 'Best shoes?', { country_code: 'DE' });
    const { status, body } = await client.post('/prompts', { text: 'Best shoes?', country_code: 'US' });
    expect(status).toBe(201);
    expect(body.warning).toContain('DE');
  });

  it.each(['best SHOES?', 'Best  shoes?', 'Best\nshoes?', 'Best shoes', 'Best shoes?!', 'Best shoes …'])(
    'warns where %j differs only in case, spacing or closing punctuation',
    async (text) => {
      const client = await createClient();
      await createPrompt(client, 'Best shoes?');
      const { status, body } = await client.post('/prompts', { text, country_code: 'US' });
      expect(status).toBe(201);
      expect(body.warning).toMatch(/case, spacing or closing punctuation/);
    },
  );

  it.each(['Best shoe?', 'Best, shoes?', 'The best shoes?'])('does not warn of %j', async (text) => {
    const client = await createClient();
    await createPrompt(client, 'Best shoes?');
    expect((await client.post('/prompts', { text, country_code: 'US' })).body.warning).toBeUndefined();
  });

  it('warns where channels are active and none serves the country', async () => {
    const client = await createClient();
    await client.patch('/model-channels/famA-0', { is_active: true, unsupported_country_codes: ['CN', 'AE'] });
    await client.patch('/model-channels/famB-0', { is_active: true, unsupported_country_codes: ['CN'] });
    const unserved = await client.post('/prompts', { text: 'x', country_code: 'CN' });
    expect(unserved.status).toBe(201);
    expect(unserved.body.warning).toContain('CN');
    expect((await client.post('/prompts', { text: 'y', country_code: 'AE' })).body.warning).toBeUndefined();
    expect((await client.post('/prompts', { text: 'z', country_code: 'US' })).body.warning).toBeUndefined();
  });

  it('does not warn of a country that only inactive channels leave out', async () => {
    const client = await createClient();
    await client.patch('/model-channels/famA-0', { unsupported_country_codes: ['CN'] });
    expect((await client.post('/prompts', { text: 'x', country_code: 'CN' })).body.warning).toBeUndefined();
  });

  it('gives two warnings as two sentences', async () => {
    const client = await createClient();
    await client.patch('/model-channels/famA-0', { is_active: true, unsupported_country_codes: ['CN'] });
    await createPrompt(client, 'Best shoes?', { country_code: 'DE' });
    const { warning } = (await client.post('/prompts', { text: 'Best shoes?', country_code: 'CN' })).body;
    expect(warning.match(/[.](\s|$)/g)).toHaveLength(2);
    expect(warning).toContain('DE');
    expect(warning).toContain('CN');
  });
});

describe('GET /prompts', () => {
  it('lists the oldest first, and pages of any size put together are the whole', async () => {
    const client = await createClient();
    const ids: string[] = [];
    for (const text of ['c', 'a', 'd', 'b', 'e']) ids.push(await createPrompt(client, text));
    expect(await listIds(client)).toEqual(ids);
    for (const size of [1, 2, 3, 5]) {
      const pieces: string[] = [];
      for (let offset = 0; offset < ids.length; offset += size) {
        const { body } = await client.get('/prompts', { query: { limit: String(size), offset: String(offset) } });
        expect(body).toMatchObject({ totalCount: 5, total_count: 5 });
        pieces.push(...body.data.map(({ id }: { id: string }) => id));
      }
      expect(pieces).toEqual(ids);
    }
    expect((await client.get('/prompts', { query: { offset: '5' } })).body).toEqual({
      data: [],
      totalCount: 5,
      total_count: 5,
    });
  });

  it('lists prompts that were created together in the order sent', async () => {
    const client = await createClient();
    const texts = Array.from({ length: 50 }, (_, index) => `prompt ${(index * 37) % 50}`);
    await client.post('/prompts/bulk', { prompts: texts.map((text) => ({ text, country_code: 'US' })) });
    const { body } = await client.get('/prompts');
    expect(body.data.map(({ messages }: { messages: { content: string }[] }) => messages[0]!.content)).toEqual(texts);
    const ids = body.data.map(({ id }: { id: string }) => id);
    expect(ids.toSorted()).toEqual(ids);
  });

  it('narrows by topic, by tag, and by both', async () => {
    const client = await createClient();
    const topic_id = await create(client, '/topics', { name: 'topic' });
    const [tag, other] = [await create(client, '/tags', { name: 'a' }), await create(client, '/tags', { name: 'b' })];
    const both = await createPrompt(client, 'both', { topic_id, tag_ids: [tag, other] });
    const topicOnly = await createPrompt(client, 'topic', { topic_id });
    const tagOnly = await createPrompt(client, 'tag', { tag_ids: [tag] });
    await createPrompt(client, 'neither');
    expect(await listIds(client, { topic_id })).toEqual([both, topicOnly]);
    expect(await listIds(client, { tag_id: tag })).toEqual([both, tagOnly]);
    expect(await listIds(client, { tag_id: other })).toEqual([both]);
    expect(await listIds(client, { topic_id, tag_id: tag })).toEqual([both]);
    const page = await client.get('/prompts', { query: { topic_id, limit: '1' } });
    expect(page.body).toMatchObject({ totalCount: 2, total_count: 2 });
  });

  it.each([
    { topic_id: `to_${UNKNOWN}` },
    { topic_id: 'nonsense' },
    { tag_id: `tg_${UNKNOWN}` },
    { tag_id: "' or 1=1 --" },
    { topic_id: `tg_${UNKNOWN}` },
  ])('answers unknown ids with an empty list: %j', async (query) => {
    const { status, body } = await untouched.get('/prompts', { query: query as Record<string, string> });
    expect(status).toBe(200);
    expect(body).toEqual({ data: [], totalCount: 0, total_count: 0 });
  });

  it('lists archived prompts alone, or not at all', async () => {
    const client = await createClient();
    const live = await createPrompt(client, 'live');
    const archived = await createPrompt(client, 'archived');
    await client.post(`/prompts/${archived}/archive`);
    expect(await listIds(client)).toEqual([live]);
    expect(await listIds(client, { is_archived: 'false' })).toEqual([live]);
    expect(await listIds(client, { is_archived: 'true' })).toEqual([archived]);
    expect((await client.get('/prompts', { query: { is_archived: 'yes' } })).status).toBe(400);
  });

  it('narrows by words, whatever their case and order', async () => {
    const client = await createClient();
    const shoes = await createPrompt(client, 'Best running SHOES in Köln');
    const boots = await createPrompt(client, 'best hiking boots, 100% wool');
    expect(await listIds(client, { search: 'best' })).toEqual([shoes, boots]);
    expect(await listIds(client, { search: 'shoes  running' })).toEqual([shoes]);
    expect(await listIds(client, { search: 'KÖLN' })).toEqual([shoes]);
    expect(await listIds(client, { search: '100%' })).toEqual([boots]);
    expect(await listIds(client, { search: '%' })).toEqual([boots]);
    expect(await listIds(client, { search: '_' })).toEqual([]);
    expect(await listIds(client, { search: "'" })).toEqual([]);
    expect(await listIds(client, { search: 'shoes boots' })).toEqual([]);
  });

  // The words are looked for in text_key, from which closing punctuation was cut.
  it('finds a prompt by its last word with its closing punctuation', async () => {
    const client = await createClient();
    const id = await createPrompt(client, 'Which shoes are best?');
    expect(await listIds(client, { search: 'best?' })).toEqual([id]);
  });
});

describe('PATCH /prompts/{id}', () => {
  it('moves to another topic, and null detaches', async () => {
    const client = await createClient();
    const [from, to] = [
      await create(client, '/topics', { name: 'from' }),
      await create(client, '/topics', { name: 'to' }),
    ];
    const id = await createPrompt(client, 'x', { topic_id: from });
    expect((await client.patch(`/prompts/${id}`, { topic_id: to })).body).toEqual({});
    expect(await listIds(client, { topic_id: from })).toEqual([]);
    expect(await listIds(client, { topic_id: to })).toEqual([id]);
    await client.patch(`/prompts/${id}`, { topic_id: null });
    expect((await findPrompt(client, id)).topic).toBeNull();
  });

  it('replaces the set of tags', async () => {
    const client = await createClient();
    const tags: string[] = [];
    for (const name of ['a', 'b', 'c']) tags.push(await create(client, '/tags', { name }));
    const [a, b, c] = tags as [string, string, string];
    const id = await createPrompt(client, 'x', { tag_ids: [a, b] });
    await client.patch(`/prompts/${id}`, { tag_ids: [c, b, c] });
    expect((await findPrompt(client, id)).tags).toEqual([{ id: b }, { id: c }]);
    await client.patch(`/prompts/${id}`, { tag_ids: [] });
    expect((await findPrompt(client, id)).tags).toEqual([]);
    await client.patch(`/prompts/${id}`, { tag_ids: [a, b, c] });
    expect((await findPrompt(client, id)).tags).toEqual([{ id: a }, { id: b }, { id: c }]);
  });

  it('sets the volume and says where it came from', async () => {
    const client = await createClient();
    const id = await createPrompt(client, 'x');
    await client.patch(`/prompts/${id}`, { volume: 1250.5 });
    expect(await findPrompt(client, id)).toMatchObject({ volume: 1250.5, volume_source: 'import' });
    await client.patch(`/prompts/${id}`, { volume: 0 });
    expect(await findPrompt(client, id)).toMatchObject({ volume: 0, volume_source: 'import' });
  });

  it('leaves alone what it does not name, and succeeds without changing anything', async () => {
    const client = await createClient();
    const topic_id = await create(client, '/topics', { name: 'topic' });
    const tag = await create(client, '/tags', { name: 'tag' });
    const id = await createPrompt(client, 'x', { topic_id, tag_ids: [tag] });
    const before = await findPrompt(client, id);
    for (const changes of [{}, { topic_id }, { tag_ids: [tag] }]) {
      expect((await client.patch(`/prompts/${id}`, changes)).status).toBe(200);
      expect(await findPrompt(client, id)).toEqual(before);
    }
  });

  it.each([
    { text: 'y' },
    { country_code: 'DE' },
    { volume: -1 },
    { volume: '5' },
    { volume: null },
    { tag_ids: null },
    { tag_ids: [`tg_${UNKNOWN}`] },
    { topic_id: `to_${UNKNOWN}` },
    { topic_id: '' },
  ])('refuses %j and changes nothing', async (changes) => {
    const client = await createClient();
    const tag = await create(client, '/tags', { name: 'tag' });
    const id = await createPrompt(client, 'x', { tag_ids: [tag] });
    const before = await findPrompt(client, id);
    expect((await client.patch(`/prompts/${id}`, { volume: 3, tag_ids: [], ...changes })).status).toBe(400);
    expect(await findPrompt(client, id)).toEqual(before);
  });

  it('answers 404 to a prompt that is not there', async () => {
    const client = await createClient();
    for (const id of [`pr_${UNKNOWN}`, 'nonsense', `PR_${UNKNOWN}`]) {
      expect((await client.patch(`/prompts/${id}`, { volume: 1 })).status).toBe(404);
      expect((await client.delete(`/prompts/${id}`)).status).toBe(404);
      expect((await client.post(`/prompts/${id}/archive`)).status).toBe(404);
      expect((await client.post(`/prompts/${id}/unarchive`)).status).toBe(404);
    }
  });
});

describe('archive', () => {
  it('goes to and fro, and doing it twice succeeds', async () => {
    const client = await createClient();
    const id = await createPrompt(client, 'x');
    for (const [verb, is_archived] of [
      ['archive', true],
      ['archive', true],
      ['unarchive', false],
      ['unarchive', false],
    ] as const) {
      const answer = await client.post(`/prompts/${id}/${verb}`);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({});
      expect((await findPrompt(client, id)).is_archived).toBe(is_archived);
    }
  });

  it("leaves an archived prompt's chats in lists and reports", async () => {
    const client = await createClient();
    await create(client, '/brands', { name: 'Acme' });
    const id = await createPrompt(client, 'x');
    await addChat(client, id);
    await client.post(`/prompts/${id}/archive`);
    expect((await client.get('/chats')).body.totalCount).toBe(1);
    expect((await client.post('/reports/brands')).body.data[0].visibility_total).toBe(1);
    const { data } = (await client.post('/reports/brands', { dimensions: ['prompt_id'] })).body;
    expect(data[0].prompt).toEqual({ id });
  });
});

describe('DELETE /prompts/{id}', () => {
  it('takes the prompt and its chats from lists and reports, and no others', async () => {
    const client = await createClient();
    await create(client, '/brands', { name: 'Acme' });
    const tag = await create(client, '/tags', { name: 'tag' });
    const id = await createPrompt(client, 'x', { tag_ids: [tag] });
    const other = await createPrompt(client, 'y', { tag_ids: [tag] });
    await addChat(client, id, 'a');
    await addChat(client, other, 'b');
    const chat = (await client.get('/chats', { query: { prompt_id: id } })).body.data[0].id;
    expect((await client.delete(`/prompts/${id}`)).body).toEqual({});
    expect(await listIds(client)).toEqual([other]);
    expect(await listIds(client, { tag_id: tag })).toEqual([other]);
    const chats = (await client.get('/chats')).body;
    expect(chats.totalCount).toBe(1);
    expect(chats.data[0].prompt).toEqual({ id: other });
    expect((await client.get(`/chats/${chat}/content`)).status).toBe(404);
    expect((await client.get('/chats', { query: { prompt_id: id } })).body.data).toEqual([]);
    expect((await client.post('/reports/brands')).body.data[0].visibility_total).toBe(1);
    const groups = (await client.post('/reports/brands', { dimensions: ['prompt_id'] })).body.data;
    expect(groups.map(({ prompt }: { prompt: object }) => prompt)).toEqual([{ id: other }]);
  });

  it('answers 404 the second time', async () => {
    const client = await createClient();
    const id = await createPrompt(client, 'x');
    expect((await client.delete(`/prompts/${id}`)).status).toBe(200);
    expect((await client.delete(`/prompts/${id}`)).status).toBe(404);
  });

  it('deletes an archived prompt too', async () => {
    const client = await createClient();
    const id = await createPrompt(client, 'x');
    await client.post(`/prompts/${id}/archive`);
    expect((await client.delete(`/prompts/${id}`)).status).toBe(200);
    expect(await listIds(client, { is_archived: 'true' })).toEqual([]);
  });
});

describe('POST /prompts/bulk', () => {
  it('keeps the good ones, counts duplicates and says what is wrong with the others', async () => {
    const client = await createClient();
    const topic_id = await create(client, '/topics', { name: 'topic' });
    await createPrompt(client, 'known');
    const { status, body } = await client.post('/prompts/bulk', {
      prompts: [
        { text: 'new', country_code: 'US', topic_id },
        { text: 'known', country_code: 'US' },
        { text: '', country_code: 'US' },
        { text: ' new ', country_code: 'US' },
        { text: 'new', country_code: 'DE' },
        { text: 'x', country_code: 'XX' },
        { text: 'y', country_code: 'US', tag_ids: [`tg_${UNKNOWN}`] },
        'text',
        null,
        { text: 'z', country_code: 'US', topic: 'x' },
      ],
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ accepted: 2, duplicates: 2, rejected_count: 6 });
    expect(body.rejected.map(({ index }: { index: number }) => index)).toEqual([2, 5, 6, 7, 8, 9]);
    expect(body.rejected[2].message).toContain(`tg_${UNKNOWN}`);
    expect(body.rejected[5].message).toContain('topic');
    expect((await client.get('/prompts')).body.totalCount).toBe(3);
    expect(await listIds(client, { topic_id })).toHaveLength(1);
  });

  it('lists the first 1000 refusals and counts all', async () => {
    const client = await createClient();
    const prompts = Array.from({ length: 1001 }, () => ({ text: '', country_code: 'US' }));
    const { body } = await client.post('/prompts/bulk', { prompts });
    expect(body).toMatchObject({ accepted: 0, duplicates: 0, rejected_count: 1001 });
    expect(body.rejected).toHaveLength(1000);
    expect(body.rejected.at(-1).index).toBe(999);
  });

  it('creates up to the limit of prompts and rejects the rest', async () => {
    const small = await startService({ MAX_PROMPTS: '2' });
    const { client } = await small.createProject();
    const prompts = ['a', 'b', 'c'].map((text) => ({ text, country_code: 'US' }));
    const { body } = await client.post('/prompts/bulk', { prompts });
    expect(body).toMatchObject({ accepted: 2, rejected_count: 1, rejected: [{ index: 2 }] });
    await small.close();
  });

  it.each([{}, { prompts: {} }, { prompts: null }])('refuses the body %j', async (body) => {
    expect((await untouched.post('/prompts/bulk', body)).status).toBe(400);
  });
});
