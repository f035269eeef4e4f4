import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createDatabase, query, type TestDatabase } from '../harness/databases.ts';
import { ask, createFolder, KEY, type Program, removeFolder, runProgram, startProgram } from '../harness/program.ts';
import { waitUntil } from '../harness/wait-until.ts';

const ANSWERS = 6000;
const STARTED_TOGETHER = 6;

/** An embedded store belongs to one process. */
const isShared = inject('engine') === 'postgres';

describe.runIf(isShared)('several processes on one database', () => {
  let folder: string;
  const services: Program[] = [];

  beforeAll(async () => {
    folder = await createFolder();
    // More than the tests ask in a minute, however slow the machine is. The lower one is the one that headers show.
    const env = { WORKER: 'off', RATE_LIMIT: '1000000', COMPANY_RATE_LIMIT: '900000' };
    services.push(...(await Promise.all([startProgram(folder, env), startProgram(folder, env)])));
  });
  afterAll(async () => {
    for (const { process: child, ended } of services) {
      child.kill('SIGTERM');
      await ended;
    }
    await removeFolder(folder);
  });

  async function createProject(): Promise<string> {
    return (await ask(services[0]!, { method: 'POST', path: '/projects', body: { name: 'Shared' } })).body.id as string;
  }

  it('count the requests of a company together, whichever key asks', async () => {
    const made = await ask(services[0]!, { method: 'POST', path: '/keys', body: { name: 'second' } });
    const { key } = made.body as { key: string };
    const order = [
      [services[0]!, KEY],
      [services[1]!, key],
      [services[0]!, key],
    ] as const;
    const count = async () => {
      const remaining: number[] = [];
      for (const [{ url }, secret] of order) {
        const { headers } = await fetch(`${url}/v1/key`, { headers: { 'X-API-Key': secret } });
        expect(headers.get('x-ratelimit-limit')).toBe('900000');
        remaining.push(Number(headers.get('x-ratelimit-remaining')));
      }
      return remaining;
    };
    let remaining = await count();
    // A window that ends in between begins the count anew; the next one has just begun.
    if (remaining.some((left, index) => left > remaining[0]! - index)) remaining = await count();
    expect(remaining).toEqual(order.map((_, index) => remaining[0]! - index));
  });

  it('know at once of a key that another has revoked', async () => {
    const made = await ask(services[0]!, { method: 'POST', path: '/keys', body: { name: 'short-lived' } });
    const { id, key } = made.body as { id: string; key: string };
    const use = async () => (await fetch(`${services[1]!.url}/v1/key`, { headers: { 'X-API-Key': key } })).status;
    expect(await use()).toBe(200);
    await ask(services[0]!, { method: 'DELETE', path: `/keys/${id}` });
    expect(await use()).toBe(401);
  });

  it('know at once of a share link that another has revoked', async () => {
    const body = { project_id: await createProject() };
    const made = await ask(services[0]!, { method: 'POST', path: '/share-links', body });
    const { id, token } = made.body as { id: string; token: string };
    const use = async () => (await fetch(`${services[1]!.url}/v1/brands`, { headers: { 'X-API-Key': token } })).status;
    expect(await use()).toBe(200);
    await ask(services[0]!, { method: 'DELETE', path: `/share-links/${id}?project_id=${body.project_id}` });
    expect(await use()).toBe(401);
  });

  it('do a request once that comes to all of them with one Idempotency-Key', async () => {
    const project_id = await createProject();
    const create = async (service: Program) => {
      const response = await fetch(`${service.url}/v1/topics`, {
        method: 'POST',
        headers: { 'X-API-Key': KEY, 'Idempotency-Key': 'once' },
        body: JSON.stringify({ project_id, name: 'Once' }),
      });
      return { status: response.status, id: ((await response.json()) as { id: string }).id };
    };
    const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => create(services[index % 2]!)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  });

  it('give one name to one of those who ask for it, and every key once', async () => {
    const project_id = await createProject();
    const create = async (index: number) =>
      (
        await ask(services[index % 2]!, {
          method: 'POST',
          path: '/topics',
          body: { project_id, name: `Name ${index % 10}` },
        })
      ).status;
    const statuses = await Promise.all(Array.from({ length: 40 }, (_, index) => create(index)));
    expect(statuses.filter((status) => status === 201)).toHaveLength(10);
    expect(statuses.filter((status) => status === 409)).toHaveLength(30);
    const chat = (index: number) => ({
      prompt_text: `prompt ${index % 7}`,
      country_code: 'US',
      model_id: 'famA-scraper',
      date: '2026-01-01',
      external_id: String(index % 150),
      answer: `Answer ${index % 150}, see https://a.example/${index % 20}.`,
    });
    const batches = Array.from({ length: 20 }, (_, batch) =>
      Array.from({ length: 30 }, (_, index) => chat(batch * 15 + index)),
    );
    const taken = await Promise.all(
      batches.map((chats, index) =>
        ask(services[index % 2]!, { method: 'POST', path: '/chats', body: { project_id, chats } }),
      ),
    );
    expect(taken.map(({ status }) => status)).toEqual(batches.map(() => 200));
    expect(taken.reduce((sum, { body }) => sum + (body.accepted as number), 0)).toBe(150);
    const listed = await ask(services[1]!, { path: `/chats?project_id=${project_id}` });
    expect(listed.body.total_count).toBe(150);
    expect((await ask(services[1]!, { path: `/prompts?project_id=${project_id}` })).body.total_count).toBe(7);
  });

  it('read answers again once, though a worker is killed in the middle', async () => {
    const project_id = await createProject();
    const chats = Array.from({ length: ANSWERS }, (_, index) => ({
      prompt_text: 'Which?',
      country_code: 'US',
      model_id: 'famA-scraper',
      date: '2026-01-01',
      answer: `Zorbix is number ${index}.`,
    }));
    await ask(services[0]!, { method: 'POST', path: '/chats', body: { project_id, chats } });
    await ask(services[1]!, { method: 'POST', path: '/brands', body: { project_id, name: 'Zorbix' } });
    const readRun = async () => {
      const { body } = await ask(services[0]!, { path: `/runs?project_id=${project_id}` });
      return (body.data as { state: string; done: number; total: number }[])[0]!;
    };
    expect(await readRun()).toMatchObject({ state: 'running', done: 0 });
    // Without threads of their own: they would only compete for the same cores.
    const env = { EXTRACTION_THREADS: '0' };
    const [first, second] = [runProgram(['worker'], { folder, env }), runProgram(['worker'], { folder, env })];
    await waitUntil('some answers are read', async () => (await readRun()).done > 0);
    first.process.kill('SIGKILL');
    await waitUntil('the run ends', async () => (await readRun()).state !== 'running', { everyMs: 50 });
    expect(await readRun()).toMatchObject({ state: 'done', done: ANSWERS, total: ANSWERS });
    const report = await ask(services[1]!, { method: 'POST', path: '/reports/brands', body: { project_id } });
    expect(report.body.data).toMatchObject([{ mention_count: ANSWERS, visibility_total: ANSWERS, visibility: 1 }]);
    second.process.kill('SIGTERM');
    expect(await second.ended).toBe(0);
  });
});

describe.runIf(isShared)('an empty database', () => {
  let database: TestDatabase;
  let folder: string;
  beforeAll(async () => {
    database = await createDatabase({ isEmpty: true });
    folder = await createFolder();
  });
  afterAll(async () => {
    await removeFolder(folder);
    await database.drop();
  });

  it('is made ready once, though many processes start together', async () => {
    const env = { DATABASE_URL: database.url, DATABASE_POOL: '2' };
    const programs = await Promise.all(Array.from({ length: STARTED_TOGETHER }, () => startProgram(folder, env)));
    const statuses = await Promise.all(programs.map(async (program) => (await ask(program, { path: '/key' })).status));
    expect(statuses).toEqual(programs.map(() => 200));
    for (const { process: child } of programs) child.kill('SIGTERM');
    expect(await Promise.all(programs.map(({ ended }) => ended))).toEqual(programs.map(() => 0));
    const [counts] = await query(
      database.url,
      `select (select count(*)::integer from companies) as companies, (select count(*)::integer from api_keys) as keys,
        (select count(*)::integer = count(distinct version) from schema_version) as is_once`,
    );
    expect(counts).toEqual({ companies: 1, keys: 1, is_once: true });
  });
});

describe.runIf(!isShared)('an embedded store', () => {
  it('has no worker beside its service', async () => {
    const folder = await createFolder();
    const worker = runProgram(['worker'], { folder });
    expect(await worker.ended).toBe(2);
    expect(worker.errors()).toContain('set DATABASE_URL to a PostgreSQL');
    const service = runProgram(['serve'], { folder, env: { PORT: '0', WORKER: 'off' } });
    expect(await service.ended).toBe(2);
    expect(service.errors()).toContain('WORKER=off needs a PostgreSQL');
    await removeFolder(folder);
  });
});
