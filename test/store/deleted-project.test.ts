import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { hashSecret } from '../../src/domain/key.ts';
import { openStore } from '../../src/store/open-store.ts';
import { INSTALLATION, nextKeys } from '../../src/store/queries/counters.ts';
import { keepFirstAnswer } from '../../src/store/queries/idempotency.ts';
import { insertKey } from '../../src/store/queries/keys.ts';
import { deleteProject } from '../../src/store/queries/projects.ts';
import { insertRun } from '../../src/store/queries/runs.ts';
import { insertSession } from '../../src/store/queries/sessions.ts';
import { insertTopic } from '../../src/store/queries/topics.ts';
import { addWork } from '../../src/store/queries/work.ts';
import { TENANT_TABLES } from '../../src/store/schema.ts';
import type { Store, Transaction } from '../../src/store/store.ts';
import { addProject } from '../harness/add-project.ts';
import { createDatabase, type TestDatabase } from '../harness/databases.ts';
import { startService } from '../harness/service.ts';

const OPTIONS = { memory_limit: '1GB', query_timeout_ms: 30_000, pool_size: 6 };
const now = new Date('2026-01-01T00:00:00Z');
const GONE = { code: 'not_found', status: 404 };

let database: TestDatabase;
let store: Store;
let project: number;
beforeEach(async () => {
  database = await createDatabase();
  store = await openStore(database.url, OPTIONS);
  project = await addProject(store, 'Short-lived');
});
afterEach(async () => {
  await store.close();
  await database.drop();
});

/** Something to wait for, and what ends the wait. */
function createGate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

/** Writes what a request, its idempotency record and background work write. */
async function writeEverything(transaction: Transaction): Promise<void> {
  const { db, append } = transaction;
  await insertTopic(transaction, project, { topic: { name: 'Late' }, maximum: 10, now });
  await keepFirstAnswer(
    db,
    { project, api_key: 1, path: '/topics', idempotency_key: 'late' },
    { body_hash: '', response: '{}', now },
  );
  await insertRun(db, project, { kind: 'import', total: 0, plan: {}, message: '', now });
  await nextKeys(db, project, 'chat');
  await append('daily_chats', [{ project, date: '2026-01-01', channel: 1, country: 1, chats: 1 }]);
}

const addKey = ({ db }: Transaction) =>
  insertKey(db, {
    company: 1,
    project,
    name: 'Late',
    rights: 'read',
    hash: hashSecret('late'),
    is_bootstrap: false,
    now,
  });

/** The tables that still have rows of the project. */
async function findRemains(): Promise<string[]> {
  const remains: string[] = [];
  for (const table of [...TENANT_TABLES, 'work', 'api_keys', 'projects'] as const) {
    const rows = await store.db.selectFrom(table).select('project').where('project', '=', project).execute();
    if (rows.length > 0) remains.push(table);
  }
  return remains;
}

describe('a deleted project leaves nothing behind', () => {
  it('if a writer waited behind the deletion', async () => {
    const gate = createGate();
    const before = store.write(project, async (transaction) => {
      await writeEverything(transaction);
      await gate.opened;
    });
    const deletion = store.write(project, ({ db }) => deleteProject(db, project));
    const after = store.write(project, writeEverything);
    const refused = expect(after).rejects.toMatchObject(GONE);
    gate.open();
    await Promise.all([before, deletion, refused]);
    expect(await findRemains()).toEqual([]);
  });

  it('if a key is created for it while it is deleted', async () => {
    const [begun, gate] = [createGate(), createGate()];
    const deletion = store.write(project, async ({ db }) => {
      await deleteProject(db, project);
      begun.open();
      await gate.opened;
    });
    await begun.opened;
    const refused = expect(store.write(INSTALLATION, addKey)).rejects.toMatchObject(GONE);
    await pause(100);
    gate.open();
    await Promise.all([deletion, refused]);
    expect(await findRemains()).toEqual([]);
  });

  it('if it is deleted while a key is created for it', async () => {
    const [begun, gate] = [createGate(), createGate()];
    const creation = store.write(INSTALLATION, async (transaction) => {
      await addKey(transaction);
      begun.open();
      await gate.opened;
    });
    await begun.opened;
    const deletion = store.write(project, ({ db }) => deleteProject(db, project));
    await pause(100);
    gate.open();
    await Promise.all([creation, deletion]);
    expect(await findRemains()).toEqual([]);
  });

  it('of the sessions of its keys', async () => {
    await store.write(INSTALLATION, async (transaction) => {
      await addKey(transaction);
      const { db } = transaction;
      const { api_key } = await db.selectFrom('api_keys').select('api_key').executeTakeFirstOrThrow();
      for (const [hash, key] of [
        ['its own', api_key],
        ['another', api_key + 1],
      ] as const) {
        await insertSession(db, { hash, kind: 'session', api_key: key, now, expires_at: now });
      }
    });
    await store.write(project, ({ db }) => deleteProject(db, project));
    expect(await store.db.selectFrom('sessions').select('hash').execute()).toEqual([{ hash: 'another' }]);
  });

  // Only one process at a time can open an embedded store.
  it.runIf(inject('engine') === 'postgres')('if a writer of another process waited for the deletion', async () => {
    const other = await openStore(database.url, OPTIONS);
    const [begun, gate] = [createGate(), createGate()];
    const deletion = store.write(project, async ({ db }) => {
      await deleteProject(db, project);
      begun.open();
      await gate.opened;
    });
    await begun.opened;
    const refused = expect(other.write(project, writeEverything)).rejects.toMatchObject(GONE);
    await pause(100);
    gate.open();
    await Promise.all([deletion, refused]);
    await other.close();
    expect(await findRemains()).toEqual([]);
  });
});

it('refuses to write to a project that never existed, and lets the installation write', async () => {
  await expect(store.write(project + 1, async () => 'written')).rejects.toMatchObject(GONE);
  expect(await store.write(INSTALLATION, async () => 'written')).toBe('written');
  expect(await store.write(project, async () => 'written')).toBe('written');
});

it('is no obstacle for background work that was planned for it', async () => {
  const service = await startService();
  const { worker, store } = service.context;
  for (const kind of ['compaction', 'extraction']) {
    await store.write(INSTALLATION, ({ db }) => addWork(db, { project: 123, kind, subject: 0 }));
  }
  worker.wake();
  await worker.idle();
  expect(await store.db.selectFrom('work').select('kind').where('project', '=', 123).execute()).toEqual([]);
  expect(service.logged()).not.toContain('failed');
  await service.close();
});
