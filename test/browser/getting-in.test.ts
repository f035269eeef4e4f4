import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, createFolder, KEY, removeFolder, runProgram } from '../harness/program.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { hold, open, type Stage, setStage, settle, waitForChanges } from './visit.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
});
afterAll(() => stage.close());

describe('the address without a project', () => {
  it('opens the project that was open last in this browser, or the first one if that is gone', async () => {
    const create = { method: 'POST', path: '/projects', body: { name: 'Second' } } as const;
    const second = ((await ask(stage.program, create)).body as { id: string }).id;
    const { page } = await stage.visit('/', {});
    const readProject = () => new URL(page.url()).searchParams.get('project');
    await page.getByRole('heading', { name: 'Varrow' }).waitFor();
    const first = readProject();
    expect(first).not.toBe(second);
    await page.goto(`/brands?project=${second}`);
    await settle(page);
    for (const path of ['/', '/prompts']) {
      await page.goto(path);
      await settle(page);
      await expect.poll(readProject, { message: path }).toBe(second);
    }
    await ask(stage.program, { method: 'DELETE', path: `/projects/${second}` });
    await page.goto('/');
    await page.getByRole('heading', { name: 'Varrow' }).waitFor();
    expect(readProject()).toBe(first);
    await page.context().close();
  });
});

describe('a page that is opened again', () => {
  it('shows at once what it showed last, dimmed until the service has answered', async () => {
    const { page } = await stage.visit('/', {});
    await waitForChanges(page);
    await settle(page);
    const shown = await page.locator('.figure').allTextContents();
    expect(shown.length).toBeGreaterThan(2);
    const release = await hold(page, '**/v1/reports/**');
    await page.reload();
    await page.locator('main.is-waiting .figure').first().waitFor();
    expect(await page.locator('.figure').allTextContents()).toEqual(shown);
    release();
    await settle(page);
    expect(await page.locator('main.is-waiting').count()).toBe(0);
    await page.context().close();
  });

  it('keeps nothing of a session that has ended', async () => {
    const { page } = await stage.visit('/', {});
    await waitForChanges(page);
    const readKept = () => page.evaluate(() => localStorage.getItem('overheard.answers'));
    await page.reload();
    await waitForChanges(page);
    expect(await readKept()).toContain('visibility');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('API key', { exact: true }).waitFor();
    expect(await readKept()).toBeNull();
    await page.reload();
    await page.getByLabel('API key', { exact: true }).waitFor();
    expect(await readKept()).toBeNull();
    await page.context().close();
  });
});

describe('signing in', () => {
  it('accepts a key, says why another one is rejected, and signs out', async () => {
    const { page, complaints } = await open(stage.browser, stage.program);
    await page.goto('/');
    await page.getByLabel('API key', { exact: true }).fill('not-a-key');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('unknown or revoked').waitFor();
    expect(await page.getByLabel('API key', { exact: true }).inputValue()).toBe('not-a-key');
    await page.getByLabel('API key', { exact: true }).fill(KEY);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Varrow' }).waitFor();
    const cookies = await page.context().cookies();
    expect(cookies.find(({ name }) => name === 'overheard_session')).toMatchObject({
      httpOnly: true,
      sameSite: 'Strict',
    });
    expect(await page.evaluate(() => JSON.stringify([document.cookie, localStorage, sessionStorage]))).not.toContain(
      KEY,
    );
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('API key', { exact: true }).waitFor();
    await page.reload();
    await page.getByLabel('API key', { exact: true }).waitFor();
    // The browser itself logs the rejected attempt.
    expect(complaints.filter((text) => !text.includes('401'))).toEqual([]);
  });

  it('lasts over https, where cookies have other names', async () => {
    const folder = await createFolder();
    const env = { PORT: '0', BOOTSTRAP_KEY: KEY, DEMO: 'off', PUBLIC_URL: 'https://localhost' };
    const program = runProgram(['serve'], { folder, env });
    const findPort = () => /"url":"http:\/\/127\.0\.0\.1:(\d+)"/.exec(program.errors())?.[1];
    await waitUntil('the program listens', () => findPort() !== undefined);
    // Browsers trust this host as they trust https.
    const url = `http://localhost:${findPort()}`;
    const { page } = await open(stage.browser, { ...program, url });
    await page.goto('/');
    await page.getByLabel('API key', { exact: true }).fill(KEY);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Welcome to Overheard' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Welcome to Overheard' }).waitFor();
    const cookies = await page.context().cookies();
    expect(cookies.map(({ name }) => name).sort()).toEqual(['__Host-overheard_csrf', '__Host-overheard_session']);
    await page.context().close();
    program.process.kill('SIGTERM');
    await program.ended;
    await removeFolder(folder);
  });

  it('works once with the sign-in link, which is removed from the URL', async () => {
    const findLink = () => /#sign-in=[\w-]+(?=\s)/.exec(stage.program.output())?.[0];
    await waitUntil('the link is printed', () => findLink() !== undefined);
    const link = findLink();
    const { page } = await open(stage.browser, stage.program);
    await page.goto(`/${link}`);
    await page.getByRole('heading', { name: 'Varrow' }).waitFor();
    expect(page.url()).not.toContain('sign-in');
    const other = await open(stage.browser, stage.program);
    await other.page.goto(`/${link}`);
    await other.page.getByText('already used').waitFor();
    expect(await other.page.getByLabel('API key', { exact: true }).isVisible()).toBe(true);
  });

  it('loads at most 200 KB, compressed, until the overview is complete', async () => {
    const { page } = await open(stage.browser, stage.program);
    const sizes: { url: string; bytes: number }[] = [];
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    const urls = new Map<string, string>();
    session.on('Network.responseReceived', ({ requestId, response }) => urls.set(requestId, response.url));
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
      sizes.push({ url: urls.get(requestId) ?? '', bytes: encodedDataLength }),
    );
    await page.goto('/');
    await page.getByLabel('API key', { exact: true }).fill(KEY);
    await page.keyboard.press('Enter');
    await waitForChanges(page);
    await settle(page);
    await page.evaluate(() => document.fonts.ready);
    const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
    process.stdout.write(`  first load: ${(total / 1000).toFixed(1)} KB in ${sizes.length} responses\n`);
    expect(sizes.some(({ url }) => url.endsWith('.js'))).toBe(true);
    expect(total).toBeLessThanOrEqual(200_000);
  });
});
