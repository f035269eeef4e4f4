import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
