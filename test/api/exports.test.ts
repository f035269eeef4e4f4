import { readdirSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestService } from '../harness/service.ts';
import { waitUntil } from '../harness/wait-until.ts';

const PARQUET = 'application/vnd.apache.parquet';
const NDJSON = 'application/x-ndjson';
const ROWS = 30_000;

let service: TestService;
let url: string;
let key: string;

beforeAll(async () => {
  service = await startService({ EXPORT_DISK_MB: '8' });
  const project = await service.createProject();
  ({ key } = project);
  url = await service.listen();
  for (let brand = 0; brand < 20; brand += 1) await project.client.post('/brands', { name: `Brand ${brand}` });
  const chats = Array.from({ length: ROWS / 20 }, (_, index) => ({
    prompt_text: 'Which?',
    country_code: 'US',
    model_id: 'famA-scraper',
    date: '2026-01-01',
    external_id: String(index),
    mentions: [],
  }));
  expect((await project.client.post('/chats', { chats })).body.accepted).toBe(chats.length);
});
afterAll(() => service.close());

const request = (
  accept: string,
  { dimensions = ['chat_id'], signal }: { dimensions?: string[]; signal?: AbortSignal } = {},
) =>
  fetch(`${url}/v1/reports/brands`, {
    method: 'POST',
    headers: { 'X-API-Key': key, Accept: accept, 'Content-Type': 'application/json', 'Accept-Encoding': 'identity' },
    body: JSON.stringify({ dimensions }),
    ...(signal ? { signal } : {}),
  });

/** The folders of this process, and what is in them. */
const listFolders = () => {
  const own = readdirSync(tmpdir()).filter((name) => name.startsWith(`overheard-exports-${process.pid}-`));
  return own.map((name) => readdirSync(join(tmpdir(), name)));
};

describe('an export that does not fit into memory', () => {
  it('is whole, several at once, and leaves nothing on disk', async () => {
    const texts = await Promise.all([1, 2, 3].map(async () => (await request('text/csv')).text()));
    for (const text of texts) expect(text.split('\r\n')).toHaveLength(ROWS + 2);
    expect((await (await request(PARQUET)).arrayBuffer()).byteLength).toBeGreaterThan(10_000);
    await waitUntil('nothing is left', async () => listFolders().every((files) => files.length === 0));
    expect(listFolders().length).toBeGreaterThan(0);
  });

  it('gives back what it needed when its client leaves, or more than it may have', async () => {
    // Each time, nearly all of the disk space is in use.
    for (const end of ['leaves', 'takes', 'leaves', 'takes']) {
      const controller = new AbortController();
      const response = await request('text/csv', { signal: controller.signal });
      expect(response.status, end).toBe(200);
      if (end === 'takes') expect((await response.text()).split('\r\n')).toHaveLength(ROWS + 2);
      else controller.abort();
    }
    // More than the limit: it may fail at its beginning or on its way, but is never taken for whole.
    const large = request(NDJSON, { dimensions: ['chat_id', 'prompt_id', 'date', 'model_id'] });
    const size = large.then(async (response) => (response.ok ? (await response.text()).length : 'refused'));
    expect(await size.catch(() => 'cut')).toMatch(/^(cut|refused)$/);
    const columnar = await request(PARQUET, { dimensions: ['chat_id', 'prompt_id', 'date', 'model_id'] });
    expect(columnar.status).toBe(503);
    expect(await columnar.json()).toMatchObject({ code: 'overloaded' });
    expect((await (await request('text/csv')).text()).split('\r\n')).toHaveLength(ROWS + 2);
    await waitUntil('nothing is left', async () => listFolders().every((files) => files.length === 0));
  });

  it('waits for others, and stops waiting when its client leaves', async () => {
    const leave = () =>
      new Promise<void>((resolve) => {
        // A connection of its own, which ends with the request.
        const headers = { 'X-API-Key': key, Accept: PARQUET, 'Content-Type': 'application/json' };
        const sent = http.request(`${url}/v1/reports/brands`, { method: 'POST', agent: false, headers });
        sent.on('error', () => {}).on('close', resolve);
        sent.end(JSON.stringify({ dimensions: ['chat_id'] }));
        setTimeout(() => sent.destroy(), 100);
      });
    await Promise.all(Array.from({ length: 6 }, leave));
    // It may take a moment until they have given back what they needed.
    await waitUntil('there is room again', async () => {
      const next = await request(PARQUET);
      await next.arrayBuffer();
      return next.status === 200;
    });
    await waitUntil('nothing is left', async () => listFolders().every((files) => files.length === 0));
    expect(service.logged()).not.toContain('"level":50');
  });
});
