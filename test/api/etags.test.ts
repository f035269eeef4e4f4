import { afterAll, beforeAll, expect, it } from 'vitest';
import { startService, type TestProject, type TestService } from '../harness/service.ts';

let service: TestService;
let project: TestProject;
beforeAll(async () => {
  service = await startService();
  project = await service.createProject();
});
afterAll(() => service.close());

const withTag = (tag: string | undefined) => ({ headers: { 'if-none-match': tag! } });

it('an unchanged list is not sent again, and a changed one is', async () => {
  const { client } = project;
  await client.post('/brands', { name: 'Zorbix' });
  const first = await client.get('/brands');
  expect(first.headers.etag).toMatch(/^W\/"[\w-]+"$/);
  const same = await client.get('/brands', withTag(first.headers.etag));
  expect(same).toMatchObject({ status: 304, text: '', headers: { etag: first.headers.etag } });
  await client.post('/brands', { name: 'Kestola' });
  const changed = await client.get('/brands', withTag(first.headers.etag));
  expect(changed.status).toBe(200);
  expect(changed.headers.etag).not.toBe(first.headers.etag);
});

it('reports have tags too, and any of several that is sent will do', async () => {
  const { client } = project;
  const first = await client.post('/reports/brands', {});
  const tags = `"other", ${first.headers.etag!.replace('W/', '')}`;
  expect((await client.post('/reports/brands', {}, withTag(tags))).status).toBe(304);
  expect((await client.post('/reports/brands', {}, withTag('*'))).status).toBe(304);
  expect((await client.post('/reports/brands', { dimensions: ['date'] }, withTag('"other"'))).status).toBe(200);
});

it('neither errors nor writes have tags', async () => {
  const { client } = project;
  const refused = await client.get('/chats/none/content', withTag('*'));
  expect(refused.status).toBe(404);
  expect(refused.headers.etag).toBeUndefined();
  const written = await client.post('/topics', { name: 'grinders' }, withTag('*'));
  expect(written.status).toBe(201);
  expect(written.headers.etag).toBeUndefined();
});

it('a tag lets nobody in: rights are checked first', async () => {
  const { headers } = await project.client.get('/brands');
  expect((await service.as(null).get('/brands', withTag(headers.etag))).status).toBe(401);
});
