import { expect, it } from 'vitest';
import { readConfig } from '../../config.ts';
import { AppError } from '../../errors.ts';
import type { Caller } from '../../operations/authentication.ts';
import { createRequestCounts } from '../../store/duckdb/request-counts.ts';
import type { Store } from '../../store/store.ts';
import { createRateLimits } from './rate-limits.ts';

const WINDOW_MS = 60_000;
/** A moment for which `moment + WINDOW_MS - moment` is more than the window. */
const UNLUCKY = Array.from({ length: 1000 }, (_, step) => step * 9973.7).find((at) => at + WINDOW_MS - at > WINDOW_MS)!;

const key = (api_key: number, company = 1) => ({ kind: 'company', api_key, company }) as Caller;
const link = (api_key: number) => ({ kind: 'link', api_key, company: 1 }) as Caller;

function open(env: Record<string, string>, now = () => 0) {
  const store = { countRequest: createRequestCounts(now) } as Store;
  const limit = createRateLimits({ store, config: readConfig(env) });
  return async (caller: Caller) => {
    const headers: Record<string, unknown> = {};
    const reply = { headers: (given: object) => Object.assign(headers, given) };
    const error = await limit({ caller }, reply as never).then(
      () => undefined,
      (reason: AppError) => reason,
    );
    return { headers, error };
  };
}

it('counts a company beside its keys and links, and says which limit was exceeded', async () => {
  const ask = open({ RATE_LIMIT: '3', SHARE_RATE_LIMIT: '2', COMPANY_RATE_LIMIT: '5' });
  for (const caller of [key(1), key(1), key(2), link(3)]) expect((await ask(caller)).error).toBeUndefined();
  expect((await ask(key(2))).headers).toMatchObject({ 'X-RateLimit-Limit': 5, 'X-RateLimit-Remaining': 0 });
  const { error, headers } = await ask(key(4));
  expect(error).toMatchObject({ code: 'rate_limited', headers: { 'Retry-After': '60' } });
  expect(error?.message).toBe(
    'The keys and share links of this company together made more than 5 requests per minute. Try again in 60 seconds.',
  );
  expect(headers).toEqual({ 'X-RateLimit-Limit': 5, 'X-RateLimit-Remaining': 0, 'X-RateLimit-Reset': 60 });
  expect((await ask(key(5, 2))).error).toBeUndefined();
});

it('does not count for the company what a key may not do any more', async () => {
  const ask = open({ RATE_LIMIT: '2', COMPANY_RATE_LIMIT: '4' });
  for (let index = 0; index < 20; index += 1) await ask(key(1));
  expect((await ask(key(1))).error?.message).toBe(
    'This key made more than 2 requests per minute. Try again in 60 seconds.',
  );
  expect((await ask(key(2))).error).toBeUndefined();
  expect((await ask(key(2))).error).toBeUndefined();
  expect((await ask(key(3))).error?.message).toContain('company');
});

it('lets a company do what ten busy keys may, and any number of requests where keys have no limit', async () => {
  const ask = open({ RATE_LIMIT: '1', SHARE_RATE_LIMIT: '0' });
  for (let index = 1; index <= 10; index += 1) expect((await ask(key(index))).error).toBeUndefined();
  expect((await ask(link(11))).error?.message).toContain('more than 10 requests');
  const free = open({ RATE_LIMIT: '0', SHARE_RATE_LIMIT: '0' });
  expect(await free(key(1))).toEqual({ headers: {}, error: undefined });
  const onlyCompany = open({ RATE_LIMIT: '0', SHARE_RATE_LIMIT: '0', COMPANY_RATE_LIMIT: '1' });
  await onlyCompany(key(1));
  expect((await onlyCompany(key(2))).error).toBeInstanceOf(AppError);
});

it('never announces a reset after the end of the window', async () => {
  expect(UNLUCKY).toBeGreaterThan(0);
  let time = UNLUCKY;
  const ask = open({ COMPANY_RATE_LIMIT: '0' }, () => time);
  expect((await ask(key(1))).headers).toMatchObject({ 'X-RateLimit-Reset': 60 });
  time += 1500;
  expect((await ask(key(1))).headers).toMatchObject({ 'X-RateLimit-Reset': 59 });
});
