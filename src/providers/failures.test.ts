import { describe, expect, it } from 'vitest';
import { parseRetryAfter, toReportedError, toStatusError } from './failures.ts';

const NOW = new Date('2026-11-15T12:00:00Z');

const fail = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  toStatusError(
    { status, headers: new Headers(headers), body: typeof body === 'string' ? body : JSON.stringify(body) },
    { name: 'Acme', now: NOW },
  );

describe('a response with an error', () => {
  it('is no_credit if the quota is used up, whatever its status', () => {
    const error = {
      message: 'You exceeded your current quota.',
      type: 'insufficient_quota',
      code: 'insufficient_quota',
    };
    expect(fail(429, { error })).toMatchObject({
      reason: 'no_credit',
      message: 'Acme answered with status 429: You exceeded your current quota.',
    });
    const balance = { type: 'invalid_request_error', message: 'Your credit balance is too low to access the API.' };
    expect(fail(400, { type: 'error', error: balance }).reason).toBe('no_credit');
  });

  it('is unauthorized if the key is wrong, even with status 400', () => {
    const details = [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' }];
    const error = { code: 400, message: 'API key not valid.', status: 'INVALID_ARGUMENT', details };
    expect(fail(400, { error }).reason).toBe('unauthorized');
    expect(fail(400, { code: 'invalid-argument', error: 'Incorrect API key provided: xa***' }).reason).toBe(
      'unauthorized',
    );
    expect(fail(400, { error: { message: 'Unknown parameter.' } }).reason).toBe('refused_by_provider');
  });

  it('quotes no page of HTML, and no novel', () => {
    expect(fail(502, '<html><h1>Bad gateway</h1></html>', { 'content-type': 'text/html' }).message).toBe(
      'Acme answered with status 502.',
    );
    expect(fail(500, 'upstream\nfailed', { 'content-type': 'text/plain' }).message).toBe(
      'Acme answered with status 500: upstream failed',
    );
    expect(fail(500, { error: { message: 'x'.repeat(1000) } }).message.length).toBeLessThan(350);
  });

  it('with status 200 is overloaded, unless its code says more', () => {
    expect(toReportedError({ code: 'server_error', message: 'Sorry.' }, { name: 'Acme' })).toMatchObject({
      reason: 'overloaded',
      message: 'Acme reported a failure: Sorry.',
      is_end_unknown: false,
    });
    expect(toReportedError({ code: 402, message: 'Pay.' }, { name: 'Acme' }).reason).toBe('no_credit');
  });
});

describe('the time to wait', () => {
  const parse = (headers: Record<string, string>, json = {}) => parseRetryAfter(new Headers(headers), json, NOW);

  it('is read from headers and from RetryInfo', () => {
    const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34.074824224s' }];
    expect(parse({}, { error: { details } })).toBe(34_075);
    expect(parse({ 'retry-after': '3' }, { error: { details } })).toBe(3000);
    expect(parse({ 'retry-after': '0.5' })).toBe(500);
    expect(parse({ 'retry-after-ms': '12.5' })).toBe(12.5);
  });

  it('of a date in the past is none', () => {
    expect(parse({ 'retry-after': 'Sun, 15 Nov 2026 11:00:00 GMT' })).toBe(0);
  });

  it('is unknown if it is not said, or not understood', () => {
    expect(parse({})).toBeNull();
    expect(parse({ 'retry-after': 'soon' })).toBeNull();
    expect(parse({ 'retry-after': '-5' })).toBeNull();
  });
});
