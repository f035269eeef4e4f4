import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cleanup } from '../../src/background/upkeep.ts';
import { hashSecret } from '../../src/domain/key.ts';
import { createAuthentication } from '../../src/operations/authentication.ts';
import { INSTALLATION } from '../../src/store/queries/counters.ts';
import { startService, type TestProject, type TestService } from '../harness/service.ts';

const DAY_MS = 86_400_000;

let service: TestService;
let project: TestProject;
beforeAll(async () => {
  service = await startService();
  project = await service.createProject('Shared project');
});
afterAll(() => service.close());

async function share(body: object = {}, { client }: Pick<TestProject, 'client'> = project) {
  const answer = await client.post('/share-links', body);
  expect(answer.status).toBe(201);
  return answer.body as { id: string; token: string; url: string; expires_at: string };
}

describe('creating a link', () => {
  it('returns the token once, and keeps only its hash', async () => {
    const { id, token, url, expires_at } = await share({ name: 'For the board' });
    expect(token).toMatch(/^ohs_[\w-]{43}$/);
    expect(url).toBe(`/#share=${token}`);
    expect(Date.parse(expires_at) - Date.now()).toBeGreaterThan(30 * DAY_MS - 60_000);
    const listed = await project.client.get('/share-links');
    const link = listed.body.data.find((candidate: { id: string }) => candidate.id === id);
    expect(link).toMatchObject({ name: 'For the board', state: 'active', last_used_at: null, revoked_at: null });
    expect(link.expires_at).toBe(expires_at);
    const rows = await service.context.store.db.selectFrom('api_keys').selectAll().execute();
    expect(rows.some(({ hash }) => hash === hashSecret(token))).toBe(true);
    for (const text of [JSON.stringify(rows), listed.text, service.logged()])
      expect(text).not.toContain(token.slice(4));
  });

  it('names the host that browsers use', async () => {
    const known = await startService({ PUBLIC_URL: 'https://overheard.example.com' });
    const { token, url } = await share({}, await known.createProject());
    expect(url).toBe(`https://overheard.example.com/#share=${token}`);
    await known.close();
  });

  it('takes a time or a number of days within bounds', async () => {
    const at = (ms: number) => new Date(Date.now() + ms).toISOString();
    for (const expires_at of [at(3_700_000), at(366 * DAY_MS - 60_000)]) {
      expect((await share({ expires_at })).expires_at).toBe(expires_at);
    }
    expect(Date.parse((await share({ expires_in_days: 366 })).expires_at)).toBeGreaterThan(Date.now() + 365 * DAY_MS);
    const refusals: [object, string][] = [
      [{ expires_at: at(3_500_000) }, 'at least 1 hour'],
      [{ expires_at: at(-DAY_MS) }, 'at least 1 hour'],
      [{ expires_at: at(367 * DAY_MS) }, 'at most 366 days'],
      [{ expires_at: 'tomorrow' }, 'expires_at'],
      [{ expires_in_days: 0 }, 'expires_in_days'],
      [{ expires_in_days: 367 }, 'expires_in_days'],
      [{ expires_at: at(DAY_MS), expires_in_days: 1 }, 'Send one of the two'],
    ];
    for (const [body, message] of refusals) {
      const refused = await project.client.post('/share-links', body);
      expect(refused.status, JSON.stringify(body)).toBe(400);
      expect(refused.body.message).toContain(message);
    }
  });

  it('is refused past the number of valid links, and names the setting', async () => {
    const small = await startService({ MAX_SHARE_LINKS: '2' });
    const crowded = await small.createProject();
    const [first] = [await share({}, crowded), await share({}, crowded)];
    const refused = await crowded.client.post('/share-links', {});
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({
      code: 'limit_reached',
      message:
        'The project already has the maximum of 2 share links. Revoke some, or raise the setting MAX_SHARE_LINKS.',
    });
    expect((await small.createProject()).client).toBeDefined();
    await crowded.client.delete(`/share-links/${first.id}`);
    for (let index = 0; index < 6; index += 1) {
      const { id } = await share({ name: `${index}` }, crowded);
      await crowded.client.delete(`/share-links/${id}`);
    }
    await share({ name: 'last' }, crowded);
    const names = (await crowded.client.get('/share-links')).body.data.map(({ name }: { name: string }) => name);
    expect(names).toEqual(['', '4', '5', 'last']);
    await small.close();
  });

  it('needs write access', async () => {
    const { key } = (await project.company.post('/keys', { project_id: project.id, rights: 'read' })).body;
    expect((await service.as(key).post('/share-links', {})).status).toBe(403);
    expect((await service.as(key).get('/share-links')).status).toBe(200);
  });
});

describe('a link', () => {
  it('says what it is, and when it ends', async () => {
    const { id, token, expires_at } = await share({ name: 'Who am I' });
    const { body } = await service.as(token).get('/key');
    expect(body).toEqual({
      id,
      name: 'Who am I',
      kind: 'link',
      rights: 'view',
      project: { id: project.id, name: 'Shared project' },
      expires_at,
    });
  });

  it('is no key: it is not listed, not revoked and not signed in as one', async () => {
    const { id, token } = await share({ name: 'No key' });
    expect((await project.company.get('/keys')).text).not.toContain('No key');
    expect((await project.company.delete(`/keys/${id.replace('sl_', 'ky_')}`)).status).toBe(404);
    const host = { host: 'localhost:8080', origin: 'http://localhost:8080' };
    const signIn = await service.as(null).request('POST', '//session', { body: { key: token }, headers: host });
    expect(signIn.status).toBe(401);
    expect(signIn.body.message).toContain('Open the link itself');
    expect(signIn.headers['set-cookie']).toBeUndefined();
    expect((await service.as(token).get('/key')).status).toBe(200);
  });

  it('writes nothing', async () => {
    const viewer = service.as((await share()).token);
    for (const [method, path, body] of [
      ['POST', '/topics', { name: 'x' }],
      ['POST', '/chats', { chats: [] }],
      ['PUT', '/project-profile', {}],
      ['POST', '/share-links', {}],
      ['POST', '/keys', {}],
    ] as const) {
      expect((await viewer.request(method, path, { body })).status, path).toBe(403);
    }
    expect((await project.client.get('/topics')).body.data).toEqual([]);
  });

  it('shows no settings of channels, and no cost of answers', async () => {
    const { token } = await share();
    const ask = { kind: 'openai', model: 'gpt-5', secret: 'hidden-name' };
    await project.client.put('/secrets/hidden-name', { value: 'hidden value' });
    expect((await project.client.patch('/model-channels/famA-0', { is_active: true, ask })).status).toBe(200);
    const channels = await service.as(token).get('/model-channels');
    expect(channels.text).not.toContain('hidden');
    expect(channels.body.data[0]).toMatchObject({ id: 'famA-0', is_active: true, ask: null, country: 'none' });
    const prompt = (await project.client.post('/prompts', { text: 'Which?', country_code: 'US' })).body.id;
    const used = { cost: 0.25, input_tokens: 7, output_tokens: 8, provider_model: 'gpt-5' };
    const chat = { prompt_id: prompt, model_id: 'famA-scraper', date: '2026-01-01', answer: 'This one.', ...used };
    await project.client.post('/chats', { chats: [chat] });
    const { id } = (await project.client.get('/chats')).body.data[0];
    expect((await project.client.get(`/chats/${id}/content`)).body).toMatchObject(used);
    const content = (await service.as(token).get(`/chats/${id}/content`)).body;
    expect(content).toMatchObject({ cost: null, input_tokens: null, output_tokens: null, provider_model: 'gpt-5' });
    expect(content.messages[1].content).toBe('This one.');
  });

  it('stops working the moment it is revoked, and cannot be revoked twice', async () => {
    const { id, token } = await share({ name: 'Short' });
    const viewer = service.as(token);
    expect((await viewer.get('/brands')).status).toBe(200);
    expect((await project.client.delete(`/share-links/${id}`)).status).toBe(200);
    const refused = await viewer.get('/brands');
    expect(refused.status).toBe(401);
    expect(refused.body.message).toBe('This share link was revoked or never existed. Ask its sender for a new one.');
    expect((await service.as(`${token}x`).get('/brands')).body.message).toBe(refused.body.message);
    expect((await project.client.delete(`/share-links/${id}`)).status).toBe(404);
    const link = (await project.client.get('/share-links')).body.data.find((one: { id: string }) => one.id === id);
    expect(link.state).toBe('revoked');
  });

  it('stops working when its time is over, although nothing was written', async () => {
    const { token, expires_at } = await share({ expires_in_days: 1 });
    let now = new Date();
    const authentication = createAuthentication({ ...service.context, now: () => now });
    expect((await authentication.byKey(token)).kind).toBe('link');
    await authentication.settle();
    now = new Date(Date.parse(expires_at) - 1);
    expect((await authentication.byKey(token)).kind).toBe('link');
    await authentication.settle();
    now = new Date(expires_at);
    await expect(authentication.byKey(token)).rejects.toMatchObject({
      code: 'unauthorized',
      message: 'This share link has expired. Ask its sender for a new one.',
    });
  });

  it('is listed for 30 days after its end, and then forgotten', async () => {
    const other = await service.createProject();
    const [active, expired, revoked, recent] = [
      await share({ name: 'active' }, other),
      await share({ name: 'expired' }, other),
      await share({ name: 'revoked' }, other),
      await share({ name: 'recent' }, other),
    ];
    const days = (count: number) => new Date(Date.now() - count * DAY_MS).toISOString();
    const { store } = service.context;
    const change = (token: string, columns: { expires_at?: string; revoked_at?: string }) =>
      store.write(INSTALLATION, ({ db }) =>
        db.updateTable('api_keys').set(columns).where('hash', '=', hashSecret(token)).execute(),
      );
    await change(expired.token, { expires_at: days(31) });
    await change(revoked.token, { revoked_at: days(31) });
    await change(recent.token, { revoked_at: days(29) });
    const listed = (await other.client.get('/share-links')).body;
    expect(listed.data.map(({ name }: { name: string }) => name)).toEqual(['active', 'recent']);
    expect(listed.total_count).toBe(2);
    await cleanup.step(service.context, { project: 0, kind: 'cleanup', subject: 0 }, {
      signal: new AbortController().signal,
    } as never);
    const rows = await store.db.selectFrom('api_keys').select('hash').execute();
    const kept = [active, expired, revoked, recent].map(({ token }) =>
      rows.some(({ hash }) => hash === hashSecret(token)),
    );
    expect(kept).toEqual([true, false, false, true]);
  });

  it('records its last use', async () => {
    const { id, token } = await share();
    await service.as(token).get('/brands');
    await expect
      .poll(async () =>
        (await project.client.get('/share-links')).body.data.find((one: { id: string }) => one.id === id),
      )
      .toMatchObject({ last_used_at: expect.any(String) });
  });

  it('is deleted with its project, and survives the key that created it', async () => {
    const other = await service.createProject();
    const { id: key, key: secret } = (await other.company.post('/keys', { project_id: other.id })).body;
    const { token } = await share({}, { client: service.as(secret) });
    await other.company.delete(`/keys/${key}`);
    expect((await service.as(token).get('/brands')).status).toBe(200);
    await other.company.delete(`/projects/${other.id}`);
    expect((await service.as(token).get('/brands')).status).toBe(401);
    const rows = await service.context.store.db.selectFrom('api_keys').select('hash').execute();
    expect(rows.some(({ hash }) => hash === hashSecret(token))).toBe(false);
  });

  it('has a rate of its own, below that of keys, even where keys have none', async () => {
    const limited = await startService({ RATE_LIMIT: '0', SHARE_RATE_LIMIT: '3' });
    const shared = await limited.createProject();
    const [first, second] = [await share({}, shared), await share({}, shared)];
    const viewer = limited.as(first.token);
    const answer = await viewer.get('/brands');
    expect(answer.headers).toMatchObject({ 'x-ratelimit-limit': '3', 'x-ratelimit-remaining': '2' });
    await viewer.get('/brands');
    await viewer.get('/brands');
    const refused = await viewer.get('/brands');
    expect(refused.status).toBe(429);
    expect(refused.body.code).toBe('rate_limited');
    expect(refused.body.message).toMatch(
      /^This share link made more than 3 requests per minute\. Try again in (?:1 second|(?!1 )\d+ seconds)\.$/,
    );
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await limited.as(second.token).get('/brands')).status).toBe(200);
    for (let index = 0; index < 5; index += 1) expect((await shared.client.get('/brands')).status).toBe(200);
    await limited.close();
  });

  it('leaves its token in no log and in no later response', async () => {
    const { token } = await share();
    const viewer = service.as(token);
    const answers = [await viewer.get('/key'), await viewer.get('/brands'), await viewer.get('/runs')];
    for (const { text, headers } of answers) expect(text + JSON.stringify(headers)).not.toContain(token.slice(4));
    expect(service.logged()).not.toContain(token.slice(4));
  });
});
