import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createToken, hashSecret } from '../../src/domain/key.ts';
import { INSTALLATION } from '../../src/store/queries/counters.ts';
import { findCaller } from '../../src/store/queries/keys.ts';
import { insertSession } from '../../src/store/queries/sessions.ts';
import { type Answer, type Asking, startService, type TestService } from '../harness/service.ts';

let service: TestService;
let key: string;
const HOST = 'localhost:8080';
const OWN = { host: HOST, origin: `http://${HOST}` };

/** A service that is reached by https. */
let secured: TestService;
let securedKey: string;
const SECURE = { host: 'overheard.example', origin: 'https://overheard.example' };

beforeAll(async () => {
  service = await startService();
  key = (await service.createCompany()).key;
  secured = await startService({ PUBLIC_URL: SECURE.origin });
  securedKey = (await secured.createCompany()).key;
});
afterAll(async () => {
  await service.close();
  await secured.close();
});

const request = (method: string, path: string, asking: Asking = {}) => service.as(null).request(method, path, asking);
const signIn = (body: unknown, headers: Record<string, string> = OWN) =>
  request('POST', '//session', { body, headers });

const signInOverHttps = () =>
  secured.as(null).request('POST', '//session', { body: { key: securedKey }, headers: SECURE });

/** What a browser sends back of the cookies over https. */
function toSecureHeaders({ headers }: Answer) {
  const cookies = (headers['set-cookie'] as unknown as string[]).slice(0, 2).map((cookie) => cookie.split(';')[0]!);
  return { ...SECURE, cookie: cookies.join('; '), 'x-csrf-token': cookies[1]!.split('=')[1]! };
}

/** The headers that a page of our own sends after signing in. */
function toHeaders({ headers }: Answer): { cookie: string; 'x-csrf-token': string; host: string; origin: string } {
  const cookies = (headers['set-cookie'] as unknown as string[]).map((cookie) => cookie.split(';')[0]!);
  const csrf = cookies.find((cookie) => cookie.startsWith('overheard_csrf='))!;
  return { cookie: cookies.join('; '), 'x-csrf-token': csrf.split('=')[1]!, ...OWN };
}

describe('signing in', () => {
  it('gives a session that stands for the key and holds neither it nor its hash', async () => {
    const answer = await signIn({ key });
    expect(answer.status).toBe(201);
    const [session, csrf] = answer.headers['set-cookie'] as unknown as string[];
    expect(session).toMatch(/^overheard_session=[\w-]{43}; HttpOnly; Path=\/; Max-Age=\d+; SameSite=Strict$/);
    expect(csrf).toMatch(/^overheard_csrf=[\w-]{43}; Path=\/; Max-Age=\d+; SameSite=Strict$/);
    expect(session).not.toContain(key);
    expect(session).not.toContain(hashSecret(key));
    const who = await request('GET', '/key', { headers: toHeaders(answer) });
    expect(who).toMatchObject({ status: 200, body: { kind: 'company' } });
    const made = await request('POST', '/projects', { body: { name: 'Mine' }, headers: toHeaders(answer) });
    expect(made.status).toBe(201);
  });

  it('keeps the cookies to https where the service is reached by it', async () => {
    const answer = await signIn({ key }, { ...OWN, 'x-forwarded-proto': 'https' });
    for (const cookie of answer.headers['set-cookie'] as unknown as string[]) expect(cookie).toMatch(/; Secure$/);
  });

  it('gives cookies over https that no other host can set', async () => {
    const cookies = (await signInOverHttps()).headers['set-cookie'] as unknown as string[];
    expect(cookies.slice(0, 2)).toEqual([
      expect.stringMatching(
        /^__Host-overheard_session=[\w-]{43}; HttpOnly; Path=\/; Max-Age=\d+; SameSite=Strict; Secure$/,
      ),
      expect.stringMatching(/^__Host-overheard_csrf=[\w-]{43}; Path=\/; Max-Age=\d+; SameSite=Strict; Secure$/),
    ]);
    // A browser may have older ones.
    expect(cookies.slice(2)).toEqual([
      'overheard_session=; HttpOnly; Path=/; Max-Age=0; SameSite=Strict; Secure',
      'overheard_csrf=; Path=/; Max-Age=0; SameSite=Strict; Secure',
    ]);
  });

  it('is refused with a wrong key, nothing, both, or from another site', async () => {
    expect((await signIn({ key: `${key}x` })).status).toBe(401);
    expect((await signIn({})).status).toBe(400);
    expect((await signIn({ key, token: 'x' })).status).toBe(400);
    for (const wrong of [{ toString: 1 }, [], 7, null, '']) expect((await signIn({ key: wrong })).status).toBe(400);
    expect((await signIn({ key }, { host: HOST, origin: 'https://evil.example' })).status).toBe(403);
    expect((await signIn({ key }, { host: HOST, 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await request('GET', '//session')).status).toBe(405);
  });

  it('works once with a link, and not with one that is too old', async () => {
    const link = async (minutes: number) => {
      const token = createToken();
      const now = new Date();
      await service.context.store.write(INSTALLATION, async ({ db }) => {
        const { api_key } = (await findCaller(db, hashSecret(key)))!;
        const expires_at = new Date(now.getTime() + minutes * 60_000);
        await insertSession(db, { hash: hashSecret(token), kind: 'link', api_key, now, expires_at });
      });
      return token;
    };
    const token = await link(5);
    expect((await signIn({ token })).status).toBe(201);
    expect((await signIn({ token })).status).toBe(401);
    expect((await signIn({ token: await link(-5) })).status).toBe(401);
    const used = await request('GET', '/key', { headers: { ...OWN, cookie: `overheard_session=${await link(5)}` } });
    expect(used.status).toBe(401);
  });

  it('counts as a request of its key', async () => {
    const limited = await startService({ RATE_LIMIT: '3' });
    const company = await limited.createCompany();
    const enter = () => limited.as(null).request('POST', '//session', { body: { key: company.key }, headers: OWN });
    await company.client.get('/projects');
    expect((await enter()).headers).toMatchObject({ 'x-ratelimit-remaining': '1' });
    expect((await enter()).status).toBe(201);
    const refused = await enter();
    expect(refused.status).toBe(429);
    expect(refused.body.message).toContain('This key made more than 3 requests per minute.');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(await limited.context.store.db.selectFrom('sessions').selectAll().execute()).toHaveLength(2);
    await limited.close();
  });
});

describe('a session over https', () => {
  const ask = async (headers: Record<string, string>) =>
    (await secured.as(null).request('GET', '/key', { headers: { ...SECURE, ...headers } })).status;

  it('does not count with a cookie of the old name, unless it began before the names changed', async () => {
    const headers = toSecureHeaders(await signInOverHttps());
    const old = { ...headers, cookie: headers.cookie.replaceAll('__Host-', '') };
    expect([await ask(headers), await ask(old)]).toEqual([200, 401]);
    const { store } = secured.context;
    const begun = toSecureHeaders(await signInOverHttps());
    const planted = /overheard_session=[\w-]+/.exec(old.cookie)![0];
    await store.write(INSTALLATION, ({ db }) => db.updateTable('sessions').set({ takes_old_cookie: true }).execute());
    expect(await ask(old)).toBe(200);
    // The cookie that only our host can have set comes first.
    expect(await ask({ ...begun, cookie: `${planted}; ${begun.cookie}` })).toBe(200);
    expect(await ask({ ...old, cookie: `${planted}; ${begun.cookie}` })).toBe(401);
  });

  it('ends with signing out, which removes the cookies of both names', async () => {
    const headers = toSecureHeaders(await signInOverHttps());
    const out = await secured.as(null).request('DELETE', '//session', { headers });
    const removed = (out.headers['set-cookie'] as unknown as string[]).filter((cookie) => cookie.includes('Max-Age=0'));
    expect(removed.map((cookie) => cookie.split('=')[0]).sort()).toEqual([
      '__Host-overheard_csrf',
      '__Host-overheard_session',
      'overheard_csrf',
      'overheard_session',
    ]);
    expect(await ask(headers)).toBe(401);
  });
});

describe('a session', () => {
  it('counts only with its token and from our own pages', async () => {
    const headers = toHeaders(await signIn({ key }));
    const { origin: _, 'x-csrf-token': token, ...rest } = headers;
    const ask = async (given: Record<string, string>) => (await request('GET', '/key', { headers: given })).status;
    expect(await ask({ ...rest, 'x-csrf-token': token, referer: `http://${HOST}/prompts` })).toBe(200);
    expect(await ask({ ...rest, 'x-csrf-token': token, 'sec-fetch-site': 'same-origin' })).toBe(200);
    expect(await ask({ ...rest, 'x-csrf-token': token })).toBe(401);
    expect(await ask({ ...rest, origin: OWN.origin })).toBe(401);
    expect(await ask({ ...headers, 'x-csrf-token': `${token}x` })).toBe(401);
    expect(await ask({ ...headers, origin: 'https://evil.example' })).toBe(401);
    expect(await ask({ ...headers, origin: 'null' })).toBe(401);
    expect(await ask({ ...headers, 'sec-fetch-site': 'same-site' })).toBe(401);
  });

  it('gives way to a key, and ends with signing out', async () => {
    const headers = toHeaders(await signIn({ key }));
    const other = (await service.createCompany()).key;
    const who = await request('GET', '/key', { key: other, headers });
    expect(who.body.id).not.toBe((await request('GET', '/key', { headers })).body.id);
    const { 'x-csrf-token': __, ...bare } = headers;
    expect((await request('DELETE', '//session', { headers: bare })).status).toBe(401);
    const out = await request('DELETE', '//session', { headers });
    expect(out.status).toBe(200);
    expect(out.headers['set-cookie']?.[0]).toContain('Max-Age=0');
    expect((await request('GET', '/key', { headers })).status).toBe(401);
  });

  it('ends when its key is revoked', async () => {
    const company = await service.createCompany();
    const made = await company.client.post('/keys', { name: 'short-lived' });
    const headers = toHeaders(await signIn({ key: made.body.key }));
    expect((await request('GET', '/key', { headers })).status).toBe(200);
    await company.client.delete(`/keys/${made.body.id}`);
    expect((await request('GET', '/key', { headers })).status).toBe(401);
  });

  it('may do what its key may, and no more', async () => {
    const project = await service.createProject();
    const reader = await project.company.post('/keys', { project_id: project.id, rights: 'read' });
    const headers = toHeaders(await signIn({ key: reader.body.key }));
    expect((await request('GET', '/brands', { headers })).status).toBe(200);
    expect((await request('POST', '/topics', { body: { name: 'x' }, headers })).status).toBe(403);
  });

  it('ends when its key has signed in too often since, the oldest first', async () => {
    const small = await startService({ MAX_SESSIONS: '3' });
    const [company, other] = [await small.createCompany(), await small.createCompany()];
    const enter = async (secret: string) =>
      toHeaders(await small.as(null).request('POST', '//session', { body: { key: secret }, headers: OWN }));
    const ask = async (headers: Record<string, string>) =>
      (await small.as(null).request('GET', '/key', { headers })).status;
    const foreign = await enter(other.key);
    const sessions: Record<string, string>[] = [];
    for (let index = 0; index < 5; index += 1) {
      sessions.push(await enter(company.key));
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    const statuses = [];
    for (const session of sessions) statuses.push(await ask(session));
    expect(statuses).toEqual([401, 401, 200, 200, 200]);
    expect(await ask(foreign)).toBe(200);
    expect(await small.context.store.db.selectFrom('sessions').selectAll().execute()).toHaveLength(4);
    await small.close();
  });

  it('is kept as a hash alone', async () => {
    const { cookie } = toHeaders(await signIn({ key }));
    const token = /overheard_session=([\w-]+)/.exec(cookie)![1]!;
    const rows = await service.context.store.db.selectFrom('sessions').selectAll().execute();
    expect(rows.some(({ hash }) => hash === hashSecret(token))).toBe(true);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(service.logged()).not.toContain(token);
  });
});
