import { readFileSync } from 'node:fs';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { describeSettings, readConfig, readEnvironmentSecrets } from './config.ts';
import { isForThisMachine } from './domain/loopback.ts';

it('has a default for everything', () => {
  expect(readConfig({})).toMatchObject({
    HOST: '127.0.0.1',
    PORT: 3000,
    BASE_PATH: '/v1',
    RATE_LIMIT: 600,
    COMPANY_RATE_LIMIT: 'auto',
    TRUST_PROXY: [],
    DEMO: true,
    BOOTSTRAP_KEY: null,
  });
});

it.each([
  { env: {}, isAlone: true },
  { env: { HOST: '::1', PUBLIC_URL: 'http://localhost:3000' }, isAlone: true },
  { env: { HOST: '::1', PUBLIC_URL: 'http://[::1]:3000' }, isAlone: true },
  { env: { HOST: '0.0.0.0' }, isAlone: false },
  { env: { PUBLIC_URL: 'https://overheard.example.com' }, isAlone: false },
  { env: { TRUST_PROXY: 'loopback' }, isAlone: false },
])('is for this machine only as long as nothing says that others reach it: $env', ({ env, isAlone }) => {
  expect(isForThisMachine(readConfig(env))).toBe(isAlone);
});

it.each([
  { BASE_PATH: 'v1' },
  { BASE_PATH: '/v1/' },
  { DATABASE_URL: 'mysql://x' },
  { CORS_ORIGINS: 'https://ok.example,nonsense' },
  { CORS_ORIGINS: '*' },
  { BOOTSTRAP_KEY: 'short' },
  { MEMORY_LIMIT: 'lots' },
  { DATABASE_THREADS: '0' },
  { PORT: '65536' },
  { DEMO: 'yes' },
  { COMPANY_RATE_LIMIT: 'much' },
  { SMTP_URL: 'mail.example.com' },
  { SMTP_URL: 'smtp://user:50%@mail.example.com' },
  { SMTP_FROM: 'nobody' },
  { SMTP_FROM: 'a@example.com, b@example.com' },
  { TRUST_PROXY: '1' },
  { TRUST_PROXY: 'true' },
  { TRUST_PROXY: '10.0.0.0/33' },
  { TRUST_PROXY: '10.0.0.0/0' },
  { TRUST_PROXY: '::1, proxy.example.com' },
])('refuses %j by name', (env) => {
  expect(() => readConfig(env)).toThrow(Object.keys(env)[0]!);
});

it('takes addresses and ranges of proxies that Fastify can use', () => {
  const { TRUST_PROXY } = readConfig({ TRUST_PROXY: 'loopback, 10.0.0.0/8,192.0.2.7 ,2001:db8::/32, ::1' });
  expect(TRUST_PROXY).toEqual(['loopback', '10.0.0.0/8', '192.0.2.7', '2001:db8::/32', '::1']);
  expect(() => Fastify({ trustProxy: TRUST_PROXY })).not.toThrow();
});

it('never repeats a secret in a complaint', () => {
  expect(() => readConfig({ BOOTSTRAP_KEY: 'hush-hush' })).toThrow(/^(?!.*hush)/s);
});

it('is described, completely, in docs/settings.md', () => {
  expect(readFileSync('docs/settings.md', 'utf8')).toContain(describeSettings());
});

describe('secrets in the environment', () => {
  it('are found by their names, with their hosts', () => {
    const secrets = readEnvironmentSecrets({
      SECRET_OPENAI: 'sk-1',
      SECRET_MY_KEY: 'two',
      SECRET_MY_KEY_HOSTS: 'api.example.com, other.example:8443',
      SECRET_EMPTY: '',
      SECRETS_KEY: 'not a secret of a channel',
      PATH: '/bin',
    });
    expect([...secrets]).toEqual([
      ['openai', { value: 'sk-1', hosts: [] }],
      ['my_key', { value: 'two', hosts: ['api.example.com', 'other.example:8443'] }],
    ]);
  });
});
