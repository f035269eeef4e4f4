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
let ids: Ids;
let takeStatements: () => Statement[];
let post: (path: string, body: object) => Promise<{ status: number }>;
let postWithHiddenBrand: typeof post;
let postWithMonths: typeof post;

beforeAll(async () => {
  service = await startService();
  const project = await service.createProject();
  ids = await fillProject(project, DATA);
  post = project.client.post;
  const other = await service.createProject();
  await fillProject(other, DATA);
  await hideBrand((await listProjectKeys(service.context.store.db)).at(-1)!);
  postWithHiddenBrand = other.client.post;
  const older = await service.createProject();
  await fillProject(older, DATA);
  await sumMonths(service.context.store, (await listProjectKeys(service.context.store.db)).at(-1)!);
  postWithMonths = older.client.post;
  // Its statements would be among those of the reports.
  await service.context.worker.stop();
  takeStatements = recordReports(service.context.store);
});
afterAll(() => service.close());

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
function withIds(request: object): object {
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
  it.each(SHAPES)('$name', async ({ name, path, request, differs = false, has_hidden_brand, has_months }) => {
    takeStatements();
    const ask = has_hidden_brand ? postWithHiddenBrand : has_months ? postWithMonths : post;
    const body = { start_date: '2026-01-01', end_date: '2026-01-31', ...withIds(request) };
    expect((await ask(path, body)).status).toBe(200);
    const statements = takeStatements();
    const engine = differs && inject('engine') === 'postgres' ? '.postgres' : '';
    await expect(statements.map(toText).join('\n')).toMatchFileSnapshot(
      `sql/${name.replaceAll(/[^a-z]+/g, '-')}${engine}.sql`,
    );
  });
});
