import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClientSettings } from '../../src/config.ts';
import { OPERATIONS } from '../../src/operations/index.ts';
import { writeHealth } from '../../src/store/queries/channel-health.ts';
import { listChannels } from '../../src/store/queries/channels.ts';
import { BUILT_IN } from '../../src/surfaces/cli/commands.ts';
import { EXIT_CODES } from '../../src/surfaces/cli/exit-codes.ts';
import { setManifest } from '../../src/surfaces/cli/load-manifest.ts';
import { createManifest } from '../../src/surfaces/cli/manifest.ts';
import { runCommand } from '../../src/surfaces/cli/run-command.ts';
import { type FakeModel, startFakeModel } from '../harness/fake-model.ts';
import { readParquet } from '../harness/parquet.ts';
import { startService, type TestService } from '../harness/service.ts';
import { waitUntil } from '../harness/wait-until.ts';

const manifest = createManifest(OPERATIONS);
setManifest(manifest);

let service: TestService;
let provider: FakeModel;
let url: string;
let companyKey: string;
let folder: string;
/** One of everything that a command can be about, by the name of its flag or place. */
const known: Record<string, string> = {};

interface Outcome {
  code: number;
  output: string;
  notes: string;
}

interface Circumstances {
  /** The width of the terminal; none by default. */
  columns?: number;
  input?: string;
  settings?: Partial<ClientSettings>;
}

/** Runs a command in this process, as the program does. */
async function run(args: string[], { columns, input = '', settings = {} }: Circumstances = {}): Promise<Outcome> {
  let [output, notes] = ['', ''];
  const code = await runCommand(args, {
    write: async (data) => {
      output += typeof data === 'string' ? data : new TextDecoder().decode(data);
    },
    note: (line) => {
      notes += `${line}\n`;
    },
    columns,
    readInput: async () => input,
    readSecret: async () => input,
    settings: { url, key: companyKey, project: 'The shop', profile: '', folder, ...settings },
  });
  return { code, output, notes };
}

async function runJson<Answer>(args: string[]): Promise<Answer> {
  const { code, output, notes } = await run([...args, '--json']);
  expect([code, notes]).toEqual([0, '']);
  return JSON.parse(output);
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'overheard-cli-'));
  service = await startService();
  url = await service.listen();
  provider = await startFakeModel(() => 'hang');
  ({ key: companyKey } = await service.createCompany());
});
afterAll(async () => {
  await service.close();
  await provider.close();
  rmSync(folder, { recursive: true, force: true });
});

const DATED = ['--start', '2026-01-01', '--end', '2026-01-31'];
const CHAT = { model_id: 'famA-scraper', date: '2026-01-01', country_code: 'US', prompt_text: 'Which one?' };

/** `:topic` stands for the ID of the topic that was created. */
const toKnown = (arg: string) => (arg.startsWith(':') ? known[arg.slice(1)]! : arg);

/** Runs a command that creates something, and remembers its ID. */
const create =
  (name: string, ...args: string[]) =>
  async () => {
    known[name] = (await runJson<{ id: string }>(args.map(toKnown))).id;
    expect(known[name]).toMatch(/./);
  };
const simple =
  (...args: string[]) =>
  async () => {
    const { code, notes } = await run(args.map(toKnown));
    expect([args.join(' '), code, code === 0 ? '' : notes]).toEqual([args.join(' '), 0, '']);
  };

/** Every command once, in an order in which each finds what it needs. A new operation is missing here until it is added. */
const TRIALS: [words: string, run: () => Promise<void>][] = [
  ['projects create', create('project', 'projects', 'create', '--name', 'The shop', '--external-id', 'shop-1')],
  ['projects list', simple('projects', 'list', '--external-id', 'shop-1')],
  ['projects update', simple('projects', 'update', ':project', '--external-id', 'shop-2')],
  ['key', simple('key')],
  ['api-keys create', create('key', 'api-keys', 'create', '--project', 'the shop', '--rights', 'read')],
  ['api-keys list', simple('api-keys', 'list')],
  ['topics create', create('topic', 'topics', 'create', '--name', 'Grinders')],
  ['topics list', simple('topics', 'list')],
  ['topics update', simple('topics', 'update', ':topic', '--name', 'Coffee grinders')],
  ['tags create', create('tag', 'tags', 'create', '--name', 'Quiet', '--group', 'Features', '--color', 'red')],
  ['tags list', simple('tags', 'list', '--group', 'Features')],
  ['tags update', simple('tags', 'update', ':tag', '--color', 'blue')],
  ['tag-groups list', simple('tag-groups', 'list')],
  ['tag-groups update', simple('tag-groups', 'update', 'Features', '--color', 'green')],
  ['brands create', create('brand', 'brands', 'create', '--name', 'Acme', '--aliases', '["Acme, Inc."]', '--is-own')],
  ['brands list', simple('brands', 'list')],
  ['brands update', simple('brands', 'update', ':brand', '--no-is-own', '--domains', 'acme.com,acme.org')],
  ['brands preview', simple('brands', 'preview', '--name', 'Zorbix', '--all')],
  [
    'prompts create',
    create('prompt', 'prompts', 'create', '--text', 'Which one?', '--country-code', 'US', '--topic', 'coffee grinders'),
  ],
  ['prompts list', simple('prompts', 'list', '--topic', 'Coffee Grinders', '--search', 'which')],
  ['prompts bulk', simple('prompts', 'bulk', '--prompts', '[{"text":"And which not?","country_code":"US"}]')],
  ['prompts update', simple('prompts', 'update', ':prompt', '--volume', '5', '--tags', 'Quiet')],
  ['prompts archive', simple('prompts', 'archive', ':prompt')],
  ['prompts unarchive', simple('prompts', 'unarchive', ':prompt')],
  [
    'prompts suggestions create',
    create('suggestion', 'prompts', 'suggestions', 'create', '--text', 'Why?', '--country-code', 'US'),
  ],
  ['prompts suggestions list', simple('prompts', 'suggestions', 'list')],
  ['prompts suggestions accept', simple('prompts', 'suggestions', 'accept', ':suggestion')],
  [
    'prompts suggestions reject',
    async () => {
      const args = ['prompts', 'suggestions', 'create', '--text', 'Who?', '--country-code', 'US'];
      const { id } = await runJson<{ id: string }>(args);
      await simple('prompts', 'suggestions', 'reject', id)();
    },
  ],
  [
    'prompts suggestions generate',
    simple('prompts', 'suggestions', 'generate', '--count', '1', '--country-code', 'US'),
  ],
  ['project-profile replace', simple('project-profile', 'replace', '--products-and-services', 'Beans,Filters')],
  ['project-profile', simple('project-profile')],
  [
    'topics suggestions list',
    async () => {
      const { data } = await runJson<{ data: { id: string }[] }>(['topics', 'suggestions', 'list']);
      [known.first, known.second] = data.map(({ id }) => id) as [string, string];
      expect(data).toHaveLength(2);
    },
  ],
  ['topics suggestions accept', simple('topics', 'suggestions', 'accept', ':first')],
  ['topics suggestions reject', simple('topics', 'suggestions', 'reject', ':second')],
  ['models create', simple('models', 'create', '--id', 'own-model', '--name', 'Own')],
  ['models list', simple('models', 'list')],
  ['models update', simple('models', 'update', 'own-model', '--name', 'Our own')],
  ['models delete', simple('models', 'delete', 'own-model')],
  [
    'chats create',
    async () => {
      const answers = [`It is Acme.`, '**Zorbix Mini**: not bad.', '**Quellon Maxi**: better.'];
      const sources = [{ url: 'https://shop.com/page', title: 'Shop' }];
      const chats = answers.map((answer, index) => ({
        ...CHAT,
        answer,
        external_id: `e${index}`,
        sources,
        queries: ['q'],
      }));
      writeFileSync(join(folder, 'chats.json'), JSON.stringify({ chats }));
      await simple('chats', 'create', '--data', `@${join(folder, 'chats.json')}`, '--on-duplicate', 'skip')();
    },
  ],
  [
    'chats list',
    async () => {
      const { data } = await runJson<{ data: { id: string }[] }>(['chats', 'list', ...DATED, '--all']);
      expect(data).toHaveLength(3);
      known.chat = data[0]!.id;
    },
  ],
  ['chats content', simple('chats', 'content', ':chat')],
  ['corrections create', create('correction', 'corrections', 'create', '--chat', ':chat', '--kind', 'checked')],
  ['corrections list', simple('corrections', 'list', '--kind', 'checked')],
  ['corrections evaluation', simple('corrections', 'evaluation')],
  ['corrections delete', simple('corrections', 'delete', ':correction')],
  [
    'brands suggestions list',
    async () => {
      const list = async () => await runJson<{ data: { id: string }[] }>(['brands', 'suggestions', 'list']);
      await waitUntil('brands are suggested', async () => (await list()).data.length > 1);
      [known.new, known.other] = (await list()).data.map(({ id }) => id) as [string, string];
    },
  ],
  ['brands suggestions accept', simple('brands', 'suggestions', 'accept', ':new')],
  ['brands suggestions reject', simple('brands', 'suggestions', 'reject', ':other')],
  ['overview', simple('overview', ...DATED)],
  [
    'reports brands',
    simple('reports', 'brands', ...DATED, '--dimensions', 'date,model_channel_id', '--intervals', 'true'),
  ],
  ['reports brands plan', simple('reports', 'brands', 'plan', ...DATED, '--brand', 'Acme', '--change', '0.1')],
  ['reports domains', simple('reports', 'domains', ...DATED)],
  ['reports urls', simple('reports', 'urls', ...DATED, '--order-by', '[{"field":"retrieval_count"}]')],
  ['facts list', simple('facts', 'list', ...DATED)],
  ['facts days list', simple('facts', 'days', 'list', ...DATED)],
  ['queries search', simple('queries', 'search', ...DATED)],
  ['queries shopping', simple('queries', 'shopping')],
  ['sources urls content', simple('sources', 'urls', 'content', '--url', 'https://shop.com/page')],
  ['actions list', simple('actions', 'list')],
  ...['domain', 'url'].flatMap((kind): typeof TRIALS => [
    [`classifications ${kind}s create`, simple('classifications', `${kind}s`, 'create', '--name', 'Shops')],
    [`classifications ${kind}s list`, simple('classifications', `${kind}s`, 'list')],
    [
      `classifications ${kind}-assignments assign`,
      simple(
        'classifications',
        `${kind}-assignments`,
        'assign',
        `--${kind}`,
        'https://shop.com/page',
        '--classification',
        'Shops',
      ),
    ],
    [`classifications ${kind}-assignments list`, simple('classifications', `${kind}-assignments`, 'list')],
    [`classifications ${kind}s delete`, simple('classifications', `${kind}s`, 'delete', '--name', 'Shops')],
  ]),
  [
    'secrets set',
    async () => {
      const { code } = await run(['secrets', 'set', 'own', '--hosts', '127.0.0.1'], { input: 'value-of-the-secret' });
      expect(code).toBe(0);
    },
  ],
  ['secrets list', simple('secrets', 'list')],
  ['model-channels presets list', simple('model-channels', 'presets', 'list')],
  ['model-channels list', simple('model-channels', 'list')],
  ['model-channels update', () => simple('model-channels', 'update', 'famA-0', '--is-active', ...toAsk())()],
  [
    'model-channels test',
    simple('model-channels', 'test', 'famC-0', '--text', 'Which?', '--country-code', 'US', '--ask.kind', 'demo'),
  ],
  ['model-channels furniture', simple('model-channels', 'furniture', 'famA-0')],
  ['model-channels furniture replace', simple('model-channels', 'furniture', 'replace', 'famA-0', '--furniture', '[]')],
  ['judge', simple('judge')],
  ['judge set', simple('judge', 'set', '--model-channel', 'null')],
  [
    'judge try',
    async () => {
      await simple('model-channels', 'update', 'famC-0', '--ask', '{"kind":"demo"}')();
      await simple('judge', 'try', '--model-channel', 'famC-0', '--answers', '1')();
    },
  ],
  ['schedule', simple('schedule')],
  ['runs estimate', simple('runs', 'estimate')],
  [
    'runs create',
    async () => {
      // The channel is busy with the first run, so that nothing of the second has begun when it is cancelled.
      await create('busy', 'runs', 'create', '--kind', 'collection', '--replicates', '2')();
      const look = () => runJson<{ tasks: { running: number } }>(['runs', 'get', known.busy!]);
      await waitUntil('the first ask is made', async () => (await look()).tasks.running === 1);
      await create('run', 'runs', 'create', '--kind', 'collection')();
    },
  ],
  ['runs list', simple('runs', 'list', '--kind', 'collection')],
  ['runs get', simple('runs', 'get', ':run')],
  ['runs tasks list', simple('runs', 'tasks', 'list', ':run')],
  ['runs cancel', simple('runs', 'cancel', ':run')],
  ['runs retry', simple('runs', 'retry', ':run')],
  [
    'schedule set',
    simple('schedule', 'set', '--cron', '0 6 * * *', '--time-zone', 'Europe/Paris', '--budget.day', '1'),
  ],
  [
    'webhooks create',
    create('webhook', 'webhooks', 'create', '--url', 'https://hooks.example/o', '--events', 'run_finished,run_failed'),
  ],
  ['webhooks list', simple('webhooks', 'list')],
  ['webhooks rotate-secret', simple('webhooks', 'rotate-secret', ':webhook')],
  ['webhooks test', create('delivery', 'webhooks', 'test', ':webhook')],
  ['webhooks deliveries list', simple('webhooks', 'deliveries', 'list', ':webhook')],
  ['deliveries repeat', simple('deliveries', 'repeat', ':delivery')],
  ['webhooks update', simple('webhooks', 'update', ':webhook', '--no-is-active')],
  ['webhooks delete', simple('webhooks', 'delete', ':webhook')],
  ['share-links create', create('link', 'share-links', 'create', '--name', 'Board', '--expires-in-days', '3')],
  ['share-links list', simple('share-links', 'list')],
  ['share-links revoke', simple('share-links', 'revoke', ':link')],
  [
    'secrets delete',
    async () => {
      await simple('model-channels', 'update', 'famA-0', '--ask', 'null')();
      await simple('secrets', 'delete', 'own')();
    },
  ],
  ['chats delete', simple('chats', 'delete', ':chat')],
  ['chats delete-many', simple('chats', 'delete-many', '--external-ids', 'e1,e2')],
  ['prompts delete', simple('prompts', 'delete', ':prompt')],
  ['topics delete', simple('topics', 'delete', ':topic')],
  ['tag-groups delete', simple('tag-groups', 'delete', '--group', 'Features')],
  ['tags delete', simple('tags', 'delete', ':tag')],
  ['brands delete', simple('brands', 'delete', ':brand')],
  ['api-keys revoke', simple('api-keys', 'revoke', ':key')],
  ['projects delete', simple('projects', 'delete', ':project')],
];

function toAsk(): string[] {
  return [
    '--ask.kind',
    'openai-compatible',
    '--ask.model',
    'm',
    '--ask.base-url',
    provider.base_url,
    '--ask.secret',
    'own',
    '--ask.concurrency',
    '1',
  ];
}

describe('commands', () => {
  it('are tried for every operation there is, and for no other', () => {
    const words = manifest.commands.map((command) => command.words.join(' '));
    expect(TRIALS.map(([name]) => name).toSorted()).toEqual(words.toSorted());
  });

  it.each(TRIALS)('%s', async (_words, trial) => trial());
});

describe('what people and programs get', () => {
  const HOSTILE = 'Acme \u001b[2J\u009b1m is best';
  const PROJECT = ['--project', 'Formats'];

  beforeAll(async () => {
    await simple('projects', 'create', '--name', 'Formats')();
    await simple('brands', 'create', '--name', 'Acme', ...PROJECT)();
    await simple('brands', 'create', '--name', 'Zorbix', ...PROJECT)();
    const days = ['2026-01-01', '2026-01-02', '2026-01-03'];
    const chats = days.map((date, index) => ({
      ...CHAT,
      date,
      answer: index === 0 ? HOSTILE : 'We like Acme and Zorbix.',
    }));
    await simple('chats', 'create', '--data', JSON.stringify({ chats }), ...PROJECT)();
  });

  it('a table, JSON, CSV or one JSON object per line', async () => {
    const list = ['brands', 'list', ...PROJECT];
    const table = await run([...list, '--columns', 'name,is_own']);
    expect(table.output).toBe('name    is_own\n──────  ──────\nAcme    no\nZorbix  no\n');
    expect(JSON.parse((await run([...list, '--json'])).output).total_count).toBe(2);
    expect((await run([...list, '--csv'])).output).toMatch(/^id,name,[^\n]*\r?\nkw_[^,]*,Acme,/);
    const lines = (await run([...list, '--ndjson'])).output.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).name)).toEqual(['Acme', 'Zorbix']);
    const page = await run([...list, '--limit', '1'], { columns: 40 });
    expect(page.notes).toContain('1 of 2 rows.');
    expect((await run([...list, '--json', '--csv'])).code).toBe(2);
    expect((await run(['key', '--csv'])).notes).toContain('Unknown option --csv.');
  });

  it('all pages of a list', async () => {
    const { data } = await runJson<{
      data: object[];
    }>(['brands', 'list', '--all', '--limit', '1', ...PROJECT]);
    expect(data).toHaveLength(2);
  });

  it('nothing that a terminal acts on, from any answer', async () => {
    const [first] = (await runJson<{ data: { id: string }[] }>(['chats', 'list', ...DATED, ...PROJECT])).data;
    for (const args of [
      ['chats', 'content', first!.id],
      ['chats', 'list', ...DATED, '--csv'],
      ['chats', 'list', ...DATED, '--ndjson'],
    ]) {
      for (const format of args.includes('--csv') || args.includes('--ndjson') ? [[]] : [[], ['--json']]) {
        const { code, output } = await run([...args, ...format, ...PROJECT], { columns: 80 });
        expect(code).toBe(0);
        expect(output).not.toMatch(/[^\n\P{Control}]/u);
      }
    }
  });

  it('a chart of a trend', async () => {
    const { output } = await run(['reports', 'brands', ...DATED, '--chart', ...PROJECT], { columns: 60 });
    expect(output.split('\n').slice(0, 3)).toEqual([
      'visibility, from 0 to 1',
      'Acme    ████████████  1',
      'Zorbix  ▁▁▁▁████████  1',
    ]);
  });

  it('a file', async () => {
    const file = join(folder, 'report.csv');
    const args = ['export', file, 'reports', 'brands', ...DATED, '--dimensions', 'date', ...PROJECT];
    expect(await run(args)).toMatchObject({ code: 0, output: '' });
    expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(7);
    expect((await run(args)).notes).toContain('already exists');
    expect((await run(['export', join(folder, 'a.json'), 'brands', 'list', ...PROJECT])).code).toBe(0);
    expect(JSON.parse(readFileSync(join(folder, 'a.json'), 'utf8')).data).toHaveLength(2);
    const columnar = join(folder, 'brands.parquet');
    expect((await run(['export', columnar, 'brands', 'list', ...PROJECT])).code).toBe(0);
    expect((await readParquet(readFileSync(columnar))).rows.length).toBeGreaterThan(0);
    const shown = await run(['brands', 'list', '--parquet', ...PROJECT], { columns: 80 });
    expect(shown.notes).toContain('is for files, not for a terminal');
    expect((await run(['export', join(folder, 'a.pdf'), 'brands', 'list'])).notes).toContain('must end with .csv');
    expect((await run(['export', join(folder, 'b.csv'), 'key'])).notes).toContain('"key" has no rows.');
    expect((await run(['export', join(folder, 'c.csv'), 'brands', 'list', '--project', 'None'])).code).toBe(4);
    expect(() => statSync(join(folder, 'c.csv.part'))).toThrow('ENOENT');
  });

  it('the run when it is finished', async () => {
    await simple('model-channels', 'update', 'famC-0', '--is-active', '--ask', '{"kind":"demo"}', ...PROJECT)();
    const { output, code } = await run(['runs', 'create', '--kind', 'collection', '--wait', '--json', ...PROJECT]);
    expect([code, JSON.parse(output).state]).toEqual([0, 'done']);
  });

  it('exit codes and advice', async () => {
    expect(await run(['promts', 'list'])).toMatchObject({
      code: 2,
      notes: 'Unknown command "promts". Did you mean prompts? "overheard help" lists the commands.\n',
    });
    expect((await run(['prompts'])).notes).toContain('"overheard prompts" needs one more word: list, create');
    expect((await run(['prompts', 'list', '--topic', 'Cofee', ...PROJECT])).code).toBe(4);
    expect((await run(['brands', 'create', '--name', 'Acme', ...PROJECT])).code).toBe(5);
    expect((await run(['brands', 'create', ...PROJECT])).notes).toBe('--name: is required.\n');
    expect((await run(['brands', 'list'], { settings: { project: '' } })).code).toBe(2);
    expect((await run(['key'], { settings: { key: 'wrong' } })).code).toBe(3);
    expect((await run(['key'], { settings: { key: '', url: '' } })).code).toBe(3);
    const nobody = await run(['key'], { settings: { url: 'http://127.0.0.1:9' } });
    expect([nobody.code, nobody.notes]).toEqual([
      6,
      expect.stringContaining('http://127.0.0.1:9/v1 cannot be reached'),
    ]);
    expect((await run(['keys', 'create', '--nam', 'x'])).notes).toContain('Did you mean --name?');
  });

  it('help for every command, and for groups', async () => {
    for (const { words } of manifest.commands) {
      expect((await run([...words, '--help'])).output).toContain(`Usage: overheard ${words.join(' ')}`);
    }
    const { output } = await run(['--help'], { columns: 80 });
    for (const { name } of BUILT_IN) {
      expect(output).toContain(`overheard ${name}`);
      expect((await run(['help', name])).output).toContain(`Usage: overheard ${name}`);
    }
    for (const line of output.split('\n').slice(0, -6)) expect(line.length).toBeLessThanOrEqual(80);
    expect((await run(['prompts', '--help'])).output).toContain('prompts archive ID');
    expect((await run(['help', 'prmpts'])).code).toBe(2);
  });

  it('what can come next, for shells', async () => {
    const complete = async (...words: string[]) => (await run(['__complete', ...words])).output.trim().split('\n');
    expect(await complete('prom')).toEqual(['prompts']);
    expect(await complete('prompts', 'suggestions', 'a')).toEqual(['accept']);
    expect(await complete('reports', 'brands', '--dim')).toEqual(['--dimensions']);
    expect(await complete('reports', 'brands', '--dimensions', 'w')).toEqual(['week']);
    expect(await complete('keys', 'c')).toEqual(['create']);
    expect(await complete('import', '--rej')).toEqual(['--rejected']);
    expect(await complete('export', 'a.csv', 'chats', 'l')).toEqual(['list']);
    for (const shell of ['bash', 'zsh', 'fish'])
      expect((await run(['completion', shell])).output).toContain('overheard __complete');
    expect((await run(['completion', 'tcsh'])).code).toBe(2);
  });

  it('saved services, whose keys only their owner can read', async () => {
    const settings = { url: '', key: '', project: '', folder: join(folder, 'config') };
    const add = ['profiles', 'add', 'shop', '--url', url, '--project', 'Formats'];
    expect((await run(add, { input: 'wrong', settings })).code).toBe(3);
    expect(await run(add, { input: companyKey, settings })).toMatchObject({ code: 0 });
    const file = join(folder, 'config', 'profiles.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await run(['brands', 'list', '--columns', 'name'], { settings })).output).toContain('Zorbix');
    expect((await run(['profiles'], { settings })).output).toMatch(/^name.*\n.*\nshop .*yes\n$/);
    expect((await run(['profiles'], { settings })).output).not.toContain(companyKey);
    expect((await run(['brands', 'list', '--profile', 'shp'], { settings })).notes).toContain('Did you mean shop?');
    chmodSync(file, 0o644);
    expect((await run(['brands', 'list'], { settings })).notes).toContain(`chmod 600 ${file}`);
    chmodSync(file, 0o600);
    expect((await run(['profiles', 'remove', 'shop'], { settings })).code).toBe(0);
    expect((await run(['brands', 'list'], { settings })).code).toBe(3);
  });

  it('a diagnosis', async () => {
    const { output, code } = await run(['doctor']);
    expect(code).toBe(0);
    expect(output).toMatch(/^ok {4}settings/m);
    expect(output).toMatch(/^ok {4}service .*its store answers/m);
    expect(output).toMatch(/^ok {4}clock/m);
    expect(output).toMatch(/^ok {4}channels {2}Formats: one channel is ready\.$/m);
    const { store } = service.context;
    const named = store.db.selectFrom('projects').select('project').where('name', '=', 'Formats');
    const { project } = await named.executeTakeFirstOrThrow();
    const channel = (await listChannels(store.db, project)).find(({ channel_id }) => channel_id === 'famC-0')!.key;
    const paused_until = new Date(Date.now() + 3_600_000).toISOString();
    const health = { failures: 5, pauses: 1, paused_until, paused_reason: 'rate_limited' };
    await store.write(project, ({ db }) => writeHealth(db, project, { channel, health }));
    const sick = await run(['doctor']);
    expect([sick.code, sick.notes]).toEqual([1, 'One problem found.\n']);
    expect(sick.output).toMatch(/^FAIL {2}channels {2}Formats: channel famC-0 is paused until .* \(rate_limited\)/m);
  });
});

describe('docs/command-line.md', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/command-line.md'), 'utf8');

  it('has the exit codes of the program', () => {
    const rows = Object.entries(EXIT_CODES).map(([code, meaning]) => `| ${code} | ${meaning} |`);
    expect(page).toContain(rows.join('\n'));
  });
});
