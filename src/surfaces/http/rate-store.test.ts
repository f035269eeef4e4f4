import rateLimit from '@fastify/rate-limit';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { createRequestCounts } from '../../store/duckdb/request-counts.ts';
import { createRateStore } from './rate-store.ts';

const WINDOW_MS = 60_000;
/** A moment for which `moment + WINDOW_MS - moment` is more than the window. */
const UNLUCKY = Array.from({ length: 1000 }, (_, step) => step * 9973.7).find((at) => at + WINDOW_MS - at > WINDOW_MS)!;

/** The headers of the last of several requests, one at each time. */
async function ask(times: number[]) {
  const left = [...times];
  const app = Fastify();
  await app.register(rateLimit, {
    max: 10,
    timeWindow: WINDOW_MS,
    store: createRateStore({ countRequest: createRequestCounts(() => left.shift()!) }, WINDOW_MS),
    keyGenerator: () => '7',
  });
  app.get('/', async () => 'ok');
  const answers = [];
  for (const _ of times) answers.push(await app.inject('/'));
  await app.close();
  return answers.at(-1)!.headers;
}

it('never announces a reset after the end of the window', async () => {
  expect(UNLUCKY).toBeGreaterThan(0);
  expect(await ask([UNLUCKY])).toMatchObject({ 'x-ratelimit-reset': '60' });
});

it('counts requests and announces the time that is left', async () => {
  expect(await ask([1000, 13_500])).toMatchObject({
    'x-ratelimit-limit': '10',
    'x-ratelimit-remaining': '8',
    'x-ratelimit-reset': '48',
  });
});
