import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestProject, type TestService } from '../harness/service.ts';
import { waitUntil } from '../harness/wait-until.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const dates = { start_date: '2026-01-01', end_date: '2026-01-31' };
const ANSWER = 'Acme is a terrible choice. Quell advertises a lot. The Acme of comfort is Brumelle, says Zorbix.';

/** A project with one answer. */
async function createAnswered(answer = ANSWER) {
  const project = await service.createProject();
  const { client } = project;
  const brands: Record<string, string> = {};
  for (const name of ['Acme', 'Brumelle']) brands[name] = (await client.post('/brands', { name })).body.id;
  const place = { country_code: 'US', model_channel_id: 'famA-0', date: '2026-01-05', external_id: 'one' };
  const { body } = await client.post('/chats', { chats: [{ ...place, prompt_text: 'Which sofa?', answer }] });
  expect(body).toMatchObject({ accepted: 1 });
  const chat_id = (await client.get('/chats', { query: dates })).body.data[0].id as string;
  const read = async () => (await client.get(`/chats/${chat_id}/content`)).body;
  const report = async (): Promise<Record<string, Record<string, number>>> => {
    const { data } = (await client.post('/reports/brands', dates)).body;
    return Object.fromEntries(data.map((row: { brand: { name: string } }) => [row.brand.name, row]));
  };
  const correct = (correction: object) => client.post('/corrections', { chat_id, ...correction });
  return { ...project, brands, chat_id, read, report, correct };
}

async function waitForRuns({ client }: Pick<TestProject, 'client'>): Promise<void> {
  await waitUntil('no run is left', async () => {
    const { data } = (await client.get('/runs')).body;
    return data.every(({ state }: { state: string }) => state === 'done');
  });
}

describe('a mention that is not the brand', () => {
  it('leaves the answer and the reports, and comes back when the correction is undone', async () => {
    const { client, brands, read, report, correct } = await createAnswered();
    const before = await report();
    expect(before.Acme).toMatchObject({ mention_count: 2, position: 1 });
    expect(before.Brumelle).toMatchObject({ mention_count: 1, position: 2 });
    const start = ANSWER.lastIndexOf('Acme');
    const { status, body } = await correct({ kind: 'not_brand', brand_id: brands.Acme, start, end: start + 4 });
    expect(status).toBe(201);
    expect((await report()).Acme).toMatchObject({ mention_count: 1, visibility_count: 1 });
    const content = await read();
    expect(content.brands_mentioned[0]).toMatchObject({ name: 'Acme', count: 1 });
    expect(content.corrections).toMatchObject([{ id: body.id, kind: 'not_brand', start, text: 'Acme' }]);
    expect((await client.delete(`/corrections/${body.id}`)).status).toBe(200);
    expect(await report()).toEqual(before);
    expect((await read()).corrections).toEqual([]);
  });

  it('may be every mention, which moves the other brands up', async () => {
    const { brands, report, correct } = await createAnswered();
    await correct({ kind: 'not_brand', brand_id: brands.Acme });
    const after = await report();
    expect(after.Acme).toMatchObject({ mention_count: 0, visibility_count: 0 });
    expect(after.Brumelle).toMatchObject({ mention_count: 1, position: 1, share_of_voice: 1 });
  });

  it('is refused where there is none', async () => {
    const { brands, correct } = await createAnswered();
    const { status, body } = await correct({ kind: 'not_brand', brand_id: brands.Acme, start: 5, end: 7 });
    expect(status).toBe(400);
    expect(body.message).toContain('not a mention of this brand');
  });
});

describe('a mention that was missed', () => {
  it('is added, in place of what was found there', async () => {
    const { client, brands, read, report, correct } = await createAnswered();
    const start = ANSWER.indexOf('Zorbix');
    await correct({ kind: 'brand', brand_id: brands.Brumelle, start, end: start + 6 });
    expect((await report()).Brumelle).toMatchObject({ mention_count: 2 });
    const { brands_mentioned } = await read();
    expect(brands_mentioned[1].mentions[1]).toMatchObject({ text: 'Zorbix', rule: 'correction' });
    // The first word belongs to another brand, and a passage is one brand at most.
    await correct({ kind: 'brand', brand_id: brands.Brumelle, start: 0, end: 4 });
    const after = await report();
    expect(after.Brumelle).toMatchObject({ mention_count: 3, position: 1 });
    expect(after.Acme).toMatchObject({ mention_count: 1, position: 2 });
    expect((await client.get('/corrections')).body.totalCount).toBe(2);
  });

  it('is refused in what is not read, and outside of the answer', async () => {
    const answer = 'Acme is good.\n\n```\nBrumelle\n```\n\nAcme again.';
    const { brands, correct } = await createAnswered(answer);
    const add = (start: number, end: number) => correct({ kind: 'brand', brand_id: brands.Brumelle, start, end });
    const start = answer.indexOf('Brumelle');
    expect((await add(start, start + 8)).body.message).toContain('does not analyze');
    expect((await add(0, 40)).body.message).toContain('does not analyze');
    expect((await add(4, 4)).body.message).toContain('not after the start');
    expect((await add(0, 1000)).body.message).toContain(`has only ${answer.length}`);
  });
});

describe('a score that is wrong', () => {
  it('counts as corrected, and stays when the brands change', async () => {
    const { client, brands, read, report, correct } = await createAnswered();
    expect((await report()).Acme!.sentiment).toBeLessThan(50);
    const { brands_mentioned } = await read();
    expect(brands_mentioned[0].sentiment_source).toBe('built_in');
    await correct({ kind: 'sentiment', brand_id: brands.Acme, sentiment: 0.6 });
    expect((await report()).Acme).toMatchObject({ sentiment: 80 });
    await client.post('/brands', { name: 'Quell' });
    await waitForRuns({ client });
    const after = await report();
    expect(after.Quell).toMatchObject({ mention_count: 1 });
    expect(after.Acme).toMatchObject({ sentiment: 80 });
    expect((await read()).brands_mentioned[0]).toMatchObject({ sentiment: 0.6, sentiment_source: 'correction' });
    const { data } = (await client.get('/corrections')).body;
    expect(data).toMatchObject([{ sentiment: 0.6, sentiment_before: brands_mentioned[0].sentiment }]);
  });

  it('may be none at all', async () => {
    const { brands, report, correct } = await createAnswered();
    await correct({ kind: 'sentiment', brand_id: brands.Acme, sentiment: null });
    expect((await report()).Acme).toMatchObject({ mention_count: 2, sentiment_count: 0 });
  });

  it('needs a brand that the answer names', async () => {
    const { client, correct } = await createAnswered();
    const { id } = (await client.post('/brands', { name: 'Nowhere' })).body;
    const { status, body } = await correct({ kind: 'sentiment', brand_id: id, sentiment: 1 });
    expect(status).toBe(400);
    expect(body.message).toContain('not found in this answer');
  });
});

it('replaces an earlier correction of the same thing, and repeats none under one idempotency key', async () => {
  const { client, chat_id, brands, correct } = await createAnswered();
  await correct({ kind: 'sentiment', brand_id: brands.Acme, sentiment: 0.6 });
  await correct({ kind: 'sentiment', brand_id: brands.Acme, sentiment: 0.2 });
  expect((await client.get('/corrections')).body).toMatchObject({ totalCount: 1, data: [{ sentiment: 0.2 }] });
  const asking = { headers: { 'idempotency-key': 'once' } };
  const first = await client.post('/corrections', { chat_id, kind: 'checked' }, asking);
  const second = await client.post('/corrections', { chat_id, kind: 'checked' }, asking);
  expect(second.body).toEqual(first.body);
});

it('is filtered by chat, brand and kind, and exported as CSV', async () => {
  const { client, chat_id, brands, correct } = await createAnswered();
  await correct({ kind: 'sentiment', brand_id: brands.Acme, sentiment: 0.6 });
  await correct({ kind: 'checked' });
  const count = async (query: Record<string, string>) => (await client.get('/corrections', { query })).body.totalCount;
  expect(await count({ chat_id })).toBe(2);
  expect(await count({ brand_id: brands.Acme! })).toBe(1);
  expect(await count({ brand_id: brands.Brumelle! })).toBe(0);
  expect(await count({ kind: 'checked' })).toBe(1);
  const { text } = await client.get('/corrections', { headers: { accept: 'text/csv' } });
  expect(text.split('\r\n')[0]).toContain('sentiment_before');
  expect(text).toContain('Acme');
});

it('goes with its chat, and with its brand', async () => {
  const { client, chat_id, brands, correct } = await createAnswered();
  await correct({ kind: 'sentiment', brand_id: brands.Acme, sentiment: 0.6 });
  await correct({ kind: 'checked' });
  await client.delete(`/brands/${brands.Acme}`);
  await waitForRuns({ client });
  expect((await client.get('/corrections')).body.data).toMatchObject([{ kind: 'checked' }]);
  await client.delete(`/chats/${chat_id}`);
  expect((await client.get('/corrections')).body.totalCount).toBe(0);
});

it('says what a kind needs, and refuses chats that came with their mentions', async () => {
  const { client, brands, correct } = await createAnswered();
  const refusals = [
    [{ kind: 'sentiment', brand_id: brands.Acme }, 'sentiment: is required'],
    [{ kind: 'checked', brand_id: brands.Acme }, 'cannot be sent with kind "checked"'],
    [{ kind: 'checked', start: 0, end: 1 }, 'cannot be sent with kind "checked"'],
    [{ kind: 'brand', brand_id: brands.Acme }, 'start: is required'],
    [{ kind: 'brand', brand_id: brands.Acme, start: 1 }, 'Send both'],
    [{ kind: 'not_brand' }, 'brand_id: is required'],
    [{ kind: 'checked', sentiment: 1 }, 'cannot be sent with kind "checked"'],
  ] as const;
  for (const [correction, message] of refusals) {
    const { status, body } = await correct(correction);
    expect(status).toBe(400);
    expect(body.message).toContain(message);
  }
  const given = { prompt_text: 'a', country_code: 'US', model_channel_id: 'famA-0', date: '2026-01-06', mentions: [] };
  await client.post('/chats', { chats: [{ ...given, external_id: 'given' }] });
  const chat_id = (await client.get('/chats', { query: { ...dates, external_id: 'given' } })).body.data[0].id;
  const { status, body } = await client.post('/corrections', { chat_id, kind: 'checked' });
  expect(status).toBe(400);
  expect(body.message).toContain('its own mentions');
});

it('is not shown to share links', async () => {
  const { id, company, chat_id, correct } = await createAnswered();
  await correct({ kind: 'checked' });
  const { token } = (await company.post('/share-links', { project_id: id })).body;
  const viewer = service.as(token);
  expect((await viewer.get(`/chats/${chat_id}/content`)).body.corrections).toEqual([]);
  expect((await viewer.get('/corrections')).status).toBe(403);
});

it('measures extraction on checked answers', async () => {
  const { client, brands, correct } = await createAnswered();
  const empty = (await client.get('/corrections/evaluation')).body;
  expect(empty).toMatchObject({ checked_answers: 0, answers: 0, mentions: { precision: null }, languages: [] });
  const start = ANSWER.lastIndexOf('Acme');
  await correct({ kind: 'not_brand', brand_id: brands.Acme, start, end: start + 4 });
  const missed = ANSWER.indexOf('Zorbix');
  await correct({ kind: 'brand', brand_id: brands.Brumelle, start: missed, end: missed + 6 });
  await correct({ kind: 'sentiment', brand_id: brands.Acme, sentiment: 0.6 });
  await correct({ kind: 'checked' });
  const { body } = await client.get('/corrections/evaluation');
  const figures = {
    answers: 1,
    mentions: { right: 2, wrong: 1, missed: 1, precision: 2 / 3, recall: 2 / 3 },
    position: 1,
    sentiment: { brands: 2, negative_precision: 0, negative_recall: null },
  };
  expect(body).toMatchObject({ checked_answers: 1, ...figures, languages: [{ language: 'en', ...figures }] });
});
