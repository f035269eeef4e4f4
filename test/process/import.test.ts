import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, createFolder, KEY, type Program, removeFolder, runProgram, startProgram } from './program.ts';

/** Several transactions, so that the import is shown as a run. */
const ROWS = 2500;
const folder = await createFolder();
let program: Program;
let project: string;

beforeAll(async () => {
  program = await startProgram(folder);
});
afterAll(async () => {
  program.process.kill('SIGTERM');
  await program.ended;
  await removeFolder(folder);
});

async function createProject(): Promise<void> {
  project = (await ask(program, { method: 'POST', path: '/projects', body: { name: 'Import' } })).body.id as string;
  await ask(program, { method: 'POST', path: '/brands', body: { project_id: project, name: 'Zorbix' } });
}

async function runImport(file: string, args: string[] = []) {
  const command = ['import', file, '--project', project, '--url', `${program.url}/v1`, '--key', KEY, ...args];
  const run = runProgram(command, { folder });
  return { code: await run.ended, output: run.output(), errors: run.errors() };
}

async function count(): Promise<number> {
  const { body } = await ask(program, {
    path: `/chats?project_id=${project}&start_date=2026-01-01&end_date=2026-12-31`,
  });
  return body.total_count as number;
}

const chat = (index: number, more: object = {}) => ({
  prompt_text: 'Which one?',
  country_code: 'US',
  model_id: 'famA-scraper',
  date: '2026-01-01',
  answer: `Zorbix, ${index}.`,
  external_id: String(index),
  ...more,
});

describe('import', () => {
  it('takes NDJSON, says what was refused and why, and skips what is there already', async () => {
    await createProject();
    const lines = [
      chat(0),
      chat(1, { date: 'never' }),
      chat(2, { date: 'soon' }),
      chat(3, { model_id: 'unheard-of' }),
      chat(4),
    ];
    writeFileSync(join(folder, 'a.ndjson'), `${lines.map((line) => JSON.stringify(line)).join('\n')}\nnot json\n`);
    const first = await runImport('a.ndjson');
    expect(first.code).toBe(5);
    expect(first.output).toContain('2 accepted, 0 duplicates, 4 rejected.');
    expect(first.output).toContain('date must be a real calendar date, YYYY-MM-DD. (rows 2, 3)');
    expect(first.output).toContain('(row 4)');
    expect(first.output).toContain('not valid JSON');
    expect((await runImport('a.ndjson')).output).toContain('0 accepted, 2 duplicates, 4 rejected.');
    expect(await count()).toBe(2);
  });

  it('keeps nothing in a dry run', async () => {
    await createProject();
    writeFileSync(join(folder, 'b.ndjson'), `${JSON.stringify(chat(0))}\n`);
    const { code, output } = await runImport('b.ndjson', ['--dry-run']);
    expect(code).toBe(0);
    expect(output).toBe('1 would be accepted, 0 would be duplicates, 0 would be rejected.\n');
    expect(await count()).toBe(0);
    expect((await ask(program, { path: `/prompts?project_id=${project}` })).body.total_count).toBe(0);
  });

  it('takes a CSV with a mapping of columns and constants', async () => {
    await createProject();
    const csv =
      'question,day,text,ref,pages\n"Which, ""really""?",2026-02-01,"Zorbix\nis good.",007,"[{""url"":""https://a.example/x""}]"\nOther?,2026-02-02,,008,\n';
    writeFileSync(join(folder, 'c.csv'), csv);
    const map = ['prompt_text=question', 'date=day', 'answer=text', 'external_id=ref', 'sources=pages'].flatMap(
      (pair) => ['--map', pair],
    );
    const set = ['--set', 'country_code=DE', '--set', 'model_channel_id=famB-0'];
    const { output } = await runImport('c.csv', [...map, ...set]);
    expect(output).toContain('1 accepted, 0 duplicates, 1 rejected.');
    const { body } = await ask(program, {
      path: `/chats?project_id=${project}&start_date=2026-02-01&end_date=2026-02-28`,
    });
    const [listed] = body.data as { id: string; external_id: string; country_code: string }[];
    expect(listed).toMatchObject({ external_id: '007', country_code: 'DE' });
    const content = await ask(program, { path: `/chats/${listed!.id}/content?project_id=${project}` });
    expect(content.body.messages).toEqual([
      { role: 'user', content: 'Which, "really"?' },
      { role: 'assistant', content: 'Zorbix\nis good.' },
    ]);
    expect(content.body.sources).toMatchObject([{ domain: 'a.example' }]);
    const wrong = await runImport('c.csv', ['--map', 'answer=reply']);
    expect(wrong.code).toBe(2);
    expect(wrong.errors).toContain('the file has no column reply. It has: question, day, text, ref, pages.');
  });

  it('takes Parquet with dates and lists, and shows a long import among the runs', async () => {
    await createProject();
    const file = join(folder, 'd.parquet');
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    await connection.run(`copy (select 'Which one?' as prompt_text, 'US' as country_code, 'famA-0' as model_channel_id,
        date '2026-03-01' + (range % 20)::integer as date, 'Zorbix ' || range as answer, range::varchar as external_id,
        ['first search', 'second'] as queries, [{'url': 'https://b.example/' || range, 'citation_count': 1}] as sources
      from range(${ROWS})) to '${file}' (format parquet)`);
    connection.closeSync();
    instance.closeSync();
    expect((await runImport('d.parquet')).output).toBe(`${ROWS} accepted, 0 duplicates, 0 rejected.\n`);
    expect(await count()).toBe(ROWS);
    const { body } = await ask(program, { path: `/runs?project_id=${project}` });
    expect(body.data).toMatchObject([
      { kind: 'import', state: 'done', done: ROWS, message: `${ROWS} accepted, 0 duplicates, 0 rejected.` },
    ]);
    const report = await ask(program, {
      method: 'POST',
      path: '/reports/brands',
      body: { project_id: project, end_date: '2026-12-31' },
    });
    expect(report.body.data).toMatchObject([{ mention_count: ROWS, visibility: 1 }]);
  });

  it.each([
    [['missing.ndjson'], 'missing.ndjson is not a file'],
    [['a.xlsx'], '--format: must be ndjson, csv or parquet.'],
    [['a.ndjson', '--map', 'nonsense'], '--map: must be FIELD=…'],
    [[], 'FILE: is required'],
  ])('says what is wrong with %j', async (args, message) => {
    const run = runProgram(['import', ...args, '--key', KEY], { folder });
    expect(await run.ended).toBe(2);
    expect(run.errors()).toContain(message);
  });

  it('says so where no service answers, or the key is refused', async () => {
    writeFileSync(join(folder, 'e.ndjson'), `${JSON.stringify(chat(0))}\n`);
    const nobody = runProgram(['import', 'e.ndjson', '--key', KEY, '--url', 'http://127.0.0.1:9/v1'], { folder });
    expect(await nobody.ended).toBe(1);
    expect(nobody.errors()).toContain('Is the service running?');
    const refused = runProgram(['import', 'e.ndjson', '--key', 'wrong', '--url', `${program.url}/v1`], { folder });
    expect(await refused.ended).toBe(2);
    expect(refused.errors()).toContain('unknown or revoked');
  });
});
