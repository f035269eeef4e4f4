import { describe, expect, it } from 'vitest';
import { AskError } from '../providers/provider.ts';
import { type AskedTask, afterCrash, afterCut, afterFailure, afterReturn } from './outcomes.ts';

const now = new Date('2026-01-01T00:00:00Z');
const task = (more: Partial<AskedTask> = {}): AskedTask => ({
  run: 1,
  task: 1,
  attempts: 1,
  cuts: 0,
  reason: null,
  job: null,
  reservation: 500,
  ...more,
});
const fail = (error: AskError, more: Partial<AskedTask> = {}) =>
  afterFailure(task(more), error, { now, random: () => 0.5 });
const toWait = (due_at: Date | null) => due_at!.getTime() - now.getTime();

describe('an ask that failed', () => {
  it('is asked again after half of a bound that doubles', () => {
    const waits = [1, 2, 3, 4].map((attempts) =>
      toWait(fail(new AskError('overloaded', 'Busy.'), { attempts }).due_at),
    );
    expect(waits).toEqual([500, 1000, 2000, 4000]);
  });

  it('is not asked a sixth time', () => {
    expect(fail(new AskError('overloaded', 'Busy.'), { attempts: 5 })).toMatchObject({ state: 'failed', due_at: null });
  });

  it.each(['unauthorized', 'no_credit', 'refused_by_provider'] as const)('is final after %s', (reason) => {
    expect(fail(new AskError(reason, 'No.')).state).toBe('failed');
  });

  it('waits as long as the provider says, but not longer than a quarter of an hour', () => {
    const wait = (retry_after_ms: number) => fail(new AskError('rate_limited', 'Later.', { retry_after_ms }));
    expect(toWait(wait(30_000).due_at)).toBe(30_000);
    expect(wait(15 * 60_000).state).toBe('queued');
    expect(wait(15 * 60_000 + 1).state).toBe('failed');
  });

  it('is asked once more after a response that makes no sense', () => {
    const error = new AskError('bad_response', 'What?');
    expect(fail(error).state).toBe('queued');
    expect(fail(error, { attempts: 2, reason: 'bad_response' }).state).toBe('failed');
    expect(fail(error, { attempts: 2, reason: 'overloaded' }).state).toBe('queued');
  });

  it('costs nothing if it was refused, and what was reserved if its end is unknown', () => {
    expect(fail(new AskError('rate_limited', 'Later.')).cost).toBe(0);
    expect(fail(new AskError('timeout', 'Silence.', { is_end_unknown: true })).cost).toBe(500);
  });

  it('keeps its job and its reservation while the job goes on', () => {
    const job = '{"id":"7"}';
    const error = new AskError('connection', 'Gone.', { keeps_job: true });
    expect(fail(error, { job })).toMatchObject({ state: 'queued', job, keeps_reservation: true, cost: null });
    expect(fail(error, { job, attempts: 5 })).toMatchObject({
      state: 'failed',
      job: null,
      keeps_reservation: false,
      cost: 500,
    });
    expect(fail(new AskError('overloaded', 'It failed.'), { job })).toMatchObject({
      state: 'queued',
      job: null,
      cost: 500,
    });
  });
});

describe('an ask that our own end cut off', () => {
  it('is not one of the five, and costs what was reserved', () => {
    expect(afterCut(task({ attempts: 3 }))).toMatchObject({ state: 'queued', attempts: 2, cuts: 1, cost: 500 });
  });

  it('goes on waiting for its job', () => {
    const cut = afterCut(task({ job: '{"id":"7"}' }));
    expect(cut).toMatchObject({ state: 'queued', job: '{"id":"7"}', cost: null, keeps_reservation: true });
  });

  it('is given up after twenty times', () => {
    expect(afterCut(task({ cuts: 18 })).state).toBe('queued');
    expect(afterCut(task({ cuts: 19 }))).toMatchObject({ state: 'failed', reason: 'internal' });
  });
});

describe('a task under which the process ended by an error of its own', () => {
  it('is asked once more, and this is not one of its five asks', () => {
    expect(afterCrash(task({ attempts: 3 }))).toMatchObject({
      state: 'queued',
      attempts: 2,
      reason: 'crashed',
      cost: 500,
    });
  });

  it('goes on waiting for its job', () => {
    const next = afterCrash(task({ job: '{"id":"7"}' }));
    expect(next).toMatchObject({ state: 'queued', job: '{"id":"7"}', cost: null, keeps_reservation: true });
  });

  it('is set aside the second time, however often the process was killed from outside in between', () => {
    const first = afterCrash(task({}));
    const killed = afterCut(task({ reason: first.reason, cuts: first.cuts }));
    expect(killed).toMatchObject({ state: 'queued', reason: 'crashed' });
    expect(afterCrash(task({ reason: killed.reason, cuts: killed.cuts, job: '{"id":"7"}' }))).toMatchObject({
      state: 'failed',
      reason: 'crashed',
      message: 'Asking this ended the service twice.',
      cost: 500,
      job: null,
      keeps_reservation: false,
    });
  });
});

describe('a task that was started but never asked', () => {
  it('is as it was, and what was reserved for it is free again', () => {
    expect(afterReturn(task({ attempts: 3, cuts: 1, reason: 'overloaded' }))).toMatchObject({
      state: 'queued',
      attempts: 2,
      cuts: 1,
      reason: 'overloaded',
      cost: null,
      keeps_reservation: false,
    });
    const job = '{"id":"7"}';
    expect(afterReturn(task({ job }))).toMatchObject({ job, keeps_reservation: true });
  });
});
