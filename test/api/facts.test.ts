import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROW_FORMATS } from '../../src/exporting/formats.ts';
import { STAR_TABLES } from '../../src/surfaces/cli/facts/star-schema.ts';
import { runCommand } from '../../src/surfaces/cli/run-command.ts';
import { withDuckdb } from '../harness/parquet.ts';
import { startService, type TestProject, type TestService } from '../harness/service.ts';

const PAGE = readFileSync('docs/exports.md', 'utf8');

let service: TestService;
let project: TestProject;
let url: string;
let folder: string;
const brands: string[] = [];

const pad = (number: number) => String(number).padStart(2, '0');

beforeAll(async () => {
  service = await startService();
  project = await service.createProject();
  url = await service.listen();
  folder = mkdtempSync(join(tmpdir(), 'overheard-facts-'));
  const { client } = project;
  const create = async (path: string, body: object) => (await client.post(path, body)).body.id as string;
  for (const name of ['Acme', 'Birch', 'Cedar', 'Nobody']) brands.push(await create('/brands', { name }));
  const topics = [await create('/topics', { name: 'Wood' }), await create('/topics', { name: 'Metal' })];
  const tags = [await create('/tags', { name: 'hard' }), await create('/tags', { name: 'soft' })];
  const prompts = [
    await create('/prompts', { text: 'Which?', country_code: 'US', topic_id: topics[0], tag_ids: tags }),
    await create('/prompts', { text: 'Why?', country_code: 'DE', topic_id: topics[1], tag_ids: [tags[1]] }),
    await create('/prompts', { text: 'When?', country_code: 'US' }),
  ];
  // Numbers without a pattern, the same each time.
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const chats = Array.from({ length: 150 }, (_, index) => {
    const mentioned = [0, 1, 2].filter(() => random(2) === 0);
    const shared = {
      prompt_id: prompts[random(3)],
      model_channel_id: ['famA-0', 'famB-0', 'famC-0'][random(3)],
      date: `2026-${random(10) === 0 ? '02' : '01'}-${pad(1 + random(12))}`,
      external_id: String(index),
      sources: Array.from({ length: random(4) }, () => ({
        url: `https://${['one', 'two'][random(2)]}.example/${random(5)}`,
        title: 'A page',
        citation_count: random(3),
      })),
    };
    // Some are analyzed here, some have no answer, and most come with what was found in them.
    if (index % 10 === 0) return { ...shared, answer: 'Acme is excellent. Birch is terrible.' };
    if (index % 10 === 1) return { ...shared, answer: '' };
    const mentions = mentioned.map((brand, place) => ({
      brand_id: brands[brand],
      count: 1 + random(4),
      position: place + 1,
      ...(random(3) === 0 ? {} : { sentiment: (random(2001) - 1000) / 1000 }),
    }));
    return { ...shared, mentions };
  });
  const { accepted } = (await client.post('/chats', { chats })).body;
  expect(accepted).toBe(150);
  await client.post(`/prompts/${prompts[2]}/archive`);
  expect((await exportFacts()).code).toBe(0);
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

async function exportFacts(...options: string[]): Promise<{ code: number; notes: string }> {
  let notes = '';
  const code = await runCommand(['export', 'facts', '--to', join(folder, 'facts'), ...options], {
    write: async () => {},
    note: (line) => {
      notes += `${line}\n`;
    },
    columns: undefined,
    readInput: async () => '',
    readSecret: async () => '',
    settings: { url, key: project.key, project: '', profile: '', folder },
  });
  return { code, notes };
}

const query = (sql: string) => withDuckdb((run) => run(sql.replaceAll("'facts/", `'${join(folder, 'facts')}/`)));

/** The queries of the page, with the requests that they stand for. */
const QUERIES = [...PAGE.matchAll(/`POST (\/reports\/\w+)` with\s+`(\{[^`]*\})`.*?```sql\n(.*?)```/gs)].map(
  ([, path, request, sql]) => ({ path: path!, request: JSON.parse(request!), sql: sql! }),
);

interface Row {
  [column: string]: unknown;
}

/** Rows of a report with the columns of a table. */
function flatten(row: Row): Row {
  const columns = Object.entries(row).flatMap(([field, value]) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return [[['topic', 'tag'].includes(field) ? `${field}_id` : field, value]];
    }
    return Object.entries(value).map(([name, inner]) => [`${field}_${name}`, inner]);
  });
  return Object.fromEntries(columns);
}

describe('the queries of docs/exports.md', () => {
  it('are all found', () => {
    expect(QUERIES).toHaveLength(PAGE.match(/```sql/g)!.length);
    expect(QUERIES.length).toBeGreaterThan(5);
  });

  it.each(QUERIES)('give the numbers of $path with $request', async ({ path, request, sql }) => {
    const found = await query(sql);
    const { data } = (await project.client.post(path, { ...request, limit: 10_000 })).body;
    expect(data.length).toBeGreaterThan(1);
    expect(found).toHaveLength(data.length);
    const columns = Object.keys(found[0]!);
    const keys = columns.filter((column) => /(_id|^date|^domain|^url)$/.test(column));
    const toKey = (row: Row) => JSON.stringify(keys.map((key) => row[key] ?? null));
    const expected = new Map<string, Row>(data.map(flatten).map((row: Row) => [toKey(row), row]));
    expect(expected.size).toBe(data.length);
    for (const row of found) {
      const wanted = expected.get(toKey(row))!;
      for (const column of columns) {
        const value = wanted[column] ?? null;
        // Whole numbers of 64 bits come as text.
        expect(typeof value === 'number' && row[column] !== null ? Number(row[column]) : row[column], column).toBe(
          value,
        );
      }
    }
  });

  it('stand beside the columns of all tables', async () => {
    for (const { name, columns } of STAR_TABLES) {
      const place = name.startsWith('fact_') ? `${name}/date=…/facts.parquet` : `${name}.parquet`;
      expect(PAGE).toContain(`| \`${place}\` | ${columns.map((column) => `\`${column.name}\``).join(', ')} |`);
      const path = name.startsWith('fact_') ? `${name}/*/*.parquet` : `${name}.parquet`;
      const described = await query(`describe select * from 'facts/${path}'`);
      const names = described.map(({ column_name }) => column_name).filter((column) => column !== 'date');
      expect(names, name).toEqual(columns.map((column) => column.name));
    }
  });

  it('stand beside the media types of all formats', () => {
    for (const { media_type } of ROW_FORMATS) expect(PAGE).toContain(`\`${media_type}\``);
  });
});

describe('the facts', () => {
  const DAYS = { query: { start_date: '2026-01-01', end_date: '2026-12-31' } };
  const listFiles = () => {
    const root = join(folder, 'facts', 'fact_chat');
    return new Map(readdirSync(root).map((day) => [day, statSync(join(root, day, 'facts.parquet')).mtimeMs]));
  };

  it('of the API are those of the files, page by page and as one file', async () => {
    const { data, total_count } = (await project.client.get('/facts', { query: { ...DAYS.query, limit: '1000' } }))
      .body;
    expect([data.length, total_count]).toEqual([150, 150]);
    const page = (await project.client.get('/facts', { query: { ...DAYS.query, limit: '7', offset: '20' } })).body.data;
    expect(page).toEqual(data.slice(20, 27));
    const lines = await project.client.get('/facts', { ...DAYS, headers: { accept: 'application/x-ndjson' } });
    expect(
      lines.text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(data);
    const [counts] = await query(`select count(*)::integer as chats,
      (select count(*)::integer from 'facts/fact_mention/*/*.parquet') as mentions,
      (select count(*)::integer from 'facts/fact_source/*/*.parquet') as sources from 'facts/fact_chat/*/*.parquet'`);
    const count = (field: string) =>
      data.reduce((sum: number, row: Record<string, unknown[]>) => sum + row[field]!.length, 0);
    expect(counts).toEqual({ chats: 150, mentions: count('mentions'), sources: count('sources') });
  });

  it('are written again only for days that changed, were deleted or are new', async () => {
    expect((await exportFacts()).notes).toMatch(/: 0 days written, \d+ in all\.\n$/);
    const before = listFiles();
    const chat = { prompt_text: 'Which?', country_code: 'US', model_channel_id: 'famA-0', external_id: 'new' };
    const mentions = [{ brand_id: brands[0], count: 1, position: 1 }];
    await project.client.post('/chats', { chats: [{ ...chat, date: '2026-01-03', mentions }] });
    expect((await exportFacts()).notes).toContain(': one day written,');
    const after = listFiles();
    expect([...after].filter(([day, time]) => before.get(day) !== time).map(([day]) => day)).toEqual([
      'date=2026-01-03',
    ]);
    await project.client.delete('/chats', { external_ids: ['new'] });
    await project.client.post('/chats', { chats: [{ ...chat, date: '2026-03-01', mentions }] });
    expect((await exportFacts()).notes).toContain(': 2 days written,');
    expect(listFiles().has('date=2026-03-01')).toBe(true);
    await project.client.delete('/chats', { external_ids: ['new'] });
    expect((await exportFacts('--start', '2026-03-02')).notes).toContain(': 0 days written,');
    expect((await exportFacts()).notes).toContain(': 0 days written, 1 removed,');
    expect(listFiles().has('date=2026-03-01')).toBe(false);
  });

  it('have another revision after any change, and the same one after none', async () => {
    const list = async () => {
      const { data } = (await project.client.get('/facts/days', DAYS)).body;
      return new Map<string, string>(data.map(({ date, revision }: Record<string, string>) => [date, revision]));
    };
    const before = await list();
    expect(before.size).toBeGreaterThan(12);
    expect(await list()).toEqual(before);
    const [row] = (await project.client.get('/facts', { query: { start_date: '2026-01-02', end_date: '2026-01-02' } }))
      .body.data;
    const replaced = {
      prompt_id: row.prompt.id,
      model_channel_id: row.model_channel.id,
      date: '2026-01-02',
      external_id: 'exchanged',
    };
    const seen = new Set<string>([before.get('2026-01-02')!]);
    const send = async (mentions: object[]) => {
      const query = { on_duplicate: 'replace' };
      await project.client.post('/chats', { chats: [{ ...replaced, mentions }] }, { query });
      return (await list()).get('2026-01-02')!;
    };
    const mention = (brand: number, count: number, position: number) => ({ brand_id: brands[brand], count, position });
    // What one mention gains, the other loses.
    for (const mentions of [
      [],
      [mention(0, 2, 1), mention(1, 1, 2)],
      [mention(0, 1, 1), mention(1, 2, 2)],
      [mention(0, 2, 2), mention(1, 1, 1)],
      [{ ...mention(0, 2, 1), sentiment: 0 }, mention(1, 1, 2)],
    ]) {
      seen.add(await send(mentions));
    }
    expect(seen.size).toBe(6);
    await project.client.delete('/chats', { external_ids: ['exchanged'] });
    expect(await list()).toEqual(before);
  });

  it('are complete after an interruption', async () => {
    const file = join(folder, 'facts', 'fact_mention', 'date=2026-01-04', 'facts.parquet');
    const manifest = join(folder, 'facts', 'manifest.json');
    const { days, ...rest } = JSON.parse(readFileSync(manifest, 'utf8'));
    const { '2026-01-04': _, ...others } = days;
    writeFileSync(manifest, JSON.stringify({ ...rest, days: others }));
    const whole = readFileSync(file);
    rmSync(file);
    expect((await exportFacts()).notes).toContain(': one day written,');
    expect(readFileSync(file).length).toBe(whole.length);
    expect(readdirSync(join(folder, 'facts')).filter((name) => /part$|overheard-export/.test(name))).toEqual([]);
  });

  it('of two projects do not mix, and need a folder', async () => {
    const other = await service.createProject();
    const own = project;
    project = other;
    const { code, notes } = await exportFacts();
    project = own;
    expect(code).toBe(2);
    expect(notes).toContain('has the facts of another project');
    const none = await runCommand(['export', 'facts'], {
      write: async () => {},
      note: () => {},
      columns: undefined,
      readInput: async () => '',
      readSecret: async () => '',
      settings: { url, key: own.key, project: '', profile: '', folder },
    });
    expect(none).toBe(2);
    expect(existsSync(join(folder, 'facts', 'manifest.json'))).toBe(true);
  });
});
