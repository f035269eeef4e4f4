import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeModel, startFakeModel } from '../harness/fake-model.ts';
import { ask, KEY } from '../harness/program.ts';
import { open, type Stage, setStage, settle } from './visit.ts';

const WRONG_KEY = 'sk-wrong-1234567890wxyz';
const RIGHT_KEY = 'sk-right-1234567890abcd';
const ANSWER = '**Acme** is excellent, and Bolt is poor.\n\n<img src=x onerror="document.title=\'hacked\'">';

let stage: Stage;
let provider: FakeModel;
beforeAll(async () => {
  [stage, provider] = await Promise.all([
    setStage({ data: 'none' }),
    startFakeModel(({ prompt, headers }) => {
      if (headers.authorization !== `Bearer ${RIGHT_KEY}`) {
        return { status: 401, body: { error: { message: `Incorrect API key provided: ${headers.authorization}` } } };
      }
      if (prompt.includes('refused')) return { status: 400, body: { error: { message: 'This is not allowed here.' } } };
      return { answer: ANSWER };
    }),
  ]);
});
afterAll(async () => {
  await stage.close();
  await provider.close();
});

async function post(path: string, body: object): Promise<string> {
  const { status, body: created } = await ask(stage.program, { method: 'POST', path, body });
  expect(status, JSON.stringify(created)).toBeLessThan(300);
  return created.id as string;
}

const go = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name }).click();
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Collection' }).getByRole('link', { name }).click();

describe('a new project', () => {
  it('gets its first answers from a pasted key to marked brands, without the API', async () => {
    const { page, complaints } = await stage.visit('/', { viewport: { width: 1280, height: 900 } });
    await page.getByLabel('Project name').fill('Anvils');
    await page.getByRole('button', { name: 'Create project' }).click();
    await page.getByRole('heading', { name: 'Your brand' }).waitFor();
    const project = new URL(page.url()).searchParams.get('project')!;
    await post('/brands', { project_id: project, name: 'Acme', is_own: true });
    await post('/brands', { project_id: project, name: 'Bolt' });

    await go(page, 'Prompts');
    await page.getByRole('button', { name: 'Add prompts' }).first().click();
    await page.getByRole('dialog').getByText('not asked yet: no channel is set up').waitFor();
    await page.getByLabel('Prompts (one per line)').fill('Which anvil is best?\nWhich anvil lasts?\nWhat is refused?');
    await page.getByRole('button', { name: 'Add 3 prompts' }).click();
    await page.getByText('3 prompts added').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await go(page, 'Answers');
    await page.getByRole('link', { name: 'Choose where answers come from' }).click();
    await page.getByRole('link', { name: 'Set up a channel' }).click();

    await page.getByRole('heading', { name: 'Add a channel' }).waitFor();
    await page.getByLabel('Search models').fill('4o');
    expect(await page.getByRole('radio').count()).toBe(2);
    await page.getByRole('radio', { name: 'GPT-4o', exact: true }).check();
    await page.getByLabel('How to ask').selectOption('OpenAI-compatible server');
    await page.getByRole('button', { name: 'Try it' }).click();
    await page.getByText('Enter the address of the server.').waitFor();
    await page.getByLabel('Model name at the provider').fill('local-model');
    await page.getByLabel('Address of the server').fill(provider.base_url);
    await page.getByLabel('Key', { exact: true }).selectOption('Paste a new key');
    await page.getByLabel('Key for OpenAI-compatible server').fill(WRONG_KEY);
    await page.getByRole('button', { name: 'Try it' }).click();
    await page.getByText('The provider rejected the key.').waitFor();
    await page.getByText('Then paste it again.').waitFor();

    await page.getByRole('button', { name: 'Replace this key' }).click();
    await page.getByLabel('pasted again').fill(RIGHT_KEY);
    await page.getByRole('button', { name: 'Try it' }).click();
    await page.getByText('It works.').waitFor();
    expect(await page.locator('.try mark.mention').allTextContents()).toEqual(['Acme', 'Bolt']);
    await page.locator('.try').getByText('100 output tokens').waitFor();
    await page.locator('.try').getByText('<img src=x').waitFor();
    const kept = await page.evaluate(() => JSON.stringify([document.body.innerHTML, localStorage, sessionStorage]));
    expect(kept).not.toContain(RIGHT_KEY);
    expect(kept).not.toContain(WRONG_KEY);
    await page.getByRole('button', { name: 'Save and switch on' }).click();

    await page.getByRole('heading', { name: 'Where answers come from' }).waitFor();
    await go(page, 'Collection');
    await page.getByRole('link', { name: 'GPT-4o' }).waitFor();
    expect(await page.getByRole('switch', { name: 'Ask GPT-4o' }).isChecked()).toBe(true);
    await tab(page, 'Runs');
    await page.getByRole('button', { name: 'Run now' }).click();
    await page.getByRole('dialog').getByText('3 asks').waitFor();
    await page.getByRole('dialog').getByText('Cost unknown for GPT-4o.').waitFor();
    await page.getByRole('button', { name: 'Start run' }).click();

    await page.getByRole('heading', { name: /^Run of / }).waitFor();
    await page.locator('.run-summary .chip', { hasText: 'Done' }).waitFor();
    const failures = page.getByRole('region', { name: 'What went wrong' });
    await failures.getByText('The provider refused the request.').waitFor();
    await failures.getByText('This is not allowed here.').waitFor();
    await failures.getByText('Check the model').waitFor();
    await page.getByRole('button', { name: 'Show 3 asks' }).click();
    await page.getByRole('table', { name: 'Asks' }).getByText('What is refused?').waitFor();
    expect(await page.getByRole('table', { name: 'Asks' }).getByRole('link').count()).toBe(2);
    await page.getByRole('link', { name: 'Show the answers' }).click();

    await page.getByRole('heading', { name: 'Answers' }).waitFor();
    await page.getByText('2 answers').waitFor();
    await page.getByRole('cell', { name: 'GPT-4o' }).first().waitFor();
    await page.locator('.row-link').first().click();
    await page.locator('.answer mark.mention').first().waitFor();
    expect(await page.locator('.answer mark.mention').allTextContents()).toEqual(['Acme', 'Bolt']);
    expect(await page.title()).not.toBe('hacked');
    expect(provider.requests.length).toBe(5);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('is asked on a schedule, which the pages tell in words', async () => {
    const { page, complaints } = await stage.visit('/collection/schedule', { timezoneId: 'Europe/Berlin' });
    await page.getByText('Every day at 06:00, Europe/Berlin').waitFor();
    await page.getByRole('switch', { name: 'Ask on a schedule' }).click();
    await page.getByLabel('Sunday').press('Space');
    await page.getByLabel('Time', { exact: true }).fill('23:59');
    await page.getByText('Monday to Saturday at 23:59').waitFor();
    await page.getByLabel('Limit per day').fill('lots');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Enter an amount in US dollars').waitFor();
    await page.getByLabel('Limit per day').fill('5');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    await page.getByText('$0.00 of $5.00').waitFor();
    await page.getByText('With a budget, channels without a known price are not asked.').waitFor();
    await page.getByText(/^Next run .* at 23:59\.$/).waitFor();
    await go(page, 'Prompts');
    await page.getByText(/first asked .* at 23:59\./).waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('shows a project key that models of your own need a company key', async () => {
    const { data } = (await ask(stage.program, { path: '/projects' })).body as { data: { id: string }[] };
    const created = await ask(stage.program, { method: 'POST', path: '/keys', body: { project_id: data[0]!.id } });
    const { page } = await open(stage.browser, stage.program);
    await page.goto('/collection');
    await page.getByLabel('API key', { exact: true }).fill(created.body.key as string);
    await page.keyboard.press('Enter');
    await page.getByText('You are signed in with a project key.').waitFor();
    expect(await page.getByRole('button', { name: 'Add a model of your own' }).count()).toBe(0);
    await page.context().close();

    const company = await open(stage.browser, stage.program);
    await company.page.goto('/collection');
    await company.page.getByLabel('API key', { exact: true }).fill(KEY);
    await company.page.keyboard.press('Enter');
    await company.page.getByLabel('Name', { exact: true }).fill('Our Llama');
    expect(await company.page.getByLabel('ID', { exact: true }).inputValue()).toBe('our-llama');
    await company.page.getByRole('button', { name: 'Add a model of your own' }).click();
    await company.page.getByRole('link', { name: 'Set up Our Llama' }).click();
    await company.page.getByRole('heading', { name: 'Our Llama' }).waitFor();
    await company.page.context().close();
  });

  it('never shows the token of a family', async () => {
    const { page } = await stage.visit('/');
    for (const path of [
      '/',
      '/prompts',
      '/answers',
      '/collection/channels/new',
      '/collection/runs',
      '/collection/schedule',
    ]) {
      await page.goto(path);
      await settle(page);
      await page.waitForLoadState('networkidle');
      expect(await page.locator('body').innerText(), path).not.toMatch(/\bfam[A-K]\b/);
    }
    await page.getByRole('button', { name: /^Channels:/ }).click();
    await page.getByRole('checkbox', { name: 'GPT-4o' }).waitFor();
    expect(await page.locator('body').innerText()).not.toMatch(/\bfam[A-K]\b/);
    await page.context().close();
  });
});
