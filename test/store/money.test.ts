import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStore } from '../../src/store/open-store.ts';
import { bookWithin, correctBooking, readBooked } from '../../src/store/queries/spending.ts';
import { readRunDetails, readTotals } from '../../src/store/queries/task-counts.ts';
import { endAsks, readMaxima, readReserved } from '../../src/store/queries/tasks.ts';
import type { Store } from '../../src/store/store.ts';
import { addProject } from '../harness/add-project.ts';
import { createDatabase, type TestDatabase } from '../harness/databases.ts';
import { addRun, createTask } from './tasks.ts';

/** The most that one ask costs, in billionths of a dollar. */
const MOST = 1e13;
const DAY = '2026-01-01';

let database: TestDatabase;
let store: Store;
let project: number;
beforeEach(async () => {
  database = await createDatabase();
  store = await openStore(database.url, { memory_limit: '1GB', query_timeout_ms: 30_000, pool_size: 6 });
  project = await addProject(store);
});
afterEach(async () => {
  await store.close();
  await database.drop();
});

it('the costs of very many expensive asks add up to what can be read', async () => {
  const count = 2000;
  await store.write(project, async ({ db, append }) => {
    await addRun(db, project);
    const task = { state: 'done', cost: MOST, reservation: MOST, reserved_on: DAY } as const;
    await append(
      'tasks',
      Array.from({ length: count }, (_, index) => createTask(project, { ...task, task: index })),
    );
  });
  expect((await readTotals(store.db, project, [1])).get(1)?.cost).toBe(count * MOST);
  expect((await readRunDetails(store.db, project, 1)).channels[0]?.cost).toBe(count * MOST);
  expect(await readReserved(store.db, project)).toBe(count * MOST);
  expect(await readMaxima(store.db, project, 1)).toMatchObject({ cost: MOST });
});

it('what is booked and what a task cost stays within what can be read, however much is added', async () => {
  const limits = { day_limit: null, month_limit: null };
  await store.write(project, async ({ db, append }) => {
    for (const day of [DAY, '2026-01-02']) {
      await bookWithin(db, project, { day, amount: 1000 * MOST, ...limits });
      await correctBooking(db, project, { day, amount: 1000 * MOST });
    }
    await addRun(db, project);
    await append('tasks', [createTask(project, { state: 'running', cost: Number.MAX_SAFE_INTEGER })]);
    const next = { ...createTask(project, { state: 'failed', cost: MOST }), due_at: null, keeps_reservation: false };
    await endAsks(db, project, [{ run: 1, task: 0, attempts: 1, cuts: 0, next }]);
  });
  const booked = await readBooked(store.db, project, DAY);
  expect(booked).toEqual({ day: Number.MAX_SAFE_INTEGER, month: 2 * Number.MAX_SAFE_INTEGER });
  const rows = await store.db.selectFrom('tasks').select('cost').where('project', '=', project).execute();
  expect(rows).toEqual([{ cost: Number.MAX_SAFE_INTEGER }]);
});
