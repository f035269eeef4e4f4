import { describe, expect, it } from 'vitest';
import { createPageCheck } from './page-check.ts';

const LOCAL = { HOST: '127.0.0.1', PUBLIC_URL: '', CORS_ORIGINS: [], TRUST_PROXY: [] };
const PUBLIC = { ...LOCAL, PUBLIC_URL: 'https://overheard.example.com' };
const OPEN = { ...LOCAL, HOST: '0.0.0.0' };

type Settings = Parameters<typeof createPageCheck>[0];

function check(settings: Settings, headers: Record<string, string>): number {
  try {
    createPageCheck(settings)({ headers });
    return 200;
  } catch (error) {
    return (error as { status: number }).status;
  }
}

describe('the host that a request names', () => {
  it.each<[string, Settings, string[]]>([
    ['on this machine', LOCAL, ['localhost', 'localhost:3000', '127.0.0.1:3000', '[::1]:3000', '192.168.1.7:3000']],
    [
      'behind PUBLIC_URL',
      PUBLIC,
      ['overheard.example.com', 'OVERHEARD.example.com:443', 'localhost:3000', 'service:3000'],
    ],
    ['on a name that HOST has', { ...LOCAL, HOST: 'Box.example.com' }, ['box.example.com:3000']],
    ['on a network, where any may be its own', OPEN, ['box.example.com:3000', '10.0.0.7', 'localhost']],
    ['behind a proxy that was not named', { ...LOCAL, TRUST_PROXY: ['loopback'] }, ['overheard.example.com']],
  ])('is taken %s', (_name, settings, hosts) => {
    for (const host of hosts) expect(check(settings, { host }), host).toBe(200);
  });

  it.each<[string, Settings]>([
    ['on this machine', LOCAL],
    ['behind PUBLIC_URL', PUBLIC],
  ])('is 403 %s where it is a foreign one', (_name, settings) => {
    for (const host of [
      'evil.example',
      'evil.example:3000',
      'localhost.evil.example',
      'overheard.example.com.evil.example',
    ])
      expect(check(settings, { host }), host).toBe(403);
  });

  it('is 400 where it is none', () => {
    for (const settings of [LOCAL, PUBLIC, OPEN])
      for (const host of ['[::1', 'x:99999999', 'a/b', 'user@localhost', 'a b', '', 'a?b', '%'])
        expect(check(settings, { host }), host).toBe(400);
    expect(check(LOCAL, {})).toBe(400);
  });
});

describe('the origin of a page', () => {
  const host = 'overheard.example.com';
  const page = { host, origin: `https://${host}` };

  it('is taken where it is our own, or CORS_ORIGINS names it', () => {
    expect(check(PUBLIC, page)).toBe(200);
    expect(check(LOCAL, { host: 'localhost:3000', origin: 'http://localhost:3000' })).toBe(200);
    expect(check(OPEN, { host: '10.0.0.7:3000', origin: 'http://10.0.0.7:3000' })).toBe(200);
    const named = { ...PUBLIC, CORS_ORIGINS: ['https://app.example.org'] };
    expect(check(named, { host, origin: 'https://app.example.org', 'sec-fetch-site': 'cross-site' })).toBe(200);
  });

  it('is 403 where it is another one', () => {
    for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }])
      for (const settings of [PUBLIC, OPEN]) expect(check(settings, { host, ...headers })).toBe(403);
  });

  it('is 403 where it equals a host that need not be ours', () => {
    expect(check(OPEN, { host: 'evil.example:3000', origin: 'http://evil.example:3000' })).toBe(403);
  });
});
