import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, createFolder, KEY, type Program, removeFolder, runProgram, startProgram } from '../harness/program.ts';

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
  const command = ['import', file, '--project', project, '--url', `${program.url}/v1`, ...args];
  const run = runProgram(command, { folder, env: { OVERHEARD_KEY: KEY } });
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

describe('a command for an operation', () => {
  it('works in the program as it is built', async () => {
    await createProject();
    const env = { OVERHEARD_URL: program.url, OVERHEARD_KEY: KEY, OVERHEARD_PROJECT: 'Import' };
    const list = runProgram(['brands', 'list', '--columns', 'name'], { folder, env });
    expect([await list.ended, list.output(), list.errors()]).toEqual([0, 'name\n──────\nZorbix\n', '']);
    const nobody = runProgram(['key'], { folder, env: { ...env, OVERHEARD_URL: 'http://127.0.0.1:9' } });
    expect([await nobody.ended, nobody.output()]).toEqual([6, '']);
    await ask(program, { method: 'DELETE', path: `/projects/${project}` });
  });
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
    expect(output).toBe(
      [
        'The first entries as they would be stored:',
        '  row 1',
        '    prompt_text   Which one?',
        '    answer        Zorbix, 0.',
        '    date          2026-01-01',
        '    country_code  US',
        '    model_id      famA-scraper',
        '    external_id   0',
        '1 would be accepted, 0 would be duplicates, 0 would be rejected.',
        '',
      ].join('\n'),
    );
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

  it('understands the export of another tool, and writes what was rejected to a file that can be imported', async () => {
    await createProject();
    const rows = [
      'Question;Engine;Market;Run date;Response;Citations;Notes',
      'Which one?;ChatGPT;United States;11/14/2026;"Zorbix; of course";https://a.example/1 https://b.example/2;x',
      'Which one?;Claude;USA;11/14/2026;=Zorbix;;x',
      'Which one?;Perplexity;UK;3/4/2026;Zorbix;;x',
      'Which one?;ChatGPT;Elsewhere;3/4/2026;Zorbix;;x',
    ];
    writeFileSync(join(folder, 'f.csv'), `\ufeff${rows.join('\r\n')}`, 'utf16le');
    const first = await runImport('f.csv', ['--rejected', 'refused.csv']);
    expect(first.code).toBe(5);
    expect(first.errors).toContain('Question → prompt_text');
    expect(first.errors).toContain('Not imported: Notes. To import a column, use --map "Notes=FIELD".');
    expect(first.output).toContain('2 accepted, 0 duplicates, 2 rejected.');
    expect(first.output).toContain('model_id: "Claude" is not the name or the ID of a model. (line 3)');
    expect(first.output).toContain('country_code: "Elsewhere" is not a country that Overheard knows. (line 5)');
    expect(first.output).toContain('such as --values "model_id:Claude=ID". GET /models lists the IDs.');
    expect(first.output).toContain('The rejected entries are in refused.csv');
    const refused = readFileSync(join(folder, 'refused.csv'), 'utf8').split('\r\n');
    expect(refused[0]).toBe(
      'Question,Engine,Market,Run date,Response,Citations,Notes,overheard_place,overheard_reason',
    );
    expect(refused[1]).toContain("'=Zorbix");
    const values = ['--values', 'model:Claude=famF-sonnet-4', '--values', 'country_code:Elsewhere=Austria'];
    const unclear = await runImport('refused.csv', [...values, '--map', 'Run date=']);
    expect(unclear.code).toBe(2);
    expect(unclear.errors).toContain('No column of the file was recognized as: date.');
    expect(unclear.errors).toContain('Map a column with --map "COLUMN=FIELD"');
    const second = await runImport('refused.csv', [...values, '--map', 'Notes=']);
    expect(second.errors).not.toContain('Not imported');
    expect(second.output).toBe('2 accepted, 0 duplicates, 0 rejected.\n');
    const { body } = await ask(program, {
      path: `/chats?project_id=${project}&start_date=2026-01-01&end_date=2026-12-31`,
    });
    const chats = body.data as { date: string; country_code: string; model_channel: { id: string } }[];
    expect(chats.map(({ date, country_code, model_channel }) => [date, country_code, model_channel.id]).sort()).toEqual(
      [
        ['2026-03-04', 'AT', 'famA-0'],
        ['2026-03-04', 'GB', 'famB-0'],
        ['2026-11-14', 'US', 'famA-0'],
        ['2026-11-14', 'US', 'famF-0'],
      ],
    );
  });

  it('says where the service refused an entry, and keeps JSON entries as they were', async () => {
    await createProject();
    const entries = [chat(0), chat(1, { prompt_id: 'pr_unknown' }), 7, chat(3)];
    writeFileSync(join(folder, 'g.json'), JSON.stringify(entries));
    const { output } = await runImport('g.json', ['--rejected', 'refused.ndjson']);
    expect(output).toContain('2 accepted, 0 duplicates, 2 rejected.');
    expect(output).toContain('prompt_id: there is no prompt pr_unknown. (row 2)');
    const refused = readFileSync(join(folder, 'refused.ndjson'), 'utf8').trim().split('\n');
    expect(refused.map((line) => JSON.parse(line))).toEqual([
      { ...(entries[1] as object), overheard_place: 2, overheard_reason: 'prompt_id: there is no prompt pr_unknown.' },
      { overheard_text: '7', overheard_place: 3, overheard_reason: expect.stringContaining('not a JSON object') },
    ]);
  });

  it('takes prompts, and creates the topics and tags that they name', async () => {
    await createProject();
    const csv =
      'Prompt,Country,Topic,Tags\n"Which, really?",Germany,Kettles,"cheap; Quiet"\nWhich?,US,kettles,\nWhich?,US,,\nWhat?,Nowhere,,\n';
    writeFileSync(join(folder, 'h.csv'), csv);
    const dry = await runImport('h.csv', ['--kind', 'prompts', '--dry-run']);
    expect(dry.output).toContain('    topic         Kettles\n');
    expect(dry.output).toContain('3 would be accepted, 0 would be duplicates, 1 would be rejected.');
    expect(dry.output).toContain('Duplicates are found when the file is imported.');
    const { output } = await runImport('h.csv', ['--kind', 'prompts']);
    expect(output).toContain('2 accepted, 1 duplicates, 1 rejected.');
    expect(output).toContain('"Nowhere" is not a country that Overheard knows. (line 5)');
    const { body } = await ask(program, { path: `/prompts?project_id=${project}` });
    const prompts = body.data as { topic: { id: string } | null; tags: unknown[] }[];
    expect(prompts.map(({ tags }) => tags.length).sort()).toEqual([0, 2]);
    expect(new Set(prompts.map(({ topic }) => topic?.id)).size).toBe(1);
    const topics = await ask(program, { path: `/topics?project_id=${project}` });
    expect(topics.body.data).toMatchObject([{ name: 'Kettles' }]);
  });

  it('takes brands', async () => {
    await createProject();
    writeFileSync(
      join(folder, 'i.csv'),
      'Brand;Website;Aliases;Type\nVarrow;https://www.varrow.example/shop;Varrow Ltd, VRW;own\nOstro;;;Competitor\nzorbix;;;\nBad;;;maybe\n',
    );
    const { output } = await runImport('i.csv', ['--kind', 'brands']);
    expect(output).toContain('2 accepted, 1 duplicates, 1 rejected.');
    expect(output).toContain('is_own must be true or false. (line 5)');
    const { body } = await ask(program, { path: `/brands?project_id=${project}` });
    expect(body.data).toMatchObject([
      { name: 'Zorbix' },
      { name: 'Varrow', is_own: true, domains: ['varrow.example'], aliases: ['Varrow Ltd', 'VRW'] },
      { name: 'Ostro', is_own: false },
    ]);
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
    [['a.xlsx'], 'a.xlsx is not a file'],
    [['a.ndjson', '--format', 'docx'], '--format: must be csv, tsv, ndjson, json, xlsx or parquet.'],
    [['a.ndjson', '--kind', 'topics'], '--kind: must be answers, prompts or brands.'],
    [['a.ndjson', '--delimiter', 'ab'], '--delimiter: must be one character'],
    [['a.ndjson', '--set', 'color=red'], '--set: there is no field "color"'],
    [['a.ndjson', '--values', 'date=ymd'], '--values: date must be dmy'],
    [['a.ndjson', '--rejected', './a.ndjson'], '--rejected: must be another file'],
    [['empty.csv'], 'empty.csv is empty.'],
    [['quote.csv'], 'in line 3 is never closed'],
    [['a.ndjson', '--map', 'nonsense'], '--map: must be FIELD=…'],
    [['a.ndjson', '--url', 'overheard.example.com'], '--url: must be the URL of a running service'],
    // The file is checked before the service is asked for anything; none runs there.
    [
      ['other.csv', '--url', 'http://127.0.0.1:9'],
      'No column of the file was recognized as: prompt_text or prompt_id;',
    ],
    [[], 'FILE: is required'],
  ])('says what is wrong with %j', async (args, message) => {
    writeFileSync(join(folder, 'empty.csv'), '');
    writeFileSync(join(folder, 'other.csv'), 'a,b\n1,2\n');
    writeFileSync(join(folder, 'quote.csv'), 'prompt,answer\n1,2\n3,"4\n5,6\n');
    const run = runProgram(['import', ...args], { folder, env: { OVERHEARD_KEY: KEY } });
    expect(await run.ended).toBe(2);
    expect(run.errors()).toContain(message);
  });

  it('says so where no service answers, or the key is refused', async () => {
    writeFileSync(join(folder, 'e.ndjson'), `${JSON.stringify(chat(0))}\n`);
    const importTo = (url: string, key: string) =>
      runProgram(['import', 'e.ndjson', '--url', url], { folder, env: { OVERHEARD_KEY: key } });
    const nobody = importTo('http://127.0.0.1:9/v1', KEY);
    expect(await nobody.ended).toBe(6);
    expect(nobody.errors()).toContain('Is the service running?');
    // The address of the service is enough; that of the API is right too.
    const refused = importTo(program.url, 'wrong');
    expect(await refused.ended).toBe(3);
    expect(refused.errors()).toContain('unknown or revoked');
    const shown = runProgram(['import', 'e.ndjson', '--key', KEY], { folder });
    expect(await shown.ended).toBe(2);
    expect(shown.errors()).toContain('Do not pass a key on the command line');
    expect(shown.errors()).not.toContain(KEY);
  });
});
