import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../store/open-store.ts';
import { INSTALLATION } from '../store/queries/counters.ts';
import { addWork } from '../store/queries/work.ts';
import type { Store } from '../store/store.ts';
import type { WorkKind } from './kind.ts';
import { createWorker, type Worker, type WorkerOptions } from './worker.ts';

const log = pino({ level: 'silent' });
let store: Store;
let workers: Worker[];
let time: Date;

beforeEach(async () => {
  store = await openStore('duckdb::memory:', { memory_limit: '256MB', query_timeout_ms: 30_000, pool_size: 1 });
  workers = [];
  time = new Date('2026-01-15T12:00:00Z');
});
afterEach(async () => {
  for (const worker of workers) await worker.stop();
  await store.close();
});

function createTestWorker(kinds: WorkKind[], options: WorkerOptions = {}): Worker {
  const worker = createWorker({ store, log, now: () => time }, kinds, options);
  workers.push(worker);
  return worker;
}

async function add(kind: string, subject = 1, due_at?: Date): Promise<void> {
  await store.write(INSTALLATION, ({ db }) =>
    addWork(db, { project: INSTALLATION, kind, subject }, due_at ? { due_at } : {}),
  );
}

async function readRows() {
  return store.db.selectFrom('work').select(['kind', 'subject', 'attempts', 'last_error', 'due_at']).execute();
}

async function waitFor(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error('waited in vain');
    await pause(5);
  }
}

/** A gate that steps wait at. */
function createGate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

describe('a worker', () => {
  it('does other kinds of work while a step of one takes long', async () => {
    const gate = createGate();
    const done: string[] = [];
    const slow: WorkKind = { kind: 'slow', concurrency: 1, step: () => gate.opened.then(() => 'done') };
    const quick: WorkKind = {
      kind: 'quick',
      concurrency: 1,
      step: async (_services, { subject }) => {
        done.push(`quick ${subject}`);
        return 'done';
      },
    };
    const worker = createTestWorker([slow, quick]);
    await add('slow');
    await worker.start();
    await add('quick', 1);
    await add('quick', 2);
    await waitFor(async () => (await readRows()).length === 1);
    expect(done.toSorted()).toEqual(['quick 1', 'quick 2']);
    expect((await readRows()).map(({ kind }) => kind)).toEqual(['slow']);
    gate.open();
    await worker.idle();
    expect(await readRows()).toEqual([]);
  });

  it('runs as many steps of a kind at once as the kind allows, and no more', async () => {
    const gate = createGate();
    let atOnce = 0;
    let most = 0;
    const kind: WorkKind = {
      kind: 'ask',
      concurrency: 3,
      step: async () => {
        atOnce += 1;
        most = Math.max(most, atOnce);
        await gate.opened;
        atOnce -= 1;
        return 'done';
      },
    };
    for (let subject = 1; subject <= 10; subject += 1) await add('ask', subject);
    const worker = createTestWorker([kind]);
    await worker.start();
    await waitFor(() => atOnce === 3);
    await pause(50);
    gate.open();
    await worker.idle();
    expect(most).toBe(3);
    expect(await readRows()).toEqual([]);
  });

  it('starts work that a transaction created, without being told', async () => {
    const done: number[] = [];
    const kind: WorkKind = {
      kind: 'quick',
      concurrency: 1,
      step: async (_services, { subject }) => {
        done.push(subject);
        return 'done';
      },
    };
    await createTestWorker([kind], { pollMs: 3_600_000 }).start();
    await add('quick', 7);
    await waitFor(() => done.length === 1);
    expect(done).toEqual([7]);
  });

  it('does work at once that a wrong clock put off for days', async () => {
    const done: number[] = [];
    const kind: WorkKind = {
      kind: 'regular',
      concurrency: 1,
      step: async (_services, { subject }) => {
        done.push(subject);
        return 'done';
      },
    };
    await add('regular', 1, new Date(time.getTime() + 3_600_000));
    await add('regular', 2, new Date('2031-01-01T00:00:00Z'));
    const worker = createTestWorker([kind]);
    await worker.start();
    await waitFor(() => done.length > 0);
    await worker.idle();
    expect(done).toEqual([2]);
    expect((await readRows()).map(({ subject }) => subject)).toEqual([1]);
  });

  it('repeats a step that asks for it, and waits for the time that a step names', async () => {
    let steps = 0;
    const kind: WorkKind = {
      kind: 'regular',
      concurrency: 1,
      is_permanent: true,
      step: async () => {
        steps += 1;
        return steps < 3 ? 'again' : { due_at: new Date(time.getTime() + 3_600_000) };
      },
    };
    const worker = createTestWorker([kind]);
    await worker.start();
    await worker.idle();
    expect(steps).toBe(3);
    time = new Date(time.getTime() + 3_599_000);
    await worker.idle();
    expect(steps).toBe(3);
    time = new Date(time.getTime() + 2000);
    await worker.idle();
    expect(steps).toBe(4);
  });

  it('keeps attempts and the last error with the work, so that a restart does not forget them', async () => {
    const failing: WorkKind = {
      kind: 'failing',
      concurrency: 1,
      max_attempts: 3,
      step: async () => {
        throw new Error('the moon is in the wrong house');
      },
    };
    await add('failing');
    const first = createTestWorker([failing]);
    await first.idle();
    expect(await readRows()).toMatchObject([{ attempts: 1, last_error: 'Error: the moon is in the wrong house' }]);
    await first.idle();
    expect(await readRows()).toMatchObject([{ attempts: 1 }]);
    await first.stop();
    time = new Date(time.getTime() + 60_000);
    const second = createTestWorker([failing]);
    await second.idle();
    expect(await readRows()).toMatchObject([{ attempts: 2 }]);
  });

  it('gives work up after too many failures, and says so', async () => {
    const givenUp: number[] = [];
    const failing: WorkKind = {
      kind: 'failing',
      concurrency: 1,
      max_attempts: 2,
      step: async () => {
        throw new Error('no');
      },
      giveUp: async (_services, { subject }) => void givenUp.push(subject),
    };
    await add('failing', 5);
    const worker = createTestWorker([failing]);
    await worker.idle();
    time = new Date(time.getTime() + 60_000);
    await worker.idle();
    expect(givenUp).toEqual([5]);
    expect(await readRows()).toEqual([]);
    expect(worker.failures).toEqual(new Map([['failing', 2]]));
  });

  it('forgets failures after a success', async () => {
    let steps = 0;
    const kind: WorkKind = {
      kind: 'shaky',
      concurrency: 1,
      step: async () => {
        steps += 1;
        if (steps === 1) throw new Error('once');
        return { due_at: new Date(time.getTime() + 1000) };
      },
    };
    await add('shaky');
    const worker = createTestWorker([kind]);
    await worker.idle();
    time = new Date(time.getTime() + 60_000);
    await worker.idle();
    expect(await readRows()).toMatchObject([{ attempts: 0, last_error: null }]);
  });
});

describe('a lease', () => {
  it('is renewed while a step runs, so that no other worker claims its work', async () => {
    const gate = createGate();
    let steps = 0;
    const slow: WorkKind = {
      kind: 'slow',
      concurrency: 1,
      step: async () => {
        steps += 1;
        await gate.opened;
        return 'done';
      },
    };
    await add('slow');
    // It is renewed after five seconds. The process would have to stall for ten before it ran out all the same.
    const options = { leaseSeconds: 15, pollMs: 50 };
    const [first, second] = [createTestWorker([slow], options), createTestWorker([slow], options)];
    await first.start();
    await waitFor(() => steps === 1);
    const readLease = async () => (await store.db.selectFrom('work').select('lease_until').executeTakeFirst())!;
    const { lease_until: claimed } = await readLease();
    await second.idle();
    await waitFor(async () => (await readLease()).lease_until > claimed);
    await second.idle();
    expect(steps).toBe(1);
    gate.open();
    await first.idle();
    expect(await readRows()).toEqual([]);
  });

  it('keeps other workers from the work until it runs out, and then one of them claims it', async () => {
    const claim = { holder: 'dead', seconds: 3600 };
    await store.write(INSTALLATION, ({ db }) =>
      addWork(db, { project: INSTALLATION, kind: 'left', subject: 1 }, { claim }),
    );
    let steps = 0;
    const kind: WorkKind = {
      kind: 'left',
      concurrency: 1,
      step: async () => {
        steps += 1;
        return 'done';
      },
    };
    const worker = createTestWorker([kind]);
    await worker.idle();
    expect(steps).toBe(0);
    const lease_until = '2026-01-15T11:59:59.000Z';
    await store.write(INSTALLATION, ({ db }) => db.updateTable('work').set({ lease_until }).execute());
    await worker.idle();
    expect(steps).toBe(1);
  });

  it('that was lost aborts the step that worked under it', async () => {
    let reason: unknown;
    const kind: WorkKind = {
      kind: 'robbed',
      concurrency: 1,
      step: async (_services, _key, { signal }) => {
        await store.write(INSTALLATION, ({ db }) => db.updateTable('work').set({ holder: 'somebody' }).execute());
        await waitFor(() => signal.aborted);
        reason = signal.reason;
        throw signal.reason;
      },
    };
    await add('robbed');
    const worker = createTestWorker([kind], { leaseSeconds: 0.3 });
    worker.wake();
    await waitFor(() => reason !== undefined);
    expect(String(reason)).toContain('somebody else');
    await waitFor(async () => (await readRows())[0]?.attempts === 0);
  });

  it('is let go when the process stops, with the step told to end', async () => {
    const kind: WorkKind = {
      kind: 'long',
      concurrency: 1,
      step: async (_services, _key, { signal }) => {
        await waitFor(() => signal.aborted);
        throw signal.reason;
      },
    };
    await add('long');
    const worker = createTestWorker([kind]);
    worker.wake();
    await waitFor(async () => {
      const [row] = await store.db.selectFrom('work').select('holder').execute();
      return row?.holder !== '';
    });
    await worker.stop();
    expect(await readRows()).toMatchObject([{ attempts: 0 }]);
    const [row] = await store.db.selectFrom('work').select('holder').execute();
    expect(row).toEqual({ holder: '' });
  });
});
