// Makes the picture in the README: the overview page of the demo project, with the program started as users start it.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runnerImport } from 'vite';

const PORT = 3917;
const TARGET = 'docs/dashboard.png';
const root = join(import.meta.dirname, '..');
const { module } = await runnerImport(join(root, 'test/browser/browser.ts'), { configFile: false, root });
const folder = mkdtempSync(join(tmpdir(), 'overheard-screenshot-'));
const program = spawn(process.execPath, [join(root, 'bin/overheard.cjs'), 'serve'], {
  cwd: folder,
  env: { PATH: process.env.PATH, PORT: String(PORT), LOG_LEVEL: 'warn' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  const link = await new Promise((resolve, reject) => {
    let output = '';
    program.stdout.on('data', (chunk) => {
      output += chunk;
      const found = /http\S+#sign-in=\S+/.exec(output)?.[0];
      if (found) resolve(found);
    });
    program.on('exit', (code) => reject(new Error(`The program exited with ${code}.`)));
  });
  const browser = await module.launchBrowser();
  const page = await browser.newPage({
    viewport: { width: 1280, height: 1000 },
    colorScheme: 'light',
    locale: 'en-US',
  });
  await page.goto(link);
  await page.locator('.movers li').first().waitFor();
  // The demo begins with a collection; the picture is of what comes after it.
  await page.locator('.run').waitFor({ state: 'detached' });
  await page.reload();
  await page.locator('.movers li').first().waitFor();
  await page.waitForFunction(() => !document.querySelector('.loading, .is-waiting'));
  await page.evaluate(() => document.fonts.ready);
  writeFileSync(join(root, TARGET), await page.screenshot());
  await browser.close();
  process.stdout.write(`Wrote ${TARGET}.\n`);
} finally {
  program.kill('SIGTERM');
  await new Promise((resolve) => program.on('exit', resolve));
  rmSync(folder, { recursive: true, force: true });
}
