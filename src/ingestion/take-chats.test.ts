import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFirstSettings } from '../analysis/project-settings.ts';
import { createReaders } from '../analysis/readers.ts';
import { AppError } from '../errors.ts';
import { openStore } from '../store/open-store.ts';
import { INSTALLATION } from '../store/queries/counters.ts';
import { insertCompany } from '../store/queries/keys.ts';
import { insertProject } from '../store/queries/projects.ts';
import { listRuns } from '../store/queries/runs.ts';
import type { Store } from '../store/store.ts';
import { createGathering } from './gathering.ts';
import type { Intake } from './intake.ts';
import { takeChats, takeLines } from './take-chats.ts';

const NOW = new Date('2026-01-15T12:00:00Z');
let store: Store;
let project: number;
let readBatches: number[];

beforeEach(async () => {
  store = await openStore('duckdb::memory:', { memory_limit: '256MB', query_timeout_ms: 30_000, pool_size: 1 });
  project = await store.write(INSTALLATION, async ({ db }) => {
    const company = await insertCompany(db, { name: 'company', now: NOW });
    return (await insertProject(db, { company, name: 'Project', settings: createFirstSettings(), now: NOW })).project;
  });
  readBatches = [];
});
afterEach(() => store.close());

function createIntake(changes: Partial<Intake> = {}): Intake {
  const readers = createReaders(0);
  return {
    services: {
      store,
      readers: {
        ...readers,
        read: (settings, answers) => {
          if (answers.length > 0) readBatches.push(answers.length);
          return readers.read(settings, answers);
        },
      },
      log: pino({ level: 'silent' }),
      now: () => NOW,
      config: { MAX_PROMPTS: 3 },
    },
    project,
    on_duplicate: 'skip',
    dry_run: false,
    signal: new AbortController().signal,
    gather: createGathering(),
    write: (work, options) => store.write(project, work, options),
    ...changes,
  };
}

const chat = (changes: object = {}) => ({
  prompt_text: 'Which grinder?',
  country_code: 'US',
  model_id: 'famA-scraper',
  date: '2026-01-01',
  answer: 'Any will do.',
  ...changes,
});

async function* toLines(lines: readonly (string | AppError)[]) {
  yield* lines;
}

async function count(table: 'chats' | 'answers' | 'prompts'): Promise<number> {
  return (await store.db.selectFrom(table).select('project').execute()).length;
}

describe('a document of chats', () => {
  it('is read with settings from one state, though others take their place at any moment', async () => {
    const intake = createIntake();
    const alone = new Error('a statement that stands alone');
    const torn = {
      ...store,
      get db(): never {
        throw alone;
      },
    };
    const services = { ...intake.services, store: torn };
    expect(await takeChats({ ...intake, services }, [chat()])).toMatchObject({ accepted: 1 });
    expect(readBatches).toEqual([1]);
  });

  it('keeps the good ones though others are rejected, each with its place and reason', async () => {
    const batch = await takeChats(createIntake(), [
      chat(),
      { nonsense: true },
      chat({ model_id: undefined }),
      chat({ answer: undefined }),
      chat({ prompt_text: undefined }),
    ]);
    expect(batch).toMatchObject({ accepted: 1, duplicates: 0, rejected_count: 4 });
    expect(batch.rejected.map(({ index }) => index)).toEqual([1, 2, 3, 4]);
    expect(batch.rejected[1]!.message).toContain('model_channel_id');
    expect(await count('chats')).toBe(1);
  });

  it('skips what is stored already, by its own id or by its content', async () => {
    await takeChats(createIntake(), [chat(), chat({ external_id: 'a', answer: 'One.' })]);
    const again = await takeChats(createIntake(), [chat(), chat({ external_id: 'a', answer: 'Two.' })]);
    expect(again).toMatchObject({ accepted: 0, duplicates: 2 });
    expect(await count('chats')).toBe(2);
  });

  it('replaces what is stored, and keeps the last of several with one id', async () => {
    await takeChats(createIntake(), [chat({ external_id: 'a', answer: 'One.' })]);
    const intake = createIntake({ on_duplicate: 'replace' });
    await takeChats(intake, [chat({ external_id: 'a', answer: 'Two.' }), chat({ external_id: 'a', answer: 'Three.' })]);
    const answers = await store.db.selectFrom('answers').select('answer').execute();
    expect(answers).toEqual([{ answer: 'Three.' }]);
  });

  it('keeps nothing in a dry run, and says the same', async () => {
    const batch = await takeChats(createIntake({ dry_run: true }), [chat(), chat()]);
    expect(batch).toMatchObject({ accepted: 1, duplicates: 1 });
    expect([await count('chats'), await count('prompts')]).toEqual([0, 0]);
  });

  it('reads each answer once, before the transaction', async () => {
    const chats = Array.from({ length: 5 }, (_, index) => chat({ answer: `Answer ${index}.` }));
    await takeChats(createIntake(), chats);
    expect(readBatches).toEqual([5]);
    await takeChats(createIntake(), [chat({ external_id: 'a' })]);
    await takeChats(createIntake(), [chat({ external_id: 'a' })]);
    expect(readBatches).toEqual([5, 1]);
  });

  it('is stored together with others that come at the same moment, and each is told of its own', async () => {
    const intake = createIntake();
    let writes = 0;
    const counted: Store = {
      ...store,
      write: (...args) => {
        writes += 1;
        return store.write(...args);
      },
    };
    const services = { ...intake.services, store: counted };
    const batches = await Promise.all(
      [
        [chat({ external_id: 'a' })],
        [chat({ external_id: 'b' }), { nonsense: true }, chat({ external_id: 'b' })],
        [chat({ external_id: 'a' }), chat({ model_id: 'none' })],
      ].map((chats) => takeChats({ ...intake, services }, chats)),
    );
    expect(batches).toMatchObject([
      { accepted: 1, duplicates: 0, rejected: [] },
      { accepted: 1, duplicates: 1, rejected: [{ index: 1 }] },
      { accepted: 0, duplicates: 1, rejected: [{ index: 1, message: expect.stringContaining('none') }] },
    ]);
    expect(writes).toBe(1);
    expect(await count('chats')).toBe(2);
  });

  it('is stored by itself where that is wanted, or where it is long', async () => {
    const { gather, ...alone } = createIntake();
    expect(await takeChats(alone, [chat()])).toMatchObject({ accepted: 1 });
    const refuse = () => {
      throw new Error('gathered');
    };
    const many = Array.from({ length: 21 }, (_, index) => chat({ external_id: String(index) }));
    expect(await takeChats({ ...alone, gather: refuse }, many)).toMatchObject({ accepted: 21 });
    expect(await takeChats({ ...alone, gather: refuse, dry_run: true }, [chat()])).toMatchObject({ duplicates: 1 });
    await expect(takeChats({ ...alone, gather: refuse }, [chat()])).rejects.toThrow('gathered');
  });

  it('rejects what goes beyond the limit of prompts', async () => {
    const chats = Array.from({ length: 5 }, (_, index) => chat({ prompt_text: `Prompt ${index}?` }));
    expect(await takeChats(createIntake(), chats)).toMatchObject({ accepted: 3, rejected_count: 2 });
  });
});

describe('a stream of chats', () => {
  const lines = (length: number) =>
    Array.from({ length }, (_, index) => JSON.stringify(chat({ external_id: String(index) })));

  it('rejects lines that cannot be read, and takes the others', async () => {
    const unreadable = new AppError('invalid_request', 'The line is too long.');
    const batch = await takeLines(createIntake(), toLines([...lines(2), '', '{', unreadable]));
    expect(batch).toMatchObject({ accepted: 2, rejected_count: 2 });
    expect(batch.rejected.map(({ index }) => index)).toEqual([3, 4]);
  });

  it('of one batch is no run; from the second batch on it is one', async () => {
    await takeLines(createIntake(), toLines(lines(1000)));
    expect((await listRuns(store.db, project, { page: { limit: 10, offset: 0 } })).total).toBe(0);
    await takeLines(createIntake({ on_duplicate: 'replace' }), toLines(lines(2500)));
    const { data } = await listRuns(store.db, project, { page: { limit: 10, offset: 0 } });
    expect(data).toMatchObject([{ kind: 'import', state: 'done', done: 2500, total: 2500 }]);
    expect(await store.db.selectFrom('work').select('kind').execute()).toEqual([]);
  });

  it('that ends early keeps whole batches, and its run says so', async () => {
    async function* breaking() {
      yield* lines(2100);
      throw new AppError('stopping', 'The client has gone.');
    }
    await expect(takeLines(createIntake(), breaking())).rejects.toThrow('The client has gone.');
    expect(await count('chats')).toBe(2000);
    const { data } = await listRuns(store.db, project, { page: { limit: 10, offset: 0 } });
    expect(data).toMatchObject([{ state: 'failed' }]);
  });
});
