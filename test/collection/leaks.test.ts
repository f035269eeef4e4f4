import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listProjectKeys } from '../../src/store/queries/projects.ts';
import { TENANT_TABLES } from '../../src/store/schema.ts';
import { createLeakFinder } from '../../stress/find-leaks.mjs';
import {
  CHANNEL,
  ECHOES,
  KEY,
  listAsks,
  PLACES,
  SPELLINGS,
  startHostileProvider,
  toQuestion,
} from '../../stress/hostile-answers.mjs';
import { type Client, startService, type TestService } from '../harness/service.ts';
import { waitUntil } from '../harness/wait-until.ts';

const EVER = { query: { start_date: '2020-01-01', end_date: '2100-01-01' } };

/** Where messages and texts of pages are shortened. */
const FEW_PLACES = PLACES.filter((place) => place === 0 || [200, 300, 4000].includes(place.cut));

const findLeaks = createLeakFinder(KEY);
const folder = mkdtempSync(join(tmpdir(), 'overheard-leaks-'));
let service: TestService;
let provider: Awaited<ReturnType<typeof startHostileProvider>>;
let asks: ReturnType<typeof listAsks>;

beforeAll(async () => {
  service = await startService({ DATABASE_URL: `duckdb:${join(folder, 'overheard.duckdb')}` });
  provider = await startHostileProvider(KEY);
  asks = listAsks(provider.origin);
});
afterAll(async () => {
  await provider.close();
  rmSync(folder, { recursive: true });
});

async function setUp(): Promise<Client> {
  const { client } = await service.createProject();
  await client.put('/secrets/hostile', { value: KEY, hosts: [provider.host] });
  return client;
}

/** Fails with the parts that were found, and where. */
function expectNoLeak(name: string, said: string | Uint8Array): void {
  expect(`${name}: ${findLeaks(said).join(' ')}`).toBe(`${name}: `);
}

/** Every second one is plain. The others change with the place, so that each place sees several. */
function chooseSpelling(index: number): string {
  const names = Object.keys(SPELLINGS);
  return index % 2 === 0 ? 'plain' : names[index % names.length]!;
}

describe('a key that a provider sends back', () => {
  it('would be found if it were there', () => {
    for (const [name, write] of Object.entries(SPELLINGS)) expect(findLeaks(write(KEY)), name).not.toEqual([]);
    expect(findLeaks(KEY.slice(0, 12))).not.toEqual([]);
    expect(findLeaks(Buffer.from(KEY.slice(5, 20)).toString('base64'))).not.toEqual([]);
    expect(findLeaks('Nothing is here but words, 9fQ2 and Gp5Js.')).toEqual([]);
  });

  // Each place with each kind of provider and with each echo; `npm run stress -- hostile-provider` tries them all together.
  it.each(Object.keys(ECHOES))('(%s) is not in the result of a test', async (echo) => {
    const client = await setUp();
    const first = Object.keys(ECHOES).indexOf(echo);
    let index = first;
    for (const kind of ['http', 'openai', 'anthropic', 'google', 'openai-compatible']) {
      const places = kind === 'http' ? PLACES : FEW_PLACES.filter((_, at) => (at + first) % 3 === 0);
      for (const place of places) {
        const spelling = chooseSpelling(index++);
        const text = toQuestion({ echo, spelling, place });
        const body = { text, country_code: 'US', ask: asks[kind] };
        const tried = await client.post(`/model-channels/${CHANNEL}/test`, body);
        expect(tried.status, tried.text).toBe(200);
        expectNoLeak(`${kind} ${spelling} ${JSON.stringify(place)} ${tried.text}`, tried.text);
      }
    }
  });

  it.each(Object.keys(ECHOES))('(%s) is not in runs, tasks, answers and exports', async (echo) => {
    // How an answer was asked for matters to what is read from it, not to where that is kept: every second echo is enough.
    const isEven = Object.keys(ECHOES).indexOf(echo) % 2 === 0;
    for (const kind of echo === 'id of a job' ? ['http job'] : [isEven ? 'http' : 'openai-compatible']) {
      const client = await setUp();
      for (const place of FEW_PLACES) {
        const text = toQuestion({ echo, spelling: 'plain', place });
        await client.post('/prompts', { text, country_code: 'US' });
      }
      await client.patch(`/model-channels/${CHANNEL}`, { is_active: true, ask: { ...asks[kind], concurrency: 8 } });
      const run = (await client.post('/runs', { kind: 'collection' })).body.id;
      await waitUntil('each task is over or waits for its next try, or the channel is paused', async () => {
        const { data: tasks } = (await client.get(`/runs/${run}/tasks`)).body;
        const { data: channels } = (await client.get('/model-channels')).body;
        return (
          channels.some(({ paused_reason }: { paused_reason: unknown }) => paused_reason) ||
          tasks.every(({ state, message }: { state: string; message: unknown }) => state === 'done' || message)
        );
      });
      await client.post(`/runs/${run}/cancel`);
      await waitUntil('the run is over', async () => (await client.get(`/runs/${run}`)).body.state !== 'running');
      const paths = ['/secrets', '/model-channels', `/runs/${run}`, `/runs/${run}/tasks`, '/schedule', '/chats'];
      for (const path of paths) expectNoLeak(path, (await client.get(path, path === '/chats' ? EVER : {})).text);
      for (const accept of ['text/csv', 'application/x-ndjson']) {
        expectNoLeak(accept, (await client.get('/chats', { ...EVER, headers: { accept } })).text);
      }
      for (const { id } of (await client.get('/chats', EVER)).body.data) {
        expectNoLeak('content', (await client.get(`/chats/${id}/content`)).text);
      }
    }
  });

  it('is in no log, no row of the store, and no file of the data folder', async () => {
    expectNoLeak('log', service.logged());
    expectNoLeak('metrics', (await service.as(null).get('//metrics')).text);
    const { db } = service.context.store;
    let rawResponses = 0;
    for (const project of await listProjectKeys(db)) {
      for (const table of TENANT_TABLES) {
        const reading = sql<Record<string, unknown>>`select * from ${sql.table(table)} where project = ${project}`;
        const { rows } = await reading.execute(db);
        expectNoLeak(table, JSON.stringify(rows));
        if (table !== 'raw_responses') continue;
        rawResponses += rows.length;
        for (const { body } of rows) expectNoLeak(table, gunzipSync(Buffer.from(String(body), 'base64')));
      }
    }
    expect(rawResponses).toBeGreaterThan(0);
    await service.close();
    for (const name of readdirSync(folder)) expectNoLeak(name, readFileSync(join(folder, name)));
  });
});
