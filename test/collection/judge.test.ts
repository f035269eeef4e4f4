import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeModelAnswer, type FakeModelRequest, startFakeModel } from '../harness/fake-model.ts';
import { createNoonClock } from '../harness/noon.ts';
import { startService, type TestService } from '../harness/service.ts';
import { waitUntil } from '../harness/wait-until.ts';

let service: TestService;

beforeAll(async () => {
  // Budgets count by the day.
  service = await startService({}, createNoonClock());
});
afterAll(() => service.close());

const dates = { start_date: '2026-01-01', end_date: '2026-12-31' };
const ANSWERS = [
  'Acme is terrible, and everybody at Zorbix says so.',
  'Acme works with Brumelle.',
  'Brumelle costs $20, they say.',
  'No brand here.',
];

/** A judge that praises every brand with the whole first line of the answer. */
function praise({ prompt }: FakeModelRequest): FakeModelAnswer {
  const [question, answer] = prompt.split('-----\n') as [string, string];
  const brands = [...question.matchAll(/^(\d)\. /gm)].map(([, number]) => Number(number));
  return { answer: JSON.stringify(brands.map((brand) => ({ brand, score: 0.8, quotes: [answer] }))) };
}

async function setUp(answer: (request: FakeModelRequest) => FakeModelAnswer = praise) {
  const provider = await startFakeModel(answer);
  const { client } = await service.createProject();
  const brands: Record<string, string> = {};
  for (const name of ['Acme', 'Brumelle']) brands[name] = (await client.post('/brands', { name })).body.id;
  const place = { prompt_text: 'Which sofa?', country_code: 'US', model_channel_id: 'famA-0' };
  const chats = ANSWERS.map((text, index) => ({ ...place, date: `2026-11-0${index + 1}`, answer: text }));
  expect((await client.post('/chats', { chats })).body.accepted).toBe(ANSWERS.length);
  const ask = { kind: 'openai-compatible', model: 'm', base_url: provider.base_url, price: { request: 0.5 } };
  await client.patch('/model-channels/famD-1', { ask });
  const judge = { model_channel_id: 'famD-1', start_date: '2026-10-01' };
  const sentiments = async (): Promise<Record<string, number | undefined>> => {
    const { data } = (await client.post('/reports/brands', dates)).body;
    return Object.fromEntries(
      data.map((row: { brand: { name: string }; sentiment?: number }) => [row.brand.name, row.sentiment]),
    );
  };
  const waitForVerdicts = () =>
    waitUntil('everything is judged', async () => {
      const { judged, waiting } = (await client.get('/judge')).body;
      const { data } = (await client.get('/runs')).body;
      return judged > 0 && waiting === 0 && data.every(({ state }: { state: string }) => state === 'done');
    });
  return { provider, client, brands, judge, sentiments, waitForVerdicts };
}

describe('a judge', () => {
  it('replaces the built-in scores, with its quotes as evidence, within the budget', async () => {
    const { provider, client, judge, sentiments, waitForVerdicts } = await setUp();
    expect((await sentiments()).Acme).toBeLessThan(50);
    expect((await client.get('/judge')).body).toMatchObject({ model_channel_id: null, judged: 0, waiting: 0 });
    expect((await client.put('/judge', judge)).status).toBe(200);
    await waitForVerdicts();
    expect(await sentiments()).toEqual({ Acme: 90, Brumelle: 90 });
    expect((await client.get('/judge')).body).toEqual({ ...judge, judged: 3, waiting: 0, refused: 0, problem: null });
    // One ask for each answer with a brand.
    expect(provider.requests).toHaveLength(3);
    expect((await client.get('/schedule')).body.spent).toEqual({ day: 1.5, month: 1.5 });
    const { data } = (await client.get('/chats', { query: dates })).body;
    const { brands_mentioned } = (await client.get(`/chats/${data[0].id}/content`)).body;
    expect(brands_mentioned[0]).toMatchObject({ sentiment: 0.8, sentiment_source: 'judge' });
    expect(brands_mentioned[0].mentions[0].clauses).toMatchObject([{ text: ANSWERS[0], sentiment: 0.8 }]);
    await provider.close();
  });

  it('is asked once for an answer, also after brands changed, and its scores go with it', async () => {
    const { provider, client, judge, sentiments, waitForVerdicts } = await setUp();
    const before = await sentiments();
    await client.put('/judge', judge);
    await waitForVerdicts();
    await client.put('/judge', { model_channel_id: null });
    await waitUntil('the built-in scores are back', async () => (await sentiments()).Acme === before.Acme);
    await client.put('/judge', judge);
    await waitForVerdicts();
    expect(await sentiments()).toEqual({ Acme: 90, Brumelle: 90 });
    expect(provider.requests).toHaveLength(3);
    // A new brand is judged where it is named.
    await client.post('/brands', { name: 'Zorbix' });
    await waitUntil('the new brand is judged', async () => {
      await client.put('/judge', judge);
      return (await sentiments()).Zorbix === 90;
    });
    expect(provider.requests).toHaveLength(4);
    await provider.close();
  });

  it('that quotes what nobody said is refused, and the built-in score stays', async () => {
    const { provider, client, judge, sentiments, waitForVerdicts } = await setUp(() => ({
      answer: '[{"brand": 1, "score": 1, "quotes": ["Acme is the best"]}]',
    }));
    const before = await sentiments();
    await client.put('/judge', judge);
    await waitForVerdicts();
    expect((await client.get('/judge')).body).toMatchObject({ judged: 3, refused: 3 });
    expect(await sentiments()).toEqual(before);
    await provider.close();
  });

  it('pauses when its channel fails, and says why', async () => {
    const { provider, client, judge } = await setUp(() => ({ status: 401 }));
    await client.put('/judge', judge);
    await waitUntil('it pauses', async () => (await client.get('/judge')).body.problem !== null);
    expect((await client.get('/judge')).body).toMatchObject({ judged: 0, waiting: 3 });
    await provider.close();
  });

  it('counts less than a person', async () => {
    const { provider, client, brands, judge, waitForVerdicts } = await setUp();
    await client.put('/judge', judge);
    await waitForVerdicts();
    const { data } = (await client.get('/chats', { query: dates })).body;
    const correction = { chat_id: data[0].id, kind: 'sentiment', brand_id: brands.Acme, sentiment: -1 };
    expect((await client.post('/corrections', correction)).status).toBe(201);
    const { brands_mentioned } = (await client.get(`/chats/${data[0].id}/content`)).body;
    expect(brands_mentioned[0]).toMatchObject({ sentiment: -1, sentiment_source: 'correction' });
    await provider.close();
  });

  it('must be a channel that can be asked', async () => {
    const { provider, client } = await setUp();
    expect((await client.put('/judge', { model_channel_id: 'famA-0' })).status).toBe(400);
    expect((await client.post('/judge/try', { model_channel_id: 'nothing' })).status).toBe(400);
    await provider.close();
  });
});

describe('a trial', () => {
  it('shows where the judge differs, and changes no numbers', async () => {
    const { provider, client, sentiments } = await setUp();
    const before = await sentiments();
    const { status, body } = await client.post('/judge/try', { model_channel_id: 'famD-1', answers: 2 });
    expect(status).toBe(200);
    expect(body).toMatchObject({ answers: 2, brands: 3, same: 0, refused: 0, cost: 1, problem: null });
    expect(body.differences[0]).toMatchObject({
      brand: { name: 'Brumelle' },
      built_in: null,
      judge: 0.8,
      quotes: [{ start: 0, text: ANSWERS[2] }],
    });
    expect(await sentiments()).toEqual(before);
    await provider.close();
  });

  it('ends early when the channel fails', async () => {
    const { provider, client } = await setUp(() => ({ status: 401 }));
    const { body } = await client.post('/judge/try', { model_channel_id: 'famD-1' });
    expect(body).toMatchObject({ answers: 0, brands: 0, differences: [] });
    expect(body.problem).toContain('401');
    await provider.close();
  });
});
