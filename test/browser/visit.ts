import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { createFolder, KEY, type Program, removeFolder, startProgram } from '../process/program.ts';
import { launchBrowser } from './browser.ts';

export interface Visit {
  page: Page;
  /** Errors and warnings from the console and the page. */
  complaints: string[];
}

export interface Stage {
  program: Program;
  browser: Browser;
  /** Opens a path in a signed-in tab; with options, in a new window. */
  visit(path?: string, options?: BrowserContextOptions): Promise<Visit>;
  close(): Promise<void>;
}

/** Starts the program with its demo project, and a browser. */
export async function setStage(env: Record<string, string> = {}): Promise<Stage> {
  const folder = await createFolder();
  const [program, browser] = await Promise.all([startProgram(folder, { DEMO: 'on', ...env }), launchBrowser()]);
  const cookies = (await signIn(program)).map(({ name, value }) => ({ name, value, url: program.url }));
  const openWindow = async (options: BrowserContextOptions) => {
    const context = await createWindow(browser, program, options);
    await context.addCookies(cookies);
    return context;
  };
  const shared = await openWindow({});
  return {
    program,
    browser,
    visit: async (path = '/', options) => {
      if (!options) await shared.addCookies(cookies);
      const visit = await openTab(options ? await openWindow(options) : shared);
      await visit.page.goto(path);
      await visit.page.locator('h1').first().waitFor();
      return visit;
    },
    close: async () => {
      await browser.close();
      program.process.kill('SIGTERM');
      await program.ended;
      await removeFolder(folder);
    },
  };
}

/** Opens a new browser window without a session. */
export async function open(browser: Browser, program: Program, options: BrowserContextOptions = {}): Promise<Visit> {
  return openTab(await createWindow(browser, program, options));
}

/** Waits until the page has loaded its data. */
export async function settle(page: Page): Promise<void> {
  await page.waitForFunction(() => !document.querySelector('.loading, .is-waiting') && document.querySelector('h1'));
}

function createWindow(browser: Browser, { url }: Program, options: BrowserContextOptions): Promise<BrowserContext> {
  return browser.newContext({ baseURL: url, locale: 'en-GB', acceptDownloads: true, ...options });
}

async function openTab(context: BrowserContext): Promise<Visit> {
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return { page, complaints };
}

async function signIn({ url }: Program): Promise<{ name: string; value: string }[]> {
  const response = await fetch(`${url}/session`, { method: 'POST', body: JSON.stringify({ key: KEY }) });
  return response.headers.getSetCookie().map((cookie) => {
    const [name, value] = cookie.split(';')[0]!.split('=') as [string, string];
    return { name, value };
  });
}
