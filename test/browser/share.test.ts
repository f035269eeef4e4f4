import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../harness/program.ts';
import { AXE, findViolations, RULES } from './axe.ts';
import { open, type Stage, setStage, settle, show, type Visit, waitForChanges } from './visit.ts';

let stage: Stage;
let project: string;
beforeAll(async () => {
  stage = await setStage();
  const { data } = (await ask(stage.program, { path: '/projects' })).body as { data: { id: string }[] };
  project = data[0]!.id;
});
afterAll(() => stage.close());

async function share(body: object = {}): Promise<{ id: string; url: string; token: string }> {
  const made = await ask(stage.program, {
    method: 'POST',
    path: '/share-links',
    body: { project_id: project, ...body },
  });
  return made.body as { id: string; url: string; token: string };
}

const revoke = (id: string) =>
  ask(stage.program, { method: 'DELETE', path: `/share-links/${id}?project_id=${project}` });

/** Opens a link in a window of its own, as somebody does who never saw the service. */
async function openLink(url: string): Promise<Visit> {
  const visit = await open(stage.browser, stage.program, { viewport: { width: 1280, height: 900 } });
  await visit.page.goto(url);
  return visit;
}

/**
 * Clicks like somebody who wants another tab, and returns the address that would open there. The tab itself is opened by the
 * test: Playwright sometimes waits forever for the first page of a tab that a click has opened.
 */
async function findWhereItOpens(link: Locator): Promise<string> {
  const opens = link.evaluate(
    (element: HTMLAnchorElement) =>
      new Promise<string>((resolve) => {
        const stop = (event: Event) => {
          event.preventDefault();
          resolve(element.href);
        };
        // On the window, after everything that the dashboard does at a click.
        window.addEventListener('click', stop, { once: true });
      }),
  );
  await link.click({ modifiers: ['Control'] });
  return opens;
}

/** What the page offers that changes something, by its name. */
async function findWriteControls(page: Page): Promise<string[]> {
  const names = await page
    .locator('button, a, input, select, textarea, [role="switch"]')
    .evaluateAll((elements) =>
      elements.map((element) => element.getAttribute('aria-label') ?? element.textContent?.trim() ?? ''),
    );
  return names.filter((name) =>
    /\b(add|new|edit|delete|revoke|create|save|suggest|import|run|accept|reject|select:|settings|collection|sign out|set up|class of)\b/i.test(
      name,
    ),
  );
}

describe('a share link', () => {
  it('is created in the settings, shows numbers to anybody, and ends when it is revoked', async () => {
    const owner = await stage.visit('/settings/share');
    await owner.page.getByLabel('Name (optional)').fill('For the board');
    await owner.page.keyboard.press('Enter');
    const url = await owner.page.getByLabel('Share link', { exact: true }).inputValue();
    expect(await findWriteControls(owner.page)).not.toEqual([]);
    expect(url).toMatch(new RegExp(`^${stage.program.url}/#share=ohs_[\\w-]{43}$`));
    await owner.page.getByRole('table', { name: 'Share links' }).getByText('For the board').waitFor();

    const { page, complaints } = await openLink(url);
    await page.getByRole('heading', { name: 'Varrow' }).waitFor();
    await waitForChanges(page);
    expect(await page.locator('.figure-value').first().textContent()).toMatch(/^\d+(\.\d+)?%$/);
    expect(await page.locator('.shared-note').textContent()).toMatch(/^Shared view of .+, until .+, read-only$/);
    // Whoever creates a link reads which pages it shows.
    const promised = await owner.page.getByText('Anybody who has the link').innerText();
    for (const name of await page.locator('.side-nav a').allInnerTexts()) expect(promised).toContain(name.trim());
    expect(page.url()).not.toContain('share');
    expect(await page.context().cookies()).toEqual([]);

    const reports = ['/', '/compare', '/prompts', '/answers', '/sources', '/sources?view=pages', '/sources?view=gaps'];
    for (const path of reports) {
      await show(page, path);
      if (path !== '/') await page.locator('.row-link').first().waitFor();
      expect(await findWriteControls(page), path).toEqual([]);
    }
    await show(page, '/prompts');
    await page.locator('.row-link').first().click();
    await page.locator('.figure-value').first().waitFor();
    expect(await findWriteControls(page)).toEqual([]);
    // The own brand stands first in the first answer, whatever the demo says today.
    await show(page, '/answers?sort=position');
    await page.locator('.row-link').first().click();
    await page.locator('.mention').first().waitFor();
    expect(await findWriteControls(page)).toEqual([]);
    for (const path of [
      '/brands',
      '/collection',
      '/import',
      '/settings',
      '/settings/keys',
      '/start/you',
      '/start/new',
    ]) {
      await show(page, path);
      await page.getByRole('heading', { name: /^(Page|Project) not found$/ }).waitFor();
      expect(await findWriteControls(page), path).toEqual([]);
    }
    // Nothing was asked for that a link may not read.
    expect(complaints).toEqual([]);

    await show(page, '/prompts');
    await page.reload();
    await page.locator('.row-link').first().waitFor();
    expect(await page.locator('.shared-note').isVisible()).toBe(true);

    await owner.page.getByRole('button', { name: 'Revoke For the board' }).click();
    await owner.page.getByRole('dialog').getByRole('button', { name: 'Revoke link' }).click();
    await owner.page.getByRole('table', { name: 'Share links' }).getByText('Revoked').waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
    await page.getByText('Ask its sender for a new one.').waitFor();
    expect(await page.locator('.app').count()).toBe(0);
    await page.evaluate(AXE);
    expect(await findViolations(page, RULES)).toEqual([]);
    expect(owner.complaints).toEqual([]);
    await page.context().close();
  });

  it('ends while it is open, too', async () => {
    const { id, url } = await share();
    const { page } = await openLink(url);
    await waitForChanges(page);
    await page.waitForLoadState('networkidle');
    await revoke(id);
    await page.getByRole('link', { name: 'Sources', exact: true }).click();
    await page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
    expect(await page.locator('.app').count()).toBe(0);
    await page.getByRole('button', { name: 'Sign in with a key' }).click();
    await page.getByLabel('API key', { exact: true }).waitFor();
    await page.context().close();
  });

  it('leaves a session alone, and belongs to its tab', async () => {
    const other = (await ask(stage.program, { method: 'POST', path: '/projects', body: { name: 'Other project' } }))
      .body as { id: string };
    const [first, second] = [await share(), await share({ project_id: other.id })];
    const owner = await stage.visit('/', {});
    const context = owner.page.context();
    const [one, two] = [await context.newPage(), await context.newPage()];
    await one.goto(first.url);
    await one.getByRole('heading', { name: 'Varrow' }).waitFor();
    await two.goto(second.url);
    await two.getByText('Shared view of Other project').waitFor();
    await one.reload();
    await one.getByRole('heading', { name: 'Varrow' }).waitFor();
    expect(await one.getByText('Other project').count()).toBe(0);
    await owner.page.reload();
    await owner.page.getByRole('button', { name: /^Project:/ }).waitFor();
    // A link of a shared view that is opened in another tab shows the same there.
    const opened = await context.newPage();
    await opened.goto(await findWhereItOpens(one.getByRole('link', { name: 'Prompts', exact: true })));
    await opened.locator('.row-link').first().waitFor();
    expect(await opened.locator('.shared-note').isVisible()).toBe(true);
    expect(opened.url()).not.toContain('share');
    expect(await one.locator('a[href*="share="]').count()).toBe(0);
    await one.getByRole('button', { name: 'Leave shared view' }).click();
    await one.getByRole('button', { name: /^Project:/ }).waitFor();
    await context.close();
  });

  it('passes axe, and fits a phone', async () => {
    const { url } = await share({ name: 'A name' });
    const { page } = await open(stage.browser, stage.program, { viewport: { width: 360, height: 740 } });
    await page.goto(url);
    await waitForChanges(page);
    await settle(page);
    await page.evaluate(AXE);
    expect(await findViolations(page, RULES)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await page.context().close();
  });
});
