// The program with the demo project, and signed-in windows of a browser to look at it.
import { cpSync } from 'node:fs';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { inject } from 'vitest';
import { createFolder, KEY, type Program, removeFolder, startProgram } from '../harness/program.ts';
import { launchBrowser } from './browser.ts';

/** How long anything on a page may take on a busy machine. */
const LONGEST_WAIT_MS = 90_000;

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

export interface StageOptions {
  /** Whether the demo project is there, or nothing. */
  data?: 'demo' | 'none';
  env?: Record<string, string>;
}

/** The program, and a browser to look at it. */
export async function setStage({ data = 'demo', env = {} }: StageOptions = {}): Promise<Stage> {
  const folder = await createFolder();
  if (data === 'demo') cpSync(inject('demo'), folder, { recursive: true });
  const [program, browser] = await Promise.all([startProgram(folder, env), launchBrowser()]);
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

/** Holds requests that match until the returned function is called. */
export async function hold(page: Page, url: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(url, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Waits until the overview says what changed, which comes last. */
export async function waitForChanges(page: Page): Promise<void> {
  await page.locator('[aria-label="Biggest changes"]').locator('.movers li, .empty').first().waitFor();
}

/** Opens a path like a link inside the dashboard, without reloading the page. */
export async function show(page: Page, path: string): Promise<void> {
  await page.evaluate((href) => {
    history.pushState(null, '', href);
    dispatchEvent(new Event('popstate'));
    return new Promise((resolve) => requestAnimationFrame(resolve));
  }, path);
  await settle(page);
}

async function createWindow(
  browser: Browser,
  { url }: Program,
  options: BrowserContextOptions,
): Promise<BrowserContext> {
  // The demo ends today, as the service counts the days. In the middle of a change, colors have too little contrast.
  const usual = { baseURL: url, locale: 'en-GB', timezoneId: 'UTC', reducedMotion: 'reduce' } as const;
  const context = await browser.newContext({ ...usual, ...options });
  context.setDefaultTimeout(LONGEST_WAIT_MS);
  return context;
}

async function openTab(context: BrowserContext): Promise<Visit> {
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type())) return;
    // On a busy machine a font is there seconds before the text that needs it.
    if (!message.text().includes('preloaded using link preload but not used')) complaints.push(message.text());
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
