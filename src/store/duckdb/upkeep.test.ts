import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStore } from '../open-store.ts';
import { INSTALLATION } from '../queries/counters.ts';
import type { Store } from '../store.ts';

const PROJECTS = 6;
let store: Store;
beforeAll(async () => {
  store = await openStore('duckdb::memory:', { memory_limit: '1GB', query_timeout_ms: 30_000, pool_size: 1 });
  // Each day has the chats of all projects, one project after the other.
  await store.write(INSTALLATION, async ({ db }) => {
    await sql`insert into chats
      select 1 + i // 3000 % ${PROJECTS}, date '2025-03-01' + (i // (3000 * ${PROJECTS}))::integer, 1, 1, 1, i, gen_random_uuid(),
        1, false, null, gen_random_uuid(), 0 from range(31 * 3000 * ${PROJECTS}) numbers(i)`.execute(db);
    await sql`insert into mentions
      select project, date, prompt, channel, country, chat, 1 + chat % 3, 1 + chat % 5, 1, null, 1 from chats`.execute(
      db,
    );
  });
});
afterAll(() => store.close());

async function read(query: ReturnType<typeof sql>): Promise<unknown[]> {
  return (await query.execute(store.db)).rows;
}

const sums = () =>
  read(sql`select project, date::text as date, brand, count(*)::integer as chats, sum(mention_count)::integer as mentions
    from mentions join chats using (project, date, chat) group by all order by all`);
const groups = () =>
  read(sql`select count(distinct rowid // 122880)::integer as groups from mentions where project = 3`);

it('puts the rows of past months together, project by project, without changing a number', async () => {
  const before = await sums();
  expect(await groups()).toEqual([{ groups: 5 }]);
  for (let project = 1; project <= PROJECTS; project += 1) expect(await store.tidy('2025-04-01')).toBe(true);
  expect(await store.tidy('2025-04-01')).toBe(false);
  expect(await sums()).toEqual(before);
  const [{ groups: left }] = (await groups()) as [{ groups: number }];
  expect(left).toBeLessThanOrEqual(2);
});

it('leaves the current month alone', async () => {
  const other = await openStore('duckdb::memory:', { memory_limit: '1GB', query_timeout_ms: 30_000, pool_size: 1 });
  await other.write(INSTALLATION, ({ db }) =>
    sql`insert into chats select 1 + i // 3000 % 6, date '2025-03-01', 1, 1, 1, i, gen_random_uuid(), 1, false, null,
      gen_random_uuid(), 0 from range(558000) numbers(i)`.execute(db),
  );
  expect(await other.tidy('2025-03-01')).toBe(false);
  await other.close();
});
