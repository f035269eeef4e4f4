import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createDatabase, query, type TestDatabase } from '../harness/databases.ts';
import { ask, createFolder, type Program, removeFolder, runProgram, startProgram } from '../harness/program.ts';
import { waitUntil } from '../harness/wait-until.ts';

const TOKEN = 'a-token-for-copies-of-24-characters';
const ANSWERS = 1000;
/** More than the tables that come before chats and answers take. */
const SETTINGS_BYTES = 100_000;
const RANGE = { start_date: '2025-12-01', end_date: '2026-01-31' };
const isShared = inject('engine') === 'postgres';

const databases: TestDatabase[] = [];
let folder: string;
/** An installation with a bit of everything, running. */
let service: Program;
let project_id: string;
let before: string[];

beforeAll(async () => {
  folder = await createFolder();
  service = await startProgram(folder, { BACKUP_TOKEN: TOKEN, EXTRACTION_THREADS: '0' });
  project_id = await createProject();
  const chats = Array.from({ length: ANSWERS }, (_, index) => ({
    prompt_text: `Which \t "one"\\ of ${index % 50}?\nAnd why?`,
    country_code: 'DE',
    model_id: 'famA-scraper',
    date: `2025-12-${String(1 + (index % 28)).padStart(2, '0')}`,
    ...(index % 2 ? { external_id: `№ ${index} \\N` } : {}),
    answer: `Zorbix – “number” ${index} 🎈\r\n\t\\.\nSee https://a.example/${index % 300}.`,
  }));
  await create('/chats', { chats });
  await create('/brands', { name: 'Zorbix' });
  await waitUntil('the answers are re-analyzed', async () => {
    const runs = await ask(service, { path: `/runs?project_id=${project_id}` });
    return !(runs.body.data as { state: string }[]).some(({ state }) => state === 'running');
  });
  before = await readAll(service);
});
afterAll(async () => {
  service.process.kill('SIGKILL');
  await service.ended;
  for (const { drop } of databases) await drop();
  await removeFolder(folder);
});

async function create(path: string, body: object): Promise<Record<string, unknown>> {
  const created = await ask(service, { method: 'POST', path, body: { project_id, ...body } });
  expect(created.status, JSON.stringify(created.body)).toBeLessThan(300);
  return created.body;
}

/** A project with settings of several kinds. */
async function createProject(): Promise<string> {
  const { body } = await ask(service, { method: 'POST', path: '/projects', body: { name: 'Copied' } });
  project_id = body.id as string;
  for (const name of ['Brumelle', 'Kestola']) await create('/brands', { name, aliases: [`${name} Pro`] });
  const { id: topic_id } = await create('/topics', { name: 'Mills' });
  const tags = [
    await create('/tags', { name: 'a tag', group: 'a group' }),
    await create('/tags', { name: '"quoted"' }),
  ];
  const prompts = Array.from({ length: 8 }, (_, index) => ({
    text: `Prompt ${index}?`,
    country_code: 'DE',
    ...(index % 2 ? { topic_id } : {}),
    tag_ids: tags.slice(index % 3).map(({ id }) => id),
  }));
  await create('/prompts/bulk', { prompts });
  await create('/prompts/suggestions', { text: 'Which one?', country_code: 'US' });
  return project_id;
}

/** Reports and lists, as bytes. */
async function readAll({ url }: Program): Promise<string[]> {
  const headers = { 'X-API-Key': 'a-bootstrap-key-of-more-than-24-characters' };
  const reports = [
    ['brands', []],
    ['brands', ['date', 'topic_id']],
    ['brands', ['prompt_id', 'model_channel_id']],
    ['domains', ['date']],
    ['urls', []],
  ] as const;
  const texts: string[] = [];
  for (const [name, dimensions] of reports) {
    const body = JSON.stringify({ project_id, ...RANGE, dimensions });
    const response = await fetch(`${url}/v1/reports/${name}`, { method: 'POST', headers, body });
    expect(response.status).toBe(200);
    texts.push(await response.text());
  }
  for (const path of ['brands', 'prompts', 'topics', 'tags', 'prompts/suggestions', 'chats']) {
    const dates = path === 'chats' ? '&start_date=2025-12-01&end_date=2026-01-31' : '';
    const response = await fetch(`${url}/v1/${path}?project_id=${project_id}&limit=10000${dates}`, { headers });
    expect(response.status).toBe(200);
    texts.push(await response.text());
  }
  return texts;
}

async function run(args: string[], env: Record<string, string> = {}) {
  const program = runProgram(args, { folder, env });
  const end = await program.ended;
  // A copy that takes long says now and then how far it is.
  return { end, output: program.output(), errors: program.errors().replace(/^\d+ %\n/gm, '') };
}

/** Lets everybody read the table, and nobody write to it, until it is released. */
async function lockTable(url: string, table: string): Promise<() => Promise<void>> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(`begin; lock table ${table} in share mode`);
  return () => client.end();
}

let made = 0;
function toFile(): string {
  made += 1;
  return join(folder, `copy-${made}.duckdb`);
}

/** What a service on these data answers. */
async function serve(url: string): Promise<string[]> {
  const program = await startProgram(folder, { DATABASE_URL: url });
  const texts = await readAll(program);
  program.process.kill('SIGTERM');
  expect(await program.ended).toBe(0);
  return texts;
}

describe('a back-up', () => {
  it('is made while the service runs, holds everything, and can be served', async () => {
    const file = toFile();
    const { port } = new URL(service.url);
    const copied = await run(['backup', file], { PORT: port, BACKUP_TOKEN: TOKEN });
    expect(copied).toMatchObject({ end: 0, output: expect.stringContaining('have the same row counts and checksums') });
    expect(await run(['backup', file, '--check'])).toMatchObject({ end: 0, errors: '' });
    const restored = await startProgram(folder, { DATABASE_URL: `duckdb:${file}` });
    expect(await readAll(restored)).toEqual(before);
    // From now on it does not hold what was copied.
    await ask(restored, { method: 'POST', path: '/topics', body: { project_id, name: 'Later' } });
    restored.process.kill('SIGTERM');
    await restored.ended;
    const checked = await run(['backup', file, '--check']);
    expect(checked.end).toBe(1);
    expect(checked.errors).toMatch(/(topics|api_keys|counters|sessions) differs/);
  });

  it('does not replace a file, and says what is no copy', async () => {
    const file = toFile();
    expect((await run(['backup', file, '--check'])).end).toBe(1);
    expect(existsSync(file)).toBe(false);
    expect((await run(['copy', '--from', `duckdb:${file}`, '--to', `duckdb:${toFile()}`])).end).toBe(1);
  });

  it.runIf(!isShared)('needs the token where the service has the file', async () => {
    const { port } = new URL(service.url);
    const file = toFile();
    const refused = await run(['backup', file], { PORT: port, BACKUP_TOKEN: 'another-token-of-24-characters' });
    expect(refused).toMatchObject({ end: 3, output: '' });
    expect(refused.errors).toContain('BACKUP_TOKEN');
    expect(existsSync(file)).toBe(false);
    // Without the service it would be the file that says so.
    const locked = await run(['copy', '--to', `duckdb:${file}`]);
    expect(locked.end).toBe(1);
    expect(locked.errors).toContain('is in use by another process');
  });
});

describe.runIf(isShared)('a copy', () => {
  it('goes from a running PostgreSQL to a file and back, with the same bytes in every report', async () => {
    const file = toFile();
    const out = await run(['copy', '--to', `duckdb:${file}`]);
    expect(out).toMatchObject({ end: 0, output: expect.stringContaining('have the same row counts and checksums') });
    const back = await createDatabase({ isEmpty: true });
    databases.push(back);
    expect(await run(['copy', '--from', `duckdb:${file}`, '--to', back.url])).toMatchObject({ end: 0, errors: '' });
    expect(await serve(back.url)).toEqual(before);
  });

  it('goes on after a break, and nobody serves half of it', async () => {
    const { url, drop } = await createDatabase();
    databases.push({ url, drop });
    // The last rows are refused, so that it ends in the middle.
    await query(url, `alter table companies add constraint broken check (name <> 'default')`);
    const broken = await run(['copy', '--to', url]);
    expect(broken.end).not.toBe(0);
    const served = await run(['serve'], { DATABASE_URL: url, PORT: '0' });
    expect(served.end).toBe(1);
    expect(served.errors).toContain('a copy that was not finished');
    // What came since then comes along.
    await ask(service, { method: 'POST', path: '/topics', body: { project_id, name: 'Meanwhile' } });
    before = await readAll(service);
    await query(url, 'alter table companies drop constraint broken');
    expect(await run(['copy', '--to', url])).toMatchObject({ end: 0, errors: '' });
    expect(await serve(url)).toEqual(before);
  });

  it('survives kill -9 and is repeated', async () => {
    const { url, drop } = await createDatabase();
    databases.push({ url, drop });
    const release = await lockTable(url, 'answers');
    const killed = runProgram(['copy', '--to', url], { folder });
    const isCopied = async (name: string) =>
      (await query(url, `select 1 from copies where is_complete and name = '${name}'`)).length > 0;
    await waitUntil('the table before the locked one is copied', () => isCopied('mentions'));
    killed.process.kill('SIGKILL');
    expect(await killed.ended).toBe('SIGKILL');
    await release();
    expect(await isCopied('answers')).toBe(false);
    expect(await run(['copy', '--to', url])).toMatchObject({ end: 0, errors: '' });
    // Again, where everything is there.
    expect(await run(['copy', '--to', url])).toMatchObject({ end: 0, errors: '' });
  });

  it('refuses a target that holds something else', async () => {
    const { url, drop } = await createDatabase();
    databases.push({ url, drop });
    await query(url, `insert into companies (company, name, created_at) values (1, 'other', now())`);
    const refused = await run(['copy', '--to', url]);
    expect(refused.end).toBe(5);
    expect(refused.errors).toContain('The target is not empty: it has rows in companies.');
  });
});

describe.runIf(!isShared)('a copy', () => {
  it('of a stopped installation goes on where it was broken off', async () => {
    const source = toFile();
    const { port } = new URL(service.url);
    expect(await run(['backup', source], { PORT: port, BACKUP_TOKEN: TOKEN })).toMatchObject({ end: 0, errors: '' });
    const target = toFile();
    const killed = runProgram(['copy', '--from', `duckdb:${source}`, '--to', `duckdb:${target}`], { folder });
    const countWritten = () => statSync(`${target}.wal`, { throwIfNoEntry: false })?.size ?? 0;
    const isUnderWay = () => countWritten() > SETTINGS_BYTES || killed.process.exitCode !== null;
    await waitUntil('answers are being copied', isUnderWay, { everyMs: 1 });
    killed.process.kill('SIGKILL');
    await killed.ended;
    for (const _again of [1, 2]) {
      expect(await run(['copy', '--from', `duckdb:${source}`, '--to', `duckdb:${target}`])).toMatchObject({
        end: 0,
        errors: '',
      });
    }
    expect(await serve(`duckdb:${target}`)).toEqual(before);
  });
});
