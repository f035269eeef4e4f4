import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, startService, type TestService } from '../harness/service.ts';

let service: TestService;
let client: Client;

const ANSWERS = {
  en: 'Acme is an excellent choice, and everybody I know recommends it. It also works with Brumelle.',
  de: 'Acme ist eine hervorragende Wahl, und alle, die ich kenne, empfehlen die Marke weiter.',
  sv: 'Acme är ett utmärkt val, och alla som jag känner rekommenderar det till sina vänner.',
  unknown: 'Acme!',
};
const dates = { start_date: '2026-01-01', end_date: '2026-01-31' };

beforeAll(async () => {
  service = await startService();
  ({ client } = await service.createProject());
  for (const name of ['Acme', 'Brumelle']) await client.post('/brands', { name });
  const shared = {
    prompt_text: 'Which grinder?',
    country_code: 'US',
    model_channel_id: 'famA-0',
    date: '2026-01-05',
  };
  const { body } = await client.post('/chats', {
    chats: Object.entries(ANSWERS).map(([external_id, answer]) => ({ ...shared, external_id, answer })),
  });
  expect(body.accepted).toBe(4);
});
afterAll(() => service.close());

it('lists chats with their language, and filters by it', async () => {
  const { body: all } = await client.get('/chats', { query: dates });
  const found = all.data.map(({ external_id, language }: Record<string, string>) => [external_id, language]);
  expect(found).toEqual([
    ['en', 'en'],
    ['de', 'de'],
    ['sv', 'sv'],
    ['unknown', null],
  ]);
  const { body } = await client.get('/chats', { query: { ...dates, language: 'de' } });
  expect(body.data).toMatchObject([{ external_id: 'de', language: 'de' }]);
  expect((await client.get('/chats', { query: { ...dates, language: 'German' } })).status).toBe(400);
});

it('reports by language, and on answers in one', async () => {
  const report = (body: object) => client.post('/reports/brands', { ...dates, ...body });
  const { body } = await report({ dimensions: ['language'], order_by: [{ field: 'language', direction: 'asc' }] });
  const rows = body.data.filter(({ brand }: { brand: { name: string } }) => brand.name === 'Acme');
  expect(rows.map(({ language, visibility_count }: Record<string, unknown>) => [language, visibility_count])).toEqual([
    ['de', 1],
    ['en', 1],
    ['sv', 1],
    [null, 1],
  ]);
  const only = (operator: string) =>
    report({ filters: [{ field: 'language', operator, values: ['en', 'de'] }] }).then(({ body: { data } }) => data);
  expect((await only('in'))[0]).toMatchObject({ visibility_count: 2, sentiment_count: 2 });
  expect((await only('not_in'))[0]).toMatchObject({ visibility_count: 2, sentiment_count: 0 });
  const wrong = await report({ filters: [{ field: 'language', operator: 'in', values: ['German'] }] });
  expect(wrong.status).toBe(400);
});

it('counts positions without brands that are mentioned in passing', async () => {
  const { body: list } = await client.get('/chats', { query: { ...dates, language: 'en' } });
  const { body } = await client.get(`/chats/${list.data[0].id}/content`);
  expect(body.language).toBe('en');
  expect(body.brands_mentioned).toMatchObject([
    { name: 'Acme', position: 1, recommended_position: 1 },
    { name: 'Brumelle', position: 2, recommended_position: null, sentiment: null },
  ]);
});

it('finds out the language of stored answers when they are analyzed again', async () => {
  // As they are after the update that brought languages.
  const { db } = service.context.store;
  const { project } = await db
    .selectFrom('projects')
    .select('project')
    .orderBy('project', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  await service.context.store.write(project, (transaction) =>
    transaction.db.updateTable('chats').set({ language: 0 }).where('project', '=', project).execute(),
  );
  await client.post('/brands', { name: 'Varrow' });
  await service.context.worker.idle();
  const { body } = await client.get('/chats', { query: { ...dates, language: 'de' } });
  expect(body.data).toMatchObject([{ external_id: 'de' }]);
});
