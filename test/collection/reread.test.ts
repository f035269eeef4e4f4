import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cleanup } from '../../src/background/upkeep.ts';
import { rereadProject } from '../../src/collection/reread.ts';
import { INSTALLATION } from '../../src/store/queries/counters.ts';
import { startFakeModel } from '../harness/fake-model.ts';
import { startService, type TestService } from '../harness/service.ts';
import { waitUntil } from '../harness/wait-until.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

/** A project with one collected answer. */
async function setUp() {
  const provider = await startFakeModel(() => ({ answer: 'Take a Varrow.' }));
  const { client } = await service.createProject();
  await client.post('/brands', { name: 'Brumelle' });
  await client.post('/prompts', { text: 'Which one?', country_code: 'US' });
  const ask = { kind: 'openai-compatible', model: 'm', base_url: provider.base_url, price: { request: 0.5 } };
  await client.patch('/model-channels/famD-1', { is_active: true, ask });
  const { id } = (await client.post('/runs', { kind: 'collection' })).body;
  await waitUntil('the run is over', async () => (await client.get(`/runs/${id}`)).body.state === 'done');
  await provider.close();
  const [task] = (await client.get(`/runs/${id}/tasks`)).body.data;
  const { db } = service.context.store;
  const newest = await sql<{ project: number }>`select max(project) as project from projects`.execute(db);
  const { rows } = await sql<{ project: number; chat: number; body: string }>`
    select project, chat, body from raw_responses where project = ${newest.rows[0]!.project}`.execute(db);
  return { client, chat: task.chat.id as string, raw: rows[0]! };
}

describe('kept responses', () => {
  it('are read again, and correct what a former parser got wrong', async () => {
    const { client, chat, raw } = await setUp();
    expect(await rereadProject(service.context, raw.project)).toEqual({ read: 1, changed: 0, failed: 0 });
    // As if a former parser had seen another text.
    const body = gzipSync(gunzipSync(Buffer.from(raw.body, 'base64')).toString().replace('Varrow', 'Brumelle'));
    await service.context.store.write(raw.project, ({ db }) =>
      sql`update raw_responses set body = ${body.toString('base64')}
        where project = ${raw.project} and chat = ${raw.chat}`.execute(db),
    );
    const before = (await client.get(`/chats/${chat}/content`)).body;
    expect(await rereadProject(service.context, raw.project)).toEqual({ read: 1, changed: 1, failed: 0 });
    const after = (await client.get(`/chats/${chat}/content`)).body;
    expect(after).toMatchObject({
      id: chat,
      external_id: before.external_id,
      cost: 0.5,
      asked_at: before.asked_at,
      brands_mentioned: [{ name: 'Brumelle' }],
    });
    expect(after.messages[1].content).toBe('Take a Brumelle.');
    expect(await rereadProject(service.context, raw.project)).toEqual({ read: 1, changed: 0, failed: 0 });
  });

  it('lose a key that a former version did not recognize in them', async () => {
    const key = 'sk-live_9fQ2bX7kLm4TzR8wYc3Vh6Nd1Gp5Js';
    const { client, chat, raw } = await setUp();
    await client.put('/secrets/local', { value: key });
    const written = [...key].map((character) => `&#${character.charCodeAt(0)};`).join('');
    const kept = JSON.parse(gunzipSync(Buffer.from(raw.body, 'base64')).toString().replace('Varrow', written));
    const body = gzipSync(JSON.stringify({ ...kept, ask: { ...kept.ask, secret: 'local' } }));
    await service.context.store.write(raw.project, ({ db }) =>
      sql`update raw_responses set body = ${body.toString('base64')}
        where project = ${raw.project} and chat = ${raw.chat}`.execute(db),
    );
    expect(await rereadProject(service.context, raw.project)).toEqual({ read: 1, changed: 1, failed: 0 });
    expect((await client.get(`/chats/${chat}/content`)).body.messages[1].content).toBe('Take a [secret].');
  });

  it('are forgotten after their time', async () => {
    const { raw } = await setUp();
    const count = async () => {
      const { rows } = await sql<{ rows: number }>`
        select count(*) as rows from raw_responses where project = ${raw.project}`.execute(service.context.store.db);
      return rows[0]!.rows;
    };
    const laterBy = (days: number) => ({ ...service.context, now: () => new Date(Date.now() + days * 86_400_000) });
    const key = { project: INSTALLATION, kind: cleanup.kind, subject: 0 };
    const { signal } = new AbortController();
    await cleanup.step(laterBy(29), key, { signal });
    expect(await count()).toBe(1);
    await cleanup.step(laterBy(31), key, { signal });
    expect(await count()).toBe(0);
  });
});
