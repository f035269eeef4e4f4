import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { listProjectKeys } from '../../src/store/queries/projects.ts';
import { startService, type TestService } from '../harness/service.ts';
import { sumMonths } from '../harness/sum-months.ts';
import { type Dataset, fillProject, type Ids } from './dataset.ts';
import { formatSql } from './format-sql.ts';
import { recordReports, type Statement } from './recorded-statements.ts';
import { SHAPES } from './sql-shapes.ts';

const DATA: Dataset = {
  brands: ['Zorbix', 'Brumelle', 'Kestola'],
  own: 0,
  topics: ['grinders'],
  tags: ['new', 'old'],
  // More than a list that is compared value by value.
  prompts: Array.from({ length: 20 }, (_, place) => ({
    country: 'US',
    topic: place % 2 === 0 ? 0 : null,
    tags: place % 3 === 0 ? [] : [place % 2],
  })),
  chats: [1, 2, 3].map((day) => ({
    prompt: day,
    channel: 'famA-0',
    date: `2026-01-0${day}`,
    country: 'US',
    mentions: [{ brand: day % 3, count: day, position: 1, ...(day === 2 ? { sentiment: 0.5 } : {}) }],
    sources: [{ page: day, citation_count: 1 }],
  })),
};

let service: TestService;
let takeStatements: () => Statement[];
/** Projects by what is special about them. */
let plain: Asked;
let withHiddenBrand: Asked;
let withMonths: Asked;

interface Asked {
  project: number;
  ids: Ids;
  post(path: string, body: object): Promise<{ status: number }>;
}

beforeAll(async () => {
  service = await startService();
  plain = await createProject();
  withHiddenBrand = await createProject();
  await hideBrand(withHiddenBrand.project);
  withMonths = await createProject();
  await sumMonths(service.context.store, withMonths.project);
  // Its statements would be among those of the reports.
  await service.context.worker.stop();
  takeStatements = recordReports(service.context.store);
});
afterAll(() => service.close());

async function createProject(): Promise<Asked> {
  const created = await service.createProject();
  const project = (await listProjectKeys(service.context.store.db)).at(-1)!;
  return { project, ids: await fillProject(created, DATA), post: created.client.post };
}

/** Lets the store forget what reports have remembered, as after any change of the project's answers. */
async function forget(project: number): Promise<void> {
  await service.context.store.write(project, async ({ db }) => {
    for (const table of ['chats', 'daily_chats'] as const) {
      await db.deleteFrom(table).where('project', '=', project).where('date', '=', '1999-01-01').execute();
    }
  });
}

/** A brand of a project as it is before its mentions are shown. */
async function hideBrand(project: number): Promise<void> {
  await service.context.store.write(project, async ({ db }) => {
    const { brand, ...known } = await db
      .selectFrom('brands')
      .selectAll()
      .where('project', '=', project)
      .orderBy('brand', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    const id = known.id.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'));
    await db
      .insertInto('brands')
      .values({ ...known, brand: brand + 1, id, name: 'Later', name_key: 'later' })
      .execute();
  });
}

/** `$brands.0` → the id. */
function withIds(request: object, ids: Ids): object {
  const text = JSON.stringify(request).replace(
    /\$(\w+)\.(\d+)/g,
    (_, kind: keyof Ids, place) => ids[kind][Number(place)]!,
  );
  return JSON.parse(text);
}

/** Values stand where they are used, as `$(1)`: numbered, one more would change every line after it. */
function toText({ text, values }: Statement): string {
  return `${formatSql(text).replace(/\$(\d+)/g, (_, place) => `$(${toValue(values[Number(place) - 1])})`)}\n`;
}

/** Keys are looked up in no order, so lists of them are shown in one. */
function toValue(value: unknown): string {
  return JSON.stringify(Array.isArray(value) ? [...value].sort((a, b) => (a < b ? -1 : 1)) : value);
}

describe('the SQL of', () => {
  it.each(SHAPES)(
    '$name',
    async ({ name, path, request, differs = false, has_hidden_brand, has_months, asked_before = [] }) => {
      const { project, ids, post } = has_hidden_brand ? withHiddenBrand : has_months ? withMonths : plain;
      const ask = async (asked: object) => {
        const body = { start_date: '2026-01-01', end_date: '2026-01-31', ...withIds(asked, ids) };
        expect((await post(path, body)).status).toBe(200);
      };
      await forget(project);
      for (const asked of asked_before) await ask(asked);
      takeStatements();
      await ask(request);
      const statements = takeStatements();
      const engine = differs && inject('engine') === 'postgres' ? '.postgres' : '';
      await expect(statements.map(toText).join('\n')).toMatchFileSnapshot(
        `sql/${name.replaceAll(/[^a-z]+/g, '-')}${engine}.sql`,
      );
    },
  );
});
