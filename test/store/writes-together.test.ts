import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { openStore } from '../../src/store/open-store.ts';
import { INSTALLATION, nextKeys } from '../../src/store/queries/counters.ts';
import type { Db } from '../../src/store/schema.ts';
import type { Store, Transaction } from '../../src/store/store.ts';
import { createDatabase, type TestDatabase } from '../harness/databases.ts';

let database: TestDatabase;
let store: Store;

beforeAll(async () => {
  database = await createDatabase();
  store = await openStore(database.url, { memory_limit: '512MB', query_timeout_ms: 20_000, pool_size: 6 });
});
afterAll(async () => {
  await store.close();
  await database.drop();
});

async function insert(db: Db, company: number): Promise<void> {
  await db
    .insertInto('companies')
    .values({ company, name: `c ${company}`, created_at: '2026-01-01T00:00:00.000Z' })
    .execute();
}

async function readCounter(db: Db, project: number, name: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('counters')
    .select('value')
    .where('project', '=', project)
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.value;
}

async function list(from: number, to: number): Promise<number[]> {
  const rows = await store.db
    .selectFrom('companies')
    .select('company')
    .where('company', '>=', from)
    .where('company', '<', to)
    .orderBy('company')
    .execute();
  return rows.map(({ company }) => company);
}

it('each of the writes that share a commit gets its own outcome, and a failed one leaves nothing behind', async () => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: 60 }, (_, n) =>
      store.write(INSTALLATION, async ({ db }) => {
        // One fails before it has written anything, one after, and one in the engine.
        if (n % 6 === 1) throw new Error(`early ${n}`);
        await insert(db, 1000 + n);
        if (n % 6 === 3) throw new Error(`late ${n}`);
        if (n % 6 === 5) await insert(db, 1000 + n);
        return n;
      }),
    ),
  );
  const kept = outcomes.flatMap((outcome, n) => (outcome.status === 'fulfilled' ? [{ n, value: outcome.value }] : []));
  expect(kept).toEqual(Array.from({ length: 30 }, (_, n) => ({ n: 2 * n, value: 2 * n })));
  const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [String(outcome.reason)] : []));
  expect(reasons.filter((reason) => /early \d+$/.test(reason))).toHaveLength(10);
  expect(reasons.filter((reason) => /late \d+$/.test(reason))).toHaveLength(10);
  expect(await list(1000, 2000)).toEqual(Array.from({ length: 30 }, (_, n) => 1000 + 2 * n));
});

it('each write sees what the writes before it wrote', async () => {
  const seen = await Promise.all(
    Array.from({ length: 30 }, (_, n) =>
      store.write(INSTALLATION, async ({ db }) => {
        await insert(db, 3000 + n);
        const { rows } = await sql<{ total: number }>`
          select count(*) as total from companies where company >= 3000 and company < 4000`.execute(db);
        return Number(rows[0]!.total);
      }),
    ),
  );
  expect(seen.sort((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, n) => n + 1));
});

it('keys have no gaps, whichever write fails and whoever looks at the counters', async () => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: 60 }, (_, n) =>
      store.write(INSTALLATION, async ({ db }) => {
        const [one, three] = await Promise.all([nextKeys(db, n % 4, 'one'), nextKeys(db, n % 4, 'three', 3)]);
        if (n % 6 === 3) throw new Error('late');
        if (n % 6 === 5) for (const _ of [1, 2]) await insert(db, 6000);
        if (n % 7 === 0) expect(await readCounter(db, n % 4, 'one')).toBe(one);
        return { project: n % 4, one, three };
      }),
    ),
  );
  const kept = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  expect(kept).toHaveLength(40);
  for (const project of [0, 1, 2, 3]) {
    const ofProject = kept.filter((keys) => keys.project === project).sort((a, b) => a.one - b.one);
    expect(ofProject.map(({ one, three }) => [one, three])).toEqual(
      ofProject.map((_, place) => [place + 1, 3 * place + 1]),
    );
    expect(await readCounter(store.db, project, 'one')).toBe(ofProject.length);
    expect(await readCounter(store.db, project, 'three')).toBe(3 * ofProject.length);
  }
});

it('a counter that a statement changes goes on from its new value', async () => {
  await store.write(INSTALLATION, ({ db }) => nextKeys(db, 5, 'set'));
  const [, key] = await Promise.all([
    store.write(INSTALLATION, ({ db }) =>
      db.updateTable('counters').set({ value: 70 }).where('project', '=', 5).where('name', '=', 'set').execute(),
    ),
    store.write(INSTALLATION, ({ db }) => nextKeys(db, 5, 'set')),
  ]);
  expect(key).toBe(71);
  const appended = store.write(INSTALLATION, async ({ db, append }) => {
    await append('counters', [{ project: 6, name: 'set', value: 8 }]);
    return nextKeys(db, 6, 'set');
  });
  expect(await appended).toBe(9);
  await store.write(INSTALLATION, ({ db }) => db.deleteFrom('counters').where('project', '=', 6).execute());
  expect(await store.write(INSTALLATION, ({ db }) => nextKeys(db, 6, 'set'))).toBe(1);
});

// PostgreSQL removes deleted rows by itself.
it.runIf(inject('engine') === 'duckdb')('keys leave no deleted rows behind', async () => {
  const countRows = async () => {
    const { rows } = await sql<{ size: number }>`
      select estimated_size::integer as size from duckdb_tables() where table_name = 'counters'`.execute(store.db);
    return rows[0]!.size;
  };
  const before = await countRows();
  for (let n = 0; n < 200; n += 1) {
    await store.write(INSTALLATION, async ({ db }) => {
      // One, or as many as are written together.
      for (let key = n % 5; key < 5; key += 1) await nextKeys(db, 7, `n ${key}`);
    });
  }
  expect((await countRows()) - before).toBe(5);
  expect(await readCounter(store.db, 7, 'n 4')).toBe(200);
});

/** Three statements that write in different ways: through a counter, a query and an append. */
function writeThreeWays({ db, append }: Transaction, company: number): Promise<PromiseSettledResult<unknown>[]> {
  const appended = { company: company + 1, name: 'c', created_at: '2026-01-01T00:00:00.000Z' };
  return Promise.allSettled([nextKeys(db, 8, 'late'), insert(db, company), append('companies', [appended])]);
}

it('statements that start after their write has failed are refused and leave nothing behind', async () => {
  let given: Transaction | undefined;
  const failed = store.write(INSTALLATION, async (transaction) => {
    given = transaction;
    await nextKeys(transaction.db, 8, 'late');
    throw new Error('failed');
  });
  await expect(failed).rejects.toThrow('failed');
  const outcomes = await writeThreeWays(given!, 7000);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(await store.write(INSTALLATION, ({ db }) => nextKeys(db, 8, 'late'))).toBe(1);
  expect(await list(7000, 7100)).toEqual([]);
});

it('statements that a failed write did not wait for leave nothing behind', async () => {
  let unawaited: Promise<unknown> | undefined;
  const failed = store.write(INSTALLATION, async (transaction) => {
    await nextKeys(transaction.db, 9, 'first');
    unawaited = writeThreeWays(transaction, 7100);
    throw new Error('failed');
  });
  await expect(failed).rejects.toThrow('failed');
  // Whether they still ran in the transaction or were refused, it was rolled back.
  await unawaited;
  const nextOf = (project: number, name: string) => store.write(INSTALLATION, ({ db }) => nextKeys(db, project, name));
  expect([await nextOf(9, 'first'), await nextOf(8, 'late')]).toEqual([1, 2]);
  expect(await list(7100, 7200)).toEqual([]);
});

it('a large write waits for its turn among the others', async () => {
  const order: string[] = [];
  const write = (name: string, is_large: boolean) =>
    store.write(INSTALLATION, async () => void order.push(name), { is_large });
  await Promise.all([write('a', false), write('b', false), write('large', true), write('c', false)]);
  expect(order).toEqual(['a', 'b', 'large', 'c']);
});

it('all writes of a crowd are stored once they are acknowledged', async () => {
  await Promise.all(Array.from({ length: 250 }, (_, n) => store.write(INSTALLATION, ({ db }) => insert(db, 5000 + n))));
  expect(await list(5000, 6000)).toHaveLength(250);
});

it('the first part of a long write is done before the rest, and neither is kept if the rest fails', async () => {
  const before = ({ db }: { db: Db }) => insert(db, 8000);
  const failing = store.write(INSTALLATION, () => Promise.reject(new Error('late')), { before });
  await expect(failing).rejects.toThrow('late');
  expect(await list(8000, 9000)).toEqual([]);
  await store.write(INSTALLATION, ({ db }) => insert(db, 8001), { before });
  expect(await list(8000, 9000)).toEqual([8000, 8001]);
});

// The embedded store has one writer at a time.
it.runIf(inject('engine') === 'postgres')('others can write during the first part of a long write', async () => {
  const seen = await store.write(INSTALLATION, ({ db }) => db.selectFrom('companies').select('company').execute(), {
    before: () => store.write(INSTALLATION, ({ db }) => insert(db, 9000)),
  });
  expect(seen).toContainEqual({ company: 9000 });
});
