import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp } from '../../src/surfaces/http/app.ts';
import { startService, type TestService } from '../harness/service.ts';
import { watchQueries } from '../harness/watch-queries.ts';

let service: TestService;
let queries = 0;
let ask: (key: string, method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) => Promise<unknown>;

beforeAll(async () => {
  service = await startService();
  // After its writes, reports would be computed again.
  await service.context.worker.stop();
  const store = watchQueries(service.context.store, (query) => (compiled, options) => {
    queries += 1;
    return query(compiled, options);
  });
  const { fastify } = await createApp({ ...service.context, store });
  ask = async (key, method, path, body) => {
    const response = await fastify.inject({
      method,
      url: `/v1${path}`,
      headers: { 'X-API-Key': key },
      ...(body ? { payload: body } : {}),
    });
    expect(response.statusCode).toBeLessThan(300);
    return response.json();
  };
});
afterAll(() => service.close());

const RANGE = { start_date: '2026-01-01', end_date: '2026-01-31' };

async function createProject(answers: readonly string[]) {
  const { key } = await service.createProject();
  const { id } = (await ask(key, 'POST', '/brands', { name: 'Zorbix' })) as { id: string };
  const add = (texts: readonly string[]) =>
    ask(key, 'POST', '/chats', {
      chats: texts.map((answer) => ({
        prompt_text: 'Which?',
        country_code: 'US',
        model_id: 'famA-scraper',
        date: '2026-01-05',
        answer,
      })),
    });
  await add(answers);
  const report = async () => {
    const { data } = (await ask(key, 'POST', '/reports/brands', RANGE)) as {
      data: { brand: { name: string }; visibility: number }[];
    };
    return data.map(({ brand, visibility }) => [brand.name, visibility]);
  };
  return { key, brand: id, add, report };
}

it('a report is the same until its project changes, and then it is right', async () => {
  const project = await createProject(['Zorbix is good.', 'Nothing.']);
  const other = await createProject(['Zorbix is good.']);
  expect(await project.report()).toEqual([['Zorbix', 0.5]]);
  const before = queries;
  expect(await project.report()).toEqual([['Zorbix', 0.5]]);
  await other.add(['Nothing.']);
  await ask(project.key, 'POST', '/topics', { name: 'Grinders' });
  expect(await project.report()).toEqual([['Zorbix', 0.5]]);
  // A server only knows that something in the project was written.
  expect(queries - before).toBe(service.context.store.is_shared ? 1 : 0);
  await project.add(['Zorbix again.', 'Zorbix too.']);
  expect(await project.report()).toEqual([['Zorbix', 0.75]]);
  expect(await other.report()).toEqual([['Zorbix', 0.5]]);
  await ask(project.key, 'PATCH', `/brands/${project.brand}`, { name: 'Zorbix Inc', aliases: ['Zorbix'] });
  expect((await project.report()).map(([name]) => name)).toEqual(['Zorbix Inc']);
});

it('equal reports at the same time are one query', async () => {
  const project = await createProject(['Zorbix is good.']);
  queries = 0;
  const reports = await Promise.all(Array.from({ length: 5 }, () => project.report()));
  expect(new Set(reports.map((report) => JSON.stringify(report)))).toEqual(new Set(['[["Zorbix",1]]']));
  expect(queries).toBe(1);
});

it('a list shows what was just created', async () => {
  const { key } = await createProject([]);
  const list = async () => ((await ask(key, 'GET', '/tags')) as { data: { name: string }[] }).data;
  for (let count = 0; count < 5; count += 1) {
    expect(await list()).toHaveLength(count);
    expect(await list()).toHaveLength(count);
    await ask(key, 'POST', '/tags', { name: `Tag ${count}` });
  }
});
