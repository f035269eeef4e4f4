import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scheduleWork } from '../../src/collection/schedule.ts';
import { listDueWork, putOff } from '../../src/store/queries/work.ts';
import { startService, type TestService } from '../harness/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService();
  // Tests say what time it is, and take the steps themselves.
  await service.context.worker.stop();
});
afterAll(() => service.close());

interface Listed {
  state: string;
  trigger: string;
  due_at: string;
}

/** A project with one prompt and a channel, on a clock that the test sets. */
async function setUp(start: string) {
  const { client, id } = await service.createProject();
  let now = new Date(start);
  const { context } = service;
  const { rows } = await (await import('kysely')).sql<{ project: number }>`
    select max(project) as project from projects`.execute(context.store.db);
  const { project } = rows[0]!;
  await client.post('/prompts', { text: 'Which one?', country_code: 'US' });
  await client.patch('/model-channels/famD-1', {
    is_active: true,
    ask: { kind: 'openai-compatible', model: 'm', base_url: 'http://127.0.0.1:9/v1' },
  });
  const at = () => now;
  return {
    client,
    id,
    setSchedule: async (body: object) => {
      const before = context.now;
      context.now = at;
      const answer = await client.put('/schedule', { is_active: true, time_zone: 'Europe/Berlin', ...body });
      context.now = before;
      return answer;
    },
    /** Lets the clock pass, and does what a process would do then. */
    pass: async (time: string) => {
      now = new Date(time);
      const key = { project, kind: scheduleWork.kind, subject: 0 };
      const services = { ...context, now: at };
      const decide = await scheduleWork.step(services, key, { signal: new AbortController().signal });
      if (typeof decide !== 'function') throw new Error('a schedule decides in the transaction that ends its step');
      return decide(context.store.db);
    },
    /** Whether work that was put off until one time is looked at another time. */
    dueAt: async (put: string, looked: string) => {
      const key = { project, kind: scheduleWork.kind, subject: 0 };
      await context.store.write(project, ({ db }) => putOff(db, key, new Date(put)));
      const due = await listDueWork(context.store.db, { kinds: [key.kind], now: new Date(looked), limit: 100 });
      return due.some((work) => work.project === project);
    },
    runs: async (): Promise<Pick<Listed, 'state' | 'due_at'>[]> =>
      (await client.get('/runs', { query: { kind: 'collection' } })).body.data.map(({ state, due_at }: Listed) => ({
        state,
        due_at,
      })),
    cancelAll: async () => {
      const running = (await client.get('/runs', { query: { state: 'running' } })).body.data;
      for (const run of running) await client.post(`/runs/${run.id}/cancel`);
    },
  };
}

describe('a schedule', () => {
  it('starts a run when it is due, once, whoever sees it', async () => {
    const { setSchedule, pass, runs } = await setUp('2026-06-01T10:00:00Z');
    await setSchedule({ cron: '0 6 * * *' });
    expect(await pass('2026-06-02T03:00:00Z')).toEqual({ due_at: new Date('2026-06-02T04:00:00Z') });
    expect(await runs()).toEqual([]);
    // Two processes see it at the same moment.
    await Promise.all([pass('2026-06-02T04:00:01Z'), pass('2026-06-02T04:00:01Z')]);
    expect(await runs()).toEqual([{ state: 'running', due_at: '2026-06-02T04:00:00.000Z' }]);
  });

  it('lists a due time as missed while the run before is under way', async () => {
    const { setSchedule, pass, runs, cancelAll } = await setUp('2026-06-01T10:00:00Z');
    await setSchedule({ cron: '0 6 * * *' });
    await pass('2026-06-02T04:00:00Z');
    await pass('2026-06-03T04:00:00Z');
    await cancelAll();
    await pass('2026-06-04T04:00:00Z');
    expect(await runs()).toEqual([
      { state: 'running', due_at: '2026-06-04T04:00:00.000Z' },
      { state: 'missed', due_at: '2026-06-03T04:00:00.000Z' },
      { state: 'cancelled', due_at: '2026-06-02T04:00:00.000Z' },
    ]);
  });

  it('catches up on the same day after downtime, and lists earlier days as missed', async () => {
    const { setSchedule, pass, runs } = await setUp('2026-06-01T10:00:00Z');
    await setSchedule({ cron: '0 6 * * *' });
    await pass('2026-06-04T19:00:00Z');
    expect(await runs()).toEqual([
      { state: 'running', due_at: '2026-06-04T04:00:00.000Z' },
      { state: 'missed', due_at: '2026-06-03T04:00:00.000Z' },
      { state: 'missed', due_at: '2026-06-02T04:00:00.000Z' },
    ]);
  });

  it('starts nothing after downtime over midnight', async () => {
    const { setSchedule, pass, runs } = await setUp('2026-06-01T10:00:00Z');
    await setSchedule({ cron: '0 23 * * *' });
    // 00:30 in Berlin.
    await pass('2026-06-01T22:30:00Z');
    expect(await runs()).toEqual([{ state: 'missed', due_at: '2026-06-01T21:00:00.000Z' }]);
  });

  it('goes on after the clock was wrong for a while', async () => {
    const { setSchedule, pass, runs, cancelAll, dueAt } = await setUp('2026-06-01T10:00:00Z');
    await setSchedule({ cron: '0 6 * * *' });
    await pass('2026-06-02T04:00:00Z');
    await cancelAll();
    // Ahead by three days; the work was put off until then.
    await pass('2026-06-05T03:00:00Z');
    await pass('2026-06-02T11:00:00Z');
    await pass('2026-06-03T04:00:00Z');
    await cancelAll();
    expect((await runs()).filter(({ state }) => state !== 'missed')).toEqual([
      { state: 'cancelled', due_at: '2026-06-03T04:00:00.000Z' },
      { state: 'cancelled', due_at: '2026-06-02T04:00:00.000Z' },
    ]);
    expect(await dueAt('2036-06-05T03:00:00Z', '2026-06-03T10:00:00Z')).toBe(true);
    expect(await dueAt('2026-06-04T03:00:00Z', '2026-06-03T10:00:00Z')).toBe(false);
  });

  it('says what is next, and what is wrong with it', async () => {
    const { client, setSchedule } = await setUp('2026-06-01T10:00:00Z');
    expect((await client.get('/schedule')).body).toMatchObject({
      is_active: false,
      cron: '0 6 * * *',
      time_zone: 'UTC',
      replicates: 1,
      budget: { day: null, month: null },
      next_run_at: null,
      estimate: { asks: 1, cost: 0, cost_known: false },
    });
    for (const wrong of [
      { cron: '@daily' },
      { cron: '0 0 30 2 *' },
      { time_zone: 'Nowhere' },
      { replicates: 0 },
      { budget: { day: -1 } },
    ]) {
      expect((await setSchedule(wrong)).status, JSON.stringify(wrong)).toBe(400);
    }
    await setSchedule({ cron: '0 6 * * *', replicates: 3, budget: { month: 10 } });
    const { next_run_at, estimate, budget } = (await client.get('/schedule')).body;
    expect(Date.parse(next_run_at)).toBeGreaterThan(Date.now());
    expect(estimate.asks).toBe(3);
    expect(budget).toEqual({ day: null, month: 10 });
    await client.put('/schedule', {});
    expect((await client.get('/schedule')).body).toMatchObject({ is_active: false, next_run_at: null, replicates: 1 });
  });
});
