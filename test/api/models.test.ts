import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_OWN_MODELS } from '../../src/domain/limits.ts';
import { INSTALLATION } from '../../src/store/queries/counters.ts';
import { startService, type TestService } from '../harness/service.ts';

const CATALOGUE = [
  ['famA-scraper', 'famA-0'],
  ['famB-scraper', 'famB-0'],
  ['famC-ai-overview-scraper', 'famC-0'],
  ['famD-4o-search', 'famD-0'],
  ['famC-ai-mode-scraper', 'famC-1'],
  ['famE-scraper', 'famE-0'],
  ['famF-sonnet-4', 'famF-0'],
  ['famG-scraper', 'famG-0'],
  ['famF-haiku-4.5', 'famF-1'],
  ['famF-3.5-haiku', 'famF-2'],
  ['famD-4o', 'famD-1'],
  ['famD-3.5-turbo', 'famD-2'],
  ['famE-2.5-flash', 'famE-1'],
  ['famB-sonar', 'famB-1'],
  ['famJ-r1', 'famJ-0'],
  ['famH-3.3-70b-instruct', 'famH-0'],
  ['famK-scraper', 'famK-0'],
  ['famK-api', 'famK-1'],
  ['famH-sonar', 'famH-1'],
];

let service: TestService;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

describe('the catalog', () => {
  it('lists exactly the models of the specification, in its order, inactive at first', async () => {
    const { client } = await service.createProject();
    const { body } = await client.get('/models');
    expect(body).toMatchObject({ totalCount: 19, total_count: 19 });
    expect(body.data).toEqual(
      CATALOGUE.map(([id, channel]) => ({
        id,
        public_id: expect.stringMatching(/\S/),
        name: expect.not.stringMatching(/fam/),
        is_active: false,
        model_channels: [{ id: channel }],
      })),
    );
  });

  it('lists one channel for each model, in the same order, inactive at first', async () => {
    const { client } = await service.createProject();
    const { body } = await client.get('/model-channels');
    expect(body).toMatchObject({ totalCount: 19, total_count: 19 });
    expect(body.data).toEqual(
      CATALOGUE.map(([model, id]) => ({
        id,
        name: expect.not.stringMatching(/fam/),
        description: expect.not.stringMatching(/fam/),
        current_model: { id: model },
        is_active: false,
        unsupported_country_codes: [],
        ask: null,
        country: 'none',
        paused_until: null,
        paused_reason: null,
      })),
    );
  });

  it.each(['/models', '/model-channels'])('pages %s without losing or repeating any', async (path) => {
    const { client } = await service.createProject();
    const whole = (await client.get(path)).body.data;
    const pieces = [];
    for (let offset = 0; offset < 25; offset += 5) {
      const { body } = await client.get(path, { query: { limit: '5', offset: String(offset) } });
      expect(body.totalCount).toBe(19);
      pieces.push(...body.data);
    }
    expect(pieces).toEqual(whole);
  });

  it('takes every model and every channel in GET /chats, and no other model', async () => {
    const { client } = await service.createProject();
    for (const [model_id, model_channel_id] of CATALOGUE as [string, string][]) {
      expect((await client.get('/chats', { query: { model_id } })).status).toBe(200);
      expect((await client.get('/chats', { query: { model_channel_id } })).status).toBe(200);
    }
    for (const model_id of ['famA', 'famA-0', 'FAMA-SCRAPER', 'famL-scraper', 'famA-scraper ']) {
      const refused = await client.get('/chats', { query: { model_id } });
      expect(refused.status, model_id).toBe(400);
      expect(refused.body.details[0].path).toBe('model_id');
    }
  });
});

describe('PATCH /model-channels/{id}', () => {
  it('activates for one project alone', async () => {
    const { client, company } = await service.createProject();
    const sibling = (await company.post('/projects', { name: 'Sibling' })).body.id;
    const changed = await client.patch('/model-channels/famC-1', { is_active: true });
    expect(changed.status).toBe(200);
    expect(changed.body).toEqual({});
    const active = (await client.get('/model-channels')).body.data.filter(
      ({ is_active }: { is_active: boolean }) => is_active,
    );
    expect(active.map(({ id }: { id: string }) => id)).toEqual(['famC-1']);
    const models = (await client.get('/models')).body.data.filter(({ is_active }: { is_active: boolean }) => is_active);
    expect(models.map(({ id }: { id: string }) => id)).toEqual(['famC-ai-mode-scraper']);
    const others = (await company.get('/model-channels', { query: { project_id: sibling } })).body.data;
    expect(others.some(({ is_active }: { is_active: boolean }) => is_active)).toBe(false);
  });

  it('keeps what is not named, and succeeds in changing nothing', async () => {
    const { client } = await service.createProject();
    const read = async () => (await client.get('/model-channels')).body.data[0];
    await client.patch('/model-channels/famA-0', { unsupported_country_codes: ['CN', 'AE'] });
    expect(await read()).toMatchObject({ is_active: false, unsupported_country_codes: ['CN', 'AE'] });
    await client.patch('/model-channels/famA-0', { is_active: true });
    expect(await read()).toMatchObject({ is_active: true, unsupported_country_codes: ['CN', 'AE'] });
    const before = await read();
    for (const changes of [{}, { is_active: true }, { unsupported_country_codes: ['CN', 'AE'] }]) {
      expect((await client.patch('/model-channels/famA-0', changes)).status).toBe(200);
      expect(await read()).toEqual(before);
    }
    await client.patch('/model-channels/famA-0', { is_active: false, unsupported_country_codes: [] });
    expect(await read()).toMatchObject({ is_active: false, unsupported_country_codes: [] });
  });

  it.each([
    { is_active: 'true' },
    { is_active: null },
    { unsupported_country_codes: ['cn'] },
    { unsupported_country_codes: ['CN', 'CN'] },
    { unsupported_country_codes: 'CN' },
    { unsupported_country_codes: null },
    { active: true },
  ])('refuses %j', async (changes) => {
    const { client } = await service.createProject();
    expect((await client.patch('/model-channels/famA-0', changes)).status).toBe(400);
    expect((await client.get('/model-channels')).body.data[0].is_active).toBe(false);
  });

  it('answers 404 to a channel outside the catalog', async () => {
    const { client } = await service.createProject();
    for (const id of ['famA-1', 'famA', 'famA-scraper', 'constructor', '0']) {
      expect((await client.patch(`/model-channels/${id}`, { is_active: true })).status).toBe(404);
    }
  });

  it('is not needed for answers: those of inactive channels are taken', async () => {
    const { client } = await service.createProject();
    const chat = { prompt_text: 'a', country_code: 'US', model_channel_id: 'famK-1', date: '2026-01-01', mentions: [] };
    expect((await client.post('/chats', { chats: [chat] })).body.accepted).toBe(1);
    expect((await client.get('/chats')).body.data[0]).toMatchObject({
      model: { id: 'famK-api' },
      model_channel: { id: 'famK-1' },
    });
  });
});

describe('public ids', () => {
  it('are taken wherever a model is named', async () => {
    const { client } = await service.createProject();
    const chat = { prompt_text: 'Which?', country_code: 'US', date: '2026-01-01', answer: 'None.' };
    const { body } = await client.post('/chats', { chats: [{ ...chat, model_id: 'chatgpt-scraper' }] });
    expect(body).toMatchObject({ accepted: 1, rejected: [] });
    const query = { model_id: 'chatgpt-scraper', start_date: '2026-01-01', end_date: '2026-01-01' };
    expect((await client.get('/chats', { query })).body.data).toMatchObject([{ model: { id: 'famA-scraper' } }]);
    const filters = [{ field: 'model_id', operator: 'in', values: ['chatgpt-scraper'] }];
    const report = await client.post('/queries/search', { start_date: '2026-01-01', end_date: '2026-01-01', filters });
    expect(report.status).toBe(200);
  });

  it('are in every response, if the service is set to them', async () => {
    const other = await startService({ MODEL_IDS: 'public' });
    const { client } = await other.createProject();
    await client.post('/brands', { name: 'Acme' });
    const chat = { prompt_text: 'Which?', country_code: 'US', date: '2026-01-01', answer: 'Acme.', queries: ['acme'] };
    await client.post('/chats', { chats: [{ ...chat, model_id: 'famA-scraper' }] });
    const range = { start_date: '2026-01-01', end_date: '2026-01-01' };
    const chats = (await client.get('/chats', { query: range })).body.data;
    const bodies = [
      chats,
      (await client.get(`/chats/${chats[0].id}/content`)).body.model,
      (await client.get('/models')).body.data,
      (await client.get('/model-channels')).body.data.map(
        ({ current_model }: { current_model: object }) => current_model,
      ),
      (await client.post('/reports/brands', { ...range, dimensions: ['model_id'] })).body.data,
      (await client.post('/queries/search', range)).body.data,
      (await other.as(null).get('//openapi.json')).body,
    ];
    const tokens = bodies.flatMap((body) => JSON.stringify(body).match(/fam[A-K]-(?:scraper|ai-|api|sonar|4o)/g) ?? []);
    expect(tokens).toEqual([]);
    expect(chats).toMatchObject([{ model: { id: 'chatgpt-scraper' }, model_channel: { id: 'famA-0' } }]);
    await other.close();
  });
});

describe('models of a company', () => {
  const range = { start_date: '2026-01-01', end_date: '2026-01-01' };

  it('work like built-in ones, after them in every order', async () => {
    const { id: project_id, company, client } = await service.createProject();
    expect((await company.post('/models', { id: 'house-1', name: 'House model' })).body).toEqual({ id: 'house-1' });
    expect((await company.post('/models', { id: 'house-2', name: 'Two', family: 'lab' })).status).toBe(201);
    const models = (await client.get('/models')).body.data;
    expect(models.slice(19)).toEqual([
      { id: 'house-1', public_id: null, name: 'House model', is_active: false, model_channels: [{ id: 'own-0' }] },
      { id: 'house-2', public_id: null, name: 'Two', is_active: false, model_channels: [{ id: 'lab-1' }] },
    ]);
    await client.post('/brands', { name: 'Acme' });
    const chat = { prompt_text: 'Which?', country_code: 'US', date: '2026-01-01', answer: 'Acme.' };
    await client.post('/chats', {
      chats: [
        { ...chat, model_id: 'house-1' },
        { ...chat, model_id: 'famH-sonar' },
      ],
    });
    const { data } = (
      await client.post('/reports/brands', {
        ...range,
        dimensions: ['model_id'],
        order_by: [{ field: 'model_id', direction: 'asc' }],
      })
    ).body;
    expect(data.map(({ model }: { model: { id: string } }) => model.id)).toEqual(['famH-sonar', 'house-1']);
    const filters = [{ field: 'model_id', operator: 'in', values: ['house-1'] }];
    expect((await client.post('/reports/brands', { ...range, filters })).body.data).toMatchObject([{ visibility: 1 }]);
    expect((await company.delete('/models/house-1')).body.code).toBe('in_use');
    expect((await company.delete('/models/house-2')).status).toBe(200);
    expect((await client.get('/models')).body.data).toHaveLength(20);
    // Its channel is not given out again.
    await company.post('/models', { id: 'house-2', name: 'Two again', family: 'lab' });
    expect((await client.get('/models')).body.data.at(-1).model_channels).toEqual([{ id: 'lab-2' }]);
    expect((await company.patch('/models/house-2', { name: 'New name' })).status).toBe(200);
    expect((await client.get('/models')).body.data.at(-1).name).toBe('New name');
    expect(project_id).toMatch(/^or_/);
  });

  it('are refused where they cannot be', async () => {
    const { company, client } = await service.createProject();
    const refused = async (body: object) => (await company.post('/models', { name: 'x', ...body })).status;
    expect(await refused({ id: 'famA-scraper' })).toBe(400);
    expect(await refused({ id: 'gpt-4o' })).toBe(409);
    expect(await refused({ id: 'Upper' })).toBe(400);
    expect(await refused({ id: 'a', family: 'famous' })).toBe(400);
    expect((await client.post('/models', { id: 'a', name: 'x' })).status).toBe(403);
    expect((await company.patch('/models/gpt-4o', { name: 'x' })).status).toBe(409);
    expect((await company.delete('/models/famD-4o')).status).toBe(409);
    expect((await company.delete('/models/unknown')).status).toBe(404);
  });

  it('belong to their company alone', async () => {
    const one = await service.createProject();
    const two = await service.createProject();
    await one.company.post('/models', { id: 'mine', name: 'Mine' });
    expect((await two.client.get('/models')).body.data).toHaveLength(19);
    const chat = { prompt_text: 'Which?', country_code: 'US', date: '2026-01-01', answer: 'None.', model_id: 'mine' };
    expect((await two.client.post('/chats', { chats: [chat] })).body).toMatchObject({ accepted: 0, rejected_count: 1 });
  });

  it('are limited, those that were deleted included', async () => {
    const { company, client } = await service.createProject();
    const add = (id: string) => company.post('/models', { id, name: id });
    expect((await add('first')).status).toBe(201);
    expect((await company.delete('/models/first')).status).toBe(200);
    await service.context.store.write(INSTALLATION, async ({ db }) => {
      const last = (
        await db.selectFrom('companies').select('company').orderBy('company', 'desc').executeTakeFirstOrThrow()
      ).company;
      await db
        .updateTable('counters')
        .set({ value: MAX_OWN_MODELS - 1 })
        .where('project', '=', INSTALLATION)
        .where('name', '=', `models of ${last}`)
        .execute();
    });
    expect((await add('last')).status).toBe(201);
    const refused = await add('one-too-many');
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ code: 'limit_reached' });
    expect((await client.get('/models')).body.data.at(-1)).toMatchObject({ id: 'last' });
  });
});
