import { expect, it } from 'vitest';
import { ApiError } from '../../src/client/api-error.ts';
import { shouldRetry, toRetryInterval } from './retry.ts';

const createError = (status: number) => new ApiError({ status, code: 'unknown', message: 'x', requestId: null });

it('asks again by itself until the service is back, and not if the request is wrong', () => {
  const ask = (error: unknown) => toRetryInterval({ state: { error } });
  expect([0, 503].map((status) => ask(createError(status)))).toEqual([10_000, 10_000]);
  expect([400, 401, 404, 500].map((status) => ask(createError(status)))).toEqual([false, false, false, false]);
  expect(ask(null)).toBe(false);
});

it('retries twice what may work a moment later', () => {
  expect([0, 1, 2].map((failures) => shouldRetry(failures, createError(0)))).toEqual([true, true, false]);
  expect([0, 429, 503, 500, 400].filter((status) => shouldRetry(0, createError(status)))).toEqual([0, 429, 503]);
  expect(shouldRetry(0, new Error('x'))).toBe(false);
});
