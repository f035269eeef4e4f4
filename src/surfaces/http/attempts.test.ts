import type { FastifyRequest } from 'fastify';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { readConfig } from '../../config.ts';
import { AppError } from '../../errors.ts';
import { createAttempts, toNetwork } from './attempts.ts';

const HERE = '203.0.113.7';
const THERE = '203.0.113.8';

function open(limit: number) {
  let time = 0;
  let checks = 0;
  const revoked = new Set<string>();
  const config = readConfig({ FAILED_ATTEMPTS_LIMIT: String(limit) });
  const attempts = createAttempts({ config, log: pino({ level: 'silent' }) }, () => time);
  return {
    pass: (ms: number) => {
      time += ms;
    },
    checks: () => checks,
    revoke: (secret: string) => void revoked.add(secret),
    /** Shows a secret, and says what becomes of it. */
    show: (secret: string, ip = HERE): Promise<string> =>
      attempts
        .check({ request: { ip, headers: {} } as FastifyRequest, secret }, async () => {
          checks += 1;
          if (secret.startsWith('wrong') || revoked.has(secret)) throw new AppError('unauthorized', 'Unknown.');
          return 'accepted';
        })
        .catch((error: AppError) => `${error.code} ${error.headers['Retry-After'] ?? ''}`.trim()),
  };
}

it('refuses wrong secrets from an address that showed too many, without checking them', async () => {
  const { show, checks, pass } = open(3);
  for (let index = 0; index < 3; index += 1) expect(await show(`wrong ${index}`)).toBe('unauthorized');
  pass(1000);
  for (let index = 0; index < 1000; index += 1) expect(await show(`wrong ${index}`)).toBe('rate_limited 59');
  expect(checks()).toBe(4);
  expect(await show('wrong', THERE)).toBe('unauthorized');
  pass(59_000);
  expect(await show('wrong')).toBe('unauthorized');
});

it('always checks a secret that was right before, from wherever it comes', async () => {
  const { show } = open(3);
  expect(await show('right', THERE)).toBe('accepted');
  for (let index = 0; index < 100; index += 1) await show(`wrong ${index}`);
  for (let index = 0; index < 100; index += 1) expect(await show('right')).toBe('accepted');
});

it('still checks some secrets that it does not know, so that others at the address can sign in', async () => {
  const { show, pass } = open(3);
  for (let index = 0; index < 100; index += 1) await show(`wrong ${index}`);
  expect(await show('new')).toBe('rate_limited 60');
  pass(100);
  expect(await show('new')).toBe('accepted');
  expect(await show('new')).toBe('accepted');
});

it('forgets a secret that is not right any more', async () => {
  const { show, revoke } = open(3);
  expect(await show('key')).toBe('accepted');
  revoke('key');
  for (let index = 0; index < 3; index += 1) expect(await show('key')).toBe('unauthorized');
  expect([await show('key'), await show('key')]).toEqual(['rate_limited 60', 'rate_limited 60']);
});

it('refuses nothing where the limit is off', async () => {
  const { show } = open(0);
  for (let index = 0; index < 100; index += 1) expect(await show(`wrong ${index}`)).toBe('unauthorized');
});

it('takes an IPv6 network for one address', () => {
  expect(toNetwork('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
  expect(toNetwork('2001:DB8:1:2::6')).toBe('2001:db8:1:2::/64');
  expect(toNetwork('2001:db8::6')).toBe('2001:db8:0:0::/64');
  expect(toNetwork('::1')).toBe('0:0:0:0::/64');
  expect(toNetwork('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
  expect(toNetwork('::ffff:203.0.113.7')).toBe(HERE);
  expect(toNetwork(HERE)).toBe(HERE);
  expect(toNetwork('x'.repeat(10_000))).toHaveLength(45);
  expect(toNetwork(undefined)).toBe('');
});
