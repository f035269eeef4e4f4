import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createFirstSettings } from '../analysis/project-settings.ts';
import { createUuid } from '../ids.ts';
import { openDuckdb } from './duckdb/store.ts';
import type { Footprint } from './footprint.ts';
import { INSTALLATION } from './queries/counters.ts';
import { insertCompany } from './queries/keys.ts';
import { insertProject } from './queries/projects.ts';
import { createMemory, createRevisions } from './remember.ts';
import type { Reader } from './store.ts';

const OPTIONS = { memory_limit: '1GB', query_timeout_ms: 30_000, pool_size: 6 };
const NOW = new Date('2026-01-15T12:00:00Z');
const COMPANY = { company: 1, name: 'a', created_at: '2026-01-01T00:00:00.000Z' };

/** Reads the names of the companies, and counts how often they are really read. */
function createNames() {
  const names = {
    reads: 0,
    read: (reader: Reader) =>
      reader.remember('companies', async ({ db }) => {
        names.reads += 1;
        return db.selectFrom('companies').select('name').execute();
      }),
  };
  return names;
}

it('remembers until something is written', async () => {
  const store = await openDuckdb(':memory:', OPTIONS);
  const names = createNames();
  expect(await names.read(store)).toEqual([]);
  expect(await names.read(store)).toEqual([]);
  expect(names.reads).toBe(1);
  await store.write(INSTALLATION, ({ db }) => db.insertInto('companies').values(COMPANY).execute());
  expect(await names.read(store)).toEqual([{ name: 'a' }]);
  expect(names.reads).toBe(2);
  await store.close();
});

it('remembers while other tables are written, and other projects', async () => {
  const store = await openDuckdb(':memory:', OPTIONS);
  const [one, two] = await store.write(INSTALLATION, async ({ db }) => {
    const company = await insertCompany(db, { name: 'c', now: NOW });
    const insert = () => insertProject(db, { company, name: 'P', settings: createFirstSettings(), now: NOW });
    return [(await insert()).project, (await insert()).project];
  });
  let reads = 0;
  const readTopics = () =>
    store.read(one!, (reader) =>
      reader.remember('topics', async ({ db }) => {
        reads += 1;
        const { rows } = await sql<{ name: string }>`select name from topics where project = ${one}`.execute(db);
        return rows.map(({ name }) => name);
      }),
    );
  const addTopic = (project: number) => {
    const topic = { project, topic: 1, id: createUuid(), name: 'T', name_key: 't', country_code: null };
    return store.write(project, ({ append }) => append('topics', [{ ...topic, created_at: NOW.toISOString() }]));
  };
  expect(await readTopics()).toEqual([]);
  await store.write(one!, ({ db }) => db.deleteFrom('tags').where('project', '=', one!).execute());
  await addTopic(two!);
  expect(await readTopics()).toEqual([]);
  expect(reads).toBe(1);
  await addTopic(one!);
  expect(await readTopics()).toEqual(['T']);
  expect(reads).toBe(2);
  // Nobody knows whose rows a write of the whole installation changes.
  await store.write(INSTALLATION, ({ db }) => sql`update topics set name = 'U'`.execute(db));
  expect(await readTopics()).toEqual(['U']);
  await store.close();
});

it('remembers nothing that was written while it was read', async () => {
  const store = await openDuckdb(':memory:', OPTIONS);
  let reads = 0;
  const read = () =>
    store.remember('slow', async ({ db }) => {
      reads += 1;
      const before = await db.selectFrom('companies').select('name').execute();
      if (reads === 1) await store.write(INSTALLATION, (write) => write.append('companies', [COMPANY]));
      return before.length;
    });
  expect(await read()).toBe(0);
  expect(await read()).toBe(1);
  expect(await read()).toBe(1);
  expect(reads).toBe(2);
  await store.close();
});

it('gives a reader only what was read from its own state, and others nothing of an old one', async () => {
  const store = await openDuckdb(':memory:', OPTIONS);
  const names = createNames();
  await names.read(store);
  await store.read(INSTALLATION, async (reader) => {
    // The second statement begins a transaction.
    for (let count = 0; count < 2; count += 1) await reader.db.selectFrom('schema_version').select('version').execute();
    expect(await names.read(reader)).toEqual([]);
    expect(names.reads).toBe(1);
    await store.write(INSTALLATION, ({ db }) => db.insertInto('companies').values(COMPANY).execute());
    expect(await names.read(store)).toEqual([{ name: 'a' }]);
    expect(await names.read(reader)).toEqual([]);
  });
  expect(await names.read(store)).toEqual([{ name: 'a' }]);
  expect(await store.read(INSTALLATION, names.read)).toEqual([{ name: 'a' }]);
  await store.close();
});

it('reads again from the beginning where the first statement sees more than what was recalled', async () => {
  const store = await openDuckdb(':memory:', OPTIONS);
  const names = createNames();
  await names.read(store);
  let attempts = 0;
  const [recalled, read] = await store.read(INSTALLATION, async (reader) => {
    attempts += 1;
    const recalled = await names.read(reader);
    if (attempts === 1) await store.write(INSTALLATION, ({ append }) => append('companies', [COMPANY]));
    return [recalled, await reader.db.selectFrom('companies').select('name').execute()];
  });
  expect([recalled, read]).toEqual([[{ name: 'a' }], [{ name: 'a' }]]);
  expect(attempts).toBe(2);
  await store.close();
});

it('reads again from the beginning where something changes that was recalled after the only statement', async () => {
  const store = await openDuckdb(':memory:', OPTIONS);
  const names = createNames();
  await names.read(store);
  let attempts = 0;
  const [recalled, read] = await store.read(INSTALLATION, async (reader) => {
    attempts += 1;
    await reader.db.selectFrom('schema_version').select('version').execute();
    const recalled = await names.read(reader);
    if (attempts === 1) await store.write(INSTALLATION, ({ append }) => append('companies', [COMPANY]));
    return [recalled, await names.read(reader)];
  });
  expect([recalled, read]).toEqual([[{ name: 'a' }], [{ name: 'a' }]]);
  expect(attempts).toBe(2);
  await store.close();
});

it('forgets what was made of something that has changed', async () => {
  const store = await openDuckdb(':memory:', OPTIONS);
  const names = createNames();
  const count = () =>
    store.read(INSTALLATION, (reader) => reader.remember('count', async (inner) => (await names.read(inner)).length));
  expect([await count(), await count(), names.reads]).toEqual([0, 0, 1]);
  await store.write(INSTALLATION, ({ append }) => append('companies', [COMPANY]));
  expect(await count()).toBe(1);
  // The names are known, and the count is not.
  await store.write(INSTALLATION, ({ db }) => db.deleteFrom('companies').execute());
  expect(await names.read(store)).toEqual([]);
  expect([await count(), names.reads]).toEqual([0, 3]);
  await store.close();
});

it('does not trust what is being committed, but everything else', async () => {
  const revisions = createRevisions();
  const table = (name: string) => ({ project: null, tables: new Set([name]) });
  const [changed, other] = [table('changed'), table('other')];
  const { recall } = createMemory(revisions);
  const recollect = async (from: Footprint, value: string) =>
    (
      await recall([...from.tables].join(), {
        project: null,
        revision: revisions.current(),
        read: async () => ({ value, from }),
      })
    ).value;
  expect([await recollect(changed, 'old'), await recollect(other, 'old')]).toEqual(['old', 'old']);
  let end = () => {};
  const committed = revisions.during([changed], () => new Promise<void>((resolve) => (end = resolve)));
  expect([await recollect(changed, 'either'), await recollect(other, 'new')]).toEqual(['either', 'old']);
  expect(await recollect(changed, 'again')).toBe('again');
  end();
  await committed;
  expect(await recollect(changed, 'new')).toBe('new');
  expect(await recollect(changed, 'later')).toBe('new');
});

it('does not tell projects apart without bound, which only forgets too much', async () => {
  const revisions = createRevisions();
  const tables = new Set(['topics']);
  for (let project = 1; project <= 10_001; project += 1) await revisions.during([{ project, tables }], async () => {});
  expect(revisions.findLastChange({ project: 10_001, tables })).toBe(10_001);
  expect(revisions.findLastChange({ project: 1, tables })).toBe(10_001);
});

it('takes the rows of a table without projects for those of any', async () => {
  const revisions = createRevisions();
  const tables = new Set(['models']);
  await revisions.during([{ project: 1, tables }], async () => {});
  expect(revisions.findLastChange({ project: 2, tables })).toBe(1);
});

it('forgets what has changed since, whoever asks for something else', async () => {
  const revisions = createRevisions();
  const { recall, count } = createMemory(revisions);
  const from = (name: string) => ({ project: 1, tables: new Set([name]) });
  const recollect = (key: string, table: string) =>
    recall(key, { project: 1, revision: revisions.current(), read: async () => ({ value: key, from: from(table) }) });
  await recollect('kept', 'topics');
  for (let number = 0; number < 100; number += 1) await recollect(`old ${number}`, 'prompts');
  await revisions.during([from('prompts')], async () => {});
  for (let number = 0; number < 60; number += 1) await recollect(`new ${number}`, 'prompts');
  expect(count()).toBe(61);
  expect((await recollect('kept', 'topics')).value).toBe('kept');
});

it('keeps no more than it has room for, and nothing that is too large', async () => {
  const store = await openDuckdb(':memory:', OPTIONS);
  let reads = 0;
  const read = (key: number, value: unknown = 'x'.repeat(900_000)) =>
    store.remember(`long ${key}`, async () => {
      reads += 1;
      return value;
    });
  for (let key = 0; key < 40; key += 1) await read(key);
  await read(39);
  expect(reads).toBe(40);
  await read(0);
  expect(reads).toBe(41);
  const large = new Map([['a', Array.from({ length: 1_000_000 }, () => 'x')]]);
  await read(50, large);
  await read(50, large);
  expect(reads).toBe(43);
  await store.close();
});

it('reads once what several ask for at the same time, and lets nobody fail because another one did', async () => {
  const store = await openDuckdb(':memory:', OPTIONS);
  let reads = 0;
  const ask = (fails: boolean) =>
    store.read(INSTALLATION, (reader) =>
      reader.remember('same', async ({ db }) => {
        reads += 1;
        const rows = await db.selectFrom('companies').select('name').execute();
        if (fails) throw new Error('the client has gone');
        return rows.length;
      }),
    );
  expect(await Promise.all([ask(false), ask(false), ask(false)])).toEqual([0, 0, 0]);
  expect(reads).toBe(1);
  await store.write(INSTALLATION, ({ append }) => append('companies', [COMPANY]));
  const outcomes = await Promise.allSettled([ask(true), ask(false), ask(false)]);
  expect(outcomes.map((outcome) => ('value' in outcome ? outcome.value : outcome.reason.message))).toEqual([
    'the client has gone',
    1,
    1,
  ]);
  expect(reads).toBe(3);
  await store.close();
});
