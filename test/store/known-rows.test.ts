import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../../src/store/open-store.ts';
import { refuseAddition } from '../../src/store/queries/named.ts';
import { deleteProject } from '../../src/store/queries/projects.ts';
import { openPromptBook } from '../../src/store/queries/prompt-book.ts';
import { addSources } from '../../src/store/queries/sources.ts';
import { deleteTag, insertTag, updateTag } from '../../src/store/queries/tags.ts';
import type { Store, Transaction } from '../../src/store/store.ts';
import { addProject } from '../harness/add-project.ts';
import { createDatabase, type TestDatabase } from '../harness/databases.ts';

const now = new Date('2026-01-01T00:00:00Z');
const MAXIMUM = 4;
const NAMES = ['one', 'ONE', 'two', 'three', 'four', 'five'];

let database: TestDatabase;
let store: Store;
beforeAll(async () => {
  database = await createDatabase();
  store = await openStore(database.url, { memory_limit: '1GB', query_timeout_ms: 30_000, pool_size: 6 });
});
afterAll(async () => {
  await store.close();
  await database.drop();
});

let chats = 0;

type Change = (transaction: Transaction, project: number) => Promise<unknown>;

/** What a write may do with a name, by what it is called. */
const CHANGES: Record<string, (name: string) => Change> = {
  'add a tag': (name) => (transaction, project) =>
    insertTag(transaction, project, { tag: { name, color: 'gray', group: null }, maximum: MAXIMUM, now }),
  'add a tag, and fail': (name) => async (transaction, project) => {
    await CHANGES['add a tag']!(name)(transaction, project);
    throw new Error('too late');
  },
  'rename a tag': (name) => async (transaction, project) => {
    const tag = await findTag(transaction, project);
    if (tag) await updateTag(transaction.db, project, { tag, changes: { name } });
  },
  'delete a tag': () => async (transaction, project) => {
    const tag = await findTag(transaction, project);
    if (tag) await deleteTag(transaction.db, project, tag);
  },
  'add a prompt': (text) => async (transaction, project) => {
    const book = await openPromptBook(transaction, project, { texts: [text], maximum: 100, now });
    await book.add({ text, country: text.length, topic: 0, tags: [] });
    await book.flush();
  },
  'delete prompts':
    () =>
    ({ db }, project) =>
      db.deleteFrom('prompts').where('project', '=', project).execute(),
  'add a source': (name) => (transaction, project) => {
    const domain = `${name.toLowerCase()}.example`;
    const page = { address: `https://${domain}/${name}`, domain, title: null, citation_count: 1 };
    const chat = { project, date: '2026-01-01', prompt: 1, channel: 1, country: 1, chat: ++chats };
    const pages = [{ ...page, url_class: 'OTHER', domain_class: 'OTHER' }];
    return addSources(transaction, project, [{ chat, generation: 1, pages }]);
  },
  'add a source, and fail': (name) => async (transaction, project) => {
    await CHANGES['add a source']!(name)(transaction, project);
    throw new Error('too late');
  },
  'delete sources':
    () =>
    async ({ db }, project) => {
      for (const table of ['sources', 'urls', 'domains'] as const) {
        await db.deleteFrom(table).where('project', '=', project).execute();
      }
    },
};

async function findTag({ db }: Transaction, project: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('tags')
    .select('tag')
    .where('project', '=', project)
    .orderBy('tag')
    .executeTakeFirst();
  return row?.tag;
}

/** What is written wrongly, if what is known of rows is not what they are. */
async function findFaults(project: number): Promise<unknown[]> {
  const { rows } = await sql`
    select 'tag' as twice, name_key as name from tags where project = ${project} group by name_key having count(*) > 1
    union all
    select 'prompt', text from prompts where project = ${project} group by text, country having count(*) > 1
    union all
    select 'domain', name from domains where project = ${project} group by name having count(*) > 1
    union all
    select 'url', address from urls where project = ${project} group by address having count(*) > 1
    union all
    select 'source of no url', '' from sources where project = ${project}
      and url not in (select url from urls where project = ${project})
    union all
    select 'source of no domain', '' from sources where project = ${project}
      and domain not in (select domain from domains where project = ${project})`.execute(store.db);
  return rows;
}

/** How adding a tag with each name would end, from what is known. */
async function tryNames(project: number): Promise<string[]> {
  return store.write(project, async ({ db }) => {
    const outcomes: string[] = [];
    for (const name of NAMES) {
      const refused = refuseAddition(db, project, { table: 'tags', key: 'tag', name, maximum: MAXIMUM });
      outcomes.push(
        await refused.then(
          () => 'added',
          (error: Error) => error.message,
        ),
      );
    }
    return outcomes;
  });
}

/** The same, told from the rows. */
async function expectNames(project: number): Promise<string[]> {
  const rows = await store.db.selectFrom('tags').select('name').where('project', '=', project).execute();
  return NAMES.map((name) => {
    const taken = rows.find((row) => row.name.toLowerCase() === name.toLowerCase());
    if (taken) return `A tag named "${taken.name}" already exists.`;
    return rows.length < MAXIMUM ? 'added' : expect.stringContaining(`maximum of ${MAXIMUM} tags`);
  });
}

const kinds = Object.keys(CHANGES);
const change = fc.record({
  // After each that fails, everything is read anew.
  what: fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom(...kinds.filter((what) => !what.includes('fail'))) },
    { weight: 1, arbitrary: fc.constantFrom(...kinds.filter((what) => what.includes('fail'))) },
  ),
  name: fc.constantFrom(...NAMES),
  place: fc.integer({ min: 0, max: 1 }),
});
/** Changes one after the other, some of them at the same time as others. */
const history = fc.array(fc.array(change, { minLength: 1, maxLength: 3 }), { minLength: 10, maxLength: 20 });

describe('what transactions know of rows', () => {
  it('is what the rows are, through every history of changes', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (turns) => {
        const projects = [await addProject(store), await addProject(store)];
        for (const turn of turns) {
          const writes = turn.map(({ what, name, place }) =>
            store.write(projects[place]!, (transaction) => CHANGES[what]!(name)(transaction, projects[place]!)),
          );
          await Promise.allSettled(writes);
          for (const project of projects) expect(await tryNames(project)).toEqual(await expectNames(project));
        }
        for (const project of projects) expect(await findFaults(project)).toEqual([]);
      }),
      { numRuns: 10 },
    );
  });

  it('ends with the change of a row', async () => {
    const project = await addProject(store);
    const run = (what: string, name: string) =>
      store.write(project, (transaction) => CHANGES[what]!(name)(transaction, project));
    await run('add a tag', 'one');
    await run('rename a tag', 'two');
    await expect(run('add a tag', 'two')).rejects.toThrow('already exists');
    await run('add a tag', 'one');
    await run('delete a tag', 'two');
    await run('add a tag', 'two');
    for (const text of ['one', 'ONE']) {
      await run('add a prompt', text);
      await expect(run('add a prompt', text)).rejects.toThrow('already exists');
    }
    await run('delete prompts', '');
    await run('add a prompt', 'one');
    await run('add a source', 'one');
    await run('add a source', 'one');
    await run('delete sources', '');
    await run('add a source', 'one');
    expect(await findFaults(project)).toEqual([]);
  });

  it('is of one project', async () => {
    const [first, second] = [await addProject(store), await addProject(store)];
    const add = CHANGES['add a tag']!('same');
    await store.write(first, (transaction) => add(transaction, first));
    await store.write(second, (transaction) => add(transaction, second));
    await expect(store.write(first, (transaction) => add(transaction, first))).rejects.toThrow('already exists');
    await store.write(first, ({ db }) => deleteProject(db, first));
    await expect(store.write(first, (transaction) => add(transaction, first))).rejects.toThrow('does not exist');
    await expect(store.write(second, (transaction) => add(transaction, second))).rejects.toThrow('already exists');
  });
});
