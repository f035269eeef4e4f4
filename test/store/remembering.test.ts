import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { openStore } from '../../src/store/open-store.ts';
import { INSTALLATION } from '../../src/store/queries/counters.ts';
import { insertModel } from '../../src/store/queries/models.ts';
import { deleteProject } from '../../src/store/queries/projects.ts';
import { insertTag } from '../../src/store/queries/tags.ts';
import { addWork } from '../../src/store/queries/work.ts';
import type { Reader, Store } from '../../src/store/store.ts';
import { addProject } from '../harness/add-project.ts';
import { createDatabase, type TestDatabase } from '../harness/databases.ts';
import { waitUntil } from '../harness/wait-until.ts';

const OPTIONS = { memory_limit: '1GB', query_timeout_ms: 30_000, pool_size: 6 };
const now = new Date('2026-01-01T00:00:00Z');
const heavy = { is_heavy: true };

let database: TestDatabase;
let store: Store;
let project: number;
beforeEach(async () => {
  database = await createDatabase();
  store = await openStore(database.url, OPTIONS);
  project = await addProject(store);
  await addTag('first');
});
afterEach(async () => {
  await store.close();
  await database.drop();
});

async function addTag(name: string, { to = project, through = store } = {}): Promise<void> {
  const tag = { name, color: 'gray' as const, group: null };
  await through.write(to, (transaction) => insertTag(transaction, to, { tag, maximum: 100, now }));
}

let reads = 0;
/** The names of the tags of a project, which counts how often it is read. */
const listTags = async ({ db }: Reader, of = project): Promise<string[]> => {
  reads += 1;
  const rows = await db.selectFrom('tags').select('name').where('project', '=', of).orderBy('name').execute();
  return rows.map(({ name }) => name);
};
const recall = (options = heavy, from = store) =>
  from.read(project, (reader) => reader.remember('tags', listTags), options);

/** Reads, and says how often the tags were read for it. */
async function countReads<Result>(work: () => Promise<Result>): Promise<{ result: Result; count: number }> {
  const before = reads;
  return { result: await work(), count: reads - before };
}

describe.each([
  ['a heavy read', heavy],
  ['a small read', { is_heavy: false }],
])('%s', (_what, options) => {
  it('is remembered until its project changes', async () => {
    expect(await countReads(() => recall(options))).toEqual({ result: ['first'], count: 1 });
    expect(await countReads(() => recall(options))).toEqual({ result: ['first'], count: 0 });
    await addTag('second');
    expect(await countReads(() => recall(options))).toEqual({ result: ['first', 'second'], count: 1 });
  });

  it('is not forgotten for another project, nor for what belongs to none', async () => {
    await recall(options);
    await addTag('elsewhere', { to: await addProject(store) });
    await store.write(INSTALLATION, ({ db }) => addWork(db, { project: INSTALLATION, kind: 'a kind', subject: 0 }));
    expect(await countReads(() => recall(options))).toEqual({ result: ['first'], count: 0 });
  });

  it('of another project is another one', async () => {
    await recall(options);
    const other = await addProject(store);
    await addTag('elsewhere', { to: other });
    const found = await store.read(
      other,
      (reader) => reader.remember('tags', (inner) => listTags(inner, other)),
      options,
    );
    expect(found).toEqual(['elsewhere']);
  });

  it('is not remembered if it fails', async () => {
    const fail = () =>
      store.read(
        project,
        (reader) =>
          reader.remember('tags', async () => {
            throw new Error('not today');
          }),
        options,
      );
    await expect(fail()).rejects.toThrow('not today');
    expect(await recall(options)).toEqual(['first']);
  });

  it('that is remembered is no longer there once its project is deleted', async () => {
    await recall(options);
    await store.write(project, ({ db }) => deleteProject(db, project));
    await expect(recall(options)).rejects.toThrow('project');
  });

  it('notices models that its company adds', async () => {
    const listModels = () =>
      store.read(
        project,
        (reader) =>
          reader.remember('models', async ({ db }) =>
            (await db.selectFrom('models').select('id').where('company', '=', 1).execute()).map(({ id }) => id),
          ),
        options,
      );
    expect(await listModels()).toEqual([]);
    await store.write(INSTALLATION, ({ db }) =>
      insertModel(db, { company: 1, id: 'our-model', name: 'Ours', family: 'ours', now }),
    );
    expect(await listModels()).toEqual(['our-model']);
  });

  it('notices what belongs to no project, however it changes', async () => {
    const countWork = () =>
      store.read(
        project,
        (reader) =>
          reader.remember('work', async ({ db }) => (await db.selectFrom('work').select('kind').execute()).length),
        options,
      );
    expect(await countWork()).toBe(0);
    await store.write(INSTALLATION, ({ db }) => addWork(db, { project: INSTALLATION, kind: 'a kind', subject: 0 }));
    expect(await countWork()).toBe(1);
  });
});

it('what was recalled is of the same state as what is read after it', async () => {
  await recall();
  let runs = 0;
  const found = await store.read(
    project,
    async (reader) => {
      runs += 1;
      const recalled = await reader.remember('tags', listTags);
      if (runs === 1) await addTag('second');
      return [recalled, await listTags(reader)];
    },
    heavy,
  );
  expect(found).toEqual([
    ['first', 'second'],
    ['first', 'second'],
  ]);
  expect(runs).toBe(2);
});

it('everything that is recalled at once is of one state, while others write', async () => {
  let isOver = false;
  const writing = (async () => {
    for (let count = 0; !isOver && count < 90; count += 1) await addTag(`tag ${count}`);
  })();
  const numbers: number[][] = [];
  for (let round = 0; round < 100; round += 1) {
    const lists = await store.read(
      project,
      (reader) =>
        Promise.all([reader.remember('tags', listTags), reader.remember('again', listTags), listTags(reader)]),
      { is_heavy: round % 2 === 0 },
    );
    numbers.push(lists.map((list) => list.length));
  }
  isOver = true;
  await writing;
  expect(numbers.filter((counted) => new Set(counted).size > 1)).toEqual([]);
  // Later reads never see less.
  expect(numbers.map(([count]) => count)).toEqual(numbers.map(([count]) => count!).sort((a, b) => a - b));
});

it('a read that ends early gives back what it has', async () => {
  for (let count = 0; count < 20; count += 1) {
    const failing = store.read(
      project,
      (reader) => Promise.all([reader.remember(`tags ${count}`, listTags), Promise.reject(new Error('not today'))]),
      heavy,
    );
    await expect(failing).rejects.toThrow('not today');
  }
  expect(await recall()).toEqual(['first']);
});

/** Reads when it is told to. */
function createGate() {
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  let entered = 0;
  const read = async (reader: Reader) => {
    entered += 1;
    await gate;
    return listTags(reader);
  };
  return { read, open: () => open(), entered: () => entered };
}

describe('equal reads at the same time', () => {
  const start = (read: (reader: Reader) => Promise<string[]>, signal = new AbortController().signal) =>
    store.read(project, (reader) => reader.remember('tags', read), { is_heavy: true, signal });

  it('are one', async () => {
    const { read, open, entered } = createGate();
    const first = start(read);
    await waitUntil('the first one reads', () => entered() === 1);
    const others = Array.from({ length: 20 }, () => start(read));
    open();
    const { count } = await countReads(() => Promise.all([first, ...others]));
    expect(count).toBe(1);
    expect(entered()).toBe(1);
    expect(await Promise.all([first, ...others])).toEqual(Array.from({ length: 21 }, () => ['first']));
  });

  it('do not wait for one that sees less', async () => {
    const { read, open, entered } = createGate();
    const first = start(read);
    await waitUntil('the first one reads', () => entered() === 1);
    await addTag('second');
    expect(await recall()).toEqual(['first', 'second']);
    open();
    // An embedded store begins to read with the first statement, which came after the write.
    expect(await first).toEqual(store.is_shared ? ['first'] : ['first', 'second']);
    expect(await recall()).toEqual(['first', 'second']);
  });

  it('fail alone', async () => {
    const { read, open, entered } = createGate();
    const failing = start(async (reader) => {
      await read(reader);
      throw new Error('not today');
    });
    await waitUntil('the first one reads', () => entered() === 1);
    const waiting = recall();
    open();
    await expect(failing).rejects.toThrow('not today');
    expect(await waiting).toEqual(['first']);
  });
});

describe.runIf(inject('engine') === 'postgres')('on a server that others write to', () => {
  it('what another process writes is there at once', async () => {
    const other = await openStore(database.url, OPTIONS);
    try {
      for (let count = 0; count < 5; count += 1) {
        const expected = ['first', ...Array.from({ length: count }, (_, at) => `tag ${at}`)];
        expect(await recall()).toEqual(expected);
        expect(await recall(heavy, other)).toEqual(expected);
        await addTag(`tag ${count}`, { through: count % 2 === 0 ? store : other });
      }
    } finally {
      await other.close();
    }
  });

  it('nobody holds a connection or a turn who waits for an equal read', async () => {
    const { read, open } = createGate();
    const start = (signal: AbortSignal) =>
      store.read(project, (reader) => reader.remember('slow', read), { is_heavy: true, signal });
    const leaving = new AbortController();
    const first = start(new AbortController().signal);
    const waiting = Array.from({ length: 30 }, () => start(new AbortController().signal));
    const left = start(leaving.signal);
    expect(await recall()).toEqual(['first']);
    leaving.abort(new Error('the client left'));
    await expect(left).rejects.toThrow('the client left');
    open();
    expect(await Promise.all([first, ...waiting])).toEqual(Array.from({ length: 31 }, () => ['first']));
  });
});
