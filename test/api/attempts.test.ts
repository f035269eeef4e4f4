import { describe, expect, it } from 'vitest';
import { startService } from '../harness/service.ts';

const HOST = 'localhost:8080';
const OWN = { host: HOST, origin: `http://${HOST}` };
const PROXY = '10.0.0.5';

describe('wrong keys', () => {
  it('are slowed down by address, while keys that are right go on working', async () => {
    const service = await startService({ FAILED_ATTEMPTS_LIMIT: '5' });
    const { key, companyKey } = await service.createProject();
    const ask = (secret: string, from: string) => service.as(secret).get('/key', { from });
    for (let index = 0; index < 5; index += 1) expect((await ask(`${key}${index}`, '192.0.2.1')).status).toBe(401);
    const refused = await ask(`${key}x`, '192.0.2.1');
    expect(refused.status).toBe(429);
    expect(refused.body.code).toBe('rate_limited');
    expect(refused.body.message).toMatch(
      /^Too many wrong keys, sign-ins or tokens came from your address\. Try again in (?:1 second|(?!1 )\d+ seconds)\.$/,
    );
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect((await ask(companyKey, '192.0.2.1')).status).toBe(200);
    expect((await ask(`${key}x`, '192.0.2.2')).status).toBe(401);
    expect(service.logged()).toContain('"address":"192.0.2.1"');
    await service.close();
  });

  it('count together with wrong sign-ins, sessions and tokens, but not with requests that show none', async () => {
    const service = await startService({ FAILED_ATTEMPTS_LIMIT: '4', METRICS_TOKEN: 'tell-no-one' });
    const nobody = service.as(null);
    const signIn = (body: object) => nobody.request('POST', '//session', { body, headers: OWN });
    const metrics = (token: string) => nobody.get('//metrics', { headers: { authorization: `Bearer ${token}` } });
    for (let index = 0; index < 10; index += 1) {
      expect((await nobody.get('/key')).status).toBe(401);
      expect((await nobody.get('//metrics')).status).toBe(401);
      expect((await signIn({})).status).toBe(400);
    }
    expect((await metrics('tell-no-one')).status).toBe(200);
    expect((await signIn({ key: 'wrong' })).status).toBe(401);
    expect((await signIn({ token: 'wrong' })).status).toBe(401);
    expect((await metrics('wrong')).status).toBe(401);
    expect((await service.as('wrong').get('/key')).status).toBe(401);
    // One of them is still checked, so that others at the address can sign in.
    const refused = [await signIn({ key: 'wrong' }), await signIn({ token: 'wrong' }), await metrics('wrong')];
    for (const { status } of refused) expect(status).toBe(429);
    expect((await metrics('tell-no-one')).status).toBe(200);
    await service.close();
  });
});

describe('the address', () => {
  const fail = async (env: Record<string, string>, clients: { from: string; forwarded: string }[]) => {
    const service = await startService({ FAILED_ATTEMPTS_LIMIT: '1', ...env });
    const statuses: (number | string)[] = [];
    for (const { from, forwarded } of clients) {
      const headers = { 'x-forwarded-for': forwarded };
      statuses.push((await service.as('wrong').get('/key', { from, headers })).status);
    }
    if (service.logged().includes('name it in TRUST_PROXY')) statuses.push('hint');
    await service.close();
    return statuses;
  };

  it('is that of the connection, whatever a header says, and the log has a hint', async () => {
    const clients = ['192.0.2.1', '192.0.2.2', '192.0.2.3'].map((forwarded) => ({ from: PROXY, forwarded }));
    expect(await fail({}, clients)).toEqual([401, 429, 429, 'hint']);
  });

  it('is the one that a trusted proxy names, and nobody else', async () => {
    const clients = [
      { from: PROXY, forwarded: '192.0.2.1' },
      { from: PROXY, forwarded: '192.0.2.2' },
      { from: PROXY, forwarded: '192.0.2.1' },
      // What the client itself put into the header stands before what the proxy adds.
      { from: PROXY, forwarded: '192.0.2.9, 192.0.2.1' },
      { from: '192.0.2.50', forwarded: '192.0.2.77' },
      { from: '192.0.2.50', forwarded: '192.0.2.78' },
    ];
    for (const TRUST_PROXY of [PROXY, '10.0.0.0/8', 'uniquelocal', `127.0.0.1, ${PROXY}`]) {
      expect(await fail({ TRUST_PROXY }, clients)).toEqual([401, 401, 429, 429, 401, 429]);
    }
  });
});
