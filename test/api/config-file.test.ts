import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../src/operations/index.ts';
import { setManifest } from '../../src/surfaces/cli/load-manifest.ts';
import { createManifest } from '../../src/surfaces/cli/manifest.ts';
import { runCommand } from '../../src/surfaces/cli/run-command.ts';
import { type Client, startService, type TestService } from '../harness/service.ts';

setManifest(createManifest(OPERATIONS));

let service: TestService;
let company: Client;
let key: string;
let url: string;
let folder: string;

interface Circumstances {
  /** What is typed on the terminal; without it nobody can be asked. */
  answer?: string;
  columns?: number;
  key?: string;
}

/** Runs a command in this process, as the program does. */
async function run(args: string[], circumstances: Circumstances = {}) {
  const { answer, columns } = circumstances;
  let [output, notes] = ['', ''];
  const code = await runCommand(args, {
    write: async (data) => {
      output += String(data);
    },
    note: (line) => {
      notes += `${line}\n`;
    },
    columns,
    readInput: async () => '',
    readSecret: async () => '',
    ...(answer === undefined ? {} : { readAnswer: async () => answer }),
    settings: { url, key: circumstances.key ?? key, project: '', profile: '', folder },
  });
  return { code, output, notes };
}

async function exportProject(project: string): Promise<string> {
  const { code, output, notes } = await run(['config', 'export', '--project', project]);
  expect([code, notes]).toEqual([0, '']);
  return output;
}

let files = 0;

function writeFile(text: string): string {
  files += 1;
  const path = join(folder, `config-${files}.yaml`);
  writeFileSync(path, text);
  return path;
}

function apply(project: string, text: string, ...flags: string[]) {
  return run(['config', 'apply', writeFile(text), '--project', project, ...flags]);
}

async function createProject(name: string): Promise<string> {
  const { body } = await company.post('/projects', { name });
  return body.id;
}

const FILE = `version: 1

brands:
  - name: Acme
    is_own: true
    color: blue
    domains: [acme.com]
    aliases: ['Acme, Inc.', 'ACME Ltd']
  - name: 'No: 1'
    color: '#3b82f6'
    regex: 'No\\.? ?1'

topics:
  - name: Grinders
    country_code: US
  - name: Beans

tags:
  - name: Quiet
    color: red
    group: Features
  - name: Cheap

prompts:
  - text: Which grinder is quiet?
    country_code: US
    topic: Grinders
    tags: [Quiet, Cheap]
    volume: 1200
  - text: Which beans are best?
    country_code: DE
    topic: beans
  - text: 'true'
    country_code: 'NO'

channels:
  - id: famA-0
    unsupported_country_codes: [DE]
    ask: {kind: openai, model: a-model, secret: the-key, web_search: true}
  - id: famB-0
    is_active: false
    ask: {kind: demo}

schedule:
  is_active: true
  cron: '0 7 * * 1'
  time_zone: Europe/Berlin
  budget: {day: 2.5}

domain_classifications:
  - name: Shops
    assigned: [shop.com, 'https://www.store.example/page']
  - name: Blogs
    color: teal

url_classifications:
  - name: Lists
    assigned: ['https://shop.com/best?utm_source=x']

notifications:
  - url: mailto:team@example.com
    events: [run_failed, budget_reached]
  - url: https://hooks.example/overheard
    events: [run_failed]
    is_active: false
`;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'overheard-config-'));
  service = await startService({ SMTP_URL: 'smtp://127.0.0.1:9', SMTP_FROM: 'overheard@example.com' });
  url = await service.listen();
  ({ key, client: company } = await service.createCompany());
  for (const name of ['Shop', 'Twin', 'Other']) {
    const project_id = await createProject(name);
    const { status } = await company.put('/secrets/the-key', { project_id, value: 'value-of-the-secret' });
    expect(status).toBe(200);
  }
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('a configuration file', () => {
  it('is applied after its differences were shown and confirmed', async () => {
    const check = await apply('Shop', FILE, '--check');
    expect(check).toMatchObject({ code: 7, notes: '17 changes to make. Nothing was changed.\n' });
    expect(check.output).toContain('+ brand Acme\n+ brand No: 1\n+ topic Grinders\n');
    expect(check.output).toContain('+ prompt "Which beans are best?" (DE)\n');
    expect(check.output).toMatch(
      /^~ channel famA-0: is_active false → true, unsupported_country_codes \+"DE", ask none → /m,
    );
    expect(check.output).toMatch(/^~ schedule: .*budget\.day none → 2\.5$/m);
    const path = writeFile(FILE);
    const args = ['config', 'apply', path, '--project', 'Shop'];
    expect(await run(args)).toMatchObject({ code: 2, notes: expect.stringContaining('--yes') });
    expect(await run(args, { answer: 'n' })).toMatchObject({ code: 2, notes: 'Nothing was changed.\n' });
    expect((await apply('Shop', FILE, '--check')).output).toBe(check.output);
    const applied = await run(args, { answer: 'y', columns: 100 });
    expect(applied).toMatchObject({ code: 0, output: check.output });
    expect(applied.notes).toMatch(
      /^Signing secret of https:\/\/hooks\.example\/overheard, .*: \S+\n17 changes made\.\n$/,
    );
  });

  it('changes nothing when it is applied twice, even with --delete', async () => {
    for (const flags of [['--check'], ['--yes'], ['--check', '--delete']]) {
      expect(await apply('Shop', FILE, ...flags)).toMatchObject({ code: 0, output: '' });
    }
  });

  it('is the same after an export, an apply to an empty project, and another export', async () => {
    const exported = await exportProject('Shop');
    expect(exported).not.toMatch(/value-of-the-secret|whsec|\bid: (?!fam)|null/);
    expect(await apply('Shop', exported, '--check', '--delete')).toMatchObject({ code: 0, output: '' });
    expect((await apply('Twin', exported, '--yes')).code).toBe(0);
    expect(await exportProject('Twin')).toBe(exported);
    expect(await apply('Twin', exported, '--check', '--delete')).toMatchObject({ code: 0, output: '' });
  });

  it('changes what differs, and leaves alone what it does not have', async () => {
    const changed = FILE.replace('topic: beans', 'topic: Grinders\n    tags: [cheap]')
      .replace("'Acme, Inc.', ", '')
      .replace('name: Cheap', 'name: cheap')
      .replace('color: teal', 'color: red\n    assigned: [shop.com]')
      .replace('assigned: [shop.com, ', 'assigned: [')
      .replace('model: a-model', 'model: another')
      .replace('events: [run_failed]', 'events: [run_finished]')
      .replace("  - text: 'true'\n    country_code: 'NO'\n", '');
    const { code, output } = await apply('Shop', changed, '--yes');
    expect([code, output]).toEqual([
      0,
      `~ brand Acme: aliases -"Acme, Inc."
~ tag cheap: name "Cheap" → "cheap"
~ prompt "Which beans are best?" (DE): topic "Beans" → "Grinders", tags +"cheap"
~ channel famA-0: ask.model "a-model" → "another"
~ domain classification Shops: assigned -"shop.com"
~ domain classification Blogs: color "teal" → "red", assigned +"shop.com"
~ notification https://hooks.example/overheard: events +"run_finished" -"run_failed"
`,
    ]);
    expect(await apply('Shop', changed, '--check')).toMatchObject({ code: 0, output: '' });
    expect(await exportProject('Shop')).toContain('"true"');
  });

  it('removes what it does not have with --delete, but only in its sections, and archives prompts', async () => {
    const short = `version: 1
topics: [{name: Grinders, country_code: US}]
prompts: [{text: Which grinder is quiet?, country_code: US, topic: Grinders, tags: [Quiet, Cheap]}]
channels: []
notifications: []
`;
    const refused = await apply('Shop', short.replace('topic: Grinders', 'topic: Beans'), '--yes', '--delete');
    expect(refused.notes).toContain('prompt "Which grinder is quiet?" (US): "Beans" is not in topics.');
    const { code, output } = await apply('Shop', short, '--yes', '--delete');
    expect([code, output]).toEqual([
      0,
      `- notification mailto:team@example.com
- notification https://hooks.example/overheard
- channel famA-0 (switched off)
- prompt "Which beans are best?" (DE) (archived; its answers stay)
- prompt "true" (NO) (archived; its answers stay)
- topic Beans (its prompts stay, without a topic)
`,
    ]);
    expect(await apply('Shop', short, '--check', '--delete')).toMatchObject({ code: 0, output: '' });
    const again = await apply('Shop', FILE, '--yes');
    expect(again.output).toContain(
      '~ prompt "Which beans are best?" (DE): taken out of the archive, topic "Grinders" → "beans"',
    );
    expect(await apply('Shop', FILE, '--check')).toMatchObject({ code: 0, output: '' });
  });

  it('is refused as a whole if anything in it is wrong', async () => {
    const before = await exportProject('Other');
    const wrong = `version: 1
brands:
  - name: Acme
    colour: blue
  - name: Bcme
    regex: '('
topics:
  - name: Grinders
  - name: grinders
tags:
  - name: 2026
schedule: {cron: every day}
domain_classifications:
  - name: A
    assigned: [shop.com]
  - name: B
    assigned: [www.shop.com]
notifications:
  - url: https://hooks.slack.com/services/T0/B0/secret
    events: [run_failed]
`;
    const { code, notes } = await apply('Other', wrong, '--yes');
    expect(code).toBe(2);
    const lines = notes.replaceAll(/^.*\.yaml:/gm, '').split('\n');
    expect(lines).toEqual([
      '4: brand "Acme": colour is not a known field: did you mean "color"?',
      expect.stringMatching(/^6: brand "Bcme": regex: /),
      '9: topic grinders is already in line 8.',
      '11: tag: name must be a string. Put quotation marks around it.',
      '12: schedule: cron: must have five fields: minute, hour, day of month, month, day of week.',
      '16: domain classification B: shop.com is also assigned to "A". It can have one classification.',
      '19: notification: url: has a part that is like a password and must not be in a file. Write https://hooks.slack.com/… instead.',
      'Nothing was changed.',
      '',
    ]);
    const dangling = await apply(
      'Other',
      `version: 1
topics: [{name: Grinders}]
prompts:
  - {text: Why?, country_code: US, topic: Grindrs}
channels:
  - id: famA-9
  - id: famA-0
    ask: {kind: openai, model: m, secret: none}
`,
      '--yes',
    );
    expect(dangling.code).toBe(2);
    expect(dangling.notes).toContain(':4: prompt "Why?" (US): "Grindrs" is not in topics. Did you mean Grinders?\n');
    expect(dangling.notes).toContain(':6: channel famA-9 does not exist. Did you mean famA-');
    expect(dangling.notes).toContain(':7: channel famA-0 needs the secret "none", which does not exist.');
    expect(await exportProject('Other')).toBe(before);
  });

  it('says what was done if the service refuses something, and goes on when it is applied again', async () => {
    const text = `version: 1
brands: [{name: Acme, color: blue}]
channels:
  - id: famA-0
    ask: {kind: openai}
schedule: {cron: 0 9 * * *}
`;
    const { code, notes } = await apply('Other', text, '--yes');
    expect(code).toBe(2);
    expect(notes).toMatch(
      /^~ channel famA-0: .*: ask\.model: .*\nDone:\n {2}\+ brand Acme\nNot done:\n {2}~ channel famA-0: .*\n {2}~ schedule: cron .*\nApply the file again to go on\.\n$/,
    );
    const mended = text.replace('kind: openai', 'kind: demo');
    expect((await apply('Other', mended, '--yes')).output).toMatch(/^~ channel famA-0: .*\n~ schedule: .*\n$/);
    expect((await apply('Other', mended, '--check')).code).toBe(0);
  });

  it('names addresses with a secret part, and changes them, but cannot create them', async () => {
    const text = `version: 1
notifications:
  - url: https://hooks.slack.com/…
    events: [run_failed]
  - url: https://hooks.slack.com/…
    events: [budget_reached]
`;
    const manual = await apply('Other', text, '--yes');
    expect([manual.code, manual.output]).toEqual([
      5,
      expect.stringMatching(/^! notification https:\/\/hooks\.slack\.com\/… cannot be created from a file/),
    ]);
    const { body } = await company.get('/projects');
    const { id: project_id } = body.data.find(({ name }: { name: string }) => name === 'Other');
    for (const path of ['one', 'two']) {
      const hook = { project_id, url: `https://hooks.slack.com/services/${path}`, events: ['run_finished'] };
      expect((await company.post('/webhooks', hook)).status).toBe(201);
    }
    expect((await apply('Other', text, '--yes')).code).toBe(0);
    expect(await apply('Other', text, '--check')).toMatchObject({ code: 0, output: '' });
    expect(await exportProject('Other')).not.toContain('services');
  });

  it('has the hosts of addresses alone if a read-only key exports it, and leaves the addresses as they are', async () => {
    const project_id = await createProject('Hooks');
    const urls = [
      'https://discord.com/api/webhooks/1/the-token',
      'https://discord.com/api/webhooks/2/the-token',
      'https://chat.example/the-token',
      'mailto:the-token@example.com',
    ];
    for (const hook of urls) {
      const format = hook.includes('chat') ? { format: 'slack' } : {};
      const created = await company.post('/webhooks', { project_id, url: hook, events: ['run_failed'], ...format });
      expect(created.status).toBe(201);
    }
    const whole = await exportProject('Hooks');
    const reader = (await company.post('/keys', { rights: 'read', name: 'Reader' })).body.key;
    const { code, output } = await run(['config', 'export', '--project', 'Hooks'], { key: reader });
    expect([code, output.includes('the-token')]).toEqual([0, false]);
    expect(output.match(/(?<= url: ).*/g)).toEqual([
      'https://discord.com/…',
      'https://discord.com/…',
      'https://chat.example/…',
      'mailto:…@example.com',
    ]);
    expect(await apply('Hooks', output, '--check', '--delete')).toMatchObject({ code: 0, output: '' });
    const path = writeFile(whole);
    const check = ['config', 'apply', path, '--project', 'Hooks', '--check', '--delete'];
    expect(await run(check, { key: reader })).toMatchObject({ code: 0, output: '' });
    const changed = output.replaceAll('run_failed', 'run_finished');
    expect((await apply('Hooks', changed, '--yes', '--delete')).output.split('\n').slice(0, 2)).toEqual([
      '~ notification https://discord.com/…: events +"run_finished" -"run_failed"',
      '~ notification https://discord.com/…: events +"run_finished" -"run_failed"',
    ]);
    expect(await exportProject('Hooks')).toBe(whole.replaceAll('run_failed', 'run_finished'));
    expect((await apply('Other', output, '--check')).output).toContain(
      '! notification https://discord.com/… cannot be created from a file',
    );
  });

  it('is written to a new file, never over another', async () => {
    const to = join(folder, 'exported.yaml');
    const args = ['config', 'export', '--project', 'Shop', '--to', to];
    expect((await run(args)).code).toBe(0);
    expect(readFileSync(to, 'utf8')).toBe(await exportProject('Shop'));
    expect(await run(args)).toMatchObject({ code: 2, notes: expect.stringContaining('already exists') });
  });

  it('needs a word, a file and a key that may write', async () => {
    expect((await run(['config'])).notes).toContain('export or apply');
    expect((await run(['config', 'apply'])).code).toBe(2);
    expect((await run(['config', 'apply', join(folder, 'none.yaml')])).notes).toContain('does not exist');
    expect((await run(['config', 'export', 'a.yaml'])).notes).toContain('--to a.yaml');
    expect((await run(['config', 'apply', 'a.yaml', '--chek'])).notes).toContain('Did you mean --check?');
    const reader = (await company.post('/keys', { rights: 'read', name: 'CI' })).body.key;
    const path = writeFile('version: 1\ntags: [{name: New}]\n');
    const args = ['config', 'apply', path, '--project', 'Shop'];
    expect((await run([...args, '--check'], { key: reader })).code).toBe(7);
    expect((await run([...args, '--yes'], { key: reader })).code).toBe(3);
  });
});
