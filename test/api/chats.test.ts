import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NO_USAGE } from '../../src/domain/chat.ts';
import { listProjectKeys } from '../../src/store/queries/projects.ts';
import { type Answer, type Asking, type Client, startService, type TestService } from '../harness/service.ts';

const UNKNOWN = '00000000-0000-7000-8000-000000000000';
const NDJSON = 'application/x-ndjson';
const MIB = 1024 * 1024;

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

function createChat(more: object = {}) {
  return {
    prompt_text: 'Which shoes?',
    country_code: 'US',
    model_channel_id: 'famA-0',
    date: '2026-01-01',
    answer: 'Acme.',
    ...more,
  };
}

function send(client: Client, chats: unknown[], asking: Asking = {}): Promise<Answer> {
  return client.post('/chats', { chats }, asking);
}

function sendLines(client: Client, lines: string | Buffer | unknown[], asking: Asking = {}): Promise<Answer> {
  const body = Array.isArray(lines) ? lines.map((line) => JSON.stringify(line)).join('\n') : lines;
  return client.post('/chats', body, { ...asking, headers: { 'content-type': NDJSON, ...asking.headers } });
}

const all = { start_date: '2000-01-01', end_date: '2099-12-31' };

async function list(client: Client, query: Record<string, string> = {}) {
  const { body } = await client.get('/chats', { query: { ...all, ...query } });
  expect(body.totalCount).toBe(body.total_count);
  return body.data;
}

async function listExternalIds(client: Client, query: Record<string, string> = {}): Promise<string[]> {
  return (await list(client, query)).map(({ external_id }: { external_id: string }) => external_id);
}

async function readContent(client: Client, id: string) {
  return (await client.get(`/chats/${id}/content`)).body;
}

async function exportLines(client: Client, query: Record<string, string> = {}): Promise<string[]> {
  const answer = await client.get('/chats', { query: { ...all, ...query }, headers: { accept: NDJSON } });
  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toContain(NDJSON);
  return answer.text.split('\n').filter((line) => line !== '');
}

describe('an entry', () => {
  it('is listed as the specification shapes it, with the fields beyond', async () => {
    const client = await createClient();
    const { status, body } = await send(client, [createChat({ external_id: 'a', country_code: 'DE' })]);
    expect(status).toBe(200);
    expect(body).toEqual({ accepted: 1, duplicates: 0, rejected_count: 0, rejected: [] });
    const prompt = (await client.get('/prompts')).body.data[0];
    expect(prompt).toMatchObject({ messages: [{ content: 'Which shoes?' }], user_location: { country: 'DE' } });
    expect((await client.get('/chats')).body).toEqual({
      data: [
        {
          id: expect.stringMatching(/^ch_[0-9a-f-]{36}$/),
          prompt: { id: prompt.id },
          model: { id: 'famA-scraper' },
          model_channel: { id: 'famA-0' },
          date: '2026-01-01',
          country_code: 'DE',
          status: 'answered',
          external_id: 'a',
          language: null,
        },
      ],
      totalCount: 1,
      total_count: 1,
    });
  });

  it('names its prompt by id, or by text and country, which finds it or makes it', async () => {
    const client = await createClient();
    const prompt_id = await create(client, '/prompts', { text: 'Which shoes?', country_code: 'US' });
    await client.post(`/prompts/${prompt_id}/archive`);
    const { prompt_text: _, country_code: __, ...rest } = createChat();
    await send(client, [
      { ...rest, prompt_id, external_id: 'by id' },
      createChat({ external_id: 'by text', prompt_text: ' Which shoes? ' }),
      createChat({ external_id: 'another country', country_code: 'DE' }),
      { ...rest, prompt_id, country_code: 'FR', external_id: 'by id for another country' },
    ]);
    const chats = await list(client);
    expect(chats.map(({ prompt }: { prompt: { id: string } }) => prompt.id === prompt_id)).toEqual([
      true,
      true,
      false,
      true,
    ]);
    expect(chats.map(({ country_code }: { country_code: string }) => country_code)).toEqual(['US', 'US', 'DE', 'FR']);
    expect((await client.get('/prompts')).body.totalCount).toBe(1);
    expect((await client.get('/prompts', { query: { is_archived: 'true' } })).body.totalCount).toBe(1);
  });

  it('names its channel by id or by model', async () => {
    const client = await createClient();
    const { model_channel_id: _, ...rest } = createChat();
    await send(client, [
      { ...rest, model_id: 'famC-ai-mode-scraper', external_id: 'a' },
      { ...rest, model_channel_id: 'famC-1', external_id: 'b' },
      { ...rest, model_channel_id: 'famC-1', model_id: 'famC-ai-mode-scraper', external_id: 'c' },
    ]);
    for (const chat of await list(client)) {
      expect(chat).toMatchObject({ model: { id: 'famC-ai-mode-scraper' }, model_channel: { id: 'famC-1' } });
    }
    expect(await list(client)).toHaveLength(3);
  });

  const refusals: [string, object, string][] = [
    ['no prompt', { prompt_text: undefined }, 'prompt_id'],
    ['an unknown prompt_id', { prompt_text: undefined, prompt_id: `pr_${UNKNOWN}` }, `pr_${UNKNOWN}`],
    ['a misshapen prompt_id', { prompt_text: undefined, prompt_id: "'; drop" }, "'; drop"],
    ['a text without country', { country_code: undefined }, 'country_code'],
    ['a blank text', { prompt_text: ' ' }, 'prompt_text'],
    ['a text of 701', { prompt_text: 'x'.repeat(701) }, 'prompt_text'],
    ['a lowercase country', { country_code: 'us' }, 'country_code'],
    ['an unknown country', { country_code: 'XX' }, 'country_code'],
    ['no channel', { model_channel_id: undefined }, 'model_channel_id'],
    ['an unknown channel', { model_channel_id: 'famA-1' }, 'model_channel_id'],
    ['a model for a channel', { model_channel_id: 'famA-scraper' }, 'model_channel_id'],
    ['an unknown model', { model_channel_id: undefined, model_id: 'famA' }, 'model_id'],
    ['a model that is not the channel’s', { model_id: 'famB-scraper' }, 'model_id'],
    ['no date', { date: undefined }, 'date'],
    ['a day that is not', { date: '2026-02-29' }, 'date'],
    ['a time', { date: '2026-01-01T00:00:00Z' }, 'date'],
    ['neither answer nor mentions', { answer: undefined }, 'answer'],
    ['null for an answer', { answer: null }, 'answer'],
    ['a number for an answer', { answer: 5 }, 'answer'],
    ['a source without url', { sources: [{ title: 'x' }] }, 'sources[0]'],
    ['a source with a blank url', { sources: [{ url: '' }] }, 'sources[0].url'],
    ['a negative citation_count', { sources: [{ url: 'a.com', citation_count: -1 }] }, 'sources[0].citation_count'],
    ['half a citation', { sources: [{ url: 'a.com', citation_count: 0.5 }] }, 'sources[0].citation_count'],
    ['an unknown source field', { sources: [{ url: 'a.com', titel: 'x' }] }, 'title'],
    ['sources as text', { sources: 'a.com' }, 'sources'],
    ['queries that are no texts', { queries: [5] }, 'queries[0]'],
    ['a blank external_id', { external_id: ' ' }, 'external_id'],
    ['a number for an external_id', { external_id: 5 }, 'external_id'],
    ['null for an external_id', { external_id: null }, 'external_id'],
    ['an unknown field', { anwser: 'x' }, 'did you mean "answer"?'],
    ['mentions as an object', { mentions: {} }, 'mentions'],
  ];
  it.each(refusals)('is rejected with %s, and leaves no trace', async (_name, more, part) => {
    const { status, body } = await send(untouched, [createChat(more)]);
    expect(status).toBe(200);
    expect(body).toMatchObject({ accepted: 0, duplicates: 0, rejected_count: 1, rejected: [{ index: 0 }] });
    expect(body.rejected[0].message).toContain(part);
    expect(await list(untouched)).toEqual([]);
    expect((await untouched.get('/prompts')).body.totalCount).toBe(0);
  });

  it.each([5, 'text', null, []])('is rejected where it is %j', async (entry) => {
    expect((await send(untouched, [entry])).body).toMatchObject({ rejected_count: 1, rejected: [{ index: 0 }] });
    expect((await sendLines(untouched, [entry])).body).toMatchObject({ rejected_count: 1, rejected: [{ index: 0 }] });
  });

  it('takes leap days and any range of dates', async () => {
    const client = await createClient();
    const dates = ['2024-02-29', '1999-12-31', '2031-06-15'];
    expect(
      (
        await send(
          client,
          dates.map((date) => createChat({ date })),
        )
      ).body.accepted,
    ).toBe(3);
    const { body } = await client.get('/chats', { query: { start_date: '1999-12-31', end_date: '2031-06-15' } });
    expect(body.data.map(({ date }: { date: string }) => date)).toEqual(dates.toSorted());
  });

  it('keeps its answer as it came', async () => {
    const client = await createClient();
    const answers = ['', '  spaced\n\n', '# Acme 😀\r\n\t“quoted” \\ "x"', "Robert'); drop table chats;--"];
    await send(
      client,
      answers.map((answer, index) => createChat({ answer, external_id: `j${index}` })),
    );
    await sendLines(
      client,
      answers.map((answer, index) => createChat({ answer, external_id: `n${index}` })),
    );
    const kept = [];
    for (const { id } of await list(client)) kept.push((await readContent(client, id)).messages[1].content);
    expect(kept).toEqual([...answers, ...answers]);
  });

  // The store's client drops U+FEFF from the beginning of every text that it reads, so the duplicate is missed as well.
  it('keeps a byte order mark at the beginning of its answer, so that its export is a duplicate', async () => {
    const client = await createClient();
    const answer = '\ufeffAcme.';
    await send(client, [createChat({ answer })]);
    expect((await sendLines(client, (await exportLines(client)).join('\n'))).body.duplicates).toBe(1);
    expect((await readContent(client, (await list(client))[0].id)).messages[1].content).toBe(answer);
  });
});

describe('mentions', () => {
  it('make the chat answered, even with none of them, and put it in reports', async () => {
    const client = await createClient();
    const brand_id = await create(client, '/brands', { name: 'Acme' });
    await send(client, [
      createChat({ answer: undefined, mentions: [] }),
      createChat({ answer: '', mentions: [] }),
      createChat({ mentions: [{ brand_id, count: 2, position: 1, sentiment: 0.5 }] }),
    ]);
    expect((await list(client)).map(({ status }: { status: string }) => status)).toEqual(Array(3).fill('answered'));
    expect((await client.post('/reports/brands')).body.data).toMatchObject([
      {
        visibility_total: 3,
        visibility_count: 1,
        mention_count: 2,
        position: 1,
        sentiment_sum: 0.5,
        sentiment_count: 1,
        sentiment: 75,
      },
    ]);
  });

  it('keep their numbers, sentiment in thousandths, in the order of position', async () => {
    const client = await createClient();
    const brands: string[] = [];
    for (const name of ['A', 'B', 'C', 'D']) brands.push(await create(client, '/brands', { name }));
    const [a, b, c, d] = brands as [string, string, string, string];
    await send(client, [
      createChat({
        mentions: [
          { brand_id: a, count: 5, position: 4, sentiment: -1 },
          { brand_id: b, count: 1, position: 3, sentiment: 0.12345 },
          { brand_id: c, count: 2, position: 2 },
          { brand_id: d, count: 3, position: 1, sentiment: 0 },
        ],
      }),
    ]);
    const { brands_mentioned } = await readContent(client, (await list(client))[0].id);
    const given = { sentiment_source: 'given', mentions: [] };
    expect(brands_mentioned).toEqual([
      { id: d, name: 'D', position: 1, recommended_position: 1, count: 3, sentiment: 0, ...given },
      { id: c, name: 'C', position: 2, recommended_position: null, count: 2, sentiment: null, ...given },
      { id: b, name: 'B', position: 3, recommended_position: 2, count: 1, sentiment: 0.123, ...given },
      { id: a, name: 'A', position: 4, recommended_position: 3, count: 5, sentiment: -1, ...given },
    ]);
  });

  it('are checked one by one, and a wrong one rejects its entry alone', async () => {
    const client = await createClient();
    const brand_id = await create(client, '/brands', { name: 'Acme' });
    const { client: stranger } = await service.createProject();
    const foreign = await create(stranger, '/brands', { name: 'Foreign' });
    const good = { brand_id, count: 1, position: 1 };
    const bad: [unknown[], string][] = [
      [[{ ...good, count: 0 }], 'mentions[0].count'],
      [[{ ...good, count: 1.5 }], 'mentions[0].count'],
      [[{ ...good, count: undefined }], 'mentions[0]'],
      [[{ ...good, position: 0 }], 'mentions[0].position'],
      [[{ ...good, position: '1' }], 'mentions[0].position'],
      [[{ ...good, position: undefined }], 'mentions[0]'],
      [[{ ...good, sentiment: 1.0001 }], 'mentions[0].sentiment'],
      [[{ ...good, sentiment: -1.0001 }], 'mentions[0].sentiment'],
      [[{ ...good, sentiment: null }], 'mentions[0].sentiment'],
      [[{ ...good, brand_id: undefined }], 'mentions[0]'],
      [[{ ...good, brand_id: `kw_${UNKNOWN}` }], `kw_${UNKNOWN}`],
      [[{ ...good, brand_id: 'Acme' }], 'Acme'],
      [[{ ...good, brand_id: foreign }], foreign],
      [[{ ...good, score: 1 }], 'score'],
      [[good, { ...good, position: 2 }], 'twice'],
    ];
    const chats = bad.map(([mentions], index) => createChat({ mentions, external_id: `bad ${index}` }));
    const { body } = await send(client, [
      createChat({ mentions: [good], external_id: 'first' }),
      ...chats,
      createChat({ mentions: [{ ...good, sentiment: 1 }], external_id: 'last' }),
    ]);
    expect(body).toMatchObject({ accepted: 2, duplicates: 0, rejected_count: bad.length });
    for (const [index, { index: place, message }] of body.rejected.entries()) {
      expect(place).toBe(index + 1);
      expect(message).toContain(bad[index]![1]);
    }
    expect(await listExternalIds(client)).toEqual(['first', 'last']);
    expect(JSON.stringify(body)).not.toContain('Foreign');
  });
});

describe('a chat without mentions', () => {
  it('is read as it arrives, and is in reports at once', async () => {
    const client = await createClient();
    await create(client, '/brands', { name: 'Acme' });
    await send(client, [createChat()]);
    const [chat] = await list(client);
    expect(chat.status).toBe('answered');
    expect((await readContent(client, chat.id)).messages[1].content).toBe('Acme.');
    expect((await client.post('/reports/brands')).body.data[0]).toMatchObject({
      visibility: 1,
      mention_count: 1,
      position: 1,
    });
  });

  it.each([
    ['', 'empty'],
    [' \n ', 'empty'],
    ['502 Bad Gateway', 'error'],
  ])('whose answer is %j is listed as %s and is in no report', async (answer, status) => {
    const client = await createClient();
    await create(client, '/brands', { name: 'Acme' });
    await send(client, [createChat({ answer })]);
    expect((await list(client))[0].status).toBe(status);
    expect((await client.post('/reports/brands')).body.data).toEqual([]);
    expect((await client.post('/reports/brands', { dimensions: ['chat_id'] })).body.data).toEqual([]);
    await send(client, [createChat({ answer, mentions: [], external_id: 'given' })]);
    expect((await client.post('/reports/brands')).body.data[0].visibility_total).toBe(1);
  });
});

describe('a batch', () => {
  it('keeps good entries in the order sent, though others are bad', async () => {
    const client = await createClient();
    const chats = [
      createChat({ external_id: 'c' }),
      createChat({ date: 'never' }),
      createChat({ external_id: 'a' }),
      createChat({ prompt_text: undefined, prompt_id: 'pr_x' }),
      'nonsense',
      createChat({ external_id: 'c' }),
      createChat({ external_id: 'b' }),
    ];
    for (const post of [send, sendLines]) {
      const { status, body } = await post(client, chats);
      expect(status).toBe(200);
      expect(body.accepted + body.duplicates).toBe(4);
      expect(body.rejected_count).toBe(3);
      expect(body.rejected.map(({ index }: { index: number }) => index)).toEqual([1, 3, 4]);
    }
    expect(await listExternalIds(client)).toEqual(['c', 'a', 'b']);
  });

  it('may be empty', async () => {
    const client = await createClient();
    const nothing = { accepted: 0, duplicates: 0, rejected_count: 0, rejected: [] };
    expect((await send(client, [])).body).toEqual(nothing);
    expect((await sendLines(client, '')).body).toEqual(nothing);
    expect((await sendLines(client, '\n \r\n\n')).body).toEqual(nothing);
  });

  it.each([{}, { chats: {} }, { chats: null }, { chat: [] }])('as %j is 400', async (body) => {
    expect((await untouched.post('/chats', body)).status).toBe(400);
  });

  it('lists the first 1000 refusals and counts all', async () => {
    const client = await createClient();
    const chats = Array.from({ length: 1005 }, () => ({}));
    for (const post of [send, sendLines]) {
      const { body } = await post(client, chats);
      expect(body.rejected_count).toBe(1005);
      expect(body.rejected.map(({ index }: { index: number }) => index)).toEqual([...Array(1000).keys()]);
    }
  });

  // Entries that the schema refuses are listed before those whose references are unknown, and fill the list.
  it('lists the first refusals by their place, whatever is wrong with them', async () => {
    const client = await createClient();
    const unknown = createChat({ prompt_text: undefined, prompt_id: `pr_${UNKNOWN}` });
    const { body } = await send(client, [unknown, ...Array.from({ length: 1000 }, () => ({}))]);
    expect(body.rejected_count).toBe(1001);
    expect(body.rejected[0].index).toBe(0);
  });

  it('rejects what would go past the limit of prompts, and takes the rest', async () => {
    const small = await startService({ MAX_PROMPTS: '1' });
    const { client } = await small.createProject();
    const { body } = await send(
      client,
      ['a', 'b', 'a'].map((prompt_text, index) => createChat({ prompt_text, external_id: String(index) })),
    );
    expect(body).toMatchObject({ accepted: 2, rejected_count: 1, rejected: [{ index: 1 }] });
    await small.close();
  });

  it('may be larger than 1 MiB, up to 64 MiB', async () => {
    const client = await createClient();
    expect((await send(client, [createChat({ answer: 'x'.repeat(2 * MIB) })])).body.accepted).toBe(1);
    const refused = await client.post('/chats', Buffer.alloc(64 * MIB + 1, ' '));
    expect(refused.status).toBe(413);
  });
});

describe('lines', () => {
  it('may be blank or end in CR LF, and are counted from 0, blank ones too', async () => {
    const client = await createClient();
    const line = (external_id: string) => JSON.stringify(createChat({ external_id }));
    const text = `\n${line('a')}\r\n\r\n   \n{"broken\n${line('b')}\n[]\n${line('c')}`;
    const { body } = await sendLines(client, text, { headers: { 'content-type': `${NDJSON}; charset=utf-8` } });
    expect(body).toMatchObject({ accepted: 3, duplicates: 0, rejected_count: 2 });
    expect(body.rejected.map(({ index }: { index: number }) => index)).toEqual([4, 6]);
    expect(await listExternalIds(client)).toEqual(['a', 'b', 'c']);
  });

  it('may have 4 MiB each; a longer one is rejected alone', async () => {
    const client = await createClient();
    const frame = JSON.stringify(createChat({ answer: '' })).length;
    const fits = JSON.stringify(createChat({ answer: 'x'.repeat(4 * MIB - frame) }));
    const tooLong = JSON.stringify(createChat({ answer: 'y'.repeat(4 * MIB - frame + 1) }));
    expect(fits.length).toBe(4 * MIB);
    const { status, body } = await sendLines(client, `${fits}\n${tooLong}\n${JSON.stringify(createChat())}\n`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ accepted: 2, rejected_count: 1, rejected: [{ index: 1 }] });
    expect(body.rejected[0].message).toContain('4 MiB');
  });

  it('are rejected where they are not UTF-8 or hold U+0000', async () => {
    const client = await createClient();
    const good = Buffer.from(`${JSON.stringify(createChat())}\n`);
    const broken = Buffer.concat([Buffer.from('{"answer":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}\n')]);
    const nul = Buffer.from(`${JSON.stringify(createChat({ answer: 'a\0b' }))}\n`);
    const { body } = await sendLines(client, Buffer.concat([broken, nul, good]));
    expect(body).toMatchObject({ accepted: 1, rejected_count: 2, rejected: [{ index: 0 }, { index: 1 }] });
  });

  it('may come compressed', async () => {
    const client = await createClient();
    const packed = gzipSync(JSON.stringify(createChat()));
    const { body } = await sendLines(client, packed, { headers: { 'content-encoding': 'gzip' } });
    expect(body.accepted).toBe(1);
  });

  it('name the project in the query', async () => {
    const { company, id: project_id } = await service.createProject();
    expect((await sendLines(company, [createChat()], { query: { project_id } })).body.accepted).toBe(1);
    expect((await sendLines(company, [createChat()])).body.code).toBe('project_id_required');
  });

  it('in great number come in and go out whole and in order, duplicates among them found', async () => {
    const client = await createClient();
    const ids = Array.from({ length: 2100 }, (_, index) => String(index));
    const chats = ids.map((external_id) => createChat({ external_id, mentions: [] }));
    const { body } = await sendLines(client, [...chats, chats[0], chats[2099]]);
    expect(body).toEqual({ accepted: 2100, duplicates: 2, rejected_count: 0, rejected: [] });
    const read = async (query: Record<string, string>) =>
      (await exportLines(client, query)).map((line) => JSON.parse(line).external_id);
    expect(await read({})).toEqual(ids);
    expect(await read({ sort: 'desc' })).toEqual(ids.toReversed());
    expect(await read({ limit: '1200', offset: '700' })).toEqual(ids.slice(700, 1900));
    expect(await read({ offset: '2000' })).toEqual(ids.slice(2000));
    const first = (await client.get('/chats')).body;
    expect(first).toMatchObject({ totalCount: 2100, total_count: 2100 });
    expect(first.data).toHaveLength(1000);
  });
});

describe('duplicates', () => {
  it('by external_id are skipped, whatever else differs', async () => {
    const client = await createClient();
    await send(client, [createChat({ external_id: 'a' })]);
    const again = createChat({ external_id: ' a ', answer: 'other', date: '2026-01-02' });
    expect((await send(client, [again])).body).toMatchObject({ accepted: 0, duplicates: 1, rejected_count: 0 });
    expect((await sendLines(client, [again])).body).toMatchObject({ accepted: 0, duplicates: 1 });
    expect(await list(client)).toMatchObject([{ date: '2026-01-01' }]);
    expect((await send(client, [createChat({ external_id: 'A' })])).body.accepted).toBe(1);
  });

  it('by content are those of the same prompt, channel, country, date and answer', async () => {
    const client = await createClient();
    const prompt_id = await create(client, '/prompts', { text: 'Which shoes?', country_code: 'US' });
    await send(client, [createChat()]);
    const { prompt_text: _, ...rest } = createChat();
    const { body } = await send(client, [
      createChat(),
      { ...rest, prompt_id, model_channel_id: undefined, model_id: 'famA-scraper', sources: [{ url: 'a.com' }] },
      createChat({ mentions: [] }),
    ]);
    expect(body).toMatchObject({ accepted: 0, duplicates: 3 });
    const different = [
      createChat({ answer: 'Acme. ' }),
      createChat({ date: '2026-01-02' }),
      createChat({ model_channel_id: 'famB-0' }),
      { ...rest, prompt_id, country_code: 'DE' },
      createChat({ prompt_text: 'which shoes?' }),
      createChat({ external_id: 'replicate 1' }),
      createChat({ external_id: 'replicate 2' }),
    ];
    expect((await send(client, different)).body).toMatchObject({ accepted: 7, duplicates: 0 });
  });

  it('with an id of their own and without one are found in one request, and replaced in their places', async () => {
    const client = await createClient();
    const chats = [createChat({ external_id: 'a' }), createChat(), createChat({ external_id: 'b' })];
    await send(client, chats.slice(0, 2));
    expect((await send(client, chats)).body).toMatchObject({ accepted: 1, duplicates: 2 });
    const before = await list(client);
    const { body } = await send(client, chats, { query: { on_duplicate: 'replace' } });
    expect(body).toMatchObject({ accepted: 3, duplicates: 0 });
    expect(await list(client)).toEqual(before);
  });

  it('are found within one request, and between two that run at once', async () => {
    const client = await createClient();
    expect((await send(client, [createChat(), createChat()])).body).toMatchObject({ accepted: 1, duplicates: 1 });
    const racing = [createChat({ external_id: 'x' })];
    const answers = await Promise.all([send(client, racing), sendLines(client, racing), send(client, racing)]);
    expect(answers.map(({ body }) => body.accepted).toSorted()).toEqual([0, 0, 1]);
    expect(await list(client)).toHaveLength(2);
  });

  it('are no duplicates once the first is deleted', async () => {
    const client = await createClient();
    await send(client, [createChat(), createChat({ external_id: 'a' })]);
    for (const { id } of await list(client)) await client.delete(`/chats/${id}`);
    expect((await send(client, [createChat(), createChat({ external_id: 'a' })])).body.accepted).toBe(2);
  });

  it('are found also where the store knows which chats there are not', async () => {
    const client = await createClient();
    const { store } = service.context;
    const project = (await listProjectKeys(store.db)).at(-1)!;
    const isKnown = () =>
      store.write(
        project,
        async ({ db }) => (db.filters?.findPossible(project, 'chats', [UNKNOWN]) ?? []).length === 0,
      );
    const a = createChat({ external_id: 'a' });
    await send(client, [a, createChat()]);
    await expect.poll(isKnown).toBe(true);
    expect((await send(client, [a, createChat(), createChat({ external_id: 'b' })])).body).toMatchObject({
      accepted: 1,
      duplicates: 2,
    });
    expect((await sendLines(client, [createChat({ external_id: 'b' }), a])).body).toMatchObject({
      accepted: 0,
      duplicates: 2,
    });
    for (const { id } of await list(client)) await client.delete(`/chats/${id}`);
    expect((await send(client, [a, createChat()])).body.accepted).toBe(2);
    expect((await send(client, [a, createChat()])).body.duplicates).toBe(2);
    expect(await isKnown()).toBe(true);
  });

  // The prompt is created before it is known that the chat is a duplicate.
  it('leave no prompt behind', async () => {
    const client = await createClient();
    await send(client, [createChat({ external_id: 'a' })]);
    await send(client, [createChat({ external_id: 'a', prompt_text: 'never asked' })]);
    expect((await client.get('/prompts')).body.totalCount).toBe(1);
  });
});

describe('on_duplicate=replace', () => {
  const replace = { query: { on_duplicate: 'replace' } };

  it('keeps the id and the place, and replaces everything else', async () => {
    const client = await createClient();
    const brand_id = await create(client, '/brands', { name: 'Acme' });
    await send(client, [
      createChat({
        external_id: 'a',
        mentions: [{ brand_id, count: 5, position: 1 }],
        sources: [{ url: 'https://a.com' }],
        queries: ['q'],
      }),
      createChat({ external_id: 'b', mentions: [] }),
    ]);
    const before = await list(client);
    const later = createChat({
      external_id: 'a',
      answer: 'new',
      model_channel_id: 'famB-0',
      mentions: [{ brand_id, count: 1, position: 2, sentiment: -0.5 }],
    });
    const { body } = await send(client, [later], replace);
    expect(body.rejected_count).toBe(0);
    const after = await list(client);
    expect(after.map(({ id }: { id: string }) => id)).toEqual(before.map(({ id }: { id: string }) => id));
    expect(await readContent(client, after[0].id)).toMatchObject({
      model_channel: { id: 'famB-0' },
      messages: [{ role: 'user' }, { role: 'assistant', content: 'new' }],
      sources: [],
      queries: [],
      brands_mentioned: [{ id: brand_id, count: 1, position: 2, sentiment: -0.5 }],
    });
    expect((await client.post('/reports/brands')).body.data[0]).toMatchObject({
      visibility_total: 2,
      visibility_count: 1,
      mention_count: 1,
      position_sum: 2,
    });
  });

  it('replaces by content as well, and adds what is new', async () => {
    const client = await createClient();
    await send(client, [createChat()]);
    const [{ id }] = await list(client);
    await sendLines(client, [createChat({ mentions: [] }), createChat({ answer: 'new' })], replace);
    const after = await list(client);
    expect(after).toHaveLength(2);
    expect(after[0]).toMatchObject({ id, status: 'answered' });
  });

  it('keeps the last of several in one request', async () => {
    const client = await createClient();
    const chats = ['first', 'second', 'last'].map((answer) => createChat({ external_id: 'a', answer }));
    await send(client, chats, replace);
    const after = await list(client);
    expect(after).toHaveLength(1);
    expect((await readContent(client, after[0].id)).messages[1].content).toBe('last');
  });

  it('leaves the old one alone where the new one is rejected', async () => {
    const client = await createClient();
    await send(client, [createChat({ external_id: 'a' })]);
    await send(client, [createChat({ external_id: 'a', answer: 5 })], replace);
    const [{ id }] = await list(client);
    expect((await readContent(client, id)).messages[1].content).toBe('Acme.');
  });

  it('knows no other ways', async () => {
    const client = await createClient();
    expect((await send(client, [createChat()], { query: { on_duplicate: 'skip' } })).body.accepted).toBe(1);
    const refused = await send(client, [createChat()], { query: { on_duplicate: 'merge' } });
    expect(refused.status).toBe(400);
    expect(refused.body.details[0].path).toBe('on_duplicate');
  });
});

describe('GET /chats', () => {
  it('goes by date, then creation, either way, and pages of any size put together are the whole', async () => {
    const client = await createClient();
    const dates = ['2026-01-03', '2026-01-01', '2026-01-02', '2026-01-01', '2026-01-03'];
    await send(
      client,
      dates.map((date, index) => createChat({ date, external_id: `${index}` })),
    );
    await send(client, [createChat({ date: '2026-01-02', external_id: '5' })]);
    const whole = ['1', '3', '2', '5', '0', '4'];
    expect(await listExternalIds(client)).toEqual(whole);
    expect(await listExternalIds(client, { sort: 'asc' })).toEqual(whole);
    expect(await listExternalIds(client, { sort: 'desc' })).toEqual(whole.toReversed());
    for (const sort of ['asc', 'desc']) {
      for (const size of [1, 2, 4]) {
        const pieces: string[] = [];
        for (let offset = 0; offset < whole.length; offset += size) {
          pieces.push(...(await listExternalIds(client, { sort, limit: `${size}`, offset: `${offset}` })));
        }
        expect(pieces).toEqual(sort === 'asc' ? whole : whole.toReversed());
      }
    }
    expect((await client.get('/chats', { query: { sort: 'up' } })).status).toBe(400);
  });

  it('includes both ends of the range, which is one day by default', async () => {
    const client = await createClient();
    const dates = ['2025-12-31', '2026-01-01', '2026-01-02', '2026-01-03'];
    await send(
      client,
      dates.map((date) => createChat({ date, external_id: date })),
    );
    const read = async (query: Record<string, string>) =>
      (await client.get('/chats', { query })).body.data.map(({ date }: { date: string }) => date);
    expect(await read({})).toEqual(['2026-01-01']);
    expect(await read({ end_date: '2026-01-02' })).toEqual(['2026-01-01', '2026-01-02']);
    expect(await read({ start_date: '2025-12-31' })).toEqual(['2025-12-31', '2026-01-01']);
    expect(await read({ start_date: '2026-01-02', end_date: '2026-01-03' })).toEqual(['2026-01-02', '2026-01-03']);
    expect(await read({ start_date: '2020-01-01', end_date: '2020-12-31' })).toEqual([]);
    const lines = await client.get('/chats', { query: { end_date: '2026-01-31' }, headers: { accept: NDJSON } });
    expect(lines.headers['x-date-range']).toBe('2026-01-01/2026-01-31');
  });

  it('narrows by every filter, alone and together', async () => {
    const client = await createClient();
    const topic_id = await create(client, '/topics', { name: 'topic' });
    const tag_id = await create(client, '/tags', { name: 'tag' });
    const brand_id = await create(client, '/brands', { name: 'Acme' });
    const other = await create(client, '/brands', { name: 'Other' });
    const prompt_id = await create(client, '/prompts', {
      text: 'tagged',
      country_code: 'DE',
      topic_id,
      tag_ids: [tag_id],
    });
    const mention = { brand_id, count: 1, position: 1 };
    const { prompt_text: _, country_code: __, ...rest } = createChat();
    await send(client, [
      { ...rest, prompt_id, mentions: [mention], external_id: 'a' },
      { ...rest, prompt_id, country_code: 'US', model_channel_id: 'famB-0', mentions: [], external_id: 'b' },
      createChat({ external_id: 'c' }),
      createChat({ mentions: [{ ...mention, brand_id: other }], model_channel_id: 'famB-0', external_id: 'd' }),
      createChat({ answer: '', date: '2026-01-01', model_channel_id: 'famC-0', external_id: 'e' }),
    ]);
    const cases: [Record<string, string>, string[]][] = [
      [{ brand_id }, ['a', 'c']],
      [{ brand_id: other }, ['d']],
      [{ prompt_id }, ['a', 'b']],
      [{ model_id: 'famB-scraper' }, ['b', 'd']],
      [{ model_channel_id: 'famA-0' }, ['a', 'c']],
      [{ model_id: 'famB-scraper', model_channel_id: 'famB-0' }, ['b', 'd']],
      [{ model_id: 'famB-scraper', model_channel_id: 'famA-0' }, []],
      [{ country_code: 'US' }, ['b', 'c', 'd', 'e']],
      [{ topic_id }, ['a', 'b']],
      [{ tag_id }, ['a', 'b']],
      [{ status: 'empty' }, ['e']],
      [{ status: 'answered' }, ['a', 'b', 'c', 'd']],
      [{ status: 'error' }, []],
      [{ external_id: 'c' }, ['c']],
      [{ external_id: 'C' }, []],
      [{ topic_id, tag_id, country_code: 'DE', brand_id, prompt_id, status: 'answered', external_id: 'a' }, ['a']],
      [{ topic_id, status: 'empty' }, []],
      [{ model_channel_id: 'famZ-9' }, []],
      [{ brand_id: `kw_${UNKNOWN}` }, []],
      [{ prompt_id: 'nonsense' }, []],
      [{ topic_id: "' or true --" }, []],
      [{ tag_id: `tg_${UNKNOWN}` }, []],
    ];
    for (const [query, expected] of cases) {
      const { body } = await client.get('/chats', { query });
      const name = JSON.stringify(query);
      expect(
        body.data.map(({ external_id }: { external_id: string }) => external_id),
        name,
      ).toEqual(expected);
      expect(body, name).toMatchObject({ totalCount: expected.length, total_count: expected.length });
      expect(await exportLines(client, query), name).toHaveLength(expected.length);
    }
    await client.patch(`/prompts/${prompt_id}`, { topic_id: null, tag_ids: [] });
    expect(await list(client, { topic_id })).toEqual([]);
    expect(await list(client, { tag_id })).toEqual([]);
  });

  it.each([{ model_id: 'famA' }, { country_code: 'us' }, { country_code: 'XX' }, { status: 'done' }, { brand_id: '' }])(
    'refuses %j',
    async (query) => {
      const { status, body } = await untouched.get('/chats', { query: query as Record<string, string> });
      expect(status).toBe(400);
      expect(body.details[0].path).toBe(Object.keys(query)[0]);
    },
  );
});

describe('the export', () => {
  it('goes back in after deletion, and everything is as it was', async () => {
    const client = await createClient();
    const acme = await create(client, '/brands', { name: 'Acme' });
    const other = await create(client, '/brands', { name: 'Other' });
    const prompt_id = await create(client, '/prompts', { text: 'tracked', country_code: 'DE' });
    const { prompt_text: _, country_code: __, ...rest } = createChat();
    const chats = [
      createChat({ external_id: 'external' }),
      createChat({ answer: 'pending\n"text" 😀 ' }),
      createChat({ answer: undefined, mentions: [], external_id: 'no answer' }),
      createChat({ answer: '', mentions: [], date: '2026-01-02' }),
      createChat({
        answer: 'mentions',
        mentions: [
          { brand_id: acme, count: 2, position: 2, sentiment: -0.333 },
          { brand_id: other, count: 1, position: 1 },
        ],
      }),
      createChat({
        answer: 'sources',
        sources: [
          { url: 'https://www.a.com/x?utm_source=y#z', title: 'A “title”', citation_count: 0, citation_position: 1 },
          { url: 'b.org' },
        ],
        queries: ['best shoes', 'shoes 2026'],
      }),
      { ...rest, prompt_id, country_code: 'FR', external_id: 'elsewhere' },
    ];
    expect((await send(client, chats)).body.accepted).toBe(chats.length);
    const read = async () => ({
      lines: await exportLines(client),
      chats: (await list(client)).map(({ id: _id, ...chat }: { id: string }) => chat),
      report: (await client.post('/reports/brands', { ...all, dimensions: ['prompt_id', 'country_code', 'date'] }))
        .body,
      prompts: (await client.get('/prompts')).body,
    });
    const before = await read();
    expect(before.lines).toHaveLength(chats.length);
    for (const { id } of await list(client)) await client.delete(`/chats/${id}`);
    expect(await list(client)).toEqual([]);
    const { body } = await sendLines(client, `${before.lines.join('\n')}\n`);
    expect(body).toEqual({ accepted: chats.length, duplicates: 0, rejected_count: 0, rejected: [] });
    expect(await read()).toEqual(before);
    expect((await sendLines(client, before.lines.join('\n'))).body.duplicates).toBe(chats.length);
  });

  it('is refused with a proper error before it begins', async () => {
    const client = await createClient();
    const headers = { accept: NDJSON };
    expect((await client.get('/chats', { query: { limit: '0' }, headers })).status).toBe(400);
    expect((await client.get('/chats', { query: { start_date: '2026-02-30' }, headers })).status).toBe(400);
    expect((await service.as(null).get('/chats', { headers })).status).toBe(401);
  });
});

describe('deleting chats', () => {
  it('by id works once, and takes the chat out of reports', async () => {
    const client = await createClient();
    const brand_id = await create(client, '/brands', { name: 'Acme' });
    const mentions = [{ brand_id, count: 1, position: 1 }];
    await send(client, [createChat({ mentions }), createChat({ mentions: [], answer: 'other' })]);
    const [{ id }, { id: other }] = await list(client);
    const deleted = await client.delete(`/chats/${id}`);
    expect(deleted.status).toBe(200);
    expect(deleted.body).toEqual({});
    expect((await client.delete(`/chats/${id}`)).status).toBe(404);
    expect((await client.get(`/chats/${id}/content`)).status).toBe(404);
    expect((await list(client)).map((chat: { id: string }) => chat.id)).toEqual([other]);
    expect((await client.post('/reports/brands')).body.data[0]).toMatchObject({
      visibility_total: 1,
      visibility_count: 0,
      mention_count: 0,
    });
    expect((await client.get('/prompts')).body.totalCount).toBe(1);
  });

  it('by external ids takes all that are known, and is 404 where none is', async () => {
    const client = await createClient();
    await send(
      client,
      ['a', 'b', 'c'].map((external_id) => createChat({ external_id })),
    );
    await send(client, [createChat()]);
    const deleted = await client.delete('/chats', { external_ids: ['a', ' b ', 'unknown'] });
    expect(deleted.status).toBe(200);
    expect(deleted.body).toEqual({});
    expect(await listExternalIds(client)).toEqual(['c', null]);
    expect((await client.delete('/chats', { external_ids: ['a', 'b'] })).status).toBe(404);
  });

  it.each([
    {},
    { external_ids: [] },
    { external_ids: 'a' },
    { external_ids: [1] },
    { external_ids: null },
    { ids: ['a'] },
  ])('refuses the body %j and deletes nothing', async (body) => {
    const client = await createClient();
    await send(client, [createChat({ external_id: 'a' })]);
    expect((await client.delete('/chats', body)).status).toBe(400);
    expect(await list(client)).toHaveLength(1);
  });
});

describe('GET /chats/{id}/content', () => {
  it('shows everything of a chat', async () => {
    const client = await createClient();
    const brand_id = await create(client, '/brands', { name: 'Acme' });
    await send(client, [
      createChat({
        answer: 'Acme is fine.',
        external_id: 'a',
        sources: [
          {
            url: 'https://www.Shop.Example.co.uk/Path/?utm_source=x&b=1#top',
            title: 'Shop',
            citation_count: 2,
            citation_position: 1,
          },
          { url: 'https://example.org', citation_count: 0 },
        ],
        queries: ['best shoes', 'shoes 2026'],
        mentions: [{ brand_id, count: 1, position: 1, sentiment: 0.25 }],
      }),
    ]);
    const [chat] = await list(client);
    expect(await readContent(client, chat.id)).toEqual({
      ...chat,
      messages: [
        { role: 'user', content: 'Which shoes?' },
        { role: 'assistant', content: 'Acme is fine.' },
      ],
      sources: [
        {
          url: 'https://www.Shop.Example.co.uk/Path/?utm_source=x&b=1#top',
          url_normalized: expect.stringContaining('shop.example.co.uk/Path'),
          domain: 'example.co.uk',
          title: 'Shop',
          citation_count: 2,
          citation_position: 1,
          urlNormalized: expect.stringContaining('shop.example.co.uk/Path'),
          citationCount: 2,
          citationPosition: 1,
        },
        {
          url: 'https://example.org',
          url_normalized: expect.stringContaining('example.org'),
          domain: 'example.org',
          title: null,
          citation_count: 0,
          citation_position: null,
          urlNormalized: expect.stringContaining('example.org'),
          citationCount: 0,
          citationPosition: 0,
        },
      ],
      brands_mentioned: [
        {
          id: brand_id,
          name: 'Acme',
          position: 1,
          recommended_position: 1,
          count: 1,
          sentiment: 0.25,
          sentiment_source: 'given',
          mentions: [],
        },
      ],
      queries: ['best shoes', 'shoes 2026'],
      products: [],
      features: [],
      maps: [],
      ads: [],
      corrections: [],
      ...NO_USAGE,
    });
  });

  it('has [] for what a chat has not', async () => {
    const client = await createClient();
    await send(client, [createChat({ answer: undefined, mentions: [] })]);
    const [chat] = await list(client);
    expect(await readContent(client, chat.id)).toEqual({
      ...chat,
      external_id: null,
      messages: [{ role: 'user', content: 'Which shoes?' }],
      sources: [],
      brands_mentioned: [],
      queries: [],
      products: [],
      features: [],
      maps: [],
      ads: [],
      corrections: [],
      ...NO_USAGE,
    });
  });

  it('answers 404 to ids that are unknown or misshapen', async () => {
    const client = await createClient();
    for (const id of [`ch_${UNKNOWN}`, 'nonsense', `pr_${UNKNOWN}`, "ch_'%20or%201=1"]) {
      expect((await client.get(`/chats/${id}/content`)).status).toBe(404);
      expect((await client.delete(`/chats/${id}`)).status).toBe(404);
    }
  });
});
