import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../harness/program.ts';
import { AXE, findViolations, RULES } from './axe.ts';
import { press, tabTo, type } from './keyboard.ts';
import { open, type Stage, setStage, settle } from './visit.ts';

const DESK = { width: 1280, height: 900 };
const PHONE = { width: 375, height: 740 };

let stage: Stage;
beforeAll(async () => {
  stage = await setStage({ data: 'none' });
});
afterAll(() => stage.close());

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });
const projectOf = (page: Page) => new URL(page.url()).searchParams.get('project')!;

async function listProjects(): Promise<{ id: string; name: string }[]> {
  return ((await ask(stage.program, { path: '/projects' })).body as { data: { id: string; name: string }[] }).data;
}

async function createProject(name: string): Promise<string> {
  return (await ask(stage.program, { method: 'POST', path: '/projects', body: { name } })).body.id as string;
}

async function post(path: string, body: object): Promise<void> {
  const { status, body: answer } = await ask(stage.program, { method: 'POST', path, body });
  expect(status, JSON.stringify(answer)).toBeLessThan(300);
}

/** Waits for a step, whose heading has the focus. Axe sees it in accessibility.test.ts as it is on arrival. */
async function arrive(page: Page, name: string): Promise<void> {
  await heading(page, name).waitFor();
  await settle(page);
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(name);
}

async function inspect(page: Page, view: string): Promise<string[]> {
  await page.evaluate(AXE);
  return (await findViolations(page, RULES)).map((violation) => `${view}: ${violation}`);
}

describe('the start', () => {
  it('leads from nothing to numbers with nothing but the keyboard', async () => {
    const { page, complaints } = await stage.visit('/', { viewport: DESK });
    const problems: string[] = [];
    await heading(page, 'Welcome to Overheard').waitFor();
    problems.push(...(await inspect(page, 'welcome')));
    await type(page, 'Your website or brand', 'Varrow, https://www.varrow.com/shop');
    await type(page, 'What you sell', 'Burr grinders, espresso machines');
    expect(await page.getByLabel('Project name').inputValue()).toBe('Varrow');
    await press(page, 'Create project');

    await arrive(page, 'Your brand');
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Varrow');
    expect(await page.getByLabel('Website', { exact: true }).inputValue()).toBe('varrow.com');
    await type(page, 'Other spellings', 'Varrow Coffee,');
    await page.getByRole('button', { name: 'Remove Varrow Coffee' }).waitFor();
    await press(page, 'Save and continue');

    await arrive(page, 'Competitors');
    await type(page, 'Add competitors (one per line)', 'Brumelle, brumelle.com\nostro.com\nVarrow');
    await page.getByText('3 brands read from these lines').waitFor();
    await page.getByText('is there already').waitFor();
    problems.push(...(await inspect(page, 'competitors, filled')));
    await press(page, 'Add 2 competitors');

    await arrive(page, 'Topics and prompts');
    await press(page, 'Suggest prompts');
    await page.getByText('16 suggestions added below.').waitFor();
    problems.push(...(await inspect(page, 'prompts, filled')));
    await tabTo(page, page.getByRole('checkbox', { name: 'Add: What should I look for when choosing burr grinders?' }));
    await page.keyboard.press('Space');
    await tabTo(page, page.getByLabel('Text of: Which burr grinders offer the best value for money?'));
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('Which grinder under 200 pounds is quiet?');
    await type(page, 'Your own prompts (one per line)', 'How do I descale an espresso machine?');
    await press(page, 'Add 16 prompts');

    await arrive(page, 'Where answers come from');
    expect(await page.getByText('It invents its answers').count()).toBe(1);
    await press(page, 'Use the demo assistant');
    await page.getByRole('button', { name: 'Stop using the demo assistant' }).waitFor();
    problems.push(...(await inspect(page, 'answers, chosen')));
    await press(page, 'Continue', 'link');

    await arrive(page, 'First run');
    await page.getByText('16 prompts, 1 channel').waitFor();
    await press(page, 'Start run');
    await page.getByText('16 answers collected.').first().waitFor();
    problems.push(...(await inspect(page, 'a run that is done')));
    await press(page, 'See your numbers', 'link');

    await heading(page, 'Varrow').waitFor();
    await page.locator('.figure-value').first().waitFor();
    const [visibility] = await page.locator('.figure-value').allTextContents();
    expect(Number.parseFloat(visibility!)).toBeGreaterThan(0);
    await page.getByText('16 answers', { exact: false }).first().waitFor();
    expect(await page.locator('.checklist').count()).toBe(0);
    const project = projectOf(page);
    expect(await listProjects()).toMatchObject([{ id: project, name: 'Varrow' }]);
    const { data } = (await ask(stage.program, { path: `/prompts?project_id=${project}` })).body as {
      data: { messages: { content: string }[]; topic: object | null; user_location: { country: string } }[];
    };
    const texts = data.map(({ messages }) => messages[0]!.content);
    expect(texts).toHaveLength(16);
    expect(texts).toContain('Which grinder under 200 pounds is quiet?');
    expect(texts).toContain('How do I descale an espresso machine?');
    expect(texts).not.toContain('What should I look for when choosing burr grinders?');
    expect(data.filter(({ topic }) => topic !== null)).toHaveLength(11);
    expect(data.every(({ user_location }) => user_location.country === 'GB')).toBe(true);
    expect(problems).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('begins from the project menu, loses nothing by Back or a reload, and makes one project', async () => {
    await createProject('Another');
    const before = await listProjects();
    const { page, complaints } = await stage.visit('/prompts', { viewport: PHONE });
    await page.getByRole('button', { name: /^Project:/ }).click();
    await page.getByRole('button', { name: 'New project' }).click();
    await heading(page, 'New project').waitFor();
    await page.getByRole('button', { name: 'Create project' }).click();
    await page.getByRole('alert').getByText('Check the marked fields.').waitFor();
    await page.getByText('Enter your website or the name of your brand.').waitFor();
    await page.getByLabel('Your website or brand').fill('acme-tools.com');
    await page.getByLabel('What you sell').fill('Cordless drills');
    await page.getByLabel('Country').selectOption('Switzerland');
    await page.getByLabel('Language').selectOption('French');
    await page.reload();
    await heading(page, 'New project').waitFor();
    expect(await page.getByLabel('What you sell').inputValue()).toBe('Cordless drills');
    await page.getByRole('button', { name: 'Create project' }).click();
    await heading(page, 'Your brand').waitFor();
    await page.getByRole('button', { name: 'Remove AcmeTools' }).waitFor();
    await page.getByRole('button', { name: 'Remove acme-tools.com' }).waitFor();

    await page.goBack();
    await heading(page, 'You and your market').waitFor();
    expect(await page.getByLabel('What you sell').inputValue()).toBe('Cordless drills');
    expect(await page.getByLabel('Country').inputValue()).toBe('CH');
    expect(await page.getByLabel('Language').inputValue()).toBe('fr');
    await page.getByLabel('What you sell').fill('Cordless drills, table saws');
    await page.getByRole('button', { name: 'Save and continue' }).click();
    await heading(page, 'Your brand').waitFor();
    await page.getByLabel('Website', { exact: true }).fill('not a website');
    await page.getByRole('button', { name: 'Save and continue' }).click();
    await page.getByRole('alert').getByText('Check the marked fields.').waitFor();
    await page.getByRole('link', { name: 'Skip for now' }).click();
    await heading(page, 'Competitors').waitFor();
    await page.getByRole('link', { name: 'Back', exact: true }).click();
    await heading(page, 'Your brand').waitFor();
    expect(await page.getByLabel('Website', { exact: true }).inputValue()).toBe('not a website');
    await page.getByLabel('Website', { exact: true }).fill('acme-tools.com');
    await page.getByRole('button', { name: 'Save and continue' }).click();
    await heading(page, 'Competitors').waitFor();

    const project = projectOf(page);
    expect(await listProjects()).toHaveLength(before.length + 1);
    const other = await stage.visit(`/start?project=${project}`);
    await heading(other.page, 'Competitors').waitFor();
    await other.page.getByRole('link', { name: 'Your brand (done)' }).waitFor();
    await other.page.goto(`/start/prompts?project=${project}`);
    await other.page.getByRole('button', { name: 'Remove Table saws' }).waitFor();
    expect(await other.page.getByLabel('Country').inputValue()).toBe('CH');
    await other.page.close();
    const { body } = await ask(stage.program, { path: `/project-profile?project_id=${project}` });
    expect(body.profile).toMatchObject({
      name: 'Acme Tools',
      productsAndServices: ['Cordless drills', 'table saws'],
      targetMarkets: [{ location: 'Switzerland' }],
    });
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('keeps competitors that were refused in the form, and adds the others', async () => {
    const project = await createProject('Refusals');
    await post('/brands', { project_id: project, name: 'Mine', is_own: true });
    const { page } = await stage.visit(`/start/competitors?project=${project}`);
    await page.getByLabel('Add competitors (one per line)').fill('Bolt, bolt.com\nNails\nHammer');
    // Somebody else adds one of them meanwhile.
    await post('/brands', { project_id: project, name: 'Nails' });
    await page.getByRole('button', { name: 'Add 3 competitors' }).click();
    await page.getByRole('alert').getByText('2 competitors added, 1 not.').waitFor();
    expect(await page.getByLabel('Add competitors (one per line)').inputValue()).toBe('Nails');
    await page.getByRole('link', { name: 'Continue', exact: true }).click();
    await heading(page, 'Topics and prompts').waitFor();
    await page.close();
  });

  it('shows what another spelling would change, once there are answers', async () => {
    const project = (await listProjects()).find(({ name }) => name === 'Varrow')!.id;
    const { page } = await stage.visit(`/start/brand?project=${project}`);
    await settle(page);
    expect(await page.getByRole('region', { name: 'Preview' }).count()).toBe(0);
    // The demo assistant names brands that nobody tracks here.
    await page.getByLabel('Other spellings').fill('Tallgrass,Mokkari,');
    const preview = page.getByRole('region', { name: 'Preview' });
    await preview.getByText('In the latest 16 answers:').waitFor();
    await preview.locator('.preview-change').first().waitFor();
    await page.getByRole('button', { name: 'Remove Tallgrass' }).click();
    await page.getByRole('button', { name: 'Remove Mokkari' }).click();
    await preview.waitFor({ state: 'detached' });
    await page.close();
  });

  it('sets up a channel without leaving the steps', async () => {
    const project = await createProject('With a key');
    const { page } = await stage.visit(`/start/answers?project=${project}`, { viewport: DESK });
    await page.getByRole('link', { name: 'Set up a channel' }).click();
    await heading(page, 'Add a channel').waitFor();
    await page.getByRole('radio', { name: 'GPT-4o', exact: true }).check();
    await page.getByLabel('Key for OpenAI').fill('sk-invented-1234567890');
    expect(await inspect(page, 'a channel')).toEqual([]);
    await page.getByRole('button', { name: 'Save and switch on' }).click();
    await heading(page, 'Where answers come from').waitFor();
    await page.getByRole('link', { name: 'GPT-4o' }).waitFor();
    await page.getByRole('link', { name: 'Continue', exact: true }).click();
    await page.getByText('the project has no prompts').waitFor();
    await page.getByRole('link', { name: 'Add prompts' }).click();
    await heading(page, 'Topics and prompts').waitFor();
    await page.getByLabel('Written by').selectOption('GPT-4o');
    await page.context().close();
  });

  it('shows a read-only key what is there, and no way to change it', async () => {
    const [{ id: project } = { id: '' }] = await listProjects();
    const { body } = await ask(stage.program, {
      method: 'POST',
      path: '/keys',
      body: { project_id: project, rights: 'read' },
    });
    const { page } = await open(stage.browser, stage.program);
    await page.goto('/start/brand');
    await page.getByLabel('API key', { exact: true }).fill(body.key as string);
    await page.keyboard.press('Enter');
    await page.getByText('This key is read-only.').waitFor();
    await settle(page);
    expect(await page.getByLabel('Name', { exact: true }).isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: 'Save and continue' }).count()).toBe(0);
    await page.goto('/');
    await page.getByRole('button', { name: /^Project:/ }).click();
    expect(await page.getByRole('button', { name: 'New project' }).count()).toBe(0);
    await page.context().close();
  });
});

describe('the checklist', () => {
  it('says what is missing, leads there, and stays away once it is dismissed', async () => {
    const project = await createProject('Half done');
    await post('/brands', { project_id: project, name: 'Mine', is_own: true });
    const { page, complaints } = await stage.visit(`/?project=${project}`, { viewport: DESK });
    const list = page.getByRole('region', { name: 'Set up the project' });
    await list.getByText('1 of 5 done').waitFor();
    expect(await inspect(page, 'checklist')).toEqual([]);
    await list.getByRole('link', { name: 'Prompts (to do)' }).click();
    await heading(page, 'Topics and prompts').waitFor();
    await page.goBack();
    await list.getByRole('link', { name: 'Continue setup' }).click();
    await heading(page, 'Competitors').waitFor();
    await page.goBack();
    await list.getByRole('button', { name: 'Dismiss the list' }).click();
    await page.getByText('No answers yet').waitFor();
    await page.reload();
    await page.getByRole('link', { name: 'Choose where answers come from' }).waitFor();
    expect(await list.count()).toBe(0);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('costs a complete project nothing', async () => {
    const project = (await listProjects()).find(({ name }) => name === 'Varrow')!.id;
    const { page } = await stage.visit('/docs/reference', { viewport: DESK });
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await page.goto(`/?project=${project}`);
    await page.locator('.figure-value').first().waitFor();
    await settle(page);
    await page.waitForLoadState('networkidle');
    expect(requests.filter((path) => /chats|checklist|start/.test(path))).toEqual([]);
    expect(requests.some((path) => path.endsWith('/reports/brands'))).toBe(true);
    await page.context().close();
  });

  it('is not for people who only sign in to read', async () => {
    const project = await createProject('To read');
    const { body } = await ask(stage.program, {
      method: 'POST',
      path: '/keys',
      body: { project_id: project, rights: 'read' },
    });
    const { page } = await open(stage.browser, stage.program);
    await page.goto('/');
    await page.getByLabel('API key', { exact: true }).fill(body.key as string);
    await page.keyboard.press('Enter');
    await page.getByText('No brands yet').waitFor();
    expect(await page.locator('.checklist').count()).toBe(0);
    await page.context().close();
  });
});

describe('the end of a project', () => {
  it('is in its settings, for whoever writes its name', async () => {
    const project = await createProject('To be deleted');
    const { page, complaints } = await stage.visit(`/settings?project=${project}`, {
      viewport: DESK,
    });
    await page.getByRole('button', { name: 'Delete project…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete To be deleted?' });
    const act = dialog.getByRole('button', { name: 'Delete project' });
    expect(await act.isDisabled()).toBe(true);
    await dialog.getByLabel('To confirm').fill('To be kept');
    expect(await act.isDisabled()).toBe(true);
    await dialog.getByLabel('To confirm').fill('To be deleted');
    expect(await inspect(page, 'deletion')).toEqual([]);
    await act.click();
    await page.waitForURL((url) => url.pathname === '/' && url.searchParams.get('project') !== project);
    await settle(page);
    expect((await listProjects()).map(({ name }) => name)).not.toContain('To be deleted');
    await page.getByRole('button', { name: /^Project/ }).click();
    expect(await page.getByText('To be deleted').count()).toBe(0);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('is not in the settings of a project key', async () => {
    const project = await createProject('To write');
    const { body } = await ask(stage.program, { method: 'POST', path: '/keys', body: { project_id: project } });
    const { page } = await open(stage.browser, stage.program);
    await page.goto('/settings');
    await page.getByLabel('API key', { exact: true }).fill(body.key as string);
    await page.keyboard.press('Enter');
    await page.getByLabel('Project name').waitFor();
    expect(await page.getByRole('button', { name: 'Delete project…' }).count()).toBe(0);
    await page.context().close();
  });
});
