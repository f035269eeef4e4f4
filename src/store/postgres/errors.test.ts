import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../errors.ts';
import { isConflict, isLost, retry, toReadable } from './errors.ts';

const withCode = (code: string) => Object.assign(new Error('as the server puts it'), { code });
const LOST = [
  'ECONNREFUSED',
  'ECONNRESET',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '25006',
  '25P03',
  '08006',
  'ERR_STREAM_PREMATURE_CLOSE',
].map(withCode);

describe('an error of the server', () => {
  it.each([
    ...LOST,
    new Error('Connection terminated unexpectedly'),
    new Error('timeout exceeded when trying to connect'),
    new Error('timeout expired'),
    new Error('Query read timeout'),
    Object.assign(new Error('connection to the remote node 10.0.0.2:5432 failed'), { code: 'XX000' }),
  ])('means that the connection is lost: %s', (error) => {
    expect(isLost(error)).toBe(true);
    expect(toReadable(error)).toMatchObject({ code: 'store_unavailable', cause: error });
  });

  it.each([withCode('23505'), withCode('40001'), withCode('42601'), new Error('anything'), null, undefined])(
    'means nothing of the kind: %s',
    (error) => {
      expect(isLost(error)).toBe(false);
    },
  );

  it.each([
    ['40001', 'overloaded'],
    ['40P01', 'overloaded'],
    ['55P03', 'overloaded'],
    ['57014', 'query_timeout'],
    ['23505', 'duplicate'],
    ['53100', 'store_unavailable'],
  ])('%s becomes %s', (code, readable) => {
    expect(toReadable(withCode(code))).toMatchObject({ code: readable });
  });

  it('stays as it is where it says nothing to the caller, or was written for them', () => {
    for (const error of [withCode('42601'), new Error('ours'), new AppError('not_found', 'Theirs.')]) {
      expect(toReadable(error)).toBe(error);
    }
  });
});

describe('retry', () => {
  /** Work that fails so many times. */
  function createWork(failures: number, error: Error) {
    let runs = 0;
    const work = async () => {
      runs += 1;
      if (runs <= failures) throw error;
      return runs;
    };
    return { work, runs: () => runs };
  }

  it('runs the work until it succeeds', async () => {
    const { work } = createWork(2, withCode('40001'));
    expect(await retry(work, { forMs: 60_000, isTransient: isConflict })).toBe(3);
  });

  it('runs it once where the first run has waited as long as it may', async () => {
    for (const message of [
      'Query read timeout',
      'timeout exceeded when trying to connect',
      'Connection terminated due to connection timeout',
      'timeout expired',
    ]) {
      let runs = 0;
      const hang = async () => {
        runs += 1;
        await pause(120);
        throw new Error(message);
      };
      await expect(retry(hang, { forMs: 100, isTransient: isLost })).rejects.toThrow(message);
      expect(runs).toBe(1);
    }
  });

  it('runs it once where the error does not pass, or there is no time', async () => {
    const broken = createWork(1, withCode('42601'));
    await expect(retry(broken.work, { forMs: 60_000, isTransient: isConflict })).rejects.toMatchObject({
      code: '42601',
    });
    const late = createWork(1, withCode('40001'));
    await expect(retry(late.work, { forMs: 0, isTransient: isConflict })).rejects.toMatchObject({ code: '40001' });
    expect([broken.runs(), late.runs()]).toEqual([1, 1]);
  });
});
