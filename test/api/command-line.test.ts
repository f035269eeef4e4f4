import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../src/operations/index.ts';
import { setManifest } from '../../src/surfaces/cli/load-manifest.ts';
import { createManifest } from '../../src/surfaces/cli/manifest.ts';
import { runCommand } from '../../src/surfaces/cli/run-command.ts';
import { type FakeProvider, startFakeProvider } from '../collection/fake-provider.ts';
import { startService, type TestService } from '../harness/service.ts';
import { waitUntil } from '../harness/wait-until.ts';

const manifest = createManifest(OPERATIONS);
setManifest(manifest);

let service: TestService;
let provider: FakeProvider;
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
}

/** Runs a command in this process, as the program does. */
async function run(args: string[], { columns, input = '' }: Circumstances = {}): Promise<Outcome> {
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
    settings: { url, key: companyKey, project: 'The shop', profile: '', folder },
  });
  return { code, output, notes };
}

async function runJson(args: string[]): Promise<Record<string, never>> {
  const { code, output, notes } = await run([...args, '--json']);
  expect([code, notes]).toEqual([0, '']);
  return JSON.parse(output);
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'overheard-cli-'));
  service = await startService();
  url = await service.listen();
  provider = await startFakeProvider(() => 'hang');
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
    known[name] = ((await runJson(args.map(toKnown))) as { id: string }).id;
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
      const { id } = (await runJson(args)) as { id: string };
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
      const { data } = (await runJson(['topics', 'suggestions', 'list'])) as unknown as { data: { id: string }[] };
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
      const { data } = (await runJson(['chats', 'list', ...DATED, '--all'])) as unknown as { data: { id: string }[] };
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
      const list = async () =>
        (await runJson(['brands', 'suggestions', 'list'])) as unknown as { data: { id: string }[] };
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
  ['runs create', create('run', 'runs', 'create', '--kind', 'collection', '--replicates', '1')],
  ['runs list', simple('runs', 'list', '--kind', 'collection')],
  ['runs get', simple('runs', 'get', ':run')],
  ['runs tasks list', simple('runs', 'tasks', 'list', ':run')],
  ['runs cancel', simple('runs', 'cancel', ':run')],
  ['runs retry', simple('runs', 'retry', ':run')],
  [
    'schedule set',
    simple('schedule', 'set', '--cron', '0 6 * * *', '--time-zone', 'Europe/Paris', '--budget.day', '1'),
  ],
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
  ];
}

describe('commands', () => {
  it('are tried for every operation there is, and for no other', () => {
    const words = manifest.commands.map((command) => command.words.join(' '));
    expect(TRIALS.map(([name]) => name).toSorted()).toEqual(words.toSorted());
  });

  it.each(TRIALS)('%s', async (_words, trial) => trial());
});
