import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { AppError } from '../../src/errors.ts';
import { openStore } from '../../src/store/open-store.ts';
import { INSTALLATION } from '../../src/store/queries/counters.ts';
import { addWork } from '../../src/store/queries/work.ts';
import { COPIED_TABLES, STORE_TABLES } from '../../src/store/schema.ts';
import type { Reader, Store } from '../../src/store/store.ts';
import { addProject } from '../harness/add-project.ts';
import { createDatabase, query, type TestDatabase } from '../harness/databases.ts';
import { waitUntil } from '../harness/wait-until.ts';

const HOUR_MS = 3_600_000;
/** Longer than a test may take: whoever waits for a query that is not stopped never ends. */
const NEVER_MS = 3_600_000;
const OPTIONS = { memory_limit: '1GB', query_timeout_ms: NEVER_MS, pool_size: 6 };
/** Runs for days unless it is stopped. */
const ENDLESS = sql<{
  total: number;
}>`select count(*) as total from generate_series(1, 100000000) a(n), generate_series(1, 100000000) b(n) where a.n % 7 = b.n % 11`;

let database: TestDatabase;
let store: Store;
beforeEach(async () => {
  database = await createDatabase();
  store = await openStore(database.url, OPTIONS);
});
afterEach(async () => {
  await store.close();
  await database.drop();
});

it('says whether other processes may use it', () => {
  expect(store.is_shared).toBe(inject('engine') === 'postgres');
});

it('tells whoever waits for work of writes that may have made some', async () => {
  let told = 0;
  const unwatch = store.watchWork(() => {
    told += 1;
  });
  await store.write(INSTALLATION, ({ db }) => addWork(db, { project: INSTALLATION, kind: 'a kind', subject: 0 }));
  expect(told).toBe(1);
  unwatch();
  await store.write(INSTALLATION, ({ db }) => addWork(db, { project: INSTALLATION, kind: 'a kind', subject: 1 }));
  expect(told).toBe(1);
});

describe('a streamed query', () => {
  const { signal } = new AbortController();
  const NUMBERS = sql<{ n: number; text: string }>`
    select n::integer as n, 'row ' || n as text from generate_series(1, ${70_000}::integer) s(n) order by n desc`;
  const heavily = <Result>(work: (reader: Reader) => Promise<Result>) =>
    store.read(INSTALLATION, work, { is_heavy: true, signal });

  it('has all rows in their order, in small pieces, while other statements run', async () => {
    await heavily(async (reader) => {
      let [next, longest] = [70_000, 0];
      for await (const rows of reader.stream(NUMBERS.compile(reader.db), { signal })) {
        longest = Math.max(longest, rows.length);
        if (rows[0]!.n !== next || rows.at(-1)!.text !== `row ${rows.at(-1)!.n}`) throw new Error('not in order');
        next -= rows.length;
        await sql`select 1`.execute(reader.db);
      }
      expect(next).toBe(0);
      expect(longest).toBeLessThanOrEqual(2048);
    });
  });

  it('of no rows has no pieces, and several follow each other', async () => {
    const pieces = await heavily(async (reader) => {
      const found: unknown[] = [];
      for (const limit of [0, 2]) {
        const query = sql<{
          n: number;
        }>`select n::integer as n from generate_series(1, ${limit}::integer) s(n) order by n`;
        for await (const rows of reader.stream(query.compile(reader.db), { signal })) found.push(rows);
      }
      return found;
    });
    expect(pieces).toEqual([[{ n: 1 }, { n: 2 }]]);
  });

  it('sees one state, whatever is written meanwhile, and leaves nothing behind', async () => {
    const add = (subject: number) =>
      store.write(INSTALLATION, ({ db }) => addWork(db, { project: INSTALLATION, kind: 'a kind', subject }));
    await add(0);
    const COUNT = sql<{ total: number }>`select count(*)::integer as total from work`;
    const seen = await heavily(async (reader) => {
      const totals: number[] = [];
      for (const subject of [1, 2]) {
        for await (const [row] of reader.stream(COUNT.compile(reader.db), { signal })) totals.push(row!.total);
        await add(subject);
      }
      return totals;
    });
    expect(seen).toEqual([1, 1]);
    expect((await COUNT.execute(store.db)).rows).toEqual([{ total: 3 }]);
  });

  it('stops with its signal, and the store stays usable', async () => {
    const controller = new AbortController();
    const gone = new AppError('stopping', 'gone');
    setTimeout(() => controller.abort(gone), 100);
    const endless = heavily(async (reader) => {
      for await (const _ of reader.stream(ENDLESS.compile(reader.db), { signal: controller.signal }));
    });
    await expect(endless).rejects.toBe(gone);
    const late = heavily(async (reader) => {
      for await (const _ of reader.stream(NUMBERS.compile(reader.db), { signal: AbortSignal.abort(gone) }));
    });
    await expect(late).rejects.toBe(gone);
    expect((await sql`select 1 as n`.execute(store.db)).rows).toEqual([{ n: 1 }]);
  });

  it('needs one state to read from', async () => {
    await expect(store.stream(NUMBERS.compile(store.db), { signal }).next()).rejects.toThrow('heavy read');
  });
});

describe('a long query', () => {
  it('stops when nobody waits for it any more, and the store stays usable', async () => {
    const controller = new AbortController();
    const gone = new AppError('stopping', 'gone');
    setTimeout(() => controller.abort(gone), 100);
    await expect(store.query(ENDLESS.compile(store.db), { signal: controller.signal })).rejects.toBe(gone);
    const { signal } = new AbortController();
    expect(await store.query(sql<{ n: number }>`select 1 as n`.compile(store.db), { signal })).toEqual([{ n: 1 }]);
  });

  it('stops at the time limit with query_timeout', async () => {
    const hasty = await openStore(database.url, { ...OPTIONS, query_timeout_ms: 200 });
    const { signal } = new AbortController();
    await expect(hasty.query(ENDLESS.compile(hasty.db), { signal })).rejects.toMatchObject({
      code: 'query_timeout',
      status: 503,
    });
    await hasty.close();
  });

  it('lets small reads through while others run', async () => {
    const controller = new AbortController();
    const heavy = [1, 2, 3, 4].map(() => store.query(ENDLESS.compile(store.db), { signal: controller.signal }));
    const settled = Promise.allSettled(heavy);
    await new Promise((resolve) => setTimeout(resolve, 100));
    // Whoever waited for one of them would wait for ever.
    await expect(store.ping()).resolves.toBeUndefined();
    controller.abort(new Error('enough'));
    expect((await settled).every(({ status }) => status === 'rejected')).toBe(true);
  });
});

describe('a read', () => {
  const company = (key: number) => ({ company: key, name: `company ${key}`, created_at: '2026-01-01T00:00:00.000Z' });
  const add = (key: number) =>
    store.write(INSTALLATION, ({ db }) => db.insertInto('companies').values(company(key)).execute());
  const list = async ({ db }: Reader) =>
    (await db.selectFrom('companies').select('company').orderBy('company').execute()).map((row) => row.company);
  const LONG = sql<{ total: number }>`select count(*) as total from companies`;
  const { signal } = new AbortController();
  const heavy = { is_heavy: true, signal };

  it('sees one state in all kinds of statements, whatever is written between them', async () => {
    await add(1);
    let runs = 0;
    await store.read(
      INSTALLATION,
      async (reader) => {
        runs += 1;
        if (runs === 1) await add(2);
        const seen = await list(reader);
        await add(runs + 2);
        expect(await list(reader)).toEqual(seen);
        expect(await reader.query(LONG.compile(reader.db), { signal })).toEqual([{ total: seen.length }]);
        expect(await reader.remember('companies', list)).toEqual(seen);
        expect(await list(store)).toEqual([...seen, runs + 2]);
      },
      heavy,
    );
    // An embedded store begins a transaction only with the second statement, and reads again if that is too late.
    expect(runs).toBe(store.is_shared ? 1 : 2);
    expect(await store.read(INSTALLATION, list)).toHaveLength(runs + 2);
  });

  it('that begins with a long query sees the state of that one, and is not repeated', async () => {
    let runs = 0;
    await store.read(
      INSTALLATION,
      async (reader) => {
        runs += 1;
        expect(await reader.query(LONG.compile(reader.db), { signal })).toEqual([{ total: 0 }]);
        await add(runs);
        expect(await list(reader)).toEqual([]);
      },
      heavy,
    );
    expect(runs).toBe(1);
  });

  it('that says so runs once, whatever is written between its statements', async () => {
    let runs = 0;
    const work = async (reader: Reader) => {
      runs += 1;
      const seen = await list(reader);
      await add(runs);
      expect(await list(reader)).toEqual(seen);
    };
    await store.read(INSTALLATION, work, { runs_once: true });
    expect(runs).toBe(1);
  });

  it('is not repeated for what has nothing to do with it', async () => {
    let runs = 0;
    const found = await store.read(INSTALLATION, async (reader) => {
      runs += 1;
      const first = await list(reader);
      if (runs === 1) {
        await store.write(INSTALLATION, ({ db }) => addWork(db, { project: INSTALLATION, kind: 'a kind', subject: 0 }));
      }
      return [first, await list(reader)];
    });
    expect(found).toEqual([[], []]);
    expect(runs).toBe(1);
  });

  it('sees one state in statements that run side by side, while others write', async () => {
    const count = async ({ db }: Reader) =>
      (await db.selectFrom('companies').select(db.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()).total;
    let isOver = false;
    const writing = (async () => {
      for (let key = 1; !isOver; key += 1) await add(key);
    })();
    const numbers: number[][] = [];
    for (let round = 0; round < 150; round += 1) {
      const [listed, ...counted] = await store.read(INSTALLATION, (reader) =>
        Promise.all([list(reader), count(reader), reader.remember('how many companies', count)]),
      );
      numbers.push([listed.length, ...counted]);
    }
    isOver = true;
    await writing;
    expect(numbers.filter((counted) => new Set(counted).size > 1)).toEqual([]);
  });

  it('may run statements side by side', async () => {
    const select = (n: number) => (reader: Reader) => sql<{ n: number }>`select ${n}::integer as n`.execute(reader.db);
    const numbers = Array.from({ length: 20 }, (_, place) => place);
    const found = await store.read(INSTALLATION, (reader) => Promise.all(numbers.map((n) => select(n)(reader))));
    expect(found.map(({ rows }) => rows[0]!.n)).toEqual(numbers);
  });

  it('that fails leaves nothing behind', async () => {
    const broken = (reader: Reader) =>
      Promise.all([sql`select 1 / a.n from (select 'x'::integer as n) a`.execute(reader.db), list(reader)]);
    for (let attempt = 0; attempt < 10; attempt += 1) await expect(store.read(INSTALLATION, broken)).rejects.toThrow();
    await add(1);
    expect(await store.read(INSTALLATION, list)).toEqual([1]);
    await expect(
      store.read(INSTALLATION, async (reader) => {
        await list(reader);
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    await add(2);
    expect(await store.read(INSTALLATION, list)).toEqual([1, 2]);
  });

  it('cannot be used once it is over', async () => {
    let kept: Reader | undefined;
    await store.read(INSTALLATION, async (reader) => {
      kept = reader;
      await list(reader);
    });
    await expect(list(kept!)).rejects.toThrow('over');
  });

  it('refuses writes, and long queries unless it says that it is heavy', async () => {
    const insert = ({ db }: Reader) => db.insertInto('companies').values(company(1)).execute();
    await expect(store.read(INSTALLATION, insert)).rejects.toThrow('only reads');
    const long = (reader: Reader) => reader.query(LONG.compile(reader.db), { signal });
    await expect(store.read(INSTALLATION, long)).rejects.toThrow('heavy');
  });

  it('of a project that was deleted is 404 rather than empty', async () => {
    await expect(store.read(123, list)).rejects.toMatchObject({ code: 'not_found' });
    expect(await store.read(INSTALLATION, list)).toEqual([]);
  });

  it('stops a long query when nobody waits for it any more, and the store stays usable', async () => {
    const gone = new AppError('stopping', 'gone');
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const controller = new AbortController();
      const read = store.read(
        INSTALLATION,
        async (reader) => {
          await list(reader);
          setTimeout(() => controller.abort(gone), 50);
          return reader.query(ENDLESS.compile(reader.db), { signal: controller.signal });
        },
        { is_heavy: true, signal: controller.signal },
      );
      await expect(read).rejects.toBe(gone);
    }
    expect(await store.read(INSTALLATION, list)).toEqual([]);
  });

  it('that is heavy leaves room for small ones, however many there are', async () => {
    const controller = new AbortController();
    const long = async (reader: Reader) => {
      await list(reader);
      return reader.query(ENDLESS.compile(reader.db), { signal: controller.signal });
    };
    const reads = Array.from({ length: 30 }, () =>
      store.read(INSTALLATION, long, { is_heavy: true, signal: controller.signal }),
    );
    const settled = Promise.allSettled(reads);
    await new Promise((resolve) => setTimeout(resolve, 100));
    // Whoever waited for one of them would wait for ever.
    for (let read = 0; read < 20; read += 1) expect(await store.read(INSTALLATION, list)).toEqual([]);
    controller.abort(new Error('enough'));
    expect((await settled).every(({ status }) => status === 'rejected')).toBe(true);
  });

  it('waits for a connection rather than for others, with many at once', async () => {
    const reads = Array.from({ length: 100 }, (_, place) =>
      store.read(
        INSTALLATION,
        async (reader) => {
          const before = await list(reader);
          await new Promise((resolve) => setTimeout(resolve, 5));
          if (place % 2 === 0) await reader.query(LONG.compile(reader.db), { signal });
          expect(await list(reader)).toEqual(before);
        },
        { is_heavy: place % 2 === 0 },
      ),
    );
    for (let key = 1; key <= 10; key += 1) await add(key);
    await Promise.all(reads);
    expect(await store.read(INSTALLATION, list)).toHaveLength(10);
  });
});

describe('a transaction', () => {
  it('stores everything or nothing', async () => {
    const write = store.write(INSTALLATION, async ({ db }) => {
      await db
        .insertInto('companies')
        .values({ company: 1, name: 'a', created_at: '2026-01-01T00:00:00.000Z' })
        .execute();
      throw new Error('changed my mind');
    });
    await expect(write).rejects.toThrow('changed my mind');
    expect(await store.db.selectFrom('companies').selectAll().execute()).toEqual([]);
  });

  it('appends rows with every type that facts and settings have, and reads them back', async () => {
    const project = await addProject(store);
    const chat = {
      project,
      date: '2024-02-29',
      prompt: 2,
      channel: 3,
      country: 4,
      chat: 5,
      id: '01890000-0000-7000-8000-00000000000f',
      status: 1,
      is_given: true,
      external_id: 'ünï "quoted" \n line',
      fingerprint: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
      language: 7,
    };
    const other = {
      ...chat,
      chat: 6,
      id: '01890000-0000-7000-8000-000000000010',
      external_id: null,
      fingerprint: '00000000-0000-0000-0000-000000000001',
    };
    await store.write(project, ({ append }) => append('chats', [chat, other]));
    const found = await store.db
      .selectFrom('chats')
      .selectAll()
      .where('project', '=', project)
      .orderBy('chat')
      .execute();
    expect(found).toEqual([chat, other]);
  });

  it('waits for the one before it', async () => {
    const order: string[] = [];
    const slow = store.write(INSTALLATION, async () => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      order.push('first');
    });
    const quick = store.write(INSTALLATION, async () => void order.push('second'));
    await Promise.all([slow, quick]);
    expect(order).toEqual(['first', 'second']);
  });

  it('is seen by a statement that ran before it, even if that has no parameters and sorts', async () => {
    const list = () => store.db.selectFrom('companies').select(['company', 'name']).orderBy('name').execute();
    expect(await list()).toEqual([]);
    const company = { company: 123_456_789, name: 'a name', created_at: '2026-01-01T00:00:00.000Z' };
    await store.write(INSTALLATION, ({ db }) => db.insertInto('companies').values(company).execute());
    expect(await list()).toEqual([{ company: 123_456_789, name: 'a name' }]);
  });

  it('cannot be bypassed', async () => {
    const insert = store.db
      .insertInto('companies')
      .values({ company: 1, name: 'a', created_at: '2026-01-01T00:00:00.000Z' });
    await expect(insert.execute()).rejects.toThrow('only reads');
  });

  it('reads integers of every width as numbers, and refuses those that are too large to be exact', async () => {
    const read = (text: string) => sql<{ n: unknown }>`select ${sql.raw(text)} as n`.execute(store.db);
    for (const text of ['7::smallint', '7::integer', '7::bigint', 'sum(7::bigint)', 'count(*) + 6']) {
      expect((await read(text)).rows).toEqual([{ n: 7 }]);
    }
    await expect(read('9007199254740993::bigint')).rejects.toThrow('too large to be exact');
  });
});

it('has exactly the tables that the schema lists, so that copies include everything', async () => {
  const { rows } = await sql<{ table_name: string }>`
    select table_name from information_schema.tables where table_schema = current_schema()`.execute(store.db);
  // Tables that only one engine needs are not part of the data.
  const own = new Set(['project_locks', 'request_counts']);
  const found = rows.map(({ table_name }) => table_name).filter((name) => !own.has(name));
  expect(found.sort()).toEqual([...COPIED_TABLES, ...STORE_TABLES].sort());
});

describe('requests', () => {
  const ofKey = (key: number, maximum = 100) => ({ of: 'api_key' as const, key, maximum });
  const ofCompany = (key: number, maximum = 100) => ({ of: 'company' as const, key, maximum });

  it('are counted for each key in its time window', async () => {
    const began = performance.now();
    expect(await store.countRequest([ofKey(1)], HOUR_MS)).toMatchObject([{ count: 1 }]);
    const [counted] = await store.countRequest([ofKey(1)], HOUR_MS);
    const tookMs = performance.now() - began;
    expect(counted!.count).toBe(2);
    // The clock of a server has a rate of its own.
    expect(counted!.ttl_ms).toBeGreaterThan(HOUR_MS - tookMs - 1000);
    expect(counted!.ttl_ms).toBeLessThanOrEqual(HOUR_MS);
    expect(await store.countRequest([ofKey(2)], 50)).toMatchObject([{ count: 1 }]);
    await new Promise((resolve) => setTimeout(resolve, 80));
    expect(await store.countRequest([ofKey(2)], 50)).toMatchObject([{ count: 1 }]);
  });

  it('are counted for a key and its company at once, and not for the company where the key has too many', async () => {
    const count = async (key: number) =>
      (await store.countRequest([ofKey(key, 2), ofCompany(11)], HOUR_MS)).map((counted) => counted.count);
    expect([await count(11), await count(12), await count(11)]).toEqual([
      [1, 1],
      [1, 2],
      [2, 3],
    ]);
    expect([await count(11), await count(11), await count(12)]).toEqual([[3], [4], [2, 4]]);
    expect(await store.countRequest([ofCompany(11)], HOUR_MS)).toMatchObject([{ count: 5 }]);
  });

  it.runIf(inject('engine') === 'postgres')('are counted together by all processes', async () => {
    const other = await openStore(database.url, OPTIONS);
    const limits = [ofKey(31), ofCompany(31)];
    await store.countRequest(limits, HOUR_MS);
    await other.countRequest(limits, HOUR_MS);
    expect(await store.countRequest(limits, HOUR_MS)).toMatchObject([{ count: 3 }, { count: 3 }]);
    await other.close();
  });

  it('are all counted when many come at once', async () => {
    const many = Array.from({ length: 200 }, (_, index) =>
      store.countRequest([ofKey(20 + (index % 7), 1000), ofCompany(20, 1000)], HOUR_MS),
    );
    const companies = (await Promise.all(many)).map(([, company]) => company!.count);
    expect(companies.sort((one, other) => one - other)).toEqual(many.map((_, index) => index + 1));
  });
});

// An embedded store has no connection to lose.
describe.runIf(inject('engine') === 'postgres')('a lost connection', () => {
  const company = { company: 1, name: 'a', created_at: '2026-01-01T00:00:00.000Z' };
  const endSessions = () =>
    query(
      database.url,
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );

  it('before the end of a transaction makes it run again, and stores it once', async () => {
    let runs = 0;
    await store.write(INSTALLATION, async ({ db }) => {
      runs += 1;
      await db.insertInto('companies').values(company).execute();
      if (runs === 1) await endSessions();
      await db.selectFrom('companies').selectAll().execute();
    });
    expect(runs).toBe(2);
    expect(await store.db.selectFrom('companies').select('name').execute()).toEqual([{ name: 'a' }]);
  });

  it('in COMMIT repeats the transaction if it was not committed, and only then', async () => {
    const defineWait = (seconds: number) =>
      query(
        database.url,
        `create or replace function wait() returns trigger language plpgsql as
           $$ begin perform pg_sleep(${seconds}); return null; end $$`,
      );
    await defineWait(60);
    await query(
      database.url,
      `create constraint trigger slow after insert on companies deferrable initially deferred
         for each row when (new.name = 'a') execute function wait()`,
    );
    let runs = 0;
    const written = store.write(INSTALLATION, async ({ db }) => {
      runs += 1;
      await db.insertInto('companies').values(company).execute();
    });
    const sleeping = `select 1 from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`;
    await waitUntil('the transaction is in COMMIT', async () => (await query(database.url, sleeping)).length > 0);
    await defineWait(0);
    await endSessions();
    await written;
    expect(runs).toBe(2);
    expect(await store.db.selectFrom('companies').select('name').execute()).toEqual([{ name: 'a' }]);
  });

  it('is not noticed by readers', async () => {
    await store.ping();
    await endSessions();
    expect(await store.db.selectFrom('companies').selectAll().execute()).toEqual([]);
    const { signal } = new AbortController();
    await endSessions();
    expect(await store.query(sql<{ n: number }>`select 1 as n`.compile(store.db), { signal })).toEqual([{ n: 1 }]);
  });

  it('during a read makes it run again, from a newer state', async () => {
    let runs = 0;
    const found = await store.read(INSTALLATION, async ({ db }) => {
      runs += 1;
      await db.selectFrom('companies').select('name').execute();
      if (runs === 1) {
        await store.write(INSTALLATION, (transaction) =>
          transaction.db.insertInto('companies').values(company).execute(),
        );
        await endSessions();
      }
      return db.selectFrom('companies').select('name').execute();
    });
    expect(runs).toBe(2);
    expect(found).toEqual([{ name: 'a' }]);
  });
});
