import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { createFolder, KEY, type Program, removeFolder, startProgram } from '../process/program.ts';
import { launchBrowser } from './browser.ts';

export interface Visit {
  page: Page;
  /** What the console and the page itself complained about. */
  complaints: string[];
}

export interface Stage {
  program: Program;
  browser: Browser;
  /** A new tab that is signed in, at this address; with options, in a window of its own. */
  visit(path?: string, options?: BrowserContextOptions): Promise<Visit>;
  close(): Promise<void>;
}

/** The program with its demo project, and a browser to look at it. */
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

/** A new browser window that nobody has signed in from. */
export async function open(browser: Browser, program: Program, options: BrowserContextOptions = {}): Promise<Visit> {
  return openTab(await createWindow(browser, program, options));
}

/** Waits until nothing on the page is being fetched for it any more. */
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
