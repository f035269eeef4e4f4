import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import packed from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';
import { findBrowser } from '../harness/find-browser.ts';

const MODULES = join(import.meta.dirname, '../../node_modules');
const CACHE = join(MODULES, '.cache/chromium');

/** Why the tests in a browser cannot be run on this machine, or null where they can. */
export function findObstacle(): string | null {
  const found = findBrowser();
  return found.kind === 'missing' ? found.obstacle : null;
}

/** The executable; what came with npm is unpacked first. */
export async function prepareBrowser(): Promise<string> {
  const found = findBrowser();
  if (found.kind === 'missing') throw new Error(`There is no browser for the tests: ${found.obstacle}.`);
  return found.kind === 'installed' ? found.path : unpackBrowser();
}

/** Unpacks aside and moves the result into place, so that nobody ever finds half of it. */
async function unpackBrowser(): Promise<string> {
  const { version } = JSON.parse(readFileSync(join(MODULES, '@sparticuz/chromium/package.json'), 'utf8'));
  const place = join(CACHE, version);
  if (!existsSync(place)) {
    mkdirSync(CACHE, { recursive: true });
    const aside = mkdtempSync(join(CACHE, 'unpacking-'));
    await unpackInto(aside);
    try {
      renameSync(aside, place);
    } catch (error) {
      rmSync(aside, { recursive: true, force: true });
      // Another process was faster.
      if (!existsSync(place)) throw error;
    }
  }
  return join(place, 'chromium');
}

async function unpackInto(folder: string): Promise<void> {
  // The package knows no other place than the folder for temporary files.
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  try {
    await packed.executablePath();
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}

export async function launchBrowser(): Promise<Browser> {
  // None of the arguments that the package proposes: they switch off what pages are protected by.
  return chromium.launch({ executablePath: await prepareBrowser(), args: ['--no-sandbox'], headless: true });
}
